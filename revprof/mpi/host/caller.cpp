// SPDX-License-Identifier: BSD-3-Clause
// Files of the instructions that are on the stack.
#include "revprof/mpi/host/caller.hpp"

#include <dlfcn.h>
#include <sys/auxv.h>
#include <unwind.h>

namespace revprof {

namespace {

const void* file_of(const void* instruction) {
  Dl_info found{};
  return dladdr(instruction, &found) != 0 ? found.dli_fbase : nullptr;
}

// Behind this library, as a program that is at a fixed place has an address of its own for it.
const void* file_of_mpi() {
  static const void* const file = file_of(dlsym(RTLD_NEXT, "PMPI_Finalize"));
  return file;
}

const void* file_of_program() {
  static const void* const file = file_of(reinterpret_cast<const void*>(getauxval(AT_ENTRY)));
  return file;
}

_Unwind_Reason_Code look(_Unwind_Context* frame, void* is_mpi) {
  const void* const file = file_of(reinterpret_cast<const void*>(_Unwind_GetIP(frame)));
  if (file == nullptr || (file != file_of_mpi() && file != file_of_program())) {
    return _URC_NO_REASON;
  }
  *static_cast<bool*>(is_mpi) = file == file_of_mpi();
  return _URC_END_OF_STACK;
}

}  // namespace

bool is_of_mpi(const void* instruction) {
  const void* const file = file_of(instruction);
  return file != nullptr && file == file_of_mpi();
}

bool is_called_by_mpi() {
  bool is_mpi = false;
  _Unwind_Backtrace(look, &is_mpi);
  return is_mpi;
}

}  // namespace revprof
