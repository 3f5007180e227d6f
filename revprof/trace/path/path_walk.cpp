// SPDX-License-Identifier: BSD-3-Clause
// From the end to the beginning: what stands on the path, and what stands beside it.
#include "revprof/trace/path/path_walk.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "revprof/calls/mpi_calls.hpp"
#include "revprof/trace/path/path_sums.hpp"

namespace revprof {

namespace {

constexpr std::size_t most_segments = 50'000;
constexpr std::size_t most_alternatives = 100;
// A way that has lost may have won against others itself: so deep, and so many of each.
constexpr int deepest = 3, most_branches = 4;
// So far alternatives are followed back: in each, and in all.
constexpr std::int64_t longest_detour = 100'000, all_detours = 1'000'000;

class Walk {
 public:
  Walk(const StepReader& steps, const std::function<SimTime(const Price&)>& cost,
       const std::function<int(int rank, int site)>& site_of, CriticalPath& path)
      : steps_(steps), cost_(cost), site_of_(site_of), path_(path) {}

  void run(StepPlace last) {
    for (StepPlace place = last; place != nowhere; place = steps_.at(place).from) {
      on_path_.emplace(place, places_.size());
      places_.push_back(place);
    }
    PathSums sums;
    for (const StepPlace place : places_) add(sums, place);
    path_.charges = charges_of(sums);
    std::sort(
        path_.charges.begin(), path_.charges.end(),
        [](const PathCharge& a, const PathCharge& b) { return a.picoseconds > b.picoseconds; });
    find_alternatives();
    find_segments();
  }

 private:
  SimTime begin_of(const PathStep& step) const {
    return step.from == nowhere ? 0 : steps_.at(step.from).time;
  }

  // Where only the difference of two ways counts, prices of other ranks that are the same are one:
  // which ranks they are matters to models with other blocks alone.
  enum class Ranks { own, any };

  void add(PathSums& sums, StepPlace place, Ranks ranks = Ranks::own) {
    const PathStep& step = steps_.at(place);
    const SimTime time = step.time - begin_of(step);
    const int site = step.site < 0 ? -1 : site_of_(rank_of(place), step.site);
    ChargeKey key = {step.price, step.made, site};
    if (ranks == Ranks::any) {
      const Price& price = step.price;
      const auto first =
          first_ranks_
              .try_emplace({price.item, price.call, price.processes, price.messages, price.beside,
                            price.bytes, price.part, price.in_pairs, time},
                           price.lowest, price.highest)
              .first;
      std::tie(key.price.lowest, key.price.highest) = first->second;
    }
    if (is_computation(step.price.item)) key.made = Call::transit;
    PathSum& sum = sums[key];
    sum.count += count_of(step.price, time);
    sum.time += time;
  }

  double count_of(const Price& price, SimTime time) const {
    if (is_of_unit(price.item) && path_.step_seconds > 0) {
      return seconds(time) / path_.step_seconds;
    }
    if (!price.part) return 1;
    const SimTime whole = cost_(price);
    return whole != 0 ? static_cast<double>(time) / static_cast<double>(whole) : 1;
  }

  // A way to a decision on the path, other than the path's own.
  struct Detour {
    PathSums instead;
    std::size_t leaves = 0;  // the path, there
    SimTime slack = 0;
  };

  // Whether the runner-up's step holds all of its way: not in a collective, where both ways end
  // with the same price.
  bool is_whole(const PathStep& step) const {
    return step.other != nowhere && steps_.at(step.other).time == step.time - step.slack;
  }

  // The runner-up of a step, back to where it leaves the path, and those that it has won against
  // itself. False: some are too long to tell.
  bool follow(const PathStep& lost_to, Detour detour, int depth, std::vector<Detour>& found,
              std::int64_t& budget) {
    std::int64_t length = 0;
    int branches = 0;
    bool all_told = true;
    detour.slack += lost_to.slack;
    for (StepPlace place = lost_to.other; place != nowhere; place = steps_.at(place).from) {
      const auto met = on_path_.find(place);
      if (met != on_path_.end()) {
        detour.leaves = met->second;
        found.push_back(std::move(detour));
        return all_told;
      }
      if (++length > longest_detour || --budget < 0) return false;
      const PathStep& step = steps_.at(place);
      if (step.slack >= 0 && depth < deepest && branches < most_branches) {
        Detour branch = detour;
        if (!is_whole(step)) add(branch.instead, place, Ranks::any);
        ++branches;
        all_told = follow(step, std::move(branch), depth + 1, found, budget) && all_told;
      }
      add(detour.instead, place, Ranks::any);
    }
    detour.leaves = places_.size();
    found.push_back(std::move(detour));
    return all_told;
  }

  void find_alternatives() {
    std::vector<std::size_t> decisions;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (steps_.at(places_[i]).slack >= 0) decisions.push_back(i);
    }
    path_.decisions = static_cast<std::int64_t>(decisions.size());
    std::sort(decisions.begin(), decisions.end(), [&](std::size_t a, std::size_t b) {
      const SimTime slack_a = steps_.at(places_[a]).slack, slack_b = steps_.at(places_[b]).slack;
      return slack_a != slack_b ? slack_a < slack_b : a < b;
    });
    std::map<std::string, std::size_t> known;
    std::int64_t budget = all_detours;
    for (const std::size_t i : decisions) {
      if (budget < 0 || path_.alternatives.size() == most_alternatives) {
        ++path_.untold_decisions;  // to follow them all takes longer than many a run
        continue;
      }
      const PathStep& step = steps_.at(places_[i]);
      std::vector<Detour> detours;
      bool told = follow(step, {}, 0, detours, budget);
      for (const Detour& detour : detours) {
        const auto length = static_cast<std::int64_t>(detour.leaves) - static_cast<std::int64_t>(i);
        if (length > longest_detour || (budget -= length) < 0) {
          told = false;
          continue;
        }
        told = note_alternative(i, detour, known) && told;
      }
      if (!told) ++path_.untold_decisions;
    }
    std::stable_sort(
        path_.alternatives.begin(), path_.alternatives.end(),
        [](const PathAlternative& x, const PathAlternative& y) { return x.slack < y.slack; });
  }

  // False: there is no room for it.
  bool note_alternative(std::size_t i, const Detour& detour,
                        std::map<std::string, std::size_t>& known) {
    const PathStep& step = steps_.at(places_[i]);
    PathSums present, instead = detour.instead;
    for (std::size_t j = is_whole(step) ? i : i + 1; j < detour.leaves; ++j) {
      add(present, places_[j], Ranks::any);
    }
    cancel(present, instead);
    if (present.empty() && instead.empty()) return true;  // no model could tell them apart
    const std::string key = signature(present, instead);
    const auto found = known.find(key);
    if (found != known.end()) {
      ++path_.alternatives[found->second].occurrences;
      return true;
    }
    if (path_.alternatives.size() == most_alternatives) return false;
    known.emplace(key, path_.alternatives.size());
    PathAlternative alternative;
    alternative.process = rank_of(places_[i]);
    alternative.call = name(step.made);
    alternative.at = step.time;
    alternative.slack = detour.slack;
    alternative.occurrences = 1;
    alternative.present = charges_of(present);
    alternative.instead = charges_of(instead);
    path_.alternatives.push_back(std::move(alternative));
    return true;
  }

  void find_segments() {
    std::vector<PathSegment>& segments = path_.segments;
    SimTime shown = 0, begin = 0;
    for (auto place = places_.rbegin(); place != places_.rend(); ++place) {
      const PathStep& step = steps_.at(*place);
      if (step.price.item == Item::head_start) continue;  // leads back, and no process goes there
      const int process = rank_of(*place);
      const std::string call = is_computation(step.price.item) ? "" : name(step.made);
      const bool hops = step.from == nowhere || rank_of(step.from) != process;
      if (!hops && !segments.empty() && segments.back().call == call) {
        segments.back().end = step.time;
        segments.back().shown_end = std::max(segments.back().shown_end, step.primary);
      } else {
        segments.push_back(
            {process, call, begin, step.time, std::min(shown, step.primary), step.primary});
      }
      shown = step.primary;
      begin = step.time;
    }
    if (segments.size() <= most_segments) return;
    std::vector<SimTime> lengths;
    for (const PathSegment& segment : segments) lengths.push_back(segment.end - segment.begin);
    const auto cut = lengths.begin() + static_cast<std::ptrdiff_t>(most_segments);
    std::nth_element(lengths.begin(), cut, lengths.end(), std::greater<>());
    const SimTime shortest = *cut;
    const auto before = segments.size();
    segments.erase(std::remove_if(segments.begin(), segments.end(),
                                  [&](const PathSegment& segment) {
                                    return segment.end - segment.begin <= shortest;
                                  }),
                   segments.end());
    path_.segments_left_out = static_cast<std::int64_t>(before - segments.size());
  }

  const StepReader& steps_;
  const std::function<SimTime(const Price&)>& cost_;
  const std::function<int(int rank, int site)>& site_of_;
  CriticalPath& path_;
  std::vector<StepPlace> places_;  // the last one first
  std::map<std::tuple<Item, CallId, std::int32_t, std::int32_t, std::int32_t, std::int64_t, bool,
                      bool, SimTime>,
           std::pair<std::int32_t, std::int32_t>>
      first_ranks_;
  std::unordered_map<StepPlace, std::size_t> on_path_;  // where in places_
};

}  // namespace

void walk_path(const StepReader& steps, StepPlace last,
               const std::function<SimTime(const Price&)>& cost,
               const std::function<int(int rank, int site)>& site_of, CriticalPath& path) {
  Walk(steps, cost, site_of, path).run(last);
}

}  // namespace revprof
