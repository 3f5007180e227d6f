// SPDX-License-Identifier: BSD-3-Clause
// Buffers and struct types for packets, both kept for reuse: making them anew costs as much as a
// small message.
#include "revprof/mpi/message/packet.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include "revprof/mpi/host/host.hpp"
#include "revprof/mpi/message/named_type.hpp"
#include "revprof/mpi/process.hpp"
#include "revprof/mpi/request/handle_bits.hpp"

namespace revprof {

namespace {

// Up to here a copy is cheaper than a struct type (measured: tests/bench/README.md).
constexpr std::int64_t packed_limit = 16384;

struct TypeShape {
  std::uint64_t key = 0;  // the handle's bits
  std::int64_t bytes = 0;
  bool named = false;       // predefined: never freed, so its shape may be remembered
  bool contiguous = false;  // named and without gaps: memcpy moves it
};

TypeShape look_at(MPI_Datatype datatype) {
  TypeShape shape;
  shape.key = bits_of(datatype);
  if (datatype == MPI_DATATYPE_NULL) return shape;
  MPI_Count size = 0;
  PMPI_Type_size_x(datatype, &size);
  shape.bytes = size;
  shape.named = is_named(datatype);
  if (shape.named) {
    MPI_Aint lower = 0, extent = 0;
    PMPI_Type_get_extent(datatype, &lower, &extent);
    shape.contiguous = lower == 0 && extent == size;
  }
  return shape;
}

std::array<TypeShape, 64> known_shapes;

const TypeShape& shape_of(MPI_Datatype datatype) {
  const std::uint64_t key = bits_of(datatype);
  TypeShape& slot = known_shapes[(key * 0x9e3779b97f4a7c15u >> 40) % known_shapes.size()];
  if (slot.named && slot.key == key) return slot;
  static TypeShape derived;  // may change with the next MPI_Type_free: good for this look only
  const TypeShape shape = look_at(datatype);
  return (shape.named ? slot : derived) = shape;
}

// Buffers by power of two from 64 bytes on. Last out is first in again: a loop gets the same
// addresses each time, and so the same struct types.
constexpr int smallest_class = 6;
constexpr int class_count = 10;
constexpr int kept_per_class = 64;

struct FreeBuffers {
  std::byte* first = nullptr;  // begins with the address of the next
  int count = 0;
  int made = 0;  // in use, too
};
std::array<FreeBuffers, class_count> free_buffers;

std::int32_t class_of(std::size_t bytes) {
  const int bits = bytes <= 1 ? 0 : 64 - __builtin_clzll(bytes - 1);
  return std::max(0, bits - smallest_class);
}

// What a packet that comes in may take: whatever is packed, as a host may write a message that is
// too long behind the end of a buffer that is too short; but of many only what it has asked for.
std::size_t room_for(std::size_t stamp_bytes, std::size_t payload) {
  const std::size_t most = stamp_bytes + packed_limit;
  const FreeBuffers& list = free_buffers[static_cast<std::size_t>(class_of(most))];
  const bool is_one_of_few = list.first != nullptr || list.made < kept_per_class;
  return is_one_of_few ? most : stamp_bytes + payload;
}

std::byte* take_buffer(std::size_t bytes, std::int32_t& size_class) {
  size_class = class_of(bytes);
  FreeBuffers& list = free_buffers[static_cast<std::size_t>(size_class)];
  if (list.first != nullptr) {
    std::byte* const buffer = list.first;
    std::memcpy(&list.first, buffer, sizeof(list.first));
    --list.count;
    return buffer;
  }
  // Not aligned_alloc: glibc does not find the place of a freed aligned block again, so that a
  // program with more packets at a time than are kept here would leave holes in its heap.
  void* const buffer = std::malloc(std::size_t{1} << (smallest_class + size_class));
  if (buffer == nullptr) throw std::bad_alloc();
  ++list.made;
  return static_cast<std::byte*>(buffer);
}

void give_buffer(std::byte* buffer, std::int32_t size_class) {
  FreeBuffers& list = free_buffers[static_cast<std::size_t>(size_class)];
  if (list.count >= kept_per_class) {
    --list.made;
    return std::free(buffer);
  }
  std::memcpy(buffer, &list.first, sizeof(list.first));
  list.first = buffer;
  ++list.count;
}

MPI_Datatype make_pair_type(MPI_Aint displacement, int count, MPI_Datatype datatype,
                            std::size_t stamp_bytes) {
  const int lengths[2] = {static_cast<int>(stamp_bytes), count};
  const MPI_Aint displacements[2] = {0, displacement};
  const MPI_Datatype types[2] = {MPI_BYTE, datatype};
  MPI_Datatype pair = MPI_DATATYPE_NULL;
  PMPI_Type_create_struct(2, lengths, displacements, types, &pair);
  PMPI_Type_commit(&pair);
  return pair;
}

}  // namespace

// Struct types of named element types, by what they are made of. A packet that uses one holds it,
// so that another packet's need for its place does not take it away before it has reached MPI.
struct KeptPairType {
  MPI_Aint displacement = 0;
  int count = 0;  // 0: no entry
  std::uint64_t element = 0;
  MPI_Datatype pair{};
  int packets = 0;
};

namespace {

std::array<KeptPairType, 256> kept_pairs;

// nullptr where the place is taken by a type in use.
KeptPairType* kept_pair_type(MPI_Aint displacement, int count, MPI_Datatype datatype,
                             std::size_t stamp_bytes) {
  const std::uint64_t element = bits_of(datatype);
  const std::uint64_t hash = (static_cast<std::uint64_t>(displacement) * 0x9e3779b97f4a7c15u) ^
                             (static_cast<std::uint64_t>(count) * 0xc2b2ae3d27d4eb4fu) ^
                             (element * 0x165667b19e3779f9u);
  KeptPairType& place = kept_pairs[(hash >> 40) % kept_pairs.size()];
  if (place.displacement != displacement || place.count != count || place.element != element) {
    if (place.packets > 0) return nullptr;
    if (place.count != 0) PMPI_Type_free(&place.pair);
    place = {displacement, count, element,
             make_pair_type(displacement, count, datatype, stamp_bytes), 0};
  }
  ++place.packets;
  return &place;
}

}  // namespace

void free_kept_pair_types() {
  for (KeptPairType& place : kept_pairs) {
    if (place.count != 0 && place.packets == 0) PMPI_Type_free(&place.pair);
  }
  kept_pairs = {};
}

Packet::Packet(const void* user, int count, MPI_Datatype datatype, std::size_t stamp_bytes, Way way)
    : user_(const_cast<void*>(user)), stamp_bytes_(stamp_bytes) {
  const Guard guard(*active_process);
  const TypeShape& shape = shape_of(datatype);
  bytes_ = shape.bytes * count;
  packed_ = bytes_ == 0 || (shape.contiguous && bytes_ <= packed_limit);
  const std::size_t payload = packed_ ? static_cast<std::size_t>(bytes_) : 0;
  const bool may_be_overrun = packed_ && way == Way::in && host().overruns_buffers;
  storage_ = take_buffer(may_be_overrun ? room_for(stamp_bytes, payload) : stamp_bytes + payload,
                         size_class_);
  if (way == Way::in) clear();
  if (packed_) return;
  const auto displacement = reinterpret_cast<MPI_Aint>(user) - reinterpret_cast<MPI_Aint>(storage_);
  if (shape.named) kept_ = kept_pair_type(displacement, count, datatype, stamp_bytes);
  type_ =
      kept_ != nullptr ? kept_->pair : make_pair_type(displacement, count, datatype, stamp_bytes);
}

void Packet::release() {
  const Guard guard(*active_process);
  if (kept_ != nullptr) {
    --kept_->packets;
  } else if (!packed_) {
    PMPI_Type_free(&type_);
  }
  give_buffer(storage_, size_class_);
}

void Packet::swap(Packet& other) noexcept {
  std::swap(storage_, other.storage_);
  std::swap(user_, other.user_);
  std::swap(bytes_, other.bytes_);
  std::swap(stamp_bytes_, other.stamp_bytes_);
  std::swap(size_class_, other.size_class_);
  std::swap(packed_, other.packed_);
  std::swap(kept_, other.kept_);
  std::swap(type_, other.type_);
}

std::int64_t type_bytes(MPI_Datatype datatype) {
  const Guard guard(*active_process);
  return shape_of(datatype).bytes;
}

bool sendable(const void* buffer, int count, MPI_Datatype datatype, MPI_Comm quiet) {
  {
    const Guard guard(*active_process);
    if (shape_of(datatype).named) return buffer != MPI_BOTTOM || count == 0;
  }
  return PMPI_Send(buffer, count, datatype, MPI_PROC_NULL, 0, quiet) == MPI_SUCCESS;
}

std::int64_t take_stamp_off(MPI_Status& status, std::size_t stamp_bytes) {
  MPI_Count bytes = 0;
  PMPI_Get_elements_x(&status, MPI_BYTE, &bytes);
  bytes = std::max<MPI_Count>(0, bytes - static_cast<MPI_Count>(stamp_bytes));
  PMPI_Status_set_elements_x(&status, MPI_BYTE, bytes);
  return bytes;
}

}  // namespace revprof
