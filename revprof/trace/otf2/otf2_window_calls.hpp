// SPDX-License-Identifier: BSD-3-Clause
// What a one-sided call of MPI or OpenSHMEM does, in the words of OTF2's RMA model.
#pragma once

#include <otf2/otf2.h>

#include <string_view>

namespace revprof {

enum class Does {
  put,
  get,
  accumulate,
  fetch,
  compare,
  make,
  allocate,
  free,
  fence,
  open_epoch,    // post, start
  end_access,    // complete
  end_exposure,  // wait
  lock,
  unlock,
  flush,
  flush_here,
  put_whole,  // the origin's memory is free again when the call returns
  get_whole,
  atomic,       // by name, without a result
  fetch_whole,  // with one
  heap,         // memory of all
  wait_change,
  try_lock,
  nothing
};

Does what_does(std::string_view call);

// OTF2 tells some atomics apart; the others accumulate.
OTF2_RmaAtomicType atomic_type(std::string_view call);

}  // namespace revprof
