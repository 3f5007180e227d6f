// SPDX-License-Identifier: BSD-3-Clause
// `revprof diff`: what has changed between two models of a machine.
#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "fit/file/whole_file.hpp"
#include "fit/model/model_json.hpp"
#include "revprof/launch/command.hpp"
#include "revprof/launch/model/shipped_models.hpp"
#include "revprof/launch/options.hpp"
#include "revprof/launch/output_place.hpp"
#include "revprof/report/check/model_diff.hpp"

namespace revprof {

namespace po = boost::program_options;
using Json = nlohmann::ordered_json;

namespace {

constexpr int got_slower = 1;

constexpr const char* diff_usage =
    "Usage: revprof diff BEFORE.json AFTER.json [options]\n\n"
    "What did the MPI upgrade change? Compares two models of a machine call by call, for p and "
    "bytes\n"
    "at which both were measured: which got slower or faster, where, and whether by more than the\n"
    "bands of the two models allow.\n\n"
    "Exit codes:\n"
    "  0  compared\n"
    "  1  with --fail-if-slower: some call got slower beyond the bands\n"
    "  2  not compared: an unreadable model, a wrong option\n\n"
    "Examples:\n"
    "  revprof diff before.json after.json\n"
    "      the table, and where each call has changed\n"
    "  revprof diff before.json after.json --svg diff.svg\n"
    "      also a map of each call over processes and bytes\n"
    "  revprof diff alaska-openmpi alaska-intelmpi --json | jq '.calls[] | {call, median_ratio}'\n"
    "      two MPIs of one cluster that ship as models, for programs\n\n";

Json point_of(const DiffPoint& point) {
  return {{"processes", point.processes},   {"bytes", point.bytes},
          {"before_seconds", point.before}, {"after_seconds", point.after},
          {"ratio", point.ratio()},         {"beyond_bands", point.beyond}};
}

Json json_of(const ModelDiff& diff) {
  Json calls = Json::array();
  for (const CallDiff& call : diff.calls) {
    Json points = Json::array();
    for (const DiffPoint& point : call.points) points.push_back(point_of(point));
    calls.push_back({{"call", call.call},
                     {"class", distance_name(call.within)},
                     {"median_ratio", call.median_ratio},
                     {"slower", call.slower},
                     {"faster", call.faster},
                     {"points", std::move(points)}});
  }
  return {{"format", "revprof-diff"},      {"version", 1},       {"before", diff.before},
          {"after", diff.after},           {"calls", calls},     {"only_before", diff.only_before},
          {"only_after", diff.only_after}, {"notes", diff.notes}};
}

}  // namespace

int diff_command(const std::vector<std::string>& words) {
  po::options_description options("Options");
  options.add_options()("json", po::bool_switch(), "write JSON")(
      "svg", po::value<std::string>()->value_name("FILE"), "also draw a map of each call")(
      "at-least", po::value<double>()->default_value(0.05, "0.05")->value_name("SHARE"),
      "smaller changes count as none")("fail-if-slower", po::bool_switch(),
                                       "exit code 1 where a call got slower beyond the bands")(
      "help,h", "this page");
  po::options_description all;
  all.add(options).add_options()("models", po::value<std::vector<std::string>>());
  po::positional_options_description positional;
  positional.add("models", -1);
  const po::variables_map chosen = parse_options("diff", words, all, positional);
  if (chosen.count("help") != 0) {
    std::cout << diff_usage << options;
    return 0;
  }
  const auto models = chosen.count("models") == 0 ? std::vector<std::string>()
                                                  : chosen["models"].as<std::vector<std::string>>();
  if (models.size() != 2) throw UsageError("diff: expected two models, BEFORE.json AFTER.json");
  const double at_least = chosen["at-least"].as<double>();
  if (!(at_least >= 0)) throw UsageError("diff: --at-least: expected a share of at least 0");

  const std::string before = model_path(models[0]), after = model_path(models[1]);
  if (chosen.count("svg") != 0) {
    expect_inputs_kept("diff", {before, after}, {chosen["svg"].as<std::string>()});
  }
  const ModelDiff diff = diff_models(read_model(before), read_model(after), at_least);
  if (chosen.count("svg") != 0) write_file(chosen["svg"].as<std::string>(), diff_svg(diff));
  if (chosen["json"].as<bool>()) {
    std::cout << json_of(diff).dump(2) << '\n';
  } else {
    std::cout << diff_text(diff);
    if (chosen.count("svg") != 0) std::cout << "Wrote " << chosen["svg"].as<std::string>() << '\n';
  }
  const bool slower = std::any_of(diff.calls.begin(), diff.calls.end(),
                                  [](const CallDiff& call) { return call.slower > 0; });
  return chosen["fail-if-slower"].as<bool>() && slower ? got_slower : 0;
}

}  // namespace revprof
