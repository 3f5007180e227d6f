// SPDX-License-Identifier: BSD-3-Clause
// Equations are looked up by a segment's name once, and evaluated where its work changes.
#include "revprof/run/computation/segment_prices.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "fit/model/estimate.hpp"
#include "revprof/run/call_site.hpp"
#include "revprof/run/computation/counted_work.hpp"
#include "revprof/run/computation/segment_name.hpp"
#include "revprof/run/computation/visit.hpp"
#include "revprof/run/run.hpp"

namespace revprof {

namespace {

thread_local Visit charged_visit;
thread_local SegmentPrices::Charge uncharged;
thread_local ComputationTimes latest_factor;
thread_local bool is_uncharged = false;

}  // namespace

SegmentPrices::SegmentPrices(Run& run, const std::vector<Lane>& lanes, Profile target,
                             std::optional<Profile> host)
    : run_(run),
      target_(std::move(target)),
      host_(std::move(host)),
      host_q_(run.team->processes()) {
  for (const Lane& lane : lanes) {
    lanes_.push_back({lane.of_computation(),
                      std::min(run.team->processes(), lane.model->machine.ranks_per_node),
                      lane.model->computation ? &*lane.model->computation : nullptr});
  }
  latest_factor.of_lane.fill(1);
  begin_at({}, false);
}

void SegmentPrices::begin_at(CallPlace from, bool asks) {
  take_counted_work();  // what the call has called back
  charged_visit = {from, asks, 0, 1};
}

void SegmentPrices::end_at(CallPlace to, bool asks) {
  const std::optional<double> work = charged_visit.work(take_counted_work(), asks);
  if (charged_visit.ticks == 0 || !work) return;  // a thread's first call ends none
  const Known& known = price(Segments::between(charged_visit.from, to), *work);
  if (host_) {
    latest_factor = known.price;
    return;
  }
  if (!is_uncharged) uncharged = {};
  is_uncharged = true;
  uncharged.work += *work;
  for (std::size_t l = 0; l < lanes_.size(); ++l) {
    uncharged.price.of_lane[l] += known.price.of_lane[l];
  }
  uncharged.price.source = std::max(uncharged.price.source, known.price.source);
}

void SegmentPrices::begins(Call call) {
  const Guard guard(run_);
  end_at({call, CallSite::address()}, traits(call).polls);
}

void SegmentPrices::ends(Call call, std::uint64_t) {
  begin_at({call, CallSite::address()}, traits(call).polls);
}

void SegmentPrices::announce(double work) { charged_visit.announced += work; }

bool SegmentPrices::take(Charge& charge) {
  if (!is_uncharged) return false;
  charge = uncharged;
  is_uncharged = false;
  return true;
}

const ComputationTimes& SegmentPrices::factor() { return latest_factor; }

SegmentPrices::Known SegmentPrices::look_up(const std::string& name) const {
  Known known;
  const auto find = [&](const Profile& profile) {
    const auto found = profile.segments.find(name);
    if (found != profile.segments.end()) return &found->second;
    known.stands_in = true;
    return &profile.rest;
  };
  known.target.equations = find(target_);
  const auto touched = target_.touched.find(name);
  if (touched != target_.touched.end()) known.target.touched = &touched->second;
  if (host_) known.host = find(*host_);
  return known;
}

ComputationTimes SegmentPrices::evaluate(const Known& known, double work) const {
  const auto w = static_cast<std::int64_t>(std::llround(std::clamp(work, 1.0, 9e18)));
  ComputationTimes price;
  price.source = known.stands_in ? Source::assumed : Source::measured;
  const double here =
      known.host == nullptr ? 1 : std::max(estimate(*known.host, host_q_, w).mean, 1e-12);
  for (std::size_t l = 0; l < lanes_.size(); ++l) {
    const Estimate there = visit_time(known.target, lanes_[l].q, w, lanes_[l].computation);
    price.of_lane[l] = of_estimate(lanes_[l].estimate, there) / here;
    if (l == 0 && there.extrapolated) price.source = std::max(price.source, Source::extrapolated);
  }
  return price;
}

const SegmentPrices::Known& SegmentPrices::price(const Segment& segment, double work) {
  const auto [found, is_new] = known_.try_emplace(segment);
  Known& known = found->second;
  if (is_new) known = look_up(segment_name(segment, run_.regions.list()));
  if (known.work != work) {
    known.work = work;
    known.price = evaluate(known, work);
  }
  return known;
}

}  // namespace revprof
