// SPDX-License-Identifier: BSD-3-Clause
// Lets the clocks run.
#include "revprof/run/timed_run.hpp"

#include <exception>
#include <filesystem>
#include <utility>

#include "revprof/run/output.hpp"
#include "revprof/run/plan.hpp"
#include "revprof/run/results.hpp"

namespace revprof {

MeasuredRun::MeasuredRun(std::unique_ptr<Team> team, const Settings& settings)
    : team_(std::move(team)) {
  std::string error;
  output_ = make_output(settings, "", *team_, error);
  stop_on_error(error, *team_);
  attendance_.open(output_, *team_);
  stopwatch_ = std::make_unique<Stopwatch>(*team_);
  active_observer = stopwatch_.get();
}

bool MeasuredRun::end() {
  active_observer = nullptr;
  stopwatch_->stop();
  const bool complete = attendance_.is_complete();
  if (complete) stopwatch_->write(output_, command_line());
  attendance_.close(complete);
  return complete;
}

ProfiledRun::ProfiledRun(std::unique_ptr<Team> team, const Settings& settings)
    : team_(std::move(team)), profile_(settings.text("profile")) {
  std::string error;
  try {
    if (profile_.empty()) throw SettingsError("REVPROF_PROFILE: expected the file to add to");
    profile_ = std::filesystem::absolute(profile_).lexically_normal().string();
    if (team_->rank() == 0) check_profile_to_add_to(profile_);
  } catch (const std::exception& failure) {
    error = failure.what();
  }
  stop_on_error(error, *team_);
  attendance_.open(std::filesystem::path(profile_).parent_path().string(), *team_);
  team_->meet();  // as a prediction begins
  times_ = std::make_unique<SegmentTimes>();
  active_observer = times_.get();
}

bool ProfiledRun::end() {
  times_->stop();
  active_observer = nullptr;
  const bool complete = attendance_.is_complete();
  std::string error;
  if (complete) {
    try {
      times_->add_to(profile_, *team_);
    } catch (const std::exception& failure) {
      error = failure.what();
    }
  }
  attendance_.close(complete);
  if (complete && say_error(error, *team_)) fail(exit_code_of_bad_input);
  return complete;
}

}  // namespace revprof
