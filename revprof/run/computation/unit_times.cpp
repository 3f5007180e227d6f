// SPDX-License-Identifier: BSD-3-Clause
// Units by name.
#include "revprof/run/computation/unit_times.hpp"

#include <algorithm>

#include "fit/model/computation.hpp"

namespace revprof {

namespace {

double seconds_on(const Lane& lane, const StepSeconds& time) {
  return of_estimate(lane.of_computation(), time.low, time.mean, time.high);
}

// nothing where the model does not say.
std::optional<StepSeconds> model_time(const Lane& lane, const std::string& unit, int processes) {
  if (!lane.model->computation) return std::nullopt;
  const int q = std::min(processes, lane.model->machine.ranks_per_node);
  const std::optional<Bounds> one = unit_seconds(*lane.model->computation, unit, q);
  if (!one) return std::nullopt;
  return StepSeconds{one->low, one->mean, one->high};
}

}  // namespace

Source UnitTimes::fill_instruction(std::vector<Lane>& lanes, int processes) {
  Source source = Source::measured;
  for (Lane& lane : lanes) {
    if (lane.step_seconds >= 0) continue;
    const std::optional<StepSeconds> known = model_time(lane, "instruction", processes);
    lane.step_seconds = seconds_on(lane, known.value_or(assumed_instruction));
    // A mix of instructions is not the program's own.
    if (&lane == &lanes.front()) source = known ? Source::stand_in : Source::assumed;
  }
  return source;
}

void UnitTimes::start(const Settings& settings, const std::vector<Lane>& lanes, int processes) {
  settings_ = settings;
  lanes_ = lanes;
  processes_ = processes;
}

const ComputationTimes& UnitTimes::of(const std::string& unit) {
  const auto [found, is_new] = known_.try_emplace(unit);
  if (!is_new) return found->second;
  const auto stated = parse_steps(settings_.text("step"));
  const auto said = stated.find(unit);
  for (std::size_t l = 0; l < lanes_.size(); ++l) {
    std::optional<StepSeconds> time;
    if (said != stated.end()) {
      time = said->second;
    } else {
      time = model_time(lanes_[l], unit, processes_);
      if (!time && l == 0) found->second.source = Source::assumed;
    }
    found->second.of_lane[l] = seconds_on(lanes_[l], time.value_or(assumed_instruction));
  }
  return found->second;
}

const ComputationTimes* UnitTimes::of_row(const std::string& row, std::int64_t work) {
  const auto [found, is_new] = rows_.try_emplace({row, work});
  std::optional<ComputationTimes>& time = found->second;
  if (!is_new) return time ? &*time : nullptr;
  for (std::size_t l = 0; l < lanes_.size(); ++l) {
    const Lane& lane = lanes_[l];
    const int q = std::min(processes_, lane.model->machine.ranks_per_node);
    std::optional<Bounds> bounds;
    if (lane.model->computation) {
      const Computation& computation = *lane.model->computation;
      bounds = work > 0 ? seconds_of_all(computation, row, q, work)
                        : seconds_of_one(computation, row, q);
    }
    if (l == 0 && !bounds) return nullptr;
    if (l == 0) time.emplace();
    // Of a machine that does not have it, as on the first one.
    time->of_lane[l] = bounds ? of_estimate(lane.of_computation(), std::max(bounds->low, 0.0),
                                            bounds->mean, bounds->high)
                              : time->of_lane[0];
    if (l == 0 && bounds->extrapolated) time->source = Source::extrapolated;
  }
  return &*time;
}

std::vector<std::string> UnitTimes::announced() const {
  std::vector<std::string> units;
  for (const auto& [unit, time] : known_) units.push_back(unit);
  return units;
}

std::vector<std::string> UnitTimes::assumed() const {
  std::vector<std::string> units;
  for (const auto& [unit, time] : known_) {
    if (time.source == Source::assumed) units.push_back(unit);
  }
  return units;
}

}  // namespace revprof
