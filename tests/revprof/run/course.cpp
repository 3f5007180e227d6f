// SPDX-License-Identifier: BSD-3-Clause
// A run from its begin to its end by a front end of a few lines, whose processes are threads: there
// is no MPI in this program.
#include <algorithm>

#include "course_fixture.hpp"
#include "revprof/run/earliest.hpp"
#include "revprof/run/timed_run.hpp"
#include "revprof/trace/plain/factory.hpp"
#include "revprof/trace/results/measured.hpp"

namespace revprof {
namespace {

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

// exact.json has no nonblocking collective, so that the start takes nothing.
TEST_F(Course, a_start_that_nobody_has_measured_rests_on_what_serves_its_call) {
  predict(2, [](auto& run) {
    CallScope scope(run, Call::MPI_Ibcast);
    scope.book(8, -1, 0, [](Engine& engine) {
      engine.start_collective({Call::MPI_Ibcast, 2, 8, {}});
    });
  });
  const Summary read = summary();
  ASSERT_EQ(read.calls.size(), 1U);
  EXPECT_EQ(read.calls[0].seconds, 0);
  EXPECT_EQ(read.calls[0].source, "stand_in");
  EXPECT_EQ(read.calls[0].stand_in, "MPI_Bcast");
  const std::string warning = "MPI_Ibcast: the model has no equation; that of MPI_Bcast stands in";
  EXPECT_TRUE(std::count(read.warnings.begin(), read.warnings.end(), warning) == 1);
}

TEST_F(Course, processes_that_disagree_get_no_prediction) {
  predict(3, [](auto& run) {
    const int rank = run.team->rank();
    if (rank == 1) run.disagree(2);
  });
  EXPECT_FALSE(std::filesystem::exists(output() + "/summary.json"));
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
    constexpr int subject_tag = 3;
    const Horizon::Subject subject{7, subject_tag};
    ASSERT_TRUE(run.horizon.is_open());
    if (rank != 0) {
      run.engine->compute(rank == 1 ? 200 : 100);
      run.horizon.sent(0, run.engine->now()[0], subject, run.engine->now()[0]);
      run.engine->compute(1000);
      run.horizon.publish(run.engine->now()[0]);
    }
    run.team->meet();
    if (rank == 0) {
      const auto probe = [](int index) { return index == 0 ? Probe::nothing : Probe::message; };
      const auto none = [](int, int) { return Takers(); };
      EXPECT_EQ(
          earliest_message(run.horizon, {0, 1, 2}, subject, nullptr, probe, none, *run.engine), 2);
      // The earlier one takes a while; or a receive that was posted before has it.
      int looks = 0;
      const auto late = [&](int index) {
        return index == 0 || (index == 2 && ++looks <= 100) ? Probe::nothing : Probe::message;
      };
      const auto earliest = [&](const TakersAt& by) {
        looks = 0;
        return earliest_message(run.horizon, {0, 1, 2}, subject, nullptr, late, by, *run.engine);
      };
      EXPECT_EQ(earliest(none), 2);
      EXPECT_EQ(earliest([](int, int tag) { return Takers{tag == subject_tag ? 1 : 0, 0}; }), 1);
      // One that names its sender and its tag has it for certain: nobody has to look.
      EXPECT_EQ(earliest([](int index, int) { return Takers{1, index == 2 ? 1 : 0}; }), 1);
      EXPECT_EQ(looks, 0);
    }
  });
}

// 100 rounds of a question at 10 ns, of which the first one takes no time, and then something else.
TEST_F(Course, questions_that_failed_take_the_time_of_a_call) {
  set("REVPROF_CALL_SITES", "1");
  predict(1, [](auto& run) {
    constexpr SimTime tick = 10'000;
    run.polls.asks_by(Call::MPI_Iprobe, &tick);
    for (int round = 0; round < 100; ++round) {
      run.polls.ask(run.engine->now()[0], 7);
      run.polls.failed(Horizon::never, {});
    }
    CallScope::begin_region(run, "no time");
    EXPECT_TRUE(run.polls.have_begun());
    CallScope::end_region(run);
    end_polls(run);
    const CallAccount& probes = run.engine->account(Call::MPI_Iprobe);
    EXPECT_EQ(run.engine->now()[0], 99 * tick);
    EXPECT_EQ(probes.time, 99 * tick);
    EXPECT_EQ(probes.waiting, 99 * tick);
    EXPECT_EQ(run.engine->account(Call::MPI_Test).count, 0);
    ASSERT_EQ(run.engine->sites().size(), 1U);
    EXPECT_EQ(run.engine->sites()[0].waiting, 99 * tick);
  });
}

// A directory stands where the summary should, as good as a full disk.
TEST_F(Course, a_prediction_is_printed_where_no_file_can_be_written) {
  set("REVPROF_OUTPUT_EXISTS", "1");
  set("REVPROF_QUIET", "0");
  std::filesystem::create_directories(output() + "/summary.json/full");
  testing::internal::CaptureStderr();
  predict(1, [](auto& run) { CallScope::announce(run, 3); });
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("predicted time  3.000 us"), std::string::npos) << said;
  EXPECT_NE(said.find("no summary was written"), std::string::npos) << said;
  EXPECT_EQ(said.find("Results:"), std::string::npos) << said;
}

TEST_F(Course, this_hosts_times_are_written_instead) {
  set("REVPROF_MEASURE", "1");
  on_threads(1, [](std::unique_ptr<Team> team) {
    const Plan plan = make_plan();
    ASSERT_EQ(static_cast<int>(plan.measures), static_cast<int>(Measures::calls));
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
