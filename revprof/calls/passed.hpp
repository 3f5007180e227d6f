// SPDX-License-Identifier: BSD-3-Clause
// The calls that have no meaning for time, by the rows of passed.table.
#pragma once

#include <string>

namespace revprof {

// Why revprof leaves this call, such as "MPI_Comm_rank", to the MPI below; nullptr where no row
// says that it may. A call's form with large counts (MPI_Get_count_c) is as the call itself.
const char* why_passed(const std::string& call);

}  // namespace revprof
