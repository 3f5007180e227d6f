// SPDX-License-Identifier: BSD-3-Clause
// What OTF2 calls the MPI calls: the role of a region, the operation of a collective.
#pragma once

#include <otf2/otf2.h>

#include <cstdint>
#include <string_view>

namespace revprof {

// How much a process sends and receives, by the collective's own d (bytes) and p (processes).
enum class Volume { nothing, broadcast, gather, scatter, all, reduce, scan, exclusive_scan };

struct Otf2Call {
  OTF2_RegionRole role = OTF2_REGION_ROLE_WRAPPER;
  bool collective = false;  // it has an operation, and is recorded as a collective
  bool nonblocking = false;
  OTF2_CollectiveOp operation = OTF2_COLLECTIVE_OP_BARRIER;
  Volume volume = Volume::nothing;
  bool rooted() const {
    return volume == Volume::broadcast || volume == Volume::gather || volume == Volume::scatter ||
           volume == Volume::reduce;
  }
};

// By its name; persistent and nonblocking forms are like the blocking one.
Otf2Call otf2_call(std::string_view name);

// Whether it is one of OpenSHMEM's or of UPC's.
bool is_symmetric(std::string_view name);
OTF2_Paradigm paradigm_of_call(std::string_view name);

struct Volumes {
  std::uint64_t sent = 0, received = 0;
};

// Summed over all processes, both are the same.
Volumes volumes_of(Volume volume, std::uint64_t bytes, std::uint64_t processes, std::uint64_t rank,
                   bool is_root);

}  // namespace revprof
