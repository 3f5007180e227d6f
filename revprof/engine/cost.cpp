// SPDX-License-Identifier: BSD-3-Clause
// Stand-ins are resolved once, when the lanes are known; estimates once per cell that the program
// uses.
#include "revprof/engine/cost.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "fit/estimate.hpp"
#include "revprof/calls/serving.hpp"

namespace revprof {

namespace {

// The last stand-in: 1 us + d / (10 GB/s). Never zero: programs that size their loops by the clock
// would not end.
double nominal_seconds(std::int64_t bytes) { return 1e-6 + static_cast<double>(bytes) * 1e-10; }

std::vector<int> all_block_sizes(const std::vector<Lane>& lanes) {
  std::set<int> sizes;
  for (const Lane& lane : lanes) {
    const auto& own = lane.model->point_to_point.block_sizes;
    sizes.insert(own.begin(), own.end());
  }
  // A Distance has 64 bits; real machines have two or three block sizes.
  std::vector<int> list(sizes.begin(), sizes.end());
  if (list.size() > 64) list.resize(64);
  return list;
}

double pick(const Estimate& estimate, LaneEstimate which) {
  switch (which) {
    case LaneEstimate::low:
      return estimate.low;
    case LaneEstimate::high:
      return estimate.high;
    case LaneEstimate::equation:
      return estimate.equation;
    case LaneEstimate::mean:
      break;
  }
  return estimate.mean;
}

}  // namespace

const char* name(Source source) {
  static const char* const names[source_count] = {"measured", "extrapolated", "stand_in",
                                                  "assumed"};
  return names[static_cast<int>(source)];
}

CostTable::CostTable(const std::vector<Lane>& lanes, int processes)
    : lanes_(lanes),
      processes_(processes),
      blocks_(all_block_sizes(lanes)),
      services_(lanes.size()),
      slots_(slots),
      times_(slots * rows * lanes.size()) {
  for (std::size_t l = 0; l < lanes_.size(); ++l) {
    for (int call = 0; call < call_count; ++call) {
      Service& service = services_[l][static_cast<std::size_t>(call)];
      const Model& model = *lanes_[l].model;
      const int serving =
          serving_call(call, [&](const char* name) { return model.has_equation(name); });
      if (serving >= 0) {
        service = {&model.calls.at(call_traits[serving].name),
                   serving == call ? Source::measured : Source::stand_in, serving, 1};
      }
      const auto factor = lanes_[l].factors.find(call_traits[call].name);
      if (factor != lanes_[l].factors.end()) service.factor = factor->second;
    }
  }
}

void CostTable::fill(std::size_t slot, const Key& key) {
  Slot& entry = slots_[slot];
  SimTime* const own = &times_[slot * rows * lanes_.size()];
  const bool pair = key.processes == pair_key;
  entry.key = key;
  entry.source =
      times_of(static_cast<Call>(key.call), pair ? 2 : key.processes, key.bytes, key.distance, own);
  if (!pair) return;
  entry.transit_source = times_of(Call::transit, 2, key.bytes, key.distance, own + lanes_.size());
  entry.wait_source = times_of(Call::MPI_Wait, 2, key.bytes, key.distance, own + 2 * lanes_.size());
  times_of(Call::gap, 2, key.bytes, key.distance, own + 3 * lanes_.size());
  for (std::size_t l = 0; l < lanes_.size(); ++l) {
    const double slower = crowding(l, key.bytes, key.distance);
    for (const std::size_t row : {0, 1}) {
      const SimTime alone = own[row * lanes_.size() + l];
      own[(row + 4) * lanes_.size() + l] =
          static_cast<SimTime>(std::llround(static_cast<double>(alone) * slower));
    }
  }
}

// How much longer a message takes where all processes of its distance class exchange messages at
// once than where a pair does: the links that they share.
double CostTable::crowding(std::size_t lane, std::int64_t bytes, Distance distance) const {
  const Service& service = services_[lane][static_cast<std::size_t>(Call::exchange)];
  if (service.equations == nullptr) return 1;
  const int within = blocks_.smallest(lanes_[lane].model->point_to_point.block_sizes, distance);
  const int crowd = within == 0 ? processes_ : std::min(within, processes_);
  if (crowd <= 2) return 1;
  const DistanceClass& equations = distance_class(*service.equations, within);
  const LaneEstimate which = lanes_[lane].estimate;
  const auto seconds = [&](int processes) {
    const Estimate e = estimate(equations, processes, bytes);
    return which == LaneEstimate::equation ? e.equation : e.mean;
  };
  return std::max(1.0, seconds(crowd) / seconds(2));
}

Source CostTable::times_of(Call call, int processes, std::int64_t bytes, Distance distance,
                           SimTime* times) {
  Source first = Source::assumed;
  for (std::size_t l = 0; l < lanes_.size(); ++l) {
    const Service& service = services_[l][static_cast<std::size_t>(call)];
    Source source = service.source;
    // Where no gap was measured, nothing is known of the port.
    double seconds = call == Call::gap ? 0 : nominal_seconds(bytes);
    if (service.equations != nullptr) {
      const int within = blocks_.smallest(lanes_[l].model->point_to_point.block_sizes, distance);
      const Estimate e = estimate(distance_class(*service.equations, within), processes, bytes);
      seconds = pick(e, lanes_[l].estimate);
      if (e.extrapolated && source == Source::measured) source = Source::extrapolated;
    }
    times[l] = from_seconds(seconds * service.factor);
    if (l == 0) first = source;
  }
  return first;
}

std::string CostTable::serving(Call call) const {
  const int serving = services_[0][static_cast<std::size_t>(call)].call;
  return serving < 0 ? "" : call_traits[serving].name;
}

}  // namespace revprof
