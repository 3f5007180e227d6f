// SPDX-License-Identifier: BSD-3-Clause
// Finds the MPI's Fortran library where a program has loaded it.
#include "revprof/fortran/library.hpp"

#include <dlfcn.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace revprof::fortran {

namespace {

// A program that is no Fortran one may have loaded it for one of its plug-ins alone.
void* loaded_library() {
  static void* const library = dlopen("libmpi_mpifh.so.40", RTLD_LAZY | RTLD_NOLOAD);
  return library;
}

int standard_level(Call call, int level, ...) {
  va_list none;
  va_start(none, level);
  const int error = handle::pcontrol(call, level, none);
  va_end(none);
  return error;
}

}  // namespace

void* routine(const char* name) {
  void* found = dlsym(RTLD_DEFAULT, name);
  if (found == nullptr && loaded_library() != nullptr) found = dlsym(loaded_library(), name);
  if (found != nullptr) return found;
  std::fprintf(stderr,
               "revprof: this program calls MPI from Fortran, but none of its libraries has %s; "
               "expected Open MPI's libmpi_mpifh.so.40\n",
               name);
  std::exit(2);
}

int pcontrol(int level) {
  return level >= 0 && level <= 2 ? standard_level(Call::MPI_Pcontrol, level) : MPI_SUCCESS;
}

}  // namespace revprof::fortran
