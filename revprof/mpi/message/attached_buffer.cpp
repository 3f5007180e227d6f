// SPDX-License-Identifier: BSD-3-Clause
// How large our buffer is, and which there are.
#include "revprof/mpi/message/attached_buffer.hpp"

#include <map>
#include <utility>

namespace revprof {

namespace {

std::map<BufferOwner, AttachedBuffer> attached;

bool is_automatic([[maybe_unused]] const void* buffer) {
#ifdef MPI_BUFFER_AUTOMATIC
  return buffer == MPI_BUFFER_AUTOMATIC;
#else
  return false;
#endif
}

}  // namespace

AttachedBuffer buffer_with_room(void* user, std::int64_t bytes, std::int64_t most) {
  AttachedBuffer buffer{user, bytes, {}};
  if (is_automatic(user) || bytes <= 0) return buffer;  // which MPI may refuse
  // Each message takes MPI_BSEND_OVERHEAD of the user's buffer at least, which bounds how many
  // there can be.
  const std::int64_t messages = bytes / MPI_BSEND_OVERHEAD + 1;
  const auto for_each = static_cast<std::int64_t>(active_process->stamp_bytes) + 8;
  if (messages > (most - bytes) / for_each) return buffer;
  buffer.own.resize(static_cast<std::size_t>(bytes + messages * for_each));
  return buffer;
}

void note_attached(BufferOwner owner, AttachedBuffer buffer) {
  const Guard guard(*active_process);
  attached[owner] = std::move(buffer);
}

AttachedBuffer take_attached(BufferOwner owner) {
  if (active_process == nullptr) return {};
  const Guard guard(*active_process);
  AttachedBuffer taken = std::exchange(attached[owner], {});
  attached.erase(owner);
  return taken;
}

}  // namespace revprof
