// SPDX-License-Identifier: BSD-3-Clause
// An array of a size known only at run time that needs no allocation while it is small: a Testany
// over a few requests costs less than a malloc.
#pragma once

#include <vector>

namespace revprof {

// `count` values, default-initialised where they stand on the stack.
template <class Value, int on_stack = 16>
class SmallArray {
 public:
  explicit SmallArray(int count) : count_(count) {
    if (count > on_stack) heap_.resize(static_cast<std::size_t>(count));
  }
  SmallArray(const SmallArray&) = delete;
  SmallArray& operator=(const SmallArray&) = delete;

  int size() const { return count_; }
  Value* begin() { return heap_.empty() ? stack_ : heap_.data(); }
  const Value* begin() const { return heap_.empty() ? stack_ : heap_.data(); }
  Value& operator[](int i) { return begin()[i]; }
  const Value& operator[](int i) const { return begin()[i]; }

 private:
  int count_;
  Value stack_[on_stack];
  std::vector<Value> heap_;
};

}  // namespace revprof
