// SPDX-License-Identifier: BSD-3-Clause
// Which numbers of processes are measured where nobody says.
#pragma once

#include <vector>

namespace revprof {

// 1, 2, 3, 4, 6, 8, 12, ...: the powers of two, those halfway between them, and, as programs in
// three dimensions run on those, cubes; up to and with `most`.
std::vector<int> default_counts(int most);

}  // namespace revprof
