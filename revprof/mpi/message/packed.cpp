// SPDX-License-Identifier: BSD-3-Clause
// MPI_Pack where it can count the bytes, and takes the address (MPICH's refuses MPI_BOTTOM); else a
// message to oneself, which packs them, too.
#include "revprof/mpi/message/packed.hpp"

#include <climits>

#include "revprof/mpi/message/size.hpp"
#include "revprof/mpi/process.hpp"

namespace revprof {

BytesType::BytesType(std::int64_t bytes) {
  constexpr int block = 1 << 20;
  MPI_Datatype types[2] = {MPI_DATATYPE_NULL, MPI_BYTE};
  PMPI_Type_contiguous(block, MPI_BYTE, &types[0]);
  const int lengths[2] = {static_cast<int>(bytes / block), static_cast<int>(bytes % block)};
  const MPI_Aint places[2] = {0, static_cast<MPI_Aint>(bytes - bytes % block)};
  PMPI_Type_create_struct(2, lengths, places, types, &type_);
  PMPI_Type_commit(&type_);
  PMPI_Type_free(&types[0]);
}

bool is_countable(std::int64_t bytes) {
  return bytes <= INT_MAX - static_cast<std::int64_t>(sizeof(Stamp));
}

std::vector<char> packed(const void* buffer, int count, MPI_Datatype datatype, MPI_Comm handle,
                         std::size_t before) {
  const std::int64_t bytes = bytes_of(count, datatype);
  if (!is_countable(bytes) || (buffer == MPI_BOTTOM && bytes > 0)) {
    std::vector<char> wire(before + static_cast<std::size_t>(bytes));
    const Guard guard(*active_process);  // of two threads each must get its own
    PMPI_Sendrecv(buffer, count, datatype, 0, 0, wire.data() + before, 1, BytesType(bytes), 0, 0,
                  active_process->communicators.quiet(), MPI_STATUS_IGNORE);
    return wire;
  }
  int size = 0, position = static_cast<int>(before);
  PMPI_Pack_size(count, datatype, handle, &size);
  std::vector<char> wire(before + static_cast<std::size_t>(size));
  const auto room = static_cast<int>(wire.size());
  if (size > 0) PMPI_Pack(buffer, count, datatype, wire.data(), room, &position, handle);
  wire.resize(static_cast<std::size_t>(position));
  return wire;
}

}  // namespace revprof
