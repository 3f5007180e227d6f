// SPDX-License-Identifier: BSD-3-Clause
// How many processes this host has room for, so that a slip of the keyboard (-n 100000) does not
// bring it down.
#pragma once

#include <boost/program_options.hpp>
#include <cstdint>
#include <string>

#include "revprof/launch/run/launch.hpp"

namespace revprof {

constexpr int processes_per_core = 64;
// What MPI and revprof take at least: 5 MB on Open MPI 4.1, 10 MB on MPICH 4.0 (proportional set
// size, 4 to 32 processes), and a little for the program.
constexpr std::int64_t bytes_per_process = std::int64_t{16} << 20;

struct HostRoom {
  int cores = 1;
  std::int64_t free_bytes = 0;   // of memory, as far as this process's control groups let it
  std::int64_t process_ids = 0;  // that the system has, for all
};

// `root` stands for / where it is not empty.
HostRoom room_here(const std::string& root = "");

// Why these are too many; empty: they are not.
std::string why_no_room(const HostRoom& room, int processes);

// --yes.
void add_room_option(boost::program_options::options_description& options);

// Throws UsageError where there is no room for so many processes, those of all programs of the
// launch's line, which --yes may overrule. Where the launcher spreads them over several hosts
// nothing is known of these.
void check_room(const boost::program_options::variables_map& chosen, const Launch& launch,
                int processes);

}  // namespace revprof
