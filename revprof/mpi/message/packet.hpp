// SPDX-License-Identifier: BSD-3-Clause
// One point-to-point message as it goes over the wire: the stamp, then the user's bytes.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "revprof/engine/stamp.hpp"

namespace revprof {

// What a PMPI_ call is handed instead of the user's (buffer, count, datatype).
struct Wire {
  void* buffer;
  int count;
  MPI_Datatype datatype;
};

struct KeptPairType;

// Small messages of a named type are packed: stamp and payload side by side in a buffer of ours.
// All others are left where they are, behind a struct type {stamp, user's buffer}. Both look the
// same on the wire, so sender and receiver choose on their own, each by its own capacity.
class Packet {
 public:
  Packet() = default;
  enum class Way { out, in };
  // The user's arguments, valid ones. stamp_bytes: how much of the stamp travels.
  Packet(const void* user, int count, MPI_Datatype datatype, std::size_t stamp_bytes,
         Way way = Way::out);
  ~Packet() {
    if (storage_ != nullptr) release();
  }
  Packet(Packet&& other) noexcept { swap(other); }
  Packet& operator=(Packet&& other) noexcept {
    swap(other);
    return *this;
  }
  Packet(const Packet&) = delete;
  Packet& operator=(const Packet&) = delete;

  Stamp& stamp() { return *reinterpret_cast<Stamp*>(storage_); }
  const Stamp& stamp() const { return *reinterpret_cast<const Stamp*>(storage_); }
  Wire wire() const {
    if (!packed_) return {storage_, 1, type_};
    return {storage_, static_cast<int>(stamp_bytes_) + static_cast<int>(bytes_), MPI_BYTE};
  }
  std::int64_t bytes() const { return bytes_; }  // of the user's buffer
  // Before a receive, and after it: whether a message, or what fits of one that is too long, has
  // come. Nothing but a message writes its mark.
  void clear() { stamp().mark = 0; }
  bool has_come() const { return stamp().mark == Stamp::mark_value; }
  // What leaves is ours: the user may use the buffer again at once.
  bool is_copy() const { return packed_; }

  // Before a send: the user's bytes go behind the stamp.
  void load() {
    if (packed_ && bytes_ > 0) {
      std::memcpy(storage_ + stamp_bytes_, user_, static_cast<std::size_t>(bytes_));
    }
  }
  // After a receive: they go where the user wants them.
  void deliver(std::int64_t received) {
    if (!packed_ || received <= 0) return;
    const auto bytes = static_cast<std::size_t>(std::min(received, bytes_));
    std::memcpy(user_, storage_ + stamp_bytes_, bytes);
  }

 private:
  void release();
  void swap(Packet& other) noexcept;

  std::byte* storage_ = nullptr;  // the stamp and, if packed, the payload
  void* user_ = nullptr;
  std::int64_t bytes_ = 0;
  std::size_t stamp_bytes_ = 0;
  std::int32_t size_class_ = 0;
  bool packed_ = false;
  MPI_Datatype type_ = MPI_DATATYPE_NULL;  // the struct type, if not packed
  KeptPairType* kept_ = nullptr;           // where it is kept; nullptr: it is this packet's own
};

// Frees the struct types that no packet holds, before PMPI_Finalize: MPICH reports what is left.
void free_kept_pair_types();

// Size of one element in bytes; 0 for MPI_DATATYPE_NULL.
std::int64_t type_bytes(MPI_Datatype datatype);
// Whether MPI takes these arguments (a derived type that is not committed would be taken inside a
// struct type, but not by itself). Asks MPI on a communicator whose errors return.
bool sendable(const void* buffer, int count, MPI_Datatype datatype, MPI_Comm quiet);

// The user's share of a message of which `status` counts stamp and payload: also puts it into the
// status, so that MPI_Get_count and its like need no wrapper.
std::int64_t take_stamp_off(MPI_Status& status, std::size_t stamp_bytes);

}  // namespace revprof
