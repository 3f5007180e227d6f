// SPDX-License-Identifier: BSD-3-Clause
// Numbers the steps and hands them on.
#include "revprof/engine/path_recorder.hpp"

namespace revprof {

StepPlace PathRecorder::keep(Placed from, SimTime cost, const Price& price) {
  if (number_ >= 0) sink_->step(last_);
  last_ = PathStep{from.place, from.time + cost, primary_, nowhere, -1, price, made_, site_};
  ++number_;
  return last_place();
}

void PathRecorder::move(Placed from, SimTime cost, const Price& price, Placed other) {
  here = add(from, cost, price);
  if (cost == 0 || other.time < 0) return;
  last_.other = other.place;
  last_.slack = last_.time - other.time;
}

void PathRecorder::join(Placed from, Placed other) {
  here = from.place;
  // What was only just noted here says itself what it won against.
  if (here == nowhere || here != last_place() || last_.slack >= 0) return;
  last_.other = other.place;
  last_.slack = from.time - other.time;
}

void PathRecorder::finish() {
  if (number_ >= 0) sink_->step(last_);
  number_ = -1;
}

std::int64_t PathRecorder::new_epoch() {
  if (free_epochs_.empty()) {
    epochs_.emplace_back();
    return static_cast<std::int64_t>(epochs_.size());
  }
  const std::int64_t number = free_epochs_.back();
  free_epochs_.pop_back();
  return number;
}

void PathRecorder::end_epoch(std::int64_t number) {
  epoch(number).clear();
  free_epochs_.push_back(number);
}

}  // namespace revprof
