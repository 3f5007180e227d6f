// SPDX-License-Identifier: BSD-3-Clause
// A stack of regions for each thread.
#include "revprof/run/computation/regions.hpp"

#include <algorithm>

namespace revprof {

namespace {

struct UnderWay {
  int region;
  SimTime begin;
  SimTime inner = 0;  // of the regions inside it that have ended
};

thread_local std::vector<UnderWay> under_way;

}  // namespace

void Regions::begin(const std::string& name, SimTime now) {
  const auto [found, is_new] = numbers_.try_emplace(name, static_cast<int>(list_.size()));
  if (is_new) list_.push_back({name});
  under_way.push_back({found->second, now});
}

void Regions::end(SimTime now) {
  if (under_way.empty()) return;
  const UnderWay ended = under_way.back();
  under_way.pop_back();
  const SimTime time = now - ended.begin;
  Region& region = list_[static_cast<std::size_t>(ended.region)];
  region.visits += 1;
  region.exclusive += time - ended.inner;
  const bool is_outermost =
      std::none_of(under_way.begin(), under_way.end(),
                   [&](const UnderWay& other) { return other.region == ended.region; });
  if (is_outermost) region.inclusive += time;
  if (!under_way.empty()) under_way.back().inner += time;
}

void Regions::end_all(SimTime now) {
  while (!under_way.empty()) end(now);
}

int Regions::number(const std::string& name) const {
  const auto found = numbers_.find(name);
  return found == numbers_.end() ? none : found->second;
}

int Regions::depth_of(int number) {
  for (std::size_t inner = 0; inner < under_way.size(); ++inner) {
    if (under_way[under_way.size() - 1 - inner].region == number) return static_cast<int>(inner);
  }
  return none;
}

int Regions::innermost() { return under_way.empty() ? none : under_way.back().region; }

}  // namespace revprof
