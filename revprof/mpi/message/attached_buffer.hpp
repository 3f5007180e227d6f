// SPDX-License-Identifier: BSD-3-Clause
// The buffers of buffered sends (MPI-3.1 section 3.6; of a communicator or session: MPI-4.1 section
// 3.6). MPI gets one of ours in the place of each, with room for the stamps, too. Sizes are ints or
// MPI_Counts, as the call has them.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "revprof/mpi/process.hpp"

namespace revprof {

struct AttachedBuffer {
  void* user = nullptr;
  std::int64_t user_bytes = 0;
  std::vector<char> own;
};

// What a buffer is attached to: the process, or a communicator or session by its handle.
using BufferOwner = std::uint64_t;
constexpr BufferOwner process_buffer = 0;

// One of ours for the user's; its own bytes are empty where they would be more than `most`, or the
// MPI makes buffers by itself (MPI_BUFFER_AUTOMATIC): the user's then goes to MPI as it is.
AttachedBuffer buffer_with_room(void* user, std::int64_t bytes, std::int64_t most);
void note_attached(BufferOwner owner, AttachedBuffer buffer);
// No longer there; `user` is nullptr where it was none of ours.
AttachedBuffer take_attached(BufferOwner owner);

// Our buffer where the user's has no room for such a message even if it is empty: MPI, which has
// more there for the stamps, is to refuse as many bytes as ours has. nullptr: it has, or nobody
// knows.
const std::vector<char>* without_room(Call call, int count, MPI_Datatype datatype);

// real(buffer, size)
template <class Size, class Real>
int attach_buffer(BufferOwner owner, void* user, Size size, Real real) {
  if (active_process == nullptr || user == nullptr || size < 0) return real(user, size);
  AttachedBuffer buffer = buffer_with_room(user, size, std::numeric_limits<Size>::max());
  if (buffer.own.empty()) return real(user, size);
  const int error = real(buffer.own.data(), static_cast<Size>(buffer.own.size()));
  if (error == MPI_SUCCESS) note_attached(owner, std::move(buffer));
  return error;
}

// real(address of the buffer, size)
template <class Size, class Real>
int detach_buffer(BufferOwner owner, void* address, Size* size, Real real) {
  const int error = real(address, size);
  if (error != MPI_SUCCESS) return error;
  const AttachedBuffer buffer = take_attached(owner);
  if (buffer.user == nullptr) return error;
  *static_cast<void**>(address) = buffer.user;
  *size = static_cast<Size>(buffer.user_bytes);
  return error;
}

namespace handle {

template <class Real, class Size>
int buffer_attach(Call, Real real, void* buffer, Size size) {
  return attach_buffer(process_buffer, buffer, size, real);
}
template <class Real, class Size>
int buffer_detach(Call, Real real, void* buffer, Size* size) {
  return detach_buffer(process_buffer, buffer, size, real);
}

// Of a communicator or session.
template <class Real, class Handle, class Size>
int own_buffer_attach(Call, Real real, Handle handle, void* buffer, Size size) {
  return attach_buffer(bits_of(handle), buffer, size,
                       [&](void* given, Size bytes) { return real(handle, given, bytes); });
}
template <class Real, class Handle, class Size>
int own_buffer_detach(Call, Real real, Handle handle, void* buffer, Size* size) {
  return detach_buffer(bits_of(handle), buffer, size,
                       [&](void* given, Size* bytes) { return real(handle, given, bytes); });
}

}  // namespace handle
}  // namespace revprof
