// SPDX-License-Identifier: BSD-3-Clause
// What an error says of a collective.
#pragma once

namespace revprof {

// Whether the process that has got this error from a collective has taken part in it. MPI refuses
// wrong arguments before anything is sent; what goes wrong later, as where a message is longer than
// expected or a file cannot be opened, the others have taken part in, too.
bool took_part(int error);

}  // namespace revprof
