// SPDX-License-Identifier: BSD-3-Clause
// Lets the stopwatch run.
#include "revprof/run/measured_run.hpp"

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
  active_stopwatch = stopwatch_.get();
}

bool MeasuredRun::end() {
  active_stopwatch = nullptr;
  stopwatch_->stop();
  const bool complete = attendance_.is_complete();
  if (complete) stopwatch_->write(output_, command_line());
  attendance_.close(complete);
  return complete;
}

}  // namespace revprof
