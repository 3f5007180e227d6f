// SPDX-License-Identifier: BSD-3-Clause
// Keeps visits by their segments' names, which are the same in every run of a build.
#include "revprof/run/computation/run_visits.hpp"

#include <algorithm>
#include <exception>

#include "fit/file/whole_file.hpp"
#include "revprof/run/computation/segment_name.hpp"
#include "revprof/trace/results/run_directory.hpp"

namespace revprof {

LikelyTime RunVisits::charge(const Segment& segment, const std::vector<Region>& regions,
                             const LikelyTime& likely) {
  const auto [found, is_new] = names_.try_emplace(segment);
  if (is_new) found->second = segment_name(segment, regions);
  return next(found->second, likely);
}

KeptVisits::KeptVisits(const std::string& directory, int process)
    : file_(visits_file(directory, process)) {}

LikelyTime KeptVisits::next(const std::string& name, const LikelyTime& likely) {
  visits_[name].push_back(static_cast<float>(likely.median));
  return likely;
}

std::string KeptVisits::end() {
  try {
    write_visits(visits_, file_);
  } catch (const std::exception& failure) {
    return failure.what();
  }
  return "";
}

CommonVisits::CommonVisits(const std::string& directory, int runs, int process) {
  std::vector<SegmentVisits> all;
  for (int run = 1; run <= runs; ++run) {
    all.push_back(read_visits(visits_file(run_directory(directory, run), process)));
    const std::string difference = difference_in_flow(all.front(), all.back());
    if (difference.empty()) continue;
    throw FileError(visits_file(run_directory(directory, run), process) +
                    ": not the same program flow as in the first run: " + difference);
  }
  std::vector<double> times(all.size());
  for (const auto& [name, first] : all.front()) {
    Common& common = segments_[name];
    for (std::size_t visit = 0; visit < first.size(); ++visit) {
      for (std::size_t run = 0; run < all.size(); ++run) times[run] = all[run].at(name)[visit];
      std::sort(times.begin(), times.end());
      const LikelyTime likely = quartiles(times.data(), times.size());
      common.low.push_back(static_cast<float>(likely.low));
      common.median.push_back(static_cast<float>(likely.median));
      common.high.push_back(static_cast<float>(likely.high));
    }
  }
}

LikelyTime CommonVisits::next(const std::string& name, const LikelyTime& likely) {
  Common& common = segments_[name];
  const std::size_t visit = common.visited++;
  if (visit >= common.median.size()) return likely;
  return {common.low[visit], common.median[visit], common.high[visit]};
}

std::string CommonVisits::end() {
  SegmentVisits then, now;
  for (const auto& [name, common] : segments_) {
    if (!common.median.empty()) then[name].resize(common.median.size());
    if (common.visited > 0) now[name].resize(common.visited);
  }
  const std::string difference = difference_in_flow(then, now);
  if (difference.empty()) return "";
  return "this run's program flow is not that of the runs before: " + difference;
}

}  // namespace revprof
