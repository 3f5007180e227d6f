// SPDX-License-Identifier: BSD-3-Clause
// Numbers the steps and hands them on.
#include "revprof/engine/path_recorder.hpp"

namespace revprof {

Placed PathRecorder::add(Placed from, SimTime cost, const Price& price) {
  const bool may_cost = price.item == Item::head_start && from.place != nowhere;
  if (cost == 0 && !may_cost) return from;
  if (count_ - written_ == kept_steps) sink_->step(last_[index(written_++)]);
  last_[index(count_)] =
      PathStep{from.place, from.time + cost, primary_, nowhere, -1, price, made_, site_};
  return {from.time + cost, place_of(rank_, count_++)};
}

Placed PathRecorder::known(Placed from) {
  if (from.place != nowhere || from.time == 0) return from;
  Price price;
  price.item = Item::outside;
  return add({}, from.time, price);
}

PathStep* PathRecorder::kept(StepPlace place) {
  if (place == nowhere || rank_of(place) != rank_) return nullptr;
  const std::int64_t number = number_of(place);
  return number >= written_ && number < count_ ? &last_[index(number)] : nullptr;
}

void PathRecorder::won(StepPlace place, StepPlace other, SimTime slack) {
  PathStep* const step = kept(place);
  // What was only just noted says itself what it won against.
  if (step == nullptr || step->slack >= 0) return;
  step->other = other;
  step->slack = slack;
}

void PathRecorder::finish() {
  while (written_ < count_) sink_->step(last_[index(written_++)]);
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

Placed PathRecorder::add_epoch(Placed from, std::int64_t number) {
  if (number == 0) return from;
  for (const auto& [price, cost] : epochs_[static_cast<std::size_t>(number - 1)]) {
    from = add(from, cost, price);
  }
  return from;
}

void PathRecorder::end_epoch(std::int64_t number) {
  if (number == 0) return;
  epochs_[static_cast<std::size_t>(number - 1)].clear();
  free_epochs_.push_back(number);
}

}  // namespace revprof
