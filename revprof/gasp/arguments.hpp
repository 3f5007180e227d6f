// SPDX-License-Identifier: BSD-3-Clause
// What follows the place in the source in a notification.
#pragma once

#include <array>
#include <cstdarg>
#include <cstddef>
#include <cstdint>

namespace revprof {

class Arguments {
 public:
  // A letter for each, as in gasp.table.
  Arguments(const char* letters, va_list rest);

  // The nth of that letter; 0 or nullptr: there is none.
  std::int64_t number(char letter, int nth = 0) const { return value(letter, nth).number; }
  const void* address(char letter, int nth = 0) const { return value(letter, nth).address; }
  bool has(char letter) const { return find(letter, 0) != nullptr; }

 private:
  struct Value {
    char letter = 0;
    std::int64_t number = 0;
    const void* address = nullptr;
  };

  const Value* find(char letter, int nth) const;
  const Value& value(char letter, int nth) const {
    static const Value none;
    const Value* const found = find(letter, nth);
    return found == nullptr ? none : *found;
  }

  static constexpr std::size_t most = 8;
  std::array<Value, most> values_;
};

}  // namespace revprof
