// SPDX-License-Identifier: BSD-3-Clause
// What computation costs in a run: by a profile, in units, on the paper's lanes, carried from this
// host by its model.
#include <filesystem>

#include "course_fixture.hpp"
#include "fit/model/model_json.hpp"
#include "fit/model/profile.hpp"
#include "revprof/run/host_model.hpp"

namespace revprof {
namespace {

// A node of 4 on which one addition takes so many ns and a byte of main memory q times so many.
Model node_model(const std::string& name, double add, double byte) {
  Model model = read_model(REVPROF_TEST_MODEL);
  model.machine.name = name;
  model.machine.ranks_per_node = 4;
  const auto row = [](double nanoseconds, Data data) {
    Regime regime;
    regime.min_bytes = 1, regime.max_bytes = 1000, regime.max_processes = 4;
    regime.form.data = data;
    regime.k = nanoseconds * 1e-9;
    DistanceClass equations;
    equations.regimes = {regime};
    return equations;
  };
  model.computation.emplace();
  model.computation->times["operation.float_add.chain"] = row(add, Data::d);
  model.computation->times["memory.main.read"] = row(byte, Data::p_d);
  return model;
}

// A profile of regions, written by hand: t = 2 us + 3 us w in one, 7 us elsewhere.
std::string profile_of_sweeps(const std::string& path) {
  Profile profile;
  profile.program = "sweeps";
  const auto equations = [](double c, double k) {
    Regime regime;
    regime.min_bytes = 1, regime.max_bytes = 100, regime.max_processes = 4;
    regime.c = c, regime.k = k;
    regime.band_factor = 2;
    DistanceClass one;
    one.regimes = {regime};
    return one;
  };
  profile.segments["region sweep"] = equations(2e-6, 3e-6);
  profile.rest = equations(7e-6, 0);
  write_file(path, to_json(profile));
  return path;
}

TEST_F(Course, a_profile_says_what_each_segment_costs) {
  set("REVPROF_PROFILE", profile_of_sweeps(output() + ".profile.json"));
  predict(1, [](auto& run) {
    CallScope::begin_region(run, "sweep");
    CallScope::announce(run, 4);
    CallScope::end_region(run);
    CallScope::begin_region(run, "sweep");
    CallScope::announce_in(run, "flop", 200);
    CallScope::end_region(run);
  });
  const Summary read = summary();
  EXPECT_EQ(read.computation.from, "profile");
  // The start and the end of the run, and what is between the regions, are in no segment of it.
  const SimTime known = (2 + 4 * 3) * us, extrapolated = (2 + 200 * 3) * us, unknown = 3 * 7 * us;
  EXPECT_EQ(read.predicted(0).compute, known + extrapolated + unknown);
  EXPECT_EQ(read.predicted(0).predicted, read.predicted(0).compute);
  EXPECT_DOUBLE_EQ(read.trust.measured, 14.0 / (14 + 602 + 21));
  EXPECT_DOUBLE_EQ(read.trust.extrapolated, 602.0 / (14 + 602 + 21));
  EXPECT_DOUBLE_EQ(read.trust.assumed, 21.0 / (14 + 602 + 21));
  // Twice as much at one doubling outside: 2 * 2.
  EXPECT_EQ(read.predicted(2).compute, 2 * known + 4 * extrapolated + 2 * unknown);
}

TEST_F(Course, units_cost_what_the_step_says_or_the_model) {
  Model model = node_model("node", 5, 1);
  write_model(model, output() + ".json");
  set("MODEL", output() + ".json");
  set("REVPROF_STEP", "2e-6,atom=1e-6:3e-6:4e-6");
  predict(1, [](auto& run) {
    CallScope::announce(run, 10);
    CallScope::announce_in(run, "atom", 10);
    CallScope::announce_in(run, "flop", 1000);  // 5 ns each, by the model's one row
    CallScope::announce_in(run, "turtle", 1000);
  });
  const Summary read = summary();
  const SimTime turtles = 300'000;  // 0.3 ns each
  EXPECT_EQ(read.predicted(0).compute, (20 + 30 + 5) * us + turtles);
  EXPECT_EQ(read.predicted(1).compute, (20 + 10 + 5) * us + turtles / 3);
  EXPECT_EQ(read.predicted(2).compute, (20 + 40 + 5) * us + 1 * us);
  EXPECT_DOUBLE_EQ(read.trust.assumed, 0.3 / 55.3);
  std::string said;
  for (const std::string& warning : read.warnings) said += warning;
  EXPECT_NE(said.find("these units of computation take: turtle;"), std::string::npos) << said;
}

// exact.json: low is half of the equation, high is twice.
TEST_F(Course, the_papers_lanes_have_the_least_step_with_the_most_communication) {
  set("REVPROF_STEP", "1e-6:2e-6:3e-6");
  set("REVPROF_LANES", "paper");
  predict(2, [](auto& run) {
    CallScope::announce(run, 100);
    meet(run);
  });
  const Summary read = summary();
  ASSERT_EQ(read.lanes.size(), 6U);
  EXPECT_EQ(read.lanes[4].name, "worst");
  EXPECT_EQ(read.lanes[4].of, "");
  const auto of = [&](int lane) { return read.times[0][static_cast<std::size_t>(lane)]; };
  EXPECT_EQ(of(4).compute, 100 * us);
  EXPECT_EQ(of(4).communication, of(2).communication);
  EXPECT_EQ(of(5).compute, 300 * us);
  EXPECT_EQ(of(5).communication, of(1).communication);
  EXPECT_LT(of(5).communication, of(4).communication);
}

class HostModel : public Environment {
 protected:
  HostModel() {
    host_ = output() + ".host.json";
    target_ = output() + ".target.json";
    Model host = node_model("host", 1, 1);
    host.machine.ranks_per_node = 1;
    write_model(host, host_);
    write_model(node_model("target", 2, 4), target_);
    set("MODEL", target_);
    set("REVPROF_HOST", host_);
    set("REVPROF_COMPUTE", "cpu");
  }
  // In microseconds: 1 ms of the host's on the lanes mean, low, high and equation.
  std::vector<SimTime> charged(int processes) const {
    predict(processes, [](auto& run) {
      const double seconds[] = {1e-3, 1e-3, 1e-3, 1e-3};
      run.engine->elapse(Item::cpu, seconds);
    });
    std::vector<SimTime> all;
    const Summary read = summary();
    for (int lane = 0; lane < 4; ++lane) all.push_back(read.predicted(lane).compute / us);
    EXPECT_EQ(read.lane_of(0, "low"), 1);  // as without a host's model
    EXPECT_EQ(read.lane_of(0, "high"), 2);
    return all;
  }

  std::string host_, target_;
};

// Additions take twice as long; memory 4 times, by 4 processes on the target's node 16 times.
TEST_F(HostModel, carries_cpu_time_to_the_target) {
  EXPECT_EQ(charged(1), (std::vector<SimTime>{2828, 2000, 4000, 2828}));
}

TEST_F(HostModel, as_many_on_a_node_as_it_has_ranks) {
  EXPECT_EQ(charged(4), (std::vector<SimTime>{5656, 2000, 16000, 5656}));
}

// Lane worst computes as lane low does, lane best as lane high.
TEST_F(HostModel, the_papers_lanes_have_the_factor_of_their_computation) {
  set("REVPROF_LANES", "paper");
  predict(4, [](auto& run) {
    std::array<double, max_lanes> seconds;
    seconds.fill(1e-3);
    run.engine->elapse(Item::cpu, seconds.data());
  });
  const Summary read = summary();
  ASSERT_EQ(read.lanes.size(), 6U);
  EXPECT_EQ(read.times[0][4].compute, 2000 * us);
  EXPECT_EQ(read.times[0][5].compute, 16000 * us);
}

TEST_F(HostModel, announced_steps_are_not_the_hosts) {
  set("REVPROF_COMPUTE", "steps");
  predict(1, [](auto& run) { run.engine->compute(100); });
  EXPECT_EQ(summary().predicted(0).compute, 100 * us);
}

TEST_F(HostModel, models_that_say_nothing_of_computation) {
  const auto complaint = [](const std::string& host, const Model& target) {
    std::vector<Lane> lanes(1);
    lanes[0].model = std::make_shared<const Model>(target);
    try {
      carry_from_host(host, 1, lanes);
    } catch (const FileError& error) {
      return std::string(error.what());
    }
    return std::string("no complaint");
  };
  const Model target = read_model(target_);
  EXPECT_EQ(complaint(REVPROF_TEST_MODEL, target).rfind(REVPROF_TEST_MODEL, 0), 0u);
  EXPECT_NE(complaint(REVPROF_TEST_MODEL, target).find("says nothing of computation"),
            std::string::npos);
  EXPECT_EQ(complaint(host_, read_model(REVPROF_TEST_MODEL)).rfind("the model of exact: says", 0),
            0u);
  Model other = target;
  other.computation->times.clear();
  EXPECT_NE(complaint(host_, other).find("has no row of computation that target has"),
            std::string::npos);
  EXPECT_NE(complaint(host_ + ".none", target).find("cannot be read"), std::string::npos);
  std::vector<Lane> lanes(1);
  lanes[0].model = std::make_shared<const Model>(target);
  EXPECT_EQ(carry_from_host(host_, 1, lanes),
            "computation takes 2.83 times as long (2 to 4, by 2 classes of work) on target as on "
            "host");
}

}  // namespace
}  // namespace revprof
