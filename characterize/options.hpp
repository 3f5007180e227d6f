// SPDX-License-Identifier: BSD-3-Clause
// The command line of characterize.
#pragma once

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace revprof {

using Header = std::vector<std::pair<std::string, std::string>>;

struct Options {
  std::string output = "machine.json";
  std::string name, description;
  std::vector<std::string> calls;   // empty: all
  std::vector<int> processes;       // empty: 1, 2, 3, 4, 6, 8, 12, ... and all
  std::vector<std::int64_t> bytes;  // empty: 0 and the powers of two up to max_bytes
  std::int64_t max_bytes = 1 << 20;
  std::int64_t max_memory = 256 << 20;  // per process
  std::vector<int> block_sizes;         // as given
  bool find_blocks = true;
  double time_budget_seconds = 180;
  double precision = 0.05;
  int warm_up = 2, min_repetitions = 10, max_repetitions = 300;
  bool agreed_clock = true;   // else the barrier
  bool cold_cache = false;    // before each repetition
  bool computation = true;    // is timed, too
  bool overlap = true;        // of nonblocking calls is
  std::string blas = "find";  // whose functions are
  bool mpi = true;            // MPI's calls are, where there are others
  std::string io_directory;   // where files are measured
  // Found out by main: whether all processes see the same one, and how many bytes it takes.
  bool share_files = true;
  std::int64_t io_room = std::numeric_limits<std::int64_t>::max();
  std::string resume, append;  // the measurement file to go on with; at most one of them
  bool more_time = false;      // --time-budget is given beside --resume: on top of what is spent
  bool fit = true;
  std::uint64_t seed = 1;

  // Every setting as text, in the order of --help.
  Header settings() const;
  // "machine.csv" and "machine.journal" for "machine.json".
  std::string measurements_file() const;
  std::string journal_file() const;
};

// what() says which option, what was expected and what was found.
struct OptionError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What --help or --job-script prints.
struct HelpRequest {
  std::string text;
};

// Throws OptionError, or HelpRequest where there is only something to print. `past`: the header of
// the run that is gone on with; its settings hold, and others are an error.
Options parse_options(int argc, const char* const* argv, const Header& past = {});

}  // namespace revprof
