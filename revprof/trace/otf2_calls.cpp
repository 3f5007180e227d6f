// SPDX-License-Identifier: BSD-3-Clause
// The table of calls with a meaning of their own in OTF2.
#include "revprof/trace/otf2_calls.hpp"

#include <cctype>
#include <string>

namespace revprof {

namespace {

struct Row {
  std::string_view name;
  OTF2_RegionRole role;
  OTF2_CollectiveOp operation;
  Volume volume;
};

// Collectives: MPI-3.1 chapter 5, and what makes communicators.
constexpr Row collectives[] = {
    {"Barrier", OTF2_REGION_ROLE_BARRIER, OTF2_COLLECTIVE_OP_BARRIER, Volume::nothing},
    {"Bcast", OTF2_REGION_ROLE_COLL_ONE2ALL, OTF2_COLLECTIVE_OP_BCAST, Volume::broadcast},
    {"Gather", OTF2_REGION_ROLE_COLL_ALL2ONE, OTF2_COLLECTIVE_OP_GATHER, Volume::gather},
    {"Gatherv", OTF2_REGION_ROLE_COLL_ALL2ONE, OTF2_COLLECTIVE_OP_GATHERV, Volume::gather},
    {"Scatter", OTF2_REGION_ROLE_COLL_ONE2ALL, OTF2_COLLECTIVE_OP_SCATTER, Volume::scatter},
    {"Scatterv", OTF2_REGION_ROLE_COLL_ONE2ALL, OTF2_COLLECTIVE_OP_SCATTERV, Volume::scatter},
    {"Allgather", OTF2_REGION_ROLE_COLL_ALL2ALL, OTF2_COLLECTIVE_OP_ALLGATHER, Volume::all},
    {"Allgatherv", OTF2_REGION_ROLE_COLL_ALL2ALL, OTF2_COLLECTIVE_OP_ALLGATHERV, Volume::all},
    {"Alltoall", OTF2_REGION_ROLE_COLL_ALL2ALL, OTF2_COLLECTIVE_OP_ALLTOALL, Volume::all},
    {"Alltoallv", OTF2_REGION_ROLE_COLL_ALL2ALL, OTF2_COLLECTIVE_OP_ALLTOALLV, Volume::all},
    {"Alltoallw", OTF2_REGION_ROLE_COLL_ALL2ALL, OTF2_COLLECTIVE_OP_ALLTOALLW, Volume::all},
    {"Allreduce", OTF2_REGION_ROLE_COLL_ALL2ALL, OTF2_COLLECTIVE_OP_ALLREDUCE, Volume::all},
    {"Reduce", OTF2_REGION_ROLE_COLL_ALL2ONE, OTF2_COLLECTIVE_OP_REDUCE, Volume::reduce},
    {"Reduce_scatter", OTF2_REGION_ROLE_COLL_ALL2ALL, OTF2_COLLECTIVE_OP_REDUCE_SCATTER,
     Volume::all},
    {"Reduce_scatter_block", OTF2_REGION_ROLE_COLL_ALL2ALL, OTF2_COLLECTIVE_OP_REDUCE_SCATTER_BLOCK,
     Volume::all},
    {"Scan", OTF2_REGION_ROLE_COLL_OTHER, OTF2_COLLECTIVE_OP_SCAN, Volume::scan},
    {"Exscan", OTF2_REGION_ROLE_COLL_OTHER, OTF2_COLLECTIVE_OP_EXSCAN, Volume::exclusive_scan},
};

constexpr std::string_view point_to_point[] = {"Send",
                                               "Bsend",
                                               "Ssend",
                                               "Rsend",
                                               "Recv",
                                               "Mrecv",
                                               "Isend",
                                               "Ibsend",
                                               "Issend",
                                               "Irsend",
                                               "Irecv",
                                               "Imrecv",
                                               "Sendrecv",
                                               "Isendrecv",
                                               "Probe",
                                               "Iprobe",
                                               "Mprobe",
                                               "Improbe",
                                               "Start",
                                               "Startall",
                                               "Wait",
                                               "Waitall",
                                               "Waitany",
                                               "Waitsome",
                                               "Test",
                                               "Testall",
                                               "Testany",
                                               "Testsome",
                                               "Request_get_status",
                                               "Pready",
                                               "Pready_range",
                                               "Pready_list",
                                               "Parrived",
                                               "Sendrecv_replace",
                                               "Isendrecv_replace"};

constexpr std::string_view communicator_makers[] = {
    "Comm_dup",           "Comm_idup",
    "Comm_dup_with_info", "Comm_idup_with_info",
    "Comm_create",        "Comm_split",
    "Comm_split_type",    "Cart_create",
    "Cart_sub",           "Graph_create",
    "Dist_graph_create",  "Dist_graph_create_adjacent",
    "Comm_create_group",  "Comm_create_from_group",
    "Intercomm_create",   "Intercomm_create_from_groups",
    "Intercomm_merge"};

constexpr std::string_view transfers[] = {
    "Put",  "Get",  "Accumulate",  "Get_accumulate", "Fetch_and_op", "Compare_and_swap",
    "Rput", "Rget", "Raccumulate", "Rget_accumulate"};

bool begins(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

template <std::size_t Size>
bool holds(const std::string_view (&names)[Size], std::string_view name) {
  for (const std::string_view known : names) {
    if (known == name) return true;
  }
  return false;
}

const Row* find_collective(std::string_view name) {
  for (const Row& row : collectives) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

}  // namespace

Otf2Call otf2_call(std::string_view name) {
  if (begins(name, "MPI_")) name.remove_prefix(4);
  Otf2Call call;
  if (holds(point_to_point, name)) {
    call.role = OTF2_REGION_ROLE_POINT2POINT;
  } else if (begins(name, "Win_") || holds(transfers, name)) {
    call.role = OTF2_REGION_ROLE_RMA;
  } else if (begins(name, "File_")) {
    call.role = OTF2_REGION_ROLE_FILE_IO;
  } else if (begins(name, "Neighbor_") || begins(name, "Ineighbor_")) {
    call.role = OTF2_REGION_ROLE_COLL_OTHER;  // OTF2 has no operation for them
  } else if (holds(communicator_makers, name)) {
    call.role = OTF2_REGION_ROLE_COLL_OTHER;
    call.operation = OTF2_COLLECTIVE_OP_CREATE_HANDLE;
    call.collective = true;
    call.nonblocking = begins(name, "Comm_idup");
  } else {
    std::string base(name);
    const std::string_view persistent = "_init";
    if (base.size() > persistent.size() &&
        name.substr(name.size() - persistent.size()) == persistent) {
      base.erase(base.size() - persistent.size());
    }
    const Row* row = find_collective(base);
    if (row == nullptr && base.size() > 2 && base[0] == 'I') {
      base.erase(0, 1);
      base[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(base[0])));
      row = find_collective(base);
      call.nonblocking = row != nullptr;
    }
    if (row == nullptr) return call;
    call.role = row->role;
    call.operation = row->operation;
    call.volume = row->volume;
    call.collective = true;
  }
  return call;
}

Volumes volumes_of(Volume volume, std::uint64_t bytes, std::uint64_t processes, std::uint64_t rank,
                   bool is_root) {
  const std::uint64_t all = processes * bytes;
  switch (volume) {
    case Volume::nothing:
      return {0, 0};
    case Volume::broadcast:
    case Volume::scatter:
      return {is_root ? all : 0, bytes};
    case Volume::gather:
    case Volume::reduce:
      return {bytes, is_root ? all : 0};
    case Volume::all:
      return {all, all};
    case Volume::scan:
      return {(processes - rank) * bytes, (rank + 1) * bytes};
    case Volume::exclusive_scan:
      return {(processes - rank - 1) * bytes, rank * bytes};
  }
  return {0, 0};
}

}  // namespace revprof
