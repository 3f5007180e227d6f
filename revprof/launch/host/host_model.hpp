// SPDX-License-Identifier: BSD-3-Clause
// The model of this host, by the program `characterize`.
#pragma once

#include <string>

#include "revprof/launch/run/launch.hpp"
#include "revprof/launch/run/process.hpp"

namespace revprof {

// Beside this program, or in PATH. It measures Open MPI. Throws std::runtime_error where there is
// none for that MPI.
std::string find_characterize(const HostMpi& mpi);

// Measures for so long, with the launcher and the number of processes of that launch, and makes
// `model`.
Ended characterize_host(const Launch& launch, const std::string& model, double seconds);

}  // namespace revprof
