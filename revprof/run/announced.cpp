// SPDX-License-Identifier: BSD-3-Clause
// What the program itself says of its computation: steps and other units, regions, functions.
#include <array>

#include "revprof/run/call_scope.hpp"
#include "revprof/run/computation/charge.hpp"

namespace revprof {

void CallScope::announce(Run& run, double steps) {
  if (run.prices != nullptr) run.prices->announce(steps);
  if (run.compute != Compute::steps || steps == 0) return;
  charge_computation(run, steps, run.unit_source, [&](Engine& engine) { engine.compute(steps); });
}

void CallScope::announce_in(Run& run, const std::string& unit, double amount) {
  if (run.prices != nullptr) run.prices->announce(amount);
  if (run.compute != Compute::steps) return;
  if (unit == "step") return announce(run, amount);
  const ComputationTimes& one = run.units.of(unit);  // says what is wrong with an unknown one
  if (amount == 0) return;
  std::array<double, max_lanes> seconds{};
  for (std::size_t l = 0; l < seconds.size(); ++l) seconds[l] = amount * one.of_lane[l];
  charge_computation(run, amount, one.source,
                     [&](Engine& engine) { engine.elapse(Item::units, seconds.data()); });
}

namespace {

bool takes_sleep(const Run& run) {
  return run.compute != Compute::none && run.compute != Compute::profile;
}

}  // namespace

void CallScope::fall_asleep(Run& run, double seconds) {
  if (!takes_sleep(run)) return;
  const CallScope awake(run, Call::MPI_Pcontrol);
  if (run.threaded) return;  // others go on
  end_polls(run);
  const Guard guard(run);
  run.horizon.publish(run.engine->now()[0] + from_seconds(seconds));
}

void CallScope::sleep(Run& run, double seconds) {
  if (!takes_sleep(run)) return;
  const Guard guard(run);
  charge_computation(run, 0, Source::measured, [&](Engine& engine) { engine.sleep(seconds); });
}

// A region begins or ends.
void CallScope::end_segment(Run& run) {
  constexpr CallPlace here = {Call::MPI_Pcontrol, nullptr};
  if (run.prices != nullptr) {
    run.prices->end_at(here, false);
    if (run.compute == Compute::profile) charge_segments(run);
  }
  run.segments.end_at(here);
}

void CallScope::begin_segment(Run& run) {
  if (run.prices != nullptr) run.prices->begin_at({Call::MPI_Pcontrol, nullptr}, false);
}

void CallScope::begin_region(Run& run, const char* name) {
  end_segment(run);
  run.regions.begin(name, run.engine->now()[0]);
  begin_segment(run);
  EventSink* const trace = run.engine->trace();  // of the thread that it shows
  if (trace != nullptr) trace->region({name, run.engine->now()[0], true});
}

void CallScope::end_region(Run& run) {
  end_segment(run);
  run.regions.end(run.engine->now()[0]);
  begin_segment(run);
  EventSink* const trace = run.engine->trace();  // of the thread that it shows
  if (trace != nullptr) trace->region({"", run.engine->now()[0], false});
}

void CallScope::enter(Run& run, const void* function) {
  begin_region(run, run.functions.at(function).c_str());
}

// One that was entered before the run began is not there; one that was left by longjmp still is.
void CallScope::leave(Run& run, const void* function) {
  for (int inner = Regions::depth_of(run.regions.number(run.functions.at(function))); inner >= 0;
       --inner) {
    end_region(run);
  }
}

}  // namespace revprof
