// SPDX-License-Identifier: BSD-3-Clause
// A run with the setting `measure`: this host's times, from the library's begin to its end.
#pragma once

#include <memory>
#include <string>

#include "revprof/run/attendance.hpp"
#include "revprof/run/stopwatch.hpp"
#include "revprof/run/team.hpp"
#include "revprof/settings.hpp"

namespace revprof {

class MeasuredRun {
 public:
  // Of all processes. Where no directory can be made, they end with exit code 2.
  MeasuredRun(std::unique_ptr<Team> team, const Settings& settings);
  // Of all processes: what was measured is written, unless one of them is missing: false.
  bool end();

 private:
  std::unique_ptr<Team> team_;
  std::string output_;
  Attendance attendance_;
  std::unique_ptr<Stopwatch> stopwatch_;
};

}  // namespace revprof
