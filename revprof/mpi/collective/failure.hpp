// SPDX-License-Identifier: BSD-3-Clause
// What an error says of a call.
#pragma once

namespace revprof {

// Whether the process that has got this error from a collective has taken part in it. MPI refuses
// wrong arguments before anything is sent; what goes wrong later, as where a message is longer than
// expected or a file cannot be opened, the others have taken part in, too. So a send with one of
// the former has sent nothing.
bool took_part(int error);

}  // namespace revprof
