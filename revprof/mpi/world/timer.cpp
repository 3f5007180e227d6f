// SPDX-License-Identifier: BSD-3-Clause
// Clocks the program may ask for, and MPI_Pcontrol, which carries revprof.h's calls.
#include "revprof/mpi/process.hpp"
#include "revprof/mpi/world/world_calls.hpp"
#include "revprof/revprof.h"
#include "revprof/run/call_observer.hpp"
#include "revprof/run/given_name.hpp"

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

namespace {

// A run that is timed and not predicted.
int tell_observer(CallObserver& observer, int level, va_list rest) {
  switch (level) {
    case 0:
      observer.freeze();
      break;
    case 1:
      observer.thaw();
      break;
    case REVPROF_PCONTROL_COMPUTE:
      observer.announce(va_arg(rest, double));
      break;
    case REVPROF_PCONTROL_STEPS:
      observer.announce(*va_arg(rest, const double*));
      break;
    case REVPROF_PCONTROL_IN:
      va_arg(rest, const char*);
      observer.announce(*va_arg(rest, const double*));
      break;
    case REVPROF_PCONTROL_BEGIN:
      observer.begin_region(given_name(va_arg(rest, const char*)).c_str());
      break;
    case REVPROF_PCONTROL_END:
      observer.end_region();
      break;
    default:
      break;
  }
  return MPI_SUCCESS;
}

}  // namespace

int pcontrol(Call call, int level, va_list rest) {
  if (active_process == nullptr) {
    return active_observer == nullptr ? MPI_SUCCESS : tell_observer(*active_observer, level, rest);
  }
  Process& process = *active_process;
  CallScope scope(process, call);
  const Guard guard(process);
  switch (level) {
    case 0:
      end_polls(process);
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
    case REVPROF_PCONTROL_IN: {
      const char* const unit = va_arg(rest, const char*);
      CallScope::announce_in(process, unit, *va_arg(rest, const double*));
      break;
    }
    case REVPROF_PCONTROL_BEGIN:
      CallScope::begin_region(process, given_name(va_arg(rest, const char*)).c_str());
      break;
    case REVPROF_PCONTROL_END:
      CallScope::end_region(process);
      break;
    case REVPROF_PCONTROL_MARKER: {
      const std::string name = given_name(va_arg(rest, const char*));
      EventSink* const trace = process.engine->trace();
      if (trace != nullptr) trace->marker({name, process.engine->now()[0]});
      break;
    }
    case REVPROF_PCONTROL_COUNTER: {
      const auto* const count = va_arg(rest, const revprof_count*);
      const std::string name = given_name(count->name);
      EventSink* const trace = process.engine->trace();
      if (trace != nullptr) trace->counter({name, process.engine->now()[0], count->value});
      break;
    }
    default:
      break;  // the program's own levels mean nothing to us
  }
  return MPI_SUCCESS;
}

}  // namespace revprof::handle
