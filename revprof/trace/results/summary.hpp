// SPDX-License-Identifier: BSD-3-Clause
// summary.json: what a run predicts, written at MPI_Finalize and read by report, sweep and compare
// (revprof/trace/README.md).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "fit/file/whole_file.hpp"
#include "revprof/engine/sim_time.hpp"

namespace revprof {

// One lane of one process, in picoseconds: predicted = compute + communication + waiting, exactly.
struct LaneTimes {
  SimTime predicted = 0, compute = 0, communication = 0, waiting = 0;
};

struct CallSummary {  // sums over all processes, lane 0
  std::string call;
  std::int64_t count = 0, bytes = 0;
  double seconds = 0;  // charged: communication and waiting
  double waiting_seconds = 0;
  std::string source;    // what most of its time rests on, a key of `trust`
  std::string stand_in;  // the call whose equation served, where it is not its own; else empty
};

// A place in the program that makes a call; sums as above.
struct SiteSummary {
  std::string call;
  std::string module;       // the program's or a library's file; empty: not known
  std::int64_t offset = 0;  // of the instruction, in that file's own addresses
  std::string place;        // "stencil.cpp:120"; empty: not known
  std::int64_t count = 0, bytes = 0;
  double seconds = 0, waiting_seconds = 0;
};

// Where a segment of the program begins or ends: a place that makes a call. Without a module: the
// run's own beginning or end, or a region's (MPI_Pcontrol).
struct PlaceSummary {
  std::string call, module, place;  // as SiteSummary's
  std::int64_t offset = 0;
};

// What the program computes between two places or in a region; sums over all processes, lane 0.
struct SegmentSummary {
  std::string region;  // the innermost; empty: none, then the places say where
  PlaceSummary from, to;
  std::int64_t visits = 0;
  double work = 0;  // instructions counted, or steps announced
  double seconds = 0;
};

// A named part of the program: computation and all else in it; sums over all processes, lane 0.
struct RegionSummary {
  std::string name;
  std::int64_t visits = 0;
  double inclusive_seconds = 0;
  double exclusive_seconds = 0;  // without the regions inside it
};

// What computation costs in a run.
struct ComputationSummary {
  std::string from;                 // none, steps, counted, cpu; empty: not known (an older run)
  double work = 0;                  // of all processes: instructions counted, or steps
  bool assumed = false;             // nobody has said what an instruction takes
  std::string counted;              // what of the program counts; empty: nothing
  std::string processor;            // whose cycles it counts; empty: instructions
  std::string announced_units;      // by name, as revprof_compute_in() has them
  std::string assumed_units;        // ... of whose times nobody has said anything
  std::string missed_units;         // of whose times --step says something; not announced
  std::array<SimSum, 5> resting{};  // all of it, by where its times come from (engine's sources)
  std::string sharing;  // with cpu: more processes than cores on a node; a warning says so
  std::vector<SegmentSummary> segments;  // the dearest first
  std::vector<RegionSummary> regions;    // as above
};

// Shares of the communication and computation of all processes on lane 0, without waiting, by where
// their times come from; their sum is 1.
struct Trust {
  double measured = 0, inferred = 0, extrapolated = 0, stand_in = 0, assumed = 0;
  // Messages that receives from anybody took in another order than that of some lane's clocks.
  std::int64_t divergences = 0;
};

// One lane's name, which of its model's estimates it charges, and whose: of the lanes low, high and
// equation the one that charges the mean of the same.
struct SummaryLane {
  std::string name;
  std::string estimate = "mean";  // mean, low, high, equation
  std::string of = "";            // empty: no other lane's
};

struct Summary {
  std::string program;  // as it was started, with its arguments
  int processes = 0;
  std::string model;              // path of lane 0's model
  std::string model_fingerprint;  // of that file's text; empty: not known
  std::string machine;            // its machine.name
  std::string version;            // of the revprof that predicted; empty: not known
  std::vector<std::pair<std::string, std::string>> settings;  // the effective ones
  std::vector<SummaryLane> lanes;                             // lane 0 first
  std::vector<std::vector<LaneTimes>> times;                  // [process][lane]
  std::vector<std::int64_t> divergences;  // [lane], as trust.divergences; empty: none
  std::vector<CallSummary> calls;
  std::vector<SiteSummary> sites;  // the dearest first; empty: not asked for
  ComputationSummary computation;
  Trust trust;
  std::vector<std::string> warnings;

  // The process that ends last on a lane, and its times: what the run is predicted to take there.
  int latest_process(int lane) const;
  const LaneTimes& predicted(int lane) const { return times[latest_process(lane)][lane]; }
  // The lane of that name, and that which is such an estimate (low, say) of a lane's. -1: there is
  // none.
  int lane_named(const std::string& name) const;
  int lane_of(int lane, const std::string& estimate) const;
  // Whether a lane is the low or high of another one that is there, too.
  bool is_bound(int lane) const;
  // Of all processes together, on lane 0.
  SimSum all_processes(SimTime LaneTimes::*part = &LaneTimes::predicted) const;
};

// Sixteen hexadecimal digits (FNV-1a) that tell whether a text is still the same.
std::string fingerprint(const std::string& text);

// With "process_picoseconds": [process][lane] = [predicted, compute, communication, waiting], so
// that nothing is lost to rounding.
std::string to_json(const Summary& summary);
Summary read_summary(const std::string& path);  // strict; throws FileError
void write_summary(const Summary& summary, const std::string& path);

}  // namespace revprof
