// SPDX-License-Identifier: BSD-3-Clause
// The parser's events, put in a row.
#include "fit/file/json_document.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "fit/file/whole_file.hpp"

namespace revprof {

namespace {

using Json = nlohmann::ordered_json;
using Is = JsonValue::Is;

// The parser's own words without its internal name for the error.
std::string plain_message(const std::string& what) {
  const std::size_t end = what.find("] ");
  return end == std::string::npos ? what : what.substr(end + 2);
}

struct Row {
  std::vector<JsonValue> values;
  std::string characters;
};

class Builder : public Json::json_sax_t {
 public:
  explicit Builder(Row& row) : values_(row.values), characters_(row.characters) {}

  bool null() override {
    add(Is::null);
    return true;
  }
  bool boolean(bool value) override {
    add(Is::boolean).boolean = value;
    return true;
  }
  bool number_integer(std::int64_t value) override {
    add(Is::integer).integer = value;
    return true;
  }
  bool number_unsigned(std::uint64_t value) override {
    add(Is::natural).natural = value;
    return true;
  }
  bool number_float(double value, const std::string&) override {
    add(Is::real).real = value;
    return true;
  }
  bool string(std::string& value) override {
    JsonValue& text = add(Is::text);
    text.begin = characters_.size();
    text.size = static_cast<std::uint32_t>(value.size());
    characters_ += value;
    return true;
  }
  bool binary(Json::binary_t&) override { return false; }  // no text has any
  bool start_object(std::size_t) override { return open(Is::object); }
  bool start_array(std::size_t) override { return open(Is::array); }
  bool key(std::string& name) override {
    ++values_[open_.back()].size;
    return string(name);
  }
  bool end_object() override {
    close();
    return names_differ();
  }
  bool end_array() override {
    close();
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const Json::exception& error) override {
    flaw_ = "a " + plain_message(error.what());
    return false;
  }

  // What was found in place of JSON.
  const std::string& flaw() const { return flaw_; }

 private:
  JsonValue& add(Is is) {
    if (!open_.empty() && values_[open_.back()].is == Is::array) ++values_[open_.back()].size;
    values_.emplace_back().is = is;
    return values_.back();
  }
  bool open(Is is) {
    add(is);
    open_.push_back(values_.size() - 1);
    return true;
  }
  void close() {
    closed_ = open_.back();
    values_[closed_].inside = values_.size() - 1 - closed_;
    open_.pop_back();
  }
  // Of the object that was closed last.
  bool names_differ() {
    names_.clear();
    const JsonValue* name = &values_[closed_] + 1;
    for (std::uint32_t i = 0; i < values_[closed_].size; ++i) {
      names_.push_back(std::string_view(characters_).substr(name->begin, name->size));
      name = (name + 1)->after();
    }
    std::sort(names_.begin(), names_.end());
    const auto twice = std::adjacent_find(names_.begin(), names_.end());
    if (twice == names_.end()) return true;
    flaw_ = "the key \"" + std::string(*twice) + "\" twice in one object";
    return false;
  }

  std::vector<JsonValue>& values_;
  std::string& characters_;
  std::vector<std::size_t> open_;  // arrays and objects, from the outermost one
  std::size_t closed_ = 0;
  std::vector<std::string_view> names_;
  std::string flaw_;
};

}  // namespace

JsonDocument::JsonDocument(const std::string& text, std::string file, const std::string& what)
    : file_(std::move(file)) {
  const auto row = std::make_shared<Row>();
  row->values.reserve(text.size() / 12);  // a model's: what is too much is never touched
  row->characters.reserve(text.size() / 2);
  Builder builder(*row);
  if (!Json::sax_parse(text, &builder)) {
    fail("expected " + what + " in JSON, found " + builder.flaw());
  }
  values_ = row->values.data();
  characters_ = row->characters;
  memory_ = row;
}

void JsonDocument::fail(std::string message) const {
  for (char& character : message) {  // a key of the file may hold what a terminal obeys
    const auto code = static_cast<unsigned char>(character);
    if (code < 0x20 || code == 0x7f) character = '?';
  }
  throw FileError(file_ + ": " + message);
}

std::string JsonDocument::way_to(const JsonValue& value) const {
  std::string way;
  for (const JsonValue* at = &root(); at != &value;) {
    const bool is_array = at->is == Is::array;
    const JsonValue* next = at + (is_array ? 1 : 2);
    std::size_t index = 0;
    for (; next->after() <= &value; ++index) next = next->after() + (is_array ? 0 : 1);
    if (is_array) {
      way += '[' + std::to_string(index) + ']';
    } else {
      way += (way.empty() ? "" : ".") + std::string(this->text(*(next - 1)));
    }
    at = next;
  }
  return way;
}

std::string JsonDocument::shown(const JsonValue& value) const {
  Json json;
  if (value.is == Is::object) return "an object";
  if (value.is == Is::array) return "an array of " + std::to_string(value.size);
  if (value.is == Is::boolean) json = value.boolean;
  if (value.is == Is::integer) json = value.integer;
  if (value.is == Is::natural) json = value.natural;
  if (value.is == Is::real) json = value.real;
  if (value.is == Is::text) json = std::string(text(value));
  const std::string shown = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  return shown.size() <= 60 ? shown : shown.substr(0, 57) + "...";
}

}  // namespace revprof
