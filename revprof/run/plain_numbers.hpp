// SPDX-License-Identifier: BSD-3-Clause
// Numbers with a point, whatever the program's locale: one that has chosen a decimal comma would
// have settings read, and its summary printed, by it.
#pragma once

#include <locale.h>

namespace revprof {

// Of the calling thread, while it lives.
class PlainNumbers {
 public:
  PlainNumbers()
      : plain_(::newlocale(LC_NUMERIC_MASK, "C", nullptr)), programs_(::uselocale(plain_)) {}
  ~PlainNumbers() {
    ::uselocale(programs_);
    if (plain_ != nullptr) ::freelocale(plain_);
  }
  PlainNumbers(const PlainNumbers&) = delete;
  PlainNumbers& operator=(const PlainNumbers&) = delete;

 private:
  locale_t plain_, programs_;
};

}  // namespace revprof
