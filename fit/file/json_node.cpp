// SPDX-License-Identifier: BSD-3-Clause
// Strict access to JSON: every disappointment is an error that names the file and the path inside
// it.
#include "fit/file/json_node.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string_view>
#include <utility>

#include "fit/file/whole_file.hpp"

namespace revprof {

namespace {

using json = JsonNode::Json;

std::string shown(const json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "an array of " + std::to_string(value.size());
  std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
  return text.size() <= 60 ? text : text.substr(0, 57) + "...";
}

std::string bound(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

// The parser's own words without its internal name for the error.
std::string plain_message(const std::string& what) {
  const std::size_t end = what.find("] ");
  return end == std::string::npos ? what : what.substr(end + 2);
}

constexpr std::size_t most_deep = 100;  // none of ours has a tenth of it, and a stack has an end

// A whole file's values, as the parser meets them. An object with the same key twice is an error.
class Builder : public json::json_sax_t {
 public:
  Builder(json& root, const std::string& file) : root_(root), file_(file) {}

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(std::int64_t value) override { return add(value); }
  bool number_unsigned(std::uint64_t value) override { return add(value); }
  bool number_float(double value, const std::string&) override { return add(value); }
  bool string(std::string& value) override { return add(std::move(value)); }
  bool binary(json::binary_t& value) override { return add(std::move(value)); }
  bool start_object(std::size_t) override { return open(json::object()); }
  bool start_array(std::size_t) override { return open(json::array()); }
  bool end_object() override {
    expect_each_key_once();
    return close();
  }
  bool end_array() override { return close(); }
  bool key(std::string& name) override {
    // At its end, as by its name each would be looked for among all.
    auto& members = open_.back()->get_ref<json::object_t&>();
    members.emplace_back(std::move(name), nullptr);
    next_ = &members.back().second;
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const json::exception& error) override {
    if (const auto* range = dynamic_cast<const json::out_of_range*>(&error)) throw *range;
    throw static_cast<const json::parse_error&>(error);
  }

 private:
  json& place(json&& value) {
    if (open_.empty()) return root_ = std::move(value);
    if (open_.back()->is_object()) return *next_ = std::move(value);
    return open_.back()->emplace_back(std::move(value));
  }
  bool add(json&& value) {
    place(std::move(value));
    return true;
  }
  bool open(json&& value) {
    if (open_.size() == most_deep) {
      throw FileError(file_ + ": expected values at most " + std::to_string(most_deep) +
                      " deep within each other");
    }
    open_.push_back(&place(std::move(value)));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }
  void expect_each_key_once() const {
    std::vector<std::string_view> names;
    for (const auto& member : open_.back()->get_ref<const json::object_t&>()) {
      names.push_back(member.first);
    }
    std::sort(names.begin(), names.end());
    const auto twice = std::adjacent_find(names.begin(), names.end());
    if (twice == names.end()) return;
    throw FileError(file_ + ": expected each key once, found \"" + std::string(*twice) +
                    "\" twice in one object");
  }

  json& root_;
  const std::string& file_;
  std::vector<json*> open_;  // objects and arrays, from the outermost one
  json* next_ = nullptr;     // where the value of the last key goes
};

// The way from a document's root to a value in it, ".calls.MPI_Send[0]" say; nullopt: not below.
std::optional<std::string> way_to(const json& value, const json& from) {
  if (&value == &from) return "";
  if (from.is_array()) {
    for (std::size_t i = 0; i < from.size(); ++i) {
      if (const auto way = way_to(value, from[i])) return '[' + std::to_string(i) + ']' + *way;
    }
  }
  if (from.is_object()) {
    for (const auto& [key, member] : from.get_ref<const json::object_t&>()) {
      if (const auto way = way_to(value, member)) return '.' + key + *way;
    }
  }
  return std::nullopt;
}

}  // namespace

JsonNode JsonNode::document(const std::string& text, const std::string& file,
                            const std::string& what) {
  auto whole = std::make_shared<Document>();
  whole->file = file;
  Builder builder(whole->root, file);
  try {
    json::sax_parse(text, &builder);
  } catch (const json::exception& error) {
    throw FileError(file + ": expected " + what + " in JSON, found a " +
                    plain_message(error.what()));
  }
  const json* value = &whole->root;
  return JsonNode(std::move(whole), value);
}

void JsonNode::expect_format(const char* format) const {
  const JsonNode name = (*this)["format"], version = (*this)["version"];
  if (name.text() != format) name.fail('"' + std::string(format) + '"');
  if (version.integer() != 1) version.fail("1, the only version so far");
}

void JsonNode::fail_at_all(const std::string& what) const {
  std::string way = way_to(*value_, document_->root).value();
  if (way[0] == '.') way.erase(0, 1);
  std::string message = (way.empty() ? "" : way + ": ") + what;
  for (char& character : message) {  // a key of the file may hold what a terminal obeys
    const auto code = static_cast<unsigned char>(character);
    if (code < 0x20 || code == 0x7f) character = '?';
  }
  throw FileError(document_->file + ": " + message);
}

void JsonNode::fail(const std::string& expected) const {
  fail_at_all("expected " + expected + ", found " + shown(*value_));
}

void JsonNode::expect_keys(std::initializer_list<const char*> required,
                           std::initializer_list<const char*> optional) const {
  if (!value_->is_object()) fail("an object");
  for (const char* key : required) {
    if (find(key) == nullptr)
      fail_at_all("expected the key \"" + std::string(key) + "\", which is missing");
  }
  for (const auto& [key, value] : value_->get_ref<const json::object_t&>()) {
    const auto is_key = [&key = key](const char* known) { return key == known; };
    if (std::any_of(required.begin(), required.end(), is_key)) continue;
    if (std::any_of(optional.begin(), optional.end(), is_key)) continue;
    std::string known;
    for (const char* each : required) known += (known.empty() ? "" : ", ") + std::string(each);
    for (const char* each : optional) known += (known.empty() ? "" : ", ") + std::string(each);
    fail_at_all("unknown key \"" + key + "\", expected only " + known);
  }
}

const json* JsonNode::find(const char* key) const {
  if (!value_->is_object()) return nullptr;
  const std::string_view name = key;
  for (const auto& member : value_->get_ref<const json::object_t&>()) {
    if (member.first == name) return &member.second;
  }
  return nullptr;
}

JsonNode JsonNode::operator[](const char* key) const {
  const json* value = find(key);
  if (value == nullptr) fail("an object with the key \"" + std::string(key) + "\"");
  return JsonNode(document_, value);
}

bool JsonNode::has(const char* key) const { return find(key) != nullptr; }

std::vector<std::pair<std::string, JsonNode>> JsonNode::members() const {
  if (!value_->is_object()) fail("an object");
  std::vector<std::pair<std::string, JsonNode>> members;
  for (const auto& [key, value] : value_->get_ref<const json::object_t&>()) {
    members.emplace_back(key, JsonNode(document_, &value));
  }
  return members;
}

std::vector<JsonNode> JsonNode::elements() const {
  if (!value_->is_array()) fail("an array");
  std::vector<JsonNode> nodes;
  nodes.reserve(value_->size());
  for (std::size_t i = 0; i < value_->size(); ++i) {
    nodes.push_back(JsonNode(document_, &(*value_)[i]));
  }
  return nodes;
}

std::vector<JsonNode> JsonNode::elements(std::size_t count) const {
  if (!value_->is_array() || value_->size() != count) {
    fail("an array of " + std::to_string(count));
  }
  return elements();
}

std::string JsonNode::text() const {
  if (!value_->is_string()) fail("a text");
  return value_->get<std::string>();
}

bool JsonNode::is_null() const { return value_->is_null(); }

bool JsonNode::is_number() const { return value_->is_number(); }

double JsonNode::number(double at_least, double at_most) const {
  if (value_->is_number()) {
    const double value = value_->get<double>();
    if (std::isfinite(value) && value >= at_least && value <= at_most) return value;
  }
  constexpr double largest = std::numeric_limits<double>::max();
  std::string expected = "a number";
  if (at_least > -largest) expected += " of at least " + bound(at_least);
  if (at_most < largest) expected += " and at most " + bound(at_most);
  fail(expected);
}

std::int64_t JsonNode::integer(std::int64_t at_least, std::int64_t at_most) const {
  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  const std::string expected =
      at_most == largest
          ? "an integer of at least " + std::to_string(at_least)
          : "an integer from " + std::to_string(at_least) + " to " + std::to_string(at_most);
  if (!value_->is_number()) fail(expected);
  // 1e6 and 4.0 are integers too, as in JSON Schema; beyond 2^53 a floating-point number is not
  // exact.
  if (value_->is_number_float()) {
    const double value = value_->get<double>();
    if (std::floor(value) != value || std::abs(value) > 9007199254740992.0) fail(expected);
  }
  if (value_->is_number_unsigned() &&
      value_->get<std::uint64_t>() > static_cast<std::uint64_t>(at_most)) {
    fail(expected);
  }
  const auto value = value_->get<std::int64_t>();
  if (value < at_least || value > at_most) fail(expected);
  return value;
}

int JsonNode::count(int at_least) const {
  return static_cast<int>(integer(at_least, std::numeric_limits<int>::max()));
}

}  // namespace revprof
