// SPDX-License-Identifier: BSD-3-Clause
// Clocks the program may ask for, and MPI_Pcontrol, which carries revprof.h's calls (DESIGN section
// 7).
#include "revprof/mpi/process.hpp"
#include "revprof/mpi/world/world_calls.hpp"
#include "revprof/revprof.h"
#include "revprof/run/stopwatch.hpp"

namespace revprof::handle {

double wtime(Call call, decltype(&PMPI_Wtime) real) {
  if (active_process == nullptr) return real();
  CallScope scope(*active_process, call);
  const Guard guard(*active_process);
  return seconds(active_process->engine->wtime());
}

double wtick(Call, decltype(&PMPI_Wtick) real) {
  return active_process == nullptr ? real() : active_process->settings.seconds("wtime-tick");
}

int pcontrol(Call call, int level, va_list rest) {
  if (active_stopwatch != nullptr && level == 0) active_stopwatch->freeze();
  if (active_stopwatch != nullptr && level == 1) active_stopwatch->thaw();
  if (active_process == nullptr) return MPI_SUCCESS;
  Process& process = *active_process;
  CallScope scope(process, call);
  const Guard guard(process);
  switch (level) {
    case 0:
      process.engine->freeze();
      break;
    case 1:
      process.engine->thaw();
      break;
    case 2:
      if (process.trace != nullptr) process.trace->flush();
      break;
    case REVPROF_PCONTROL_COMPUTE:
      CallScope::announce(process, va_arg(rest, double));
      break;
    case REVPROF_PCONTROL_STEPS:
      CallScope::announce(process, *va_arg(rest, const double*));
      break;
    case REVPROF_PCONTROL_BEGIN:
      CallScope::begin_region(process, va_arg(rest, const char*));
      break;
    case REVPROF_PCONTROL_END:
      CallScope::end_region(process);
      break;
    default:
      break;  // the program's own levels mean nothing to us
  }
  return MPI_SUCCESS;
}

}  // namespace revprof::handle
