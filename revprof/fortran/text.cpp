// SPDX-License-Identifier: BSD-3-Clause
// Fortran's character arguments as C's.
#include <algorithm>
#include <cstring>

#include "revprof/fortran/arguments.hpp"

namespace revprof::fortran {

std::string text(const char* characters, std::size_t length) {
  const std::string all(characters, length);
  const std::size_t first = all.find_first_not_of(' ');
  if (first == std::string::npos) return "";
  return all.substr(first, all.find_last_not_of(' ') + 1 - first);
}

ReturnedText::~ReturnedText() {
  const std::size_t returned = std::min(strnlen(text_, sizeof text_), length_);
  if (returned == 0) return;  // the call has failed
  std::copy_n(text_, returned, characters_);
  std::fill(characters_ + returned, characters_ + length_, ' ');
}

Texts::Texts(const char* characters, std::size_t length, int count, std::size_t stride) {
  for (int i = 0; count < 0 || i < count; ++i) {
    std::string next = text(characters + static_cast<std::size_t>(i) * stride, length);
    if (count < 0 && next.empty()) break;
    texts_.push_back(std::move(next));
  }
  for (std::string& one : texts_) pointers_.push_back(one.data());
  pointers_.push_back(nullptr);
}

Arguments::Arguments(const char* characters, std::size_t length, int commands)
    : none_(characters == reinterpret_cast<const char*>(&mpi_fortran_argv_null_) ||
            characters == reinterpret_cast<const char*>(&mpi_fortran_argvs_null_)) {
  if (none_) return;
  const std::size_t stride = static_cast<std::size_t>(std::max(commands, 0)) * length;
  for (int i = 0; i < commands; ++i) {
    lists_.emplace_back(characters + static_cast<std::size_t>(i) * length, length, -1, stride);
  }
  for (Texts& list : lists_) pointers_.push_back(list);
}

}  // namespace revprof::fortran
