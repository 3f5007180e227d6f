// SPDX-License-Identifier: BSD-3-Clause
// A JSON file's values in a row, as they stand in its text. Every process of a run reads its models
// before it begins: values that each had memory of their own took longer to make and to give back
// than the text takes to read. A row knows no addresses, so that it can stand in memory that
// processes share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace revprof {

struct JsonValue {
  enum class Is : std::uint8_t { null, boolean, integer, natural, real, text, array, object };

  Is is = Is::null;
  std::uint32_t size = 0;  // elements; members; characters
  union {
    bool boolean;
    std::int64_t integer;   // less than 0
    std::uint64_t natural;  // others
    double real;
    std::size_t begin;       // of a text, among the document's
    std::size_t inside = 0;  // of an array or object: values that follow, keys and theirs included
  };

  bool holds_others() const { return is == Is::array || is == Is::object; }
  bool is_number() const { return is == Is::integer || is == Is::natural || is == Is::real; }
  double as_real() const {  // of a number
    if (is == Is::integer) return static_cast<double>(integer);
    return is == Is::natural ? static_cast<double>(natural) : real;
  }
  // Behind it and all that is inside of it.
  const JsonValue* after() const { return this + 1 + (holds_others() ? inside : 0); }
};

class JsonDocument {
 public:
  // An object with the same key twice is an error. `what` the file is meant to be, for messages.
  // Throws FileError.
  JsonDocument(const std::string& text, std::string file, const std::string& what);
  // As another one was written: its values and its characters, in memory that `memory` keeps.
  JsonDocument(std::string file, const JsonValue* values, std::string_view characters,
               std::shared_ptr<const void> memory)
      : file_(std::move(file)),
        values_(values),
        characters_(characters),
        memory_(std::move(memory)) {}

  const JsonValue& root() const { return *values_; }
  // An array's elements follow it one after the other, an object's keys each before its value.
  std::string_view text(const JsonValue& value) const {
    return characters_.substr(value.begin, value.size);
  }
  std::string_view characters() const { return characters_; }
  // The way from the root to a value: "calls.MPI_Send[0]"; empty: to itself.
  std::string way_to(const JsonValue& value) const;
  // A value as a message shows it.
  std::string shown(const JsonValue& value) const;
  // Throws FileError "file: message".
  [[noreturn]] void fail(std::string message) const;

 private:
  std::string file_;
  const JsonValue* values_ = nullptr;
  std::string_view characters_;  // of all texts
  std::shared_ptr<const void> memory_;
};

}  // namespace revprof
