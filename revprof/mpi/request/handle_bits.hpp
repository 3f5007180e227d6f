// SPDX-License-Identifier: BSD-3-Clause
// MPI's handles as numbers: they are pointers on one host and integers on the other.
#pragma once

#include <cstdint>
#include <cstring>

namespace revprof {

template <class Handle>
std::uint64_t bits_of(Handle handle) {
  std::uint64_t bits = 0;
  static_assert(sizeof(handle) <= sizeof(bits));
  std::memcpy(&bits, &handle, sizeof(handle));
  return bits;
}

template <class Handle>
Handle handle_of(std::uint64_t bits) {
  Handle handle;
  std::memcpy(&handle, &bits, sizeof(handle));
  return handle;
}

}  // namespace revprof
