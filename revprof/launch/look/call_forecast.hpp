// SPDX-License-Identifier: BSD-3-Clause
// How an MPI call would be predicted, by the tables of calls and a model.
#pragma once

#include <string>

#include "fit/model/model.hpp"

namespace revprof {

// From the firmest to the weakest, then what has no equation.
enum class Forecast {
  measured,        // by the call's own equation
  stand_in,        // by that of another call
  assumed,         // 1 us + d / (10 GB/s)
  intercepted,     // by one of these; which, a model would say
  no_cost,         // seen, and costs nothing itself
  passed_through,  // without meaning for time: left to the MPI below
  unsupported      // not seen, though it may take time
};
constexpr int forecast_count = 7;
const char* name(Forecast forecast);  // "measured", "stand_in", ...

struct CallForecast {
  Forecast forecast = Forecast::unsupported;
  std::string equation;  // whose equation serves: "MPI_Allreduce"; empty where none does
};

// A call by the name it has in C, such as "MPI_Iallreduce" or "MPI_Send_c"; `seen` says whether
// revprof gets before it. Without a model (nullptr) the equations are not known.
CallForecast forecast_call(const std::string& call, bool seen, const Model* model);

// Whether a summary may list times of a call of that name.
bool is_mpi_call(const std::string& name);

}  // namespace revprof
