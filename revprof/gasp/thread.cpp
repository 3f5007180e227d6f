// SPDX-License-Identifier: BSD-3-Clause
// The one of this process.
#include "revprof/gasp/thread.hpp"

namespace revprof {

UpcThread* active_thread = nullptr;
int Asking::depth_ = 0;

}  // namespace revprof
