// SPDX-License-Identifier: BSD-3-Clause
// path.json: how the predicted time of one lane came about. What is charged on the critical path,
// the same as the program's cost expression T = sum n_i * term_i, and where the path leads. Written
// at MPI_Finalize where the setting critical-path asks for it; read by report and reprice.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "revprof/engine/cost_expression.hpp"
#include "revprof/engine/path_step.hpp"

namespace revprof {

// Equal prices on the path, and how often they stand there.
struct PathCharge {
  std::string call;      // that was being made; empty: computation
  std::string what;      // one of item_names
  std::string equation;  // the call whose time it is; empty: not an equation's
  bool part = false;     // less than all of it: count is then no whole number
  bool collective = false;
  int processes = 2;            // p of a collective
  int streams = 0;              // messages that leave its block together,
  int messages = 0;             // ... of so many of its process (engine/price.hpp),
  int beside = Crowd::as_much;  // and what others send beside
  bool in_pairs = false;        // ... of whom half send at a time
  int lowest = 0, highest = 0;  // places; -1: outside MPI_COMM_WORLD
  std::int64_t bytes = 0;       // d
  int site = -1;                // index of sites; -1: not known
  double count = 0;
  std::int64_t picoseconds = 0;  // of all of them
  double latency_seconds = 0;    // ... the part that c and s make
};

// A stretch of the path on one process, in one call.
struct PathSegment {
  int process = 0;
  std::string call;                             // empty: computation
  std::int64_t begin = 0, end = 0;              // picoseconds on the path's lane
  std::int64_t shown_begin = 0, shown_end = 0;  // ... and on lane 0, which traces show
};

// The same as the engine knows it. Throws FileError where the names mean nothing.
Price price_of(const PathCharge& charge);
PathCharge charge_of(const Price& price);

// Another way to the same point that was nearly as long: `instead` of what stands there.
struct PathAlternative {
  int process = 0;               // where both ways meet
  std::string call;              // in which call
  std::int64_t at = 0;           // picoseconds
  std::int64_t slack = 0;        // how much shorter
  std::int64_t occurrences = 0;  // such pairs of ways
  std::vector<PathCharge> instead, present;
};

struct PathSite {
  std::string module;       // path of the program or library
  std::int64_t offset = 0;  // in it
  std::string place;        // "stencil.cpp:120"; empty: not known
};

struct CriticalPath {
  std::string lane, model, machine;
  int processes = 0, latest_process = 0;
  std::vector<int> places;             // of the processes on the machine; empty: in order
  std::int64_t picoseconds = 0;        // the predicted time; the charges' sum
  double step_seconds = 0;             // of a compute step
  std::vector<std::string> distances;  // by which the model tells ranks apart
  std::vector<PathCharge> charges;     // the greatest first
  std::vector<PathTerm> terms;         // the greatest first
  PathBand band;
  std::vector<PathAlternative> alternatives;         // the narrowest first
  std::int64_t decisions = 0, untold_decisions = 0;  // maxima on the path; those of them that no
                                                     // alternative tells of
  std::vector<PathSegment> segments;                 // in the order of time
  std::int64_t segments_left_out = 0;                // between the shown ones, the shortest
  std::vector<PathSite> sites;
};

std::string to_json(const CriticalPath& path);
CriticalPath read_critical_path(const std::string& file);  // strict; throws FileError
// path.json of a run's directory; where there is a summary, too, both are of as many processes.
CriticalPath critical_path_in(const std::string& directory);  // as above
void write_critical_path(const CriticalPath& path, const std::string& file);

}  // namespace revprof
