// SPDX-License-Identifier: BSD-3-Clause
// The setting `virtual-nodes`: the calls by which a program learns of its nodes (MPI-3.1 sections
// 6.4.2 and 8.1.2) answer as the nodes of the target would, so that hierarchical programs take the
// target's path. Nodes hold consecutive ranks of MPI_COMM_WORLD.
#include <algorithm>
#include <cstdio>

#include "revprof/mpi/collective/collective_calls.hpp"
#include "revprof/mpi/world/world_calls.hpp"

namespace revprof {

namespace handle {

namespace {

bool has_virtual_node() { return active_process != nullptr && active_process->virtual_node >= 0; }

// Of the processes that really share memory, so that windows can be made on it, those of one node.
int split_shared(decltype(&PMPI_Comm_split_type) real, MPI_Comm handle, int key, MPI_Info info,
                 MPI_Comm* made) {
  MPI_Comm host = MPI_COMM_NULL;
  int error = real(handle, MPI_COMM_TYPE_SHARED, key, info, &host);
  if (error != MPI_SUCCESS || host == MPI_COMM_NULL) {
    *made = MPI_COMM_NULL;
    return error;
  }
  constexpr int same_order = 0;
  error = PMPI_Comm_split(host, active_process->virtual_node, same_order, made);
  PMPI_Comm_free(&host);
  return error;
}

}  // namespace

int comm_split_type(Call call, decltype(&PMPI_Comm_split_type) real, MPI_Comm handle, int type,
                    int key, MPI_Info info, MPI_Comm* made) {
  return constructor(
      {call, Kind::all_to_all, handle, no_root, false},
      [](const Communicator&) { return std::int64_t{0}; },
      [&] {
        return type == MPI_COMM_TYPE_SHARED && has_virtual_node()
                   ? split_shared(real, handle, key, info, made)
                   : real(handle, type, key, info, made);
      },
      [=] { return *made; });
}

int processor_name(Call, decltype(&PMPI_Get_processor_name) real, char* name, int* length) {
  if (!has_virtual_node() || name == nullptr || length == nullptr) return real(name, length);
  *length = std::snprintf(name, MPI_MAX_PROCESSOR_NAME, "node%d", active_process->virtual_node);
  return MPI_SUCCESS;
}

}  // namespace handle
}  // namespace revprof
