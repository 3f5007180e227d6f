// SPDX-License-Identifier: BSD-3-Clause
// Takes them by the types that the table says.
#include "revprof/gasp/arguments.hpp"

namespace revprof {

Arguments::Arguments(const char* letters, va_list rest) {
  for (Value& value : values_) {
    if (*letters == '\0') return;
    value.letter = *letters++;
    if (value.letter == 'i') {
      value.number = va_arg(rest, int);
    } else if (value.letter == 'n') {
      value.number = static_cast<std::int64_t>(va_arg(rest, std::size_t));
    } else {
      value.address = va_arg(rest, const void*);
    }
  }
}

const Arguments::Value* Arguments::find(char letter, int nth) const {
  for (const Value& value : values_) {
    if (value.letter == letter && nth-- == 0) return &value;
  }
  return nullptr;
}

}  // namespace revprof
