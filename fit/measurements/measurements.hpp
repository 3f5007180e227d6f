// SPDX-License-Identifier: BSD-3-Clause
// The measurement file: what characterize writes and fit reads. A CSV file with a commented header;
// knows no MPI.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace revprof {

// What a call may take: twelve days. Longer ones are mistakes, such as of the unit.
constexpr double longest_seconds = 1e6;

// One cell of one launch: a call at p processes and d bytes in one distance class. Times in
// seconds; a time below the clock's resolution is stored as 0.
struct Measurement {
  std::string call;  // "MPI_Allreduce", "transit", "gap", "send_gap", "exchange", "exchange_both",
                     // "start_up"
  int within = 0;    // distance class "within b": b; "beyond": 0
  int processes = 0;
  std::int64_t bytes = 0;
  int repetitions = 0;
  double minimum = 0, lower_quartile = 0, median = 0, upper_quartile = 0, maximum = 0;
  int launch = 1;    // the how-manyth start of the program
  int outliers = 0;  // repetitions far from the rest; they count in all of the above
  // Not known of imported times.
  std::optional<double> percentile_5 = std::nullopt, percentile_95 = std::nullopt;
  std::optional<double> root = std::nullopt;     // median of process 0's own time in a collective
  std::optional<double> overlap = std::nullopt;  // of a nonblocking one: the part of its time that
                                                 // a computation of the same time hides, 0 ... 1
  std::optional<std::int64_t> touched = std::nullopt;  // of a program's segment: bytes of memory
                                                       // that a visit goes through
};

// `header` keeps the order of the file: {"machine", "..."}, {"mpi", "..."}, {"date", "..."},
// {"command", "..."},
// {"description", "..."}, {"ranks_per_node", "4"}, {"eager_limit_bytes", "4096"}, {"block_sizes",
// "4 64"},
// {"statistic", "..."}, {"size_meaning", "per peer"}, {"files_in", "/scratch (lustre)"}, then every
// setting of the run.
struct Measurements {
  std::vector<std::pair<std::string, std::string>> header;
  std::vector<Measurement> cells;

  // The value of a header entry, or `otherwise`.
  std::string header_value(const std::string& key, const std::string& otherwise = "") const;
};

// what() is "file:line: what was expected, what was found".
struct MeasurementError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// # revprof-measurements 4
// # machine: ...
// call,class,processes,bytes,launch,repetitions,outliers,minimum,percentile_5,lower_quartile,median,
//     upper_quartile,percentile_95,maximum,root,overlap,touched      (one line)
// MPI_Allreduce,beyond,4,8,1,20,1,1.1e-06,1.1e-06,1.2e-06,1.2e-06,1.3e-06,1.4e-06,9e-06,1.1e-06,,
// MPI_Send,within 4,2,8,1,...
// What is not known is left empty. Earlier versions are read, too: 3 has no touched, 2
// neither root nor overlap, 1 neither launch, outliers nor percentiles.
Measurements read_measurements(const std::string& path);
// Of a cell, in the file that was read.
int line_of_cell(const Measurements& read, std::size_t cell);
void write_measurements(const Measurements& measurements,
                        const std::string& path);  // temporary name, then rename

}  // namespace revprof
