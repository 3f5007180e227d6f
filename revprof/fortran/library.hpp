// SPDX-License-Identifier: BSD-3-Clause
// What the generated Fortran wrappers need besides their arguments: the routines of the MPI's own
// Fortran library, and the collectives handed on to them.
#pragma once

#include "revprof/fortran/arguments.hpp"
#include "revprof/mpi/handlers.hpp"

namespace revprof::fortran {

// A routine of the MPI's Fortran library, by the name of its profiling entry. librevprof is not
// linked with that library, which a C program does not load. Ends the program where there is none.
void* routine(const char* name);

template <class Routine>
Routine* routine_as(const char* name) {
  return reinterpret_cast<Routine*>(routine(name));
}

// Nonblocking and persistent collectives of the Fortran library: `handler` is given their request
// in C, to which the clocks belong that travel beside.
template <class Real, class Handler>
int with_request(MPI_Fint* number, Real real, Handler handler) {
  NewHandle<MPI_Request> request(number);
  MPI_Request* const made = request;
  const auto real_in_c = [&] {
    const int error = real();
    if (error == MPI_SUCCESS) from_fortran(*number, *made);
    return error;
  };
  return handler(real_in_c, made);
}

template <class Size, class Real>
int nonblocking_collective(const handle::CollectiveCall& call, Size size, Real real,
                           MPI_Fint* number) {
  return with_request(number, real, [&](auto real_in_c, MPI_Request* made) {
    return handle::nonblocking_collective(call, size, real_in_c, made);
  });
}

// `communicator()` is the new one.
template <class Size, class Real, class Made>
int nonblocking_constructor(const handle::CollectiveCall& call, Size size, Real real,
                            Made communicator, MPI_Fint* number) {
  return with_request(number, real, [&](auto real_in_c, MPI_Request* made) {
    return handle::nonblocking_constructor(call, size, real_in_c, communicator, made);
  });
}

template <class Size, class Real>
int persistent(const handle::CollectiveCall& call, Size size, Real real, MPI_Fint* number) {
  return with_request(number, real, [&](auto real_in_c, MPI_Request* made) {
    return handle::persistent_collective(call, size, real_in_c, made);
  });
}

// Of levels, Fortran programs have the standard's; those of revprof.h take an argument more.
int pcontrol(int level);

}  // namespace revprof::fortran
