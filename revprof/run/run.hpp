// SPDX-License-Identifier: BSD-3-Clause
// What a process knows of its run, whatever library the program calls.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "revprof/engine/divergence.hpp"
#include "revprof/engine/engine.hpp"
#include "revprof/run/attendance.hpp"
#include "revprof/run/board.hpp"
#include "revprof/run/call_site.hpp"
#include "revprof/run/computation/function_names.hpp"
#include "revprof/run/computation/regions.hpp"
#include "revprof/run/computation/segments.hpp"
#include "revprof/run/horizon.hpp"
#include "revprof/run/host_choices.hpp"
#include "revprof/run/own_files.hpp"
#include "revprof/run/team.hpp"
#include "revprof/settings.hpp"
#include "revprof/trace/path/step_file.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

// What computation between the calls costs (DESIGN section 7).
enum class Compute { none, steps, counted, cpu };

struct Run {
  Settings settings;
  std::unique_ptr<Team> team;
  std::unique_ptr<EventSink> trace;  // may be nullptr; outlives the engine
  std::unique_ptr<StepFile> steps;   // of the critical path; as above
  std::unique_ptr<Engine> engine;
  std::unique_ptr<CallSites> call_sites;  // nullptr: nobody asks for them
  Attendance attendance;
  Board board;
  Horizon horizon;
  HostChoices choices;
  Segments segments;
  Regions regions;
  FunctionNames functions;
  Divergences divergences{0};
  std::vector<SummaryLane> lanes;
  const CallTable* calls = nullptr;  // the front end's
  std::string program, machine, output;
  OwnFiles own_files;
  Compute compute = Compute::steps;
  double cpu_scale = 1;
  bool all_threads_compute = false;  // with cpu: not the calling thread alone
  int virtual_node = -1;             // the node that this process is told to be on; -1: this host
  bool threaded = false;  // several threads may make calls at once: the state is locked (Guard)
  std::recursive_mutex mutex;
  std::atomic<int> disagreed_with{
      -1};  // a process of this program, about which collectives there were

  // A clock that this process needs belongs to another call at that process, or does not come:
  // after an error, or in a program that calls different collectives. There is no prediction then.
  void disagree(int process) {
    int none = -1;
    disagreed_with.compare_exchange_strong(none, process);
  }
};

// Locks the process's state where several threads may make calls at once. Never held across a call
// that waits.
class Guard {
 public:
  explicit Guard(Run& run) : locked_(run.threaded ? &run : nullptr) {
    if (locked_ != nullptr) locked_->mutex.lock();
  }
  ~Guard() {
    if (locked_ != nullptr) locked_->mutex.unlock();
  }
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

 private:
  Run* locked_;
};

}  // namespace revprof
