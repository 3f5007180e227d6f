// SPDX-License-Identifier: BSD-3-Clause
// What mpi.table knows of a call, in OTF2's words.
#include "revprof/trace/otf2/otf2_calls.hpp"

#include "revprof/calls/known_call.hpp"

namespace revprof {

namespace {

struct Otf2Operation {
  bool is_one = false;
  OTF2_CollectiveOp operation = OTF2_COLLECTIVE_OP_BARRIER;
  Volume volume = Volume::nothing;
};

// Of each row of mpi.table.
#include "revprof/calls/otf2_operations.hpp"

OTF2_RegionRole role_of(CallGroup group) {
  switch (group) {
    case CallGroup::send:
    case CallGroup::receive:
    case CallGroup::completion:
      return OTF2_REGION_ROLE_POINT2POINT;
    case CallGroup::one_to_all:
      return OTF2_REGION_ROLE_COLL_ONE2ALL;
    case CallGroup::all_to_one:
      return OTF2_REGION_ROLE_COLL_ALL2ONE;
    case CallGroup::all_to_all:
      return OTF2_REGION_ROLE_COLL_ALL2ALL;
    case CallGroup::scan:
    case CallGroup::neighbour:  // OTF2 has no operation for them
    case CallGroup::communicator:
      return OTF2_REGION_ROLE_COLL_OTHER;
    case CallGroup::one_sided:
      return OTF2_REGION_ROLE_RMA;
    case CallGroup::file:
      return OTF2_REGION_ROLE_FILE_IO;
    case CallGroup::other:
      break;
  }
  return OTF2_REGION_ROLE_WRAPPER;
}

}  // namespace

Otf2Call otf2_call(std::string_view name) {
  const CallTraits* const known = find_traits(name);
  Otf2Call call;
  if (known == nullptr) return call;
  const Otf2Operation& row = otf2_operations[known - call_traits];
  const bool barrier = row.is_one && known->group == CallGroup::all_to_all &&
                       row.operation == OTF2_COLLECTIVE_OP_BARRIER;
  call.role = role_of(known->group);
  if (barrier) call.role = OTF2_REGION_ROLE_BARRIER;
  call.collective = row.is_one;
  call.nonblocking = known->nonblocking;
  call.operation = row.operation;
  call.volume = row.volume;
  return call;
}

bool is_symmetric(std::string_view name) {
  const CallTraits* const known = find_traits(name);
  return known != nullptr &&
         known - call_traits >= static_cast<std::ptrdiff_t>(Call::shmem_transit);
}

OTF2_Paradigm paradigm_of_call(std::string_view name) {
  if (!is_symmetric(name)) return OTF2_PARADIGM_MPI;
  const std::ptrdiff_t row = find_traits(name) - call_traits;
  return row < static_cast<std::ptrdiff_t>(Call::c_func) ? OTF2_PARADIGM_SHMEM : OTF2_PARADIGM_UPC;
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
