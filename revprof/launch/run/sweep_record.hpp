// SPDX-License-Identifier: BSD-3-Clause
// What a sweep's directory knows of its runs, so that none is made twice: DIR/runs.json.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "revprof/launch/run/launch.hpp"

namespace revprof {

// All that a prediction depends on: the contents of program, library, model and scenario, the
// arguments, the number of processes and the settings. Files that the program reads are not known.
std::string run_key(const Launch& launch);

class SweepRecord {
 public:
  // Continues the sweep of that program (as typed, with its places) in `wanted`, `wanted`.2, ...
  // where there is one, else makes a new directory. While the record lives no other sweep can use
  // the directory. Throws std::runtime_error where one does, or a record cannot be read.
  SweepRecord(const std::string& wanted, const std::vector<std::string>& program);
  ~SweepRecord();
  SweepRecord(const SweepRecord&) = delete;
  SweepRecord& operator=(const SweepRecord&) = delete;

  const std::string& directory() const { return directory_; }
  // Where the results of that run are, if it has been made.
  std::optional<std::string> results(const std::string& key) const;
  // Written at once: what is done stays done, whatever becomes of the next run.
  void add(const std::string& key, const std::string& results);

 private:
  void open(const std::string& directory, const std::vector<std::string>& program);
  void write() const;
  void close_lock();

  std::string directory_;
  std::vector<std::string> program_;
  std::vector<std::pair<std::string, std::string>> runs_;  // key, directory inside directory_
  int lock_ = -1;
};

}  // namespace revprof
