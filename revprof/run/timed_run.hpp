// SPDX-License-Identifier: BSD-3-Clause
// A run that is timed and not predicted, from the library's begin to its end.
#pragma once

#include <memory>
#include <string>

#include "revprof/run/attendance.hpp"
#include "revprof/run/computation/segment_times.hpp"
#include "revprof/run/stopwatch.hpp"
#include "revprof/run/team.hpp"
#include "revprof/settings.hpp"

namespace revprof {

class TimedRun {
 public:
  virtual ~TimedRun() = default;
  // Of all processes: what was timed is written, unless one of them is missing: false.
  virtual bool end() = 0;
  // Of the process, once the library has ended: 0, or what was timed could not be written, which
  // has been said.
  int exit_code() const { return exit_code_; }

 protected:
  void fail(int exit_code) { exit_code_ = exit_code; }

 private:
  int exit_code_ = 0;
};

// measure = 1: all calls (revprof compare).
class MeasuredRun : public TimedRun {
 public:
  // Of all processes. Where no directory can be made, they end with exit code 2.
  MeasuredRun(std::unique_ptr<Team> team, const Settings& settings);
  bool end() override;

 private:
  std::unique_ptr<Team> team_;
  std::string output_;
  Attendance attendance_;
  std::unique_ptr<Stopwatch> stopwatch_;
};

// measure = segments: what is between them (revprof profile).
class ProfiledRun : public TimedRun {
 public:
  // Of all processes. Where the profile is not one that a run can be added to, they end with exit
  // code 2.
  ProfiledRun(std::unique_ptr<Team> team, const Settings& settings);
  bool end() override;

 private:
  std::unique_ptr<Team> team_;
  std::string profile_;
  Attendance attendance_;
  std::unique_ptr<SegmentTimes> times_;
};

}  // namespace revprof
