// SPDX-License-Identifier: BSD-3-Clause
// Finds what the loader would have bound a call to: what all of the program sees, else what the
// file of the call has brought with it (dlopen, as Python's modules bring an OpenMP).
#include <dlfcn.h>

#include <unordered_map>

#include "revprof/mpi/host/threads.hpp"

namespace revprof {

namespace {

void* own_function_of(const void* place, const char* name) {
  Dl_info file;
  if (dladdr(place, &file) == 0) return nullptr;
  void* const handle = dlopen(file.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  if (handle == nullptr) return nullptr;
  void* const found = dlsym(handle, name);
  dlclose(handle);  // whoever calls is still there
  return found;
}

}  // namespace

// A place has one function, which each thread looks for once.
void* real_address(const char* name, const void* place) {
  static thread_local auto& known = *new std::unordered_map<const void*, void*>;
  void*& found = known[place];
  if (found == nullptr) found = dlsym(RTLD_NEXT, name);
  if (found == nullptr) found = own_function_of(place, name);
  return found;
}

}  // namespace revprof
