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

using Is = JsonValue::Is;

std::string bound(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

}  // namespace

JsonNode JsonNode::document(const std::string& text, const std::string& file,
                            const std::string& what) {
  return JsonNode(std::make_shared<const JsonDocument>(text, file, what));
}

void JsonNode::expect_format(const char* format) const {
  require_keys({"format", "version"});
  const JsonNode name = (*this)["format"], version = (*this)["version"];
  if (name.text() != format) name.fail('"' + std::string(format) + '"');
  if (version.integer() != 1) version.fail("1, the only version so far");
}

void JsonNode::fail_at_all(const std::string& what) const {
  const std::string way = document_->way_to(*value_);
  document_->fail((way.empty() ? "" : way + ": ") + what);
}

void JsonNode::fail(const std::string& expected) const {
  fail_at_all("expected " + expected + ", found " + document_->shown(*value_));
}

void JsonNode::require_keys(std::initializer_list<const char*> required) const {
  if (value_->is != Is::object) fail("an object");
  for (const char* key : required) {
    if (find(key) == nullptr)
      fail_at_all("expected the key \"" + std::string(key) + "\", which is missing");
  }
}

void JsonNode::expect_keys(std::initializer_list<const char*> required,
                           std::initializer_list<const char*> optional) const {
  require_keys(required);
  for (const JsonValue* name = value_ + 1; name != value_->after(); name = (name + 1)->after()) {
    const std::string_view key = document_->text(*name);
    const auto is_key = [key](const char* known) { return key == known; };
    if (std::any_of(required.begin(), required.end(), is_key)) continue;
    if (std::any_of(optional.begin(), optional.end(), is_key)) continue;
    std::string known;
    for (const char* each : required) known += (known.empty() ? "" : ", ") + std::string(each);
    for (const char* each : optional) known += (known.empty() ? "" : ", ") + std::string(each);
    fail_at_all("unknown key \"" + std::string(key) + "\", expected only " + known);
  }
}

const JsonValue* JsonNode::find(std::string_view key) const {
  if (value_->is != Is::object) return nullptr;
  for (const JsonValue* name = value_ + 1; name != value_->after(); name = (name + 1)->after()) {
    if (document_->text(*name) == key) return name + 1;
  }
  return nullptr;
}

JsonNode JsonNode::operator[](const char* key) const {
  const JsonValue* const value = find(key);
  if (value == nullptr) fail("an object with the key \"" + std::string(key) + "\"");
  return JsonNode(document_, value);
}

bool JsonNode::has(const char* key) const { return find(key) != nullptr; }

std::vector<std::pair<std::string, JsonNode>> JsonNode::members() const {
  if (value_->is != Is::object) fail("an object");
  std::vector<std::pair<std::string, JsonNode>> members;
  members.reserve(value_->size);
  for (const JsonValue* name = value_ + 1; name != value_->after(); name = (name + 1)->after()) {
    members.emplace_back(document_->text(*name), JsonNode(document_, name + 1));
  }
  return members;
}

std::vector<JsonNode> JsonNode::elements() const {
  if (value_->is != Is::array) fail("an array");
  std::vector<JsonNode> nodes;
  nodes.reserve(value_->size);
  for (const JsonValue* each = value_ + 1; each != value_->after(); each = each->after()) {
    nodes.push_back(JsonNode(document_, each));
  }
  return nodes;
}

std::vector<JsonNode> JsonNode::elements(std::size_t count) const {
  if (value_->is != Is::array || value_->size != count) {
    fail("an array of " + std::to_string(count));
  }
  return elements();
}

std::string JsonNode::text() const {
  if (value_->is != Is::text) fail("a text");
  return std::string(document_->text(*value_));
}

bool JsonNode::is_null() const { return value_->is == Is::null; }

bool JsonNode::is_number() const { return value_->is_number(); }

double JsonNode::number(double at_least, double at_most) const {
  if (value_->is_number()) {
    const double value = value_->as_real();
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
  std::int64_t value = 0;
  if (value_->is == Is::integer) value = value_->integer;
  if (value_->is == Is::natural) {
    if (value_->natural > static_cast<std::uint64_t>(largest)) fail(expected);
    value = static_cast<std::int64_t>(value_->natural);
  }
  // 1e6 and 4.0 are integers too, as in JSON Schema; beyond 2^53 a floating-point number is not
  // exact.
  if (value_->is == Is::real) {
    if (std::floor(value_->real) != value_->real || std::abs(value_->real) > 9007199254740992.0) {
      fail(expected);
    }
    value = static_cast<std::int64_t>(value_->real);
  }
  if (value < at_least || value > at_most) fail(expected);
  return value;
}

int JsonNode::count(int at_least) const {
  return static_cast<int>(integer(at_least, std::numeric_limits<int>::max()));
}

}  // namespace revprof
