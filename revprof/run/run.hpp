// SPDX-License-Identifier: BSD-3-Clause
// What a process knows of its run, whatever library the program calls.
#pragma once

#include <array>
#include <atomic>
#include <functional>
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
#include "revprof/run/computation/run_visits.hpp"
#include "revprof/run/computation/segment_prices.hpp"
#include "revprof/run/computation/segments.hpp"
#include "revprof/run/computation/unit_times.hpp"
#include "revprof/run/horizon.hpp"
#include "revprof/run/host_choices.hpp"
#include "revprof/run/misuse.hpp"
#include "revprof/run/own_files.hpp"
#include "revprof/run/polls.hpp"
#include "revprof/run/team.hpp"
#include "revprof/run/thread_clocks.hpp"
#include "revprof/run/watch.hpp"
#include "revprof/settings.hpp"
#include "revprof/trace/path/step_file.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

// What computation between the calls costs (README.md of the repository).
enum class Compute { none, profile, steps, counted, cpu };

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
  Watch watch;
  HostChoices choices;
  Misuse misuse;
  Polls polls;
  Segments segments;
  Regions regions;
  FunctionNames functions;
  Divergences divergences{0};
  std::vector<SummaryLane> lanes;
  const CallTable* calls = nullptr;  // the front end's
  std::string program, machine, output;
  OwnFiles own_files;
  std::function<void()> at_end;  // once all processes have come to their end
  std::string broke_off;         // why the results are not those of the whole program
  Compute compute = Compute::steps;
  std::string processor;                  // counted: whose cycles; empty: instructions
  std::unique_ptr<SegmentPrices> prices;  // by a profile; nullptr: there is none
  std::unique_ptr<RunVisits> visits;      // one of several runs; nullptr: the only one
  // Computation on lane 0, by what it rests on.
  std::array<SimTime, source_count> computed{};
  Source unit_source = Source::measured;  // of a step or an instruction
  UnitTimes units;
  double cpu_scale = 1;
  bool all_threads_compute = false;  // with cpu: not the calling thread alone
  int virtual_node = -1;             // the node that this process is told to be on; -1: this host
  bool has_threads = false;          // which may make calls, if not at once
  bool threaded = false;  // several threads may make calls at once: the state is locked (Guard)
  std::recursive_mutex mutex;
  ThreadClocks threads;
  std::atomic<int> disagreed_with{
      -1};  // a process of this program, about which collectives there were

  // Answers are those that the simulated clocks give, not the host.
  bool decides() const { return horizon.is_open() && !engine->is_frozen(); }

  // A clock that this process needs belongs to another call at that process, or does not come:
  // after an error, or in a program that calls different collectives. There is no prediction then.
  void disagree(int process) {
    int none = -1;
    disagreed_with.compare_exchange_strong(none, process);
  }
};

// Locks the process's state where several threads may make calls at once, and makes the engine's
// clocks the calling thread's. Never held across a call
// that waits.
class Guard {
 public:
  explicit Guard(Run& run) : locked_(run.threaded ? &run : nullptr) {
    if (locked_ == nullptr) return;
    locked_->mutex.lock();
    locked_->threads.enter();
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
