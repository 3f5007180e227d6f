// SPDX-License-Identifier: BSD-3-Clause
// A message packed away, so that its buffer may be overwritten before it has left.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace revprof {

// A type of that many bytes, of which one element may be more than an int can count.
class BytesType {
 public:
  explicit BytesType(std::int64_t bytes);
  ~BytesType() { PMPI_Type_free(&type_); }  // goes with the last message that uses it
  BytesType(const BytesType&) = delete;
  BytesType& operator=(const BytesType&) = delete;
  operator MPI_Datatype() const { return type_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

// Valid arguments of a send, packed as MPI_Pack does, behind `before` bytes for other things.
std::vector<char> packed(const void* buffer, int count, MPI_Datatype datatype, MPI_Comm handle,
                         std::size_t before = 0);

// Whether an int can count those bytes and a stamp.
bool is_countable(std::int64_t bytes);

}  // namespace revprof
