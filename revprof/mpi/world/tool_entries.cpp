// SPDX-License-Identifier: BSD-3-Clause
// MPI's begin and end, and MPI_Pcontrol, on their way through another tool.
#include "revprof/mpi/world/tool_entries.hpp"

#include <cstdarg>

#include "revprof/mpi/process.hpp"
#include "revprof/mpi/world/world_calls.hpp"
#include "revprof/revprof.h"
#include "revprof/run/call_observer.hpp"

namespace revprof {

__attribute__((used)) const char librevprof_mark[] = "@(#)this file holds librevprof";

namespace {

// What a tool sends of its own where MPI begins and ends costs the program nothing: the clocks
// stand still. Stamps travel all the same.
void stand_still() {
  if (active_observer != nullptr) active_observer->freeze();
  if (active_process == nullptr) return;
  const CallScope computed(*active_process, Call::MPI_Finalize);
  const Guard guard(*active_process);
  active_process->engine->freeze();
}

void go_on() {
  if (active_observer != nullptr) active_observer->thaw();
  if (active_process == nullptr) return;
  const CallScope computed(*active_process, Call::MPI_Init);
  const Guard guard(*active_process);
  active_process->engine->thaw();
}

thread_local bool is_beginning = false;

// A tool's MPI_Init, from entry to return.
class Beginning {
 public:
  Beginning() : outermost_(!is_beginning) { is_beginning = true; }
  ~Beginning() {
    if (!outermost_) return;
    is_beginning = false;
    go_on();
  }
  Beginning(const Beginning&) = delete;
  Beginning& operator=(const Beginning&) = delete;

 private:
  bool outermost_;
};

// The program's calls that begin and end MPI, on their way to a tool's function of that form:
// number `which` of them.
template <int which, class Result, class... P>
struct Entry {
  using Function = Result(P...);
  static Function* tool;
  static Result begin(P... arguments) {
    const Beginning here;
    return tool(arguments...);
  }
  static Result end(P... arguments) {
    stand_still();
    return tool(arguments...);
  }
  static void* begin_by(void* found) {
    tool = reinterpret_cast<Function*>(found);
    return reinterpret_cast<void*>(&begin);
  }
  static void* end_by(void* found) {
    tool = reinterpret_cast<Function*>(found);
    return reinterpret_cast<void*>(&end);
  }
};
template <int which, class Result, class... P>
typename Entry<which, Result, P...>::Function* Entry<which, Result, P...>::tool = nullptr;

decltype(&PMPI_Pcontrol) tool_pcontrol = nullptr;

// What revprof.h says is for revprof alone: a tool that knows no such level may hand it on without
// its arguments.
int program_pcontrol(const int level, ...) {
  va_list rest;
  va_start(rest, level);
  int error = MPI_SUCCESS;
  if (level >= REVPROF_PCONTROL_COMPUTE && level <= REVPROF_PCONTROL_COUNTER) {
    error = handle::pcontrol(Call::MPI_Pcontrol, level, rest);
  } else {  // nobody knows how many there are: those that registers hold
    void* const first = va_arg(rest, void*);
    void* const second = va_arg(rest, void*);
    error = tool_pcontrol(level, first, second);
  }
  va_end(rest);
  return error;
}

void* pcontrol_to(void* found) {
  tool_pcontrol = reinterpret_cast<decltype(&PMPI_Pcontrol)>(found);
  return reinterpret_cast<void*>(&program_pcontrol);
}

int standard_pcontrol(Call call, int level, ...) {
  va_list none;
  va_start(none, level);
  const int error = handle::pcontrol(call, level, none);
  va_end(none);
  return error;
}

int pcontrol_from_tool(const int level, ...) {
  return level >= 0 && level <= 2 ? standard_pcontrol(Call::MPI_Pcontrol, level) : MPI_SUCCESS;
}

constexpr struct {
  const char* name;
  void* (*entry)(void* tool);
} entries[] = {
    {"MPI_Init", Entry<0, int, int*, char***>::begin_by},
    {"MPI_Init_thread", Entry<1, int, int*, char***, int, int*>::begin_by},
    {"MPI_Finalize", Entry<2, int>::end_by},
    {"MPI_Pcontrol", pcontrol_to},
    {"mpi_init_", Entry<3, void, MPI_Fint*>::begin_by},
    {"mpi_init_thread_", Entry<4, void, MPI_Fint*, MPI_Fint*, MPI_Fint*>::begin_by},
    {"mpi_finalize_", Entry<5, void, MPI_Fint*>::end_by},
    {"mpi_init_f08_", Entry<6, void, MPI_Fint*>::begin_by},
    {"mpi_init_thread_f08_", Entry<7, void, MPI_Fint*, MPI_Fint*, MPI_Fint*>::begin_by},
    {"mpi_finalize_f08_", Entry<8, void, MPI_Fint*>::end_by},
};

}  // namespace

void* entry_to(void* tool, const std::string& name) {
  for (const auto& known : entries) {
    if (name == known.name) return known.entry(tool);
  }
  return tool;
}

void* entry_from_tool(void* ours, const std::string& call) {
  return call == "MPI_Pcontrol" ? reinterpret_cast<void*>(&pcontrol_from_tool) : ours;
}

void leave_out_beginning_tool() {
  if (is_beginning) stand_still();
}

}  // namespace revprof
