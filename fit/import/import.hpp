// SPDX-License-Identifier: BSD-3-Clause
// Other benchmarks' output as measurements: the OSU micro-benchmarks, the Intel MPI Benchmarks, and
// tables in CSV with columns that the user names.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "fit/measurements/measurements.hpp"

namespace revprof {

// A number that holds for all files, or for those of a name; 0: not given.
struct FileNumber {
  int of_all = 0;
  std::vector<std::pair<std::string, int>>
      named;  // of a file, or pattern ("*_np16*"); the last wins

  FileNumber(int number = 0) : of_all(number) {}
  bool given() const { return of_all > 0 || !named.empty(); }
  int of(const std::string& file) const;
};

// What the files do not say.
struct ImportOptions {
  FileNumber processes = {};
  int within = 0;                  // distance class "within b" of all; 0: see ranks_per_node
  FileNumber ranks_per_node = {};  // r: what r processes or fewer do is in class "within r"
};

// The measurements, with a header that records the tool, its statistic and its meaning of sizes;
// and one sentence for each part of a file that was left out, or is to be looked at. A file, or
// another table of a call in it, is a launch.
struct Imported {
  Measurements measurements;
  std::vector<std::string> notes;
};

// Rows of a table whose value in that column is this one, or for numbers at most or at least this.
struct CsvCondition {
  enum class Relation { equal, at_most, at_least };
  std::string column;
  Relation relation = Relation::equal;
  std::string value;
};

// How a table in CSV is to be read.
struct CsvMapping {
  // The measurement file's names (call, processes, bytes, launch, repetitions, minimum,
  // lower_quartile, median, upper_quartile, maximum) -> the table's own; median is needed, and
  // bytes but for MPI_Barrier. Any text may tell launches apart.
  std::map<std::string, std::string> columns;
  std::vector<std::string> names;   // of the columns, in a file without a line that names them
  std::vector<CsvCondition> where;  // only rows that meet all of them
  std::string call;                 // of all rows, where no column says it
  double units_per_second = 1;
  bool whole_vector = false;  // sizes are those of all peers together
};

// What cannot be read of the files, or all of one, is passed over with a note; nothing left, or no
// such file, is a MeasurementError "file:line: expected ..., found ...". A table's columns must be
// there.
Imported import_osu(const std::vector<std::string>& files, const ImportOptions& options);
Imported import_imb(const std::vector<std::string>& files, const ImportOptions& options);
Imported import_csv(const std::vector<std::string>& files, const ImportOptions& options,
                    const CsvMapping& mapping);

// Several files of one machine as one; a cell may be in one of them only. Notes say where they
// contradict each other in what they say of the machine: the first one's is taken.
Imported joined(const std::vector<std::pair<std::string, Measurements>>& files);

}  // namespace revprof
