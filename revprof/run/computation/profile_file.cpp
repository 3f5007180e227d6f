// SPDX-License-Identifier: BSD-3-Clause
// Adds the times of one run to a profile: process 0 puts together what all have timed, by segment,
// work and processes of a node.
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "fit/measurements/measurements.hpp"
#include "fit/measurements/quantile.hpp"
#include "fit/measurements/segment_times.hpp"
#include "revprof/run/computation/segment_name.hpp"
#include "revprof/run/computation/segment_times.hpp"
#include "revprof/run/output.hpp"
#include "revprof/run/results.hpp"

namespace revprof {

namespace {

using Json = nlohmann::json;

// As many as say how the times of a cell are spread, of each process.
constexpr std::size_t sent_times = 64;
// A mean is that of the program; what the host has disturbed counts as the longest of the others.
constexpr double undisturbed_share = 0.97;

std::vector<double> some_of(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  if (times.size() <= sent_times) return times;
  std::vector<double> some;
  for (std::size_t i = 0; i < sent_times; ++i) {
    some.push_back(quantile(times, static_cast<double>(i) / (sent_times - 1)));
  }
  return some;
}

struct Times {
  std::int64_t visits = 0;
  double work = 0;                       // of all visits
  std::int64_t looked = 0, touched = 0;  // by so many processes; bytes of all of them
  // Each stands for as many visits.
  std::vector<std::pair<double, double>> weighted;
};

double weighted_quantile(const Times& times, double share) {
  double all = 0, so_far = 0;
  for (const auto& [time, weight] : times.weighted) all += weight;
  for (const auto& [time, weight] : times.weighted) {
    so_far += weight;
    if (so_far >= share * all * (1 - 1e-12)) return time;
  }
  return times.weighted.back().first;
}

// What visits of the same work have in common: where most are alike their median; else they are not
// the same, and the mean is the program's.
double typical(const Times& times) {
  constexpr double alike = 1.5;
  if (weighted_quantile(times, 0.75) <= alike * weighted_quantile(times, 0.25)) {
    return weighted_quantile(times, 0.5);
  }
  const double most = weighted_quantile(times, undisturbed_share);
  double sum = 0, all = 0;
  for (const auto& [time, weight] : times.weighted) {
    sum += weight * std::min(time, most);
    all += weight;
  }
  return sum / all;
}

Measurement cell_of(const std::string& segment, int q, std::int64_t work, int launch, Times times) {
  std::sort(times.weighted.begin(), times.weighted.end());
  Measurement cell;
  cell.call = segment;
  cell.processes = q;
  cell.bytes = work;
  cell.launch = launch;
  cell.repetitions = static_cast<int>(std::min<std::int64_t>(times.visits, 1'000'000'000));
  cell.median = typical(times);
  cell.minimum = times.weighted.front().first;
  cell.maximum = times.weighted.back().first;
  cell.lower_quartile = std::min(weighted_quantile(times, 0.25), cell.median);
  cell.upper_quartile = std::max(weighted_quantile(times, 0.75), cell.median);
  cell.percentile_5 = std::min(weighted_quantile(times, 0.05), cell.lower_quartile);
  cell.percentile_95 = std::max(weighted_quantile(times, 0.95), cell.upper_quartile);
  cell.median = std::clamp(cell.median, cell.minimum, cell.maximum);
  if (times.looked > 0) cell.touched = times.touched / times.looked;
  return cell;
}

bool exists(const std::string& path) {
  struct stat state;
  return stat(path.c_str(), &state) == 0;
}

Measurements read_times(const std::string& profile) {
  Measurements times = read_measurements(profile);
  if (holds_segments(times)) return times;
  throw std::runtime_error(profile +
                           ": expected the times of segments, which a run can be added to, found "
                           "measurements of a machine");
}

std::string date_of_today() {
  const std::time_t now = std::time(nullptr);
  std::tm day{};
  gmtime_r(&now, &day);
  char text[16];
  std::strftime(text, sizeof text, "%Y-%m-%d", &day);
  return text;
}

// Whose places belong to another build than those of earlier runs.
void add_modules(const std::map<std::string, std::string>& paths, const std::string& profile,
                 Measurements& times) {
  const std::map<std::string, std::string> known = modules_of(times);
  for (const auto& [name, path] : paths) {
    const std::string now = build_of(path);
    const auto before = known.find(name);
    if (before == known.end()) {
      times.header.emplace_back(std::string(module_key) + name, now);
    } else if (before->second != now) {
      std::set<std::string> segments;
      for (const Measurement& cell : times.cells) {
        if (cell.call.find(" " + name + "+0x") != std::string::npos) segments.insert(cell.call);
      }
      throw std::runtime_error(profile + ": its " + std::to_string(segments.size()) +
                               " segments in " + name +
                               " are of another build of that file; expected runs of one build in "
                               "one profile (-o ANOTHER)");
    }
  }
}

}  // namespace

void check_profile_to_add_to(const std::string& profile) {
  if (exists(profile)) read_times(profile);
}

std::string SegmentTimes::own_times() const {
  Json segments = Json::array(), modules = Json::object();
  for (const auto& [segment, cells] : cells_) {
    Json rows = Json::array();
    for (const auto& [size, sample] : cells) {
      std::vector<double> times = some_of(sample.kept());
      for (double& time : times) time *= seconds_per_tick_;
      rows.push_back({size, sample.visits(), sample.work(), times, sample.touched().value_or(-1)});
    }
    segments.push_back({segment_name(segment, regions_.list()), rows});
    for (const auto& [name, path] : modules_of(segment)) modules[name] = path;
  }
  return Json{{"node", node_name()}, {"segments", segments}, {"modules", modules}}.dump(
      -1, ' ', false, Json::error_handler_t::replace);
}

void SegmentTimes::add_to(const std::string& profile, Team& team) const {
  const std::vector<std::string> texts = team.gather(own_times());
  if (team.rank() != 0) return;
  std::vector<Json> all;
  std::map<std::string, int> of_node;
  for (const std::string& text : texts) {
    all.push_back(Json::parse(text));
    ++of_node[all.back()["node"]];
  }
  std::map<std::string, std::string> modules;
  // By the size of the work, as sizes of several processes may differ by less than they tell apart.
  std::map<std::tuple<std::string, int, long long>, Times> sums;
  for (const Json& own : all) {
    const int q = of_node[own["node"]];
    for (const auto& [name, path] : own["modules"].items()) modules[name] = path;
    for (const Json& segment : own["segments"]) {
      for (const Json& row : segment[1]) {
        Times& times = sums[{segment[0], q, row[0]}];
        const auto visits = row[1].get<std::int64_t>();
        times.visits += visits;
        times.work += static_cast<double>(visits) * row[2].get<double>();
        const double weight = static_cast<double>(visits) / static_cast<double>(row[3].size());
        for (const Json& time : row[3]) times.weighted.emplace_back(time.get<double>(), weight);
        const auto touched = row[4].get<std::int64_t>();
        if (touched < 0) continue;
        ++times.looked;
        times.touched += touched;
      }
    }
  }
  Measurements times;
  if (exists(profile)) {
    times = read_times(profile);
  } else {
    times.header = {{measured_key, of_segments},
                    {"machine", node_name()},
                    {"program", command_line()},
                    {"date", date_of_today()},
                    {"statistic", "median of like visits, mean of others"},
                    {"size_meaning", "work of a visit"}};
  }
  add_modules(modules, profile, times);
  int launch = 1;
  for (const Measurement& cell : times.cells) launch = std::max(launch, cell.launch + 1);
  times.header.emplace_back("run " + std::to_string(launch),
                            std::to_string(team.processes()) + " processes: " + command_line());
  std::map<std::tuple<std::string, int, std::int64_t>, Times> cells;
  for (auto& [key, sum] : sums) {
    const auto& [name, q, size] = key;
    const auto work =
        std::max<std::int64_t>(1, std::llround(sum.work / static_cast<double>(sum.visits)));
    Times& cell = cells[{name, q, work}];
    cell.visits += sum.visits;
    cell.looked += sum.looked;
    cell.touched += sum.touched;
    cell.weighted.insert(cell.weighted.end(), sum.weighted.begin(), sum.weighted.end());
  }
  for (auto& [key, sum] : cells) {
    const auto& [name, q, work] = key;
    times.cells.push_back(cell_of(name, q, work, launch, std::move(sum)));
  }
  write_measurements(times, profile);
}

}  // namespace revprof
