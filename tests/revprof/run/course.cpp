// SPDX-License-Identifier: BSD-3-Clause
// A run from its begin to its end by a front end of a few lines, whose processes are threads: there
// is no MPI in this program.
#include "revprof/run/course.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "fit/model/model_json.hpp"
#include "revprof/calls/mpi_calls.hpp"
#include "revprof/run/call_scope.hpp"
#include "revprof/run/host_model.hpp"
#include "revprof/run/measured_run.hpp"
#include "revprof/trace/plain/factory.hpp"
#include "revprof/trace/results/measured.hpp"
#include "revprof/trace/results/summary.hpp"
#include "thread_team.hpp"

namespace revprof {
namespace {

constexpr SimTime us = 1'000'000;  // in picoseconds

// Settings for a while, and a directory for the results.
class Environment : public ::testing::Test {
 protected:
  Environment() {
    std::string name = std::filesystem::temp_directory_path() / "revprof-run-XXXXXX";
    directory_ = mkdtemp(name.data());
    set("MODEL", REVPROF_TEST_MODEL);
    set("REVPROF_OUTPUT", output());
    set("REVPROF_STEP", "1e-6");
    set("REVPROF_QUIET", "1");
  }
  ~Environment() override {
    for (const std::string& name : names_) unsetenv(name.c_str());
    std::filesystem::remove_all(directory_);
  }

  void set(const std::string& name, const std::string& value) {
    setenv(name.c_str(), value.c_str(), 1);
    names_.push_back(name);
  }
  std::string output() const { return directory_ + "/out"; }
  Summary summary() const { return read_summary(output() + "/summary.json"); }

 private:
  std::string directory_;
  std::vector<std::string> names_;
};
using Course = Environment;

// What a front end does at its library's begin and end; `body(run)` is the program.
template <class Body>
void predict(int processes, Body body) {
  on_threads(processes, [&](std::unique_ptr<Team> team) {
    Plan plan = make_plan();
    agree_on(plan, *team);
    Run run;
    run.team = std::move(team);
    run.calls = &mpi_calls();
    begin_run(run, std::move(plan), "");
    CallScope::start_computation(run);
    body(run);
    EXPECT_TRUE(end_run(run));
  });
}

// ... and in a collective of all to all.
void meet(Run& run) {
  CallScope scope(run, Call::MPI_Allreduce);
  const SimTime* const now = run.engine->now();
  const std::vector<SimTime> ready = run.team->maximum({now, now + run.engine->lanes()});
  const int processes = run.team->processes();
  scope.book(0, -1, 0, [&](Engine& engine) {
    engine.collective(Call::MPI_Allreduce, processes, 0, {}, ready.data());
  });
}

TEST_F(Course, one_process_computes_and_leaves_its_summary) {
  predict(1, [](auto& run) { run.engine->compute(100); });
  const Summary read = summary();
  EXPECT_EQ(read.processes, 1);
  EXPECT_EQ(read.machine, "exact");
  std::vector<std::string> names;
  for (const SummaryLane& lane : read.lanes) names.push_back(lane.name);
  EXPECT_EQ(names, (std::vector<std::string>{"mean", "low", "high", "equation"}));
  EXPECT_EQ(read.predicted(0).predicted, 100 * us);
  EXPECT_EQ(read.predicted(0).compute, 100 * us);
  ASSERT_EQ(read.warnings.size(), 1U);
  EXPECT_NE(read.warnings[0].find("between test_begin and test_end no process made an Echo call"),
            std::string::npos);
}

// exact.json: MPI_Allreduce takes 10 us + 10 us log(p).
TEST_F(Course, processes_meet_and_the_latest_decides) {
  predict(4, [](auto& run) {
    const int rank = run.team->rank();
    run.engine->compute(100 * rank);
    meet(run);
  });
  const Summary read = summary();
  ASSERT_EQ(read.processes, 4);
  for (int rank = 0; rank < 4; ++rank) {
    const LaneTimes& mean = read.times[static_cast<std::size_t>(rank)][0];
    EXPECT_EQ(mean.predicted, 330 * us);
    EXPECT_EQ(mean.compute, 100 * us * rank);
    EXPECT_EQ(mean.waiting, 100 * us * (3 - rank));
  }
  ASSERT_EQ(read.calls.size(), 1U);
  EXPECT_EQ(read.calls[0].call, "MPI_Allreduce");
  EXPECT_EQ(read.calls[0].count, 4);
  EXPECT_EQ(read.calls[0].seconds, 720e-6);
  EXPECT_TRUE(read.warnings.empty());
  for (int rank = 0; rank < 4; ++rank) {
    EXPECT_TRUE(std::filesystem::exists(trace_file_name(output(), rank)));
  }
}

TEST_F(Course, processes_that_disagree_get_no_prediction) {
  predict(3, [](auto& run) {
    const int rank = run.team->rank();
    if (rank == 1) run.disagree(2);
  });
  EXPECT_FALSE(std::filesystem::exists(output() + "/summary.json"));
}

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
    predict(processes, [](auto& run) { run.engine->elapse(1e-3); });
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

TEST_F(Course, processes_share_a_board) {
  predict(3, [](auto& run) {
    const int rank = run.team->rank();
    run.board.open(*run.team, 1);
    ASSERT_TRUE(run.board.is_open());
    const Board::Place own = run.board.join();
    const SimTime said = 10 + rank;
    ASSERT_TRUE(run.board.write(own, 1, &said, 1));
    const auto place = static_cast<std::int64_t>(own);
    const std::vector<std::string> all =
        static_cast<ThreadTeam&>(*run.team).all_say(std::to_string(place));
    for (std::size_t r = 0; r < all.size(); ++r) {
      const SimTime* const read = run.board.find(std::stoull(all[r]), 1);
      ASSERT_NE(read, nullptr);
      EXPECT_EQ(*read, 10 + static_cast<SimTime>(r));
    }
    run.team->meet();
    run.board.close();
  });
}

// Both messages are there; the one that is found last was sent first.
TEST_F(Course, a_receive_from_anybody_takes_the_earliest_message) {
  predict(3, [](auto& run) {
    const int rank = run.team->rank();
    ASSERT_TRUE(run.horizon.is_open());
    if (rank != 0) {
      run.engine->compute(rank == 1 ? 200 : 100);
      run.horizon.sent(0, run.engine->now()[0]);
      run.engine->compute(1000);
      run.horizon.publish(run.engine->now()[0]);
    }
    run.team->meet();
    if (rank == 0) {
      const auto probe = [](int index) {
        return index == 0 ? Horizon::Probed::nothing : Horizon::Probed::message;
      };
      EXPECT_EQ(run.horizon.earliest({0, 1, 2}, probe, *run.engine), 2);
    }
  });
}

TEST_F(Course, this_hosts_times_are_written_instead) {
  set("REVPROF_MEASURE", "1");
  on_threads(1, [](std::unique_ptr<Team> team) {
    const Plan plan = make_plan();
    ASSERT_TRUE(plan.measures);
    MeasuredRun measurement(std::move(team), plan.settings);
    { const TimedCall call(Call::MPI_Barrier); }
    EXPECT_TRUE(measurement.end());
  });
  const Measured read = read_measured(output() + "/measured.json");
  EXPECT_EQ(read.processes, 1);
  ASSERT_EQ(read.calls.size(), 1U);
  EXPECT_EQ(read.calls[0].call, "MPI_Barrier");
  EXPECT_EQ(read.calls[0].count, 1);
}

using CourseDeathTest = Environment;

TEST_F(CourseDeathTest, a_wrong_setting_ends_all_with_code_2) {
  set("REVPROF_STEP", "fast");
  const auto start = [] {
    on_threads(2, [](std::unique_ptr<Team> team) { agree_on(make_plan(), *team); });
  };
  EXPECT_EXIT(start(), testing::ExitedWithCode(2), "expected seconds, .* found \"fast\"");
}

TEST_F(CourseDeathTest, a_clock_beyond_its_range_ends_all_with_code_2) {
  const auto start = [] { predict(1, [](auto& run) { run.engine->compute(1e15); }); };
  EXPECT_EXIT(start(), testing::ExitedWithCode(2), "640 hours");
}

}  // namespace
}  // namespace revprof
