// SPDX-License-Identifier: BSD-3-Clause
// Whether a process that waits inside the host MPI gives its core to the others meanwhile.
#pragma once

namespace revprof {

// Yields until told otherwise.
void yield_when_idle(bool yields);

}  // namespace revprof
