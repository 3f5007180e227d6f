// SPDX-License-Identifier: BSD-3-Clause
// Which MPI a library is: by what it exports and the number of its binary interface, as its name is
// another one in nearly every place.
#pragma once

#include <string>
#include <vector>

#include "revprof/launch/host/host_mpi.hpp"
#include "revprof/launch/look/loaded_libraries.hpp"

namespace revprof {

// The C library of some MPI, not what stands beside it (libmpi_mpifh.so, libmpicxx.so).
bool is_mpi_library(const LoadedLibrary& library);

// nullptr for none of those that revprof knows. Open MPI: libmpi.so.40. MPICH's interface
// (MPICH 3.2 and later, Intel MPI, MVAPICH, Cray MPICH): libmpi.so.12, libmpich.so.12,
// libmpi_cray.so.12.
const HostMpi* family_of(const LoadedLibrary& library);

// Why a program linked with this MPI library is refused, where it is of no such family.
std::string why_unknown(const LoadedLibrary& library);

// `library` (librevprof_mpich.so), or the one beside it that brings no MPI of its own, where the
// program's MPI library has another name than the one that `library` was linked with. Throws
// std::runtime_error where that MPI is too old for what the library was built with.
std::string library_for(const HostMpi& mpi, const std::string& library,
                        const LoadedLibrary& of_program);

}  // namespace revprof
