// SPDX-License-Identifier: BSD-3-Clause
// Where a process writes what it records: into the run's directory or, on a node that does not see
// that, into one of its own, from where it comes to process 0 at the end.
#pragma once

#include <cstdint>
#include <string>

#include "revprof/run/team.hpp"

namespace revprof {

class OwnFiles {
 public:
  OwnFiles() = default;
  // Of all processes. `output` is the run's directory, which process 0 sees. Throws
  // std::runtime_error where no other one can be made.
  void open(Team& team, const std::string& output);
  // On process 0: how many do not see the run's directory.
  std::int64_t away() const { return away_; }
  const std::string& directory() const { return directory_; }

  // Of all processes: the closed files of this name (of a directory and a rank) are in the run's
  // directory afterwards.
  void bring_home(std::string (*name)(const std::string& directory, int rank)) const;
  // After the last one.
  void close();

 private:
  Team* team_ = nullptr;
  std::string output_, directory_;
  std::int64_t away_ = 0;
  bool all_at_home_ = true;
};

}  // namespace revprof
