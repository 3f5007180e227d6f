// SPDX-License-Identifier: BSD-3-Clause
// What differs between the libraries that hold the handlers of MPI's calls: the build puts one file
// that fills this in into each (front_end.cpp here, and in revprof/shmem).
#pragma once

#include "revprof/calls/call_table.hpp"
#include "revprof/run/team.hpp"

namespace revprof {

struct FrontEnd {
  Library library;
  const CallTable& calls;
};

const FrontEnd& front_end();

}  // namespace revprof
