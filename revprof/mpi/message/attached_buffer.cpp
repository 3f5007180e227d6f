// SPDX-License-Identifier: BSD-3-Clause
// How large our buffer is, and which there are.
#include "revprof/mpi/message/attached_buffer.hpp"

#include <map>
#include <utility>

#include "revprof/mpi/host/host.hpp"
#include "revprof/mpi/message/packed.hpp"
#include "revprof/mpi/message/size.hpp"

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

const std::vector<char>* without_room(Call call, int count, MPI_Datatype datatype) {
  const bool is_buffered = call == Call::MPI_Bsend || call == Call::MPI_Ibsend;
  if (!is_buffered || host().buffered_head == 0) return nullptr;
  const Guard guard(*active_process);
  const bool is_sole = attached.size() == 1 && attached.begin()->first == process_buffer;
  if (!is_sole) return nullptr;
  const AttachedBuffer& buffer = attached.begin()->second;
  const std::int64_t most = buffer.user_bytes - host().buffered_head;
  const bool has_room = bytes_of(count, datatype) <= most;
  return has_room || !is_countable(static_cast<std::int64_t>(buffer.own.size())) ? nullptr
                                                                                 : &buffer.own;
}

}  // namespace revprof
