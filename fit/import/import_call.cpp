// SPDX-License-Identifier: BSD-3-Clause
// The table of calls.
#include "fit/import/import_call.hpp"

#include <algorithm>
#include <cctype>

namespace revprof {

namespace {

constexpr ImportCall table[] = {
    {"Barrier", false, false},
    {"Bcast", true, false},
    {"Gather", true, true},
    {"Gatherv", true, true},
    {"Scatter", true, true},
    {"Scatterv", true, true},
    {"Allgather", true, true},
    {"Allgatherv", true, true},
    {"Alltoall", true, true},
    {"Alltoallv", true, true},
    {"Alltoallw", true, true},
    {"Reduce", true, false},
    {"Allreduce", true, false},
    {"Reduce_scatter", true, true},
    {"Reduce_scatter_block", true, true},
    {"Scan", true, false},
    {"Exscan", true, false},
    {"Send", false, false},
    {"Ssend", false, false},
    {"Isend", false, false},
    {"Recv", false, false},
    {"Irecv", false, false},
    {"Wait", false, false},
    {"Sendrecv", false, false},
    {"Put", false, false},
    {"Get", false, false},
    {"Accumulate", false, false},
    {"Get_accumulate", false, false},
    {"Fetch_and_op", false, false},
    {"Compare_and_swap", false, false},
    {"transit", false, false},
    {"gap", false, false},
    {"send_gap", false, false},
    {"exchange", false, false},
    {"exchange_both", false, false},
    {"shmem_put_nbi", false, false},
    {"shmem_get", false, false},
    {"shmem_atomic_set", false, false},
    {"shmem_atomic_add", false, false},
    {"shmem_atomic_inc", false, false},
    {"shmem_atomic_fetch", false, false},
    {"shmem_atomic_fetch_add", false, false},
    {"shmem_atomic_fetch_inc", false, false},
    {"shmem_atomic_swap", false, false},
    {"shmem_atomic_compare_swap", false, false},
    {"shmem_barrier_all", false, false},
    {"shmem_broadcast", true, false},
    {"shmem_collect", true, false},
    {"shmem_fcollect", true, false},
    {"shmem_sum_to_all", true, false},
};

// Barrier, too, has a nonblocking twin, and of 0 bytes is all that it is.
bool has_nonblocking_twin(const ImportCall& call) {
  return call.collective || std::string_view(call.name) == "Barrier";
}

std::string lower(std::string_view text) {
  std::string small(text);
  std::transform(small.begin(), small.end(), small.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return small;
}

std::string without_prefix(std::string_view name) {
  const std::string small = lower(name);
  return small.substr(0, 4) == "mpi_" ? small.substr(4) : small;
}

}  // namespace

const ImportCall* find_import_call(std::string_view name) {
  const std::string wanted = without_prefix(name);
  for (const ImportCall& call : table) {
    const std::string known = lower(call.name);
    if (wanted == known || (has_nonblocking_twin(call) && wanted == "i" + known)) return &call;
  }
  return nullptr;
}

std::string model_name(const ImportCall& call, std::string_view spelled) {
  const std::string name = call.name;
  if (std::islower(static_cast<unsigned char>(name[0])) != 0) return name;
  const bool nonblocking = without_prefix(spelled).size() > name.size();
  return nonblocking ? "MPI_I" + lower(name) : "MPI_" + name;
}

}  // namespace revprof
