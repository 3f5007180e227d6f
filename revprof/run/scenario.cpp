// SPDX-License-Identifier: BSD-3-Clause
// Reads a scenario file's lanes, one after the other.
#include "revprof/run/scenario.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "fit/file/json_node.hpp"
#include "revprof/calls/call.hpp"

namespace revprof {

namespace {

// Whether a factor on that name changes anything; `node` says what to name otherwise.
void check_factor(const JsonNode& node, const std::string& name) {
  if (name == Lane::every_call) return;
  const auto* const call =
      std::find_if(std::begin(call_traits), std::end(call_traits),
                   [&](const CallTraits& known) { return name == known.name; });
  const bool shares =
      name == traits(Call::exchange).name || name == traits(Call::exchange_both).name;
  const bool known = call != std::end(call_traits) && !shares;
  if (!known) {
    node.fail_at_all(
        "expected the name of a call that revprof follows, transit, gap, send_gap, or * for all "
        "that are not "
        "named");
  }
  if (call->charge == Charge::stand_in) {
    node.fail_at_all(std::string("expected ") + call_traits[call->stand_in].name +
                     ", whose equation this call is always charged by");
  }
  if (call->charge == Charge::nothing) {
    node.fail_at_all("expected a call with an equation; this one costs nothing itself");
  }
}

LaneEstimate read_estimate(const JsonNode& node) {
  const std::string text = node.text();
  for (const NamedEstimate& known : named_estimates) {
    if (text == known.name) return known.estimate;
  }
  node.fail("mean, low, high or equation");
}

// A number scales all of the time.
Factors read_factors(const JsonNode& node) {
  if (node.is_number()) return {node.number(0), 1, 1};
  node.expect_keys({}, {"time", "latency", "transfer"});
  Factors factors;
  if (node.has("time")) factors.time = node["time"].number(0);
  if (node.has("latency")) factors.latency = node["latency"].number(0);
  if (node.has("transfer")) factors.transfer = node["transfer"].number(0);
  return factors;
}

std::map<std::string, Factors> read_all_factors(const JsonNode& node) {
  std::map<std::string, Factors> factors;
  for (const auto& [call, entry] : node.members()) {
    check_factor(entry, call);
    factors[call] = read_factors(entry);
  }
  return factors;
}

std::string beside(const std::string& scenario, const std::string& model) {
  const auto slash = scenario.rfind('/');
  const bool absolute = model.rfind('/', 0) == 0;
  return absolute || slash == std::string::npos ? model : scenario.substr(0, slash + 1) + model;
}

// Terminals obey it, and a new line breaks a table.
bool is_control(unsigned char character) { return character < 0x20 || character == 0x7f; }

Lane read_lane(const JsonNode& node, const std::string& path, const ScenarioDefaults& defaults,
               const ModelByPath& model) {
  node.expect_keys({"name"}, {"model", "estimate", "step", "instruction", "compute", "factors"});
  Lane lane;
  lane.name = node["name"].text();
  if (lane.name.empty()) node["name"].fail("a name");
  if (std::any_of(lane.name.begin(), lane.name.end(), is_control)) {
    node["name"].fail("a name without control characters");
  }
  std::string model_path = defaults.model;
  if (node.has("model")) model_path = beside(path, node["model"].text());
  if (model_path.empty()) node.fail_at_all("expected the key \"model\", or MODEL=FILE");
  try {
    lane.model = model(model_path);
  } catch (const std::runtime_error& error) {  // names its own file, and nothing that led to it
    if (node.has("model")) node["model"].fail_at_all(error.what());
    throw;
  }
  if (node.has("estimate")) lane.estimate = read_estimate(node["estimate"]);
  // Both may be there: which one counts hangs on the program.
  const StepSeconds& step = defaults.step;
  lane.step_seconds = of_estimate(lane.estimate, step.low, step.mean, step.high);
  for (const char* unit : {"step", "instruction"}) {
    if (!node.has(unit)) continue;
    const double seconds = node[unit].number(0);
    if (unit == defaults.unit) lane.step_seconds = seconds;
  }
  if (node.has("compute")) lane.compute_factor = node["compute"].number(0);
  if (node.has("factors")) lane.factors = read_all_factors(node["factors"]);
  return lane;
}

bool charge_the_same(const Lane& a, const Lane& b) {
  const auto parts = [](const Lane& lane) {
    std::map<std::string, std::tuple<double, double, double>> factors;
    for (const auto& [call, each] : lane.factors) {
      factors[call] = {each.time, each.latency, each.transfer};
    }
    return factors;
  };
  return a.model == b.model && a.compute_factor == b.compute_factor && parts(a) == parts(b);
}

// Whether `lane` is called after `other`: "0.1 us low" after "0.1 us".
bool is_named_after(const Lane& lane, const Lane& other) {
  return lane.name.rfind(other.name + ' ', 0) == 0;
}

// How well the lane at `at` goes with a mean that charges the same otherwise: its step, its name,
// the lane before it rather than a later one, the nearest.
using Kinship = std::tuple<bool, bool, bool, std::ptrdiff_t>;
Kinship kinship(const std::vector<Lane>& lanes, std::size_t at, std::size_t mean) {
  const auto behind = static_cast<std::ptrdiff_t>(at) - static_cast<std::ptrdiff_t>(mean);
  return {lanes[at].step_seconds == lanes[mean].step_seconds,
          is_named_after(lanes[at], lanes[mean]), behind > 0, -std::abs(behind)};
}

std::optional<std::size_t> whose(const std::vector<Lane>& lanes, std::size_t at) {
  if (lanes[at].estimate == LaneEstimate::mean || lanes[at].computation) return std::nullopt;
  std::optional<std::size_t> best;
  for (std::size_t mean = 0; mean < lanes.size(); ++mean) {
    if (lanes[mean].estimate != LaneEstimate::mean || !charge_the_same(lanes[at], lanes[mean])) {
      continue;
    }
    if (!best || kinship(lanes, at, mean) > kinship(lanes, at, *best)) best = mean;
  }
  return best;
}

// Of all machines together: what is inside which is kept in 64 bits.
void check_block_sizes(const JsonNode& node, const std::vector<Lane>& lanes) {
  std::set<int> sizes;
  for (const Lane& lane : lanes) {
    const std::vector<int>& own = lane.model->point_to_point.block_sizes;
    sizes.insert(own.begin(), own.end());
  }
  if (sizes.size() <= most_block_sizes) return;
  node.fail_at_all("expected at most " + std::to_string(most_block_sizes) +
                   " different block_sizes in all models together, found " +
                   std::to_string(sizes.size()));
}

}  // namespace

std::vector<Lane> scenario_lanes(const std::string& text, const std::string& path,
                                 const ScenarioDefaults& defaults, const ModelByPath& model) {
  const JsonNode root = JsonNode::document(text, path, "a scenario");
  root.expect_keys({"format", "version", "lanes"});
  root.expect_format("revprof-scenario");
  const std::vector<JsonNode> entries = root["lanes"].elements();
  if (entries.empty() || entries.size() > max_lanes) {
    root["lanes"].fail_at_all("expected 1 to " + std::to_string(max_lanes) + " lanes, found " +
                              std::to_string(entries.size()));
  }
  std::vector<Lane> lanes;
  std::set<std::string> names;
  for (const JsonNode& entry : entries) {
    lanes.push_back(read_lane(entry, path, defaults, model));
    if (!names.insert(lanes.back().name).second) entry["name"].fail("a name of its own");
  }
  check_block_sizes(root["lanes"], lanes);
  return lanes;
}

std::vector<SummaryLane> summary_lanes(const std::vector<Lane>& lanes) {
  std::vector<SummaryLane> result;
  // A lane has one low, one high and one equation: the closest. Others stand for themselves.
  std::map<std::pair<std::size_t, LaneEstimate>, std::size_t> closest;
  for (std::size_t at = 0; at < lanes.size(); ++at) {
    const auto* const known =
        std::find_if(std::begin(named_estimates), std::end(named_estimates),
                     [&](const NamedEstimate& row) { return row.estimate == lanes[at].estimate; });
    result.push_back({lanes[at].name, known->name, ""});
    const std::optional<std::size_t> mean = whose(lanes, at);
    if (!mean) continue;
    std::size_t& kept = closest.emplace(std::pair(*mean, lanes[at].estimate), at).first->second;
    if (kinship(lanes, at, *mean) > kinship(lanes, kept, *mean)) kept = at;
  }
  for (const auto& [key, at] : closest) result[at].of = lanes[key.first].name;
  return result;
}

}  // namespace revprof
