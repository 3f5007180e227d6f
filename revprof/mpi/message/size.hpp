// SPDX-License-Identifier: BSD-3-Clause
// The bytes of what a call moves, as its own arguments give them.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <cstdint>

#include "revprof/mpi/message/packet.hpp"

namespace revprof {

// d of a collective, as its own count gives it. MPI has not looked at the arguments yet: what it is
// going to refuse gives some d that is neither negative nor too large to be summed over all
// processes.
constexpr std::int64_t most_bytes = std::int64_t{1} << 50;
inline std::int64_t bytes_of_elements(std::int64_t count, std::int64_t element_bytes) {
  std::int64_t bytes = 0;
  if (count <= 0 || element_bytes <= 0) return 0;
  const bool overflows = __builtin_mul_overflow(count, element_bytes, &bytes);
  return overflows ? most_bytes : std::min(bytes, most_bytes);
}
std::int64_t bytes_of(std::int64_t count, MPI_Datatype datatype);
// Over as many members as `counts` has elements.
template <class Count>
std::int64_t mean_bytes(const Count* counts, MPI_Datatype datatype, int members) {
  if (counts == nullptr || members == 0) return 0;
  std::int64_t sum = 0;
  for (int i = 0; i < members; ++i) sum += bytes_of_elements(counts[i], 1);
  return sum == 0 ? 0 : bytes_of_elements(sum, type_bytes(datatype)) / members;
}
template <class Count>
std::int64_t mean_bytes(const Count* counts, const MPI_Datatype* datatypes, int members) {
  if (counts == nullptr || datatypes == nullptr || members == 0) return 0;
  std::int64_t sum = 0;
  for (int i = 0; i < members; ++i) sum += bytes_of(counts[i], datatypes[i]);
  return sum / members;
}

}  // namespace revprof
