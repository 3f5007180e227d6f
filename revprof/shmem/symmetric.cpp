// SPDX-License-Identifier: BSD-3-Clause
// Whether a call is the program's.
#include "revprof/shmem/symmetric.hpp"

namespace revprof {

Symmetric* active_symmetric = nullptr;
thread_local int OwnCall::depth_ = 0;

}  // namespace revprof
