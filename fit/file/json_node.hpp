// SPDX-License-Identifier: BSD-3-Clause
// A JSON value that knows where in which file it stands, and insists on what it must be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fit/file/json_document.hpp"

namespace revprof {

// Every function throws FileError "file: path: expected ..., found ..." unless the value is what
// it asks for.
class JsonNode {
 public:
  // Parses a whole file's text; an object with the same key twice is an error too. `what` the file
  // is meant to be, for messages.
  static JsonNode document(const std::string& text, const std::string& file,
                           const std::string& what);
  explicit JsonNode(std::shared_ptr<const JsonDocument> document)
      : document_(std::move(document)), value_(&document_->root()) {}
  // Of a whole file: what it says it is, "revprof-model" say, in its only version so far.
  void expect_format(const char* format) const;

  // An object with all of `required`, perhaps some of `optional`, and nothing else.
  void expect_keys(std::initializer_list<const char*> required,
                   std::initializer_list<const char*> optional = {}) const;
  JsonNode operator[](const char* key) const;
  bool has(const char* key) const;
  std::vector<std::pair<std::string, JsonNode>> members() const;  // in their order

  std::vector<JsonNode> elements() const;
  std::vector<JsonNode> elements(std::size_t count) const;

  std::string text() const;
  bool is_null() const;
  bool is_number() const;
  double number(double at_least = -std::numeric_limits<double>::max(),
                double at_most = std::numeric_limits<double>::max()) const;
  std::int64_t integer(std::int64_t at_least = 0,
                       std::int64_t at_most = std::numeric_limits<std::int64_t>::max()) const;
  int count(int at_least) const;

  [[noreturn]] void fail(const std::string& expected) const;
  [[noreturn]] void fail_at_all(const std::string& what) const;

 private:
  JsonNode(std::shared_ptr<const JsonDocument> document, const JsonValue* value)
      : document_(std::move(document)), value_(value) {}
  void require_keys(std::initializer_list<const char*> required) const;
  const JsonValue* find(std::string_view key) const;  // nullptr: not there

  std::shared_ptr<const JsonDocument> document_;
  const JsonValue* value_;
};

}  // namespace revprof
