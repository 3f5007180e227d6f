// SPDX-License-Identifier: BSD-3-Clause
// Arrays that end, to the byte, where nothing may be read or written any more.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

// Whole pages, and one behind them that ends the program when it is touched.
class Pages {
 public:
  explicit Pages(std::size_t bytes) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    usable_ = (bytes + page - 1) / page * page;
    all_ = usable_ + page;
    void* const begin =
        mmap(nullptr, all_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (begin == MAP_FAILED) std::abort();
    begin_ = static_cast<std::byte*>(begin);
    if (mprotect(end(), page, PROT_NONE) != 0) std::abort();
  }
  ~Pages() { munmap(begin_, all_); }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;
  std::byte* end() const { return begin_ + usable_; }

 private:
  std::byte* begin_;
  std::size_t usable_, all_;
};

// Values in front of such a page. Copies are the same array.
template <class Value>
class AtEdge {
 public:
  explicit AtEdge(const std::vector<Value>& values)
      : size_(values.size()), pages_(std::make_shared<Pages>(size_ * sizeof(Value))) {
    if (size_ > 0) std::memcpy(get(), values.data(), size_ * sizeof(Value));
  }
  Value* get() const { return reinterpret_cast<Value*>(pages_->end() - size_ * sizeof(Value)); }
  std::size_t size() const { return size_; }

 private:
  std::size_t size_;
  std::shared_ptr<Pages> pages_;
};

// Where an argument points that is not significant.
template <class Value>
Value* nowhere() {
  static const Pages pages(0);
  return reinterpret_cast<Value*>(pages.end());
}
