// SPDX-License-Identifier: BSD-3-Clause
// Scenario files, good and bad, of scenarios.json: what is read of them, and what is said.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "fit/model/model_json.hpp"
#include "revprof/run/scenario.hpp"

namespace revprof {
namespace {

nlohmann::json cases() { return nlohmann::json::parse(std::ifstream(REVPROF_TEST_SCENARIOS)); }

std::vector<Lane> read(const nlohmann::json& scenario, std::vector<std::string>* models = nullptr,
                       const std::string& model = "default.json") {
  const auto by_path = [&](const std::string& path) {
    if (models != nullptr) models->push_back(path);
    return std::make_shared<const Model>();
  };
  return scenario_lanes(scenario.dump(), "dir/what-if.json", {model, {1, 2, 3}}, by_path);
}

std::string message(const nlohmann::json& scenario, const std::string& model = "default.json") {
  try {
    read(scenario, nullptr, model);
  } catch (const FileError& error) {
    return error.what();
  }
  return "accepted";
}

std::string of_text(const SummaryLane& lane) { return lane.of.empty() ? "" : " of " + lane.of; }

TEST(ScenarioFile, what_a_lane_does_not_say_is_the_settings) {
  std::vector<std::string> models;
  const std::vector<Lane> lanes = read(cases()["accepted"][0], &models);
  ASSERT_EQ(lanes.size(), 1U);
  EXPECT_EQ(models, std::vector<std::string>{"default.json"});
  EXPECT_EQ(lanes[0].name, "as it is");
  EXPECT_EQ(lanes[0].estimate, LaneEstimate::mean);
  EXPECT_EQ(lanes[0].step_seconds, 2);
  EXPECT_EQ(lanes[0].compute_factor, 1);
  EXPECT_TRUE(lanes[0].factors.empty());
}

TEST(ScenarioFile, lanes_with_everything) {
  std::vector<std::string> models;
  const std::vector<Lane> lanes = read(cases()["accepted"][1], &models);
  ASSERT_EQ(lanes.size(), 3U);
  EXPECT_EQ(models, (std::vector<std::string>{"dir/exact.json", "dir/exact.json", "default.json"}));
  EXPECT_EQ(lanes[1].estimate, LaneEstimate::low);
  EXPECT_EQ(lanes[1].step_seconds, 1e-7);
  const Lane& faster = lanes[2];
  EXPECT_EQ(faster.compute_factor, 0.5);
  EXPECT_EQ(faster.factors.at("MPI_Alltoall").time, 0.5);
  EXPECT_EQ(faster.factors.at("*").latency, 0);
  EXPECT_EQ(faster.factors.at("*").transfer, 1);
  EXPECT_EQ(faster.factors.at("gap").time, 2);
  EXPECT_EQ(faster.factors.at("gap").transfer, 0.25);
}

TEST(ScenarioFile, low_and_high_are_the_band_of_what_charges_the_same) {
  const auto model = std::make_shared<const Model>(), other = std::make_shared<const Model>();
  const auto lane = [](const char* name, const auto& of, LaneEstimate estimate, double step = 1) {
    Lane made;
    made.name = name, made.model = of, made.estimate = estimate, made.step_seconds = step;
    return made;
  };
  std::vector<Lane> lanes = {lane("now", model, LaneEstimate::mean),
                             lane("slow steps", model, LaneEstimate::mean, 2),
                             lane("best", model, LaneEstimate::low),
                             lane("worst", model, LaneEstimate::high, 2),
                             lane("now printed", model, LaneEstimate::equation, 3),
                             lane("now low", model, LaneEstimate::mean),
                             lane("there low", other, LaneEstimate::low),
                             lane("faster low", model, LaneEstimate::low)};
  lanes.back().factors["MPI_Send"].latency = 0.5;
  std::vector<std::string> found;
  for (const SummaryLane& each : summary_lanes(lanes))
    found.push_back(each.estimate + of_text(each));
  EXPECT_EQ(found, (std::vector<std::string>{"mean", "mean", "low of now", "high of slow steps",
                                             "equation of now", "mean", "low", "low"}));
}

// Two times of a step, each with an uncertainty of its own, and a second low for one of them.
TEST(ScenarioFile, a_band_is_that_of_the_closest_lane_and_of_one_alone) {
  const auto model = std::make_shared<const Model>();
  const auto lane = [&](const char* name, LaneEstimate estimate, double step) {
    Lane made;
    made.name = name, made.model = model, made.estimate = estimate, made.step_seconds = step;
    return made;
  };
  constexpr auto mean = LaneEstimate::mean, low = LaneEstimate::low, high = LaneEstimate::high;
  const std::vector<std::string> nested = {"mean",       "low of now",  "high of now", "mean",
                                           "low of old", "high of old", "low"};
  const auto owners = [](const std::vector<Lane>& lanes) {
    std::vector<std::string> found;
    for (const SummaryLane& each : summary_lanes(lanes))
      found.push_back(each.estimate + of_text(each));
    return found;
  };
  // By what stands before it, and by its name.
  EXPECT_EQ(owners({lane("now", mean, 2), lane("best", low, 1), lane("worst", high, 3),
                    lane("old", mean, 20), lane("old, best", low, 10), lane("old, worst", high, 30),
                    lane("luck", low, 5)}),
            nested);
  EXPECT_EQ(
      owners({lane("now", mean, 2), lane("old", mean, 20), lane("now low", low, 1),
              lane("old low", low, 10), lane("now high", high, 3), lane("old high", high, 30)}),
      (std::vector<std::string>{"mean", "mean", "low of now", "low of old", "high of now",
                                "high of old"}));
}

TEST(ScenarioFile, what_is_wrong_is_said_with_its_place) {
  const nlohmann::json refused = cases()["refused"];
  ASSERT_GE(refused.size(), 10U);
  for (const nlohmann::json& entry : refused) {
    const std::string expected = "dir/what-if.json: " + entry["says"].get<std::string>();
    const std::string said = message(entry["scenario"]);
    EXPECT_EQ(said.substr(0, expected.size()), expected);
  }
}

TEST(ScenarioFile, up_to_64_lanes) {
  nlohmann::json scenario = cases()["accepted"][0];
  for (int i = 1; i < 64; ++i) scenario["lanes"].push_back({{"name", std::to_string(i)}});
  EXPECT_EQ(read(scenario).size(), 64U);
  scenario["lanes"].push_back({{"name", "one more"}});
  EXPECT_EQ(message(scenario), "dir/what-if.json: lanes: expected 1 to 64 lanes, found 65");
}

TEST(ScenarioFile, a_lane_needs_a_model) {
  EXPECT_EQ(message(cases()["accepted"][0], ""),
            "dir/what-if.json: lanes[0]: expected the key \"model\", or MODEL=FILE");
}

TEST(ScenarioFile, no_json) {
  try {
    scenario_lanes("{\"format\":", "what-if.json", {}, {});
    FAIL();
  } catch (const FileError& error) {
    EXPECT_EQ(std::string(error.what()).rfind("what-if.json: expected a scenario in JSON", 0), 0U)
        << error.what();
  }
}

}  // namespace
}  // namespace revprof
