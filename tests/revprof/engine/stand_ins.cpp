// SPDX-License-Identifier: BSD-3-Clause
// Equations that serve other calls, nominal times, and what a time rests on then.
#include "round_model.hpp"

namespace revprof {
namespace {

TEST(Engine, stand_in_serves_a_call_without_equation) {
  Engine a = process(0);
  const SimTime ready = 0;
  a.begin_call(Call::MPI_Barrier);
  a.collective({Call::MPI_Barrier, 4, 0, 0}, &ready);  // as MPI_Allreduce
  a.end_call(0, -1, 0);
  EXPECT_EQ(a.now()[0], 14 * us);
  EXPECT_EQ(a.costs().serving(Call::MPI_Barrier), "MPI_Allreduce");
  const auto& by_source = a.account(Call::MPI_Barrier).time_by_source;
  EXPECT_EQ(by_source[static_cast<int>(Source::stand_in)], 14 * us);
}

// As round_model, but with an equation of its own for a nonblocking call and one for files.
Lane richer_lane() {
  auto model = std::make_shared<Model>(*round_model());
  model->calls["MPI_Iallreduce"] = {class_of(0, 20, 0.01)};
  model->calls["MPI_File_write_at"] = {class_of(0, 3, 0.001)};
  model->calls["MPI_File_write_at_all"] = {class_of(0, 6, 0.002, {Startup::p, Data::d}, 2)};
  return {"richer", model, LaneEstimate::mean, 1e-6, {}};
}

TEST(Engine, nonblocking_collective_with_an_equation_of_its_own) {
  Engine a = process(0, {richer_lane()});
  const SimTime ready = 2 * us;
  a.begin_call(Call::MPI_Iallreduce);
  a.complete_collective({Call::MPI_Iallreduce, 8, 1000, 0}, &ready);
  a.end_call(0, -1, 0);
  EXPECT_EQ(a.now()[0], 2 * us + 30 * us);
  EXPECT_EQ(a.account(Call::MPI_Iallreduce).time_by_source[static_cast<int>(Source::measured)],
            30 * us);
  EXPECT_EQ(a.costs().serving(Call::MPI_Ibcast), "MPI_Bcast");
}

// Both are looked up, and either may have the other's place in the table.
TEST(Engine, nonblocking_collective_keeps_its_source_beside_the_wait_s) {
  Engine a = process(0);
  SimTime expected = 0;
  a.begin_call(Call::MPI_Iallreduce);
  for (std::int64_t bytes = 0; bytes < 20'000; ++bytes) {
    const SimTime ready = a.now()[0];
    a.complete_collective({Call::MPI_Iallreduce, 4, bytes, 0}, &ready);
    expected += 14 * us;
  }
  EXPECT_EQ(a.now()[0], expected);
  const auto& by_source = a.account(Call::MPI_Iallreduce).time_by_source;
  EXPECT_EQ(by_source[static_cast<int>(Source::stand_in)], expected);
}

TEST(Engine, four_measured_file_calls_serve_the_others) {
  const CostTable costs({richer_lane()}, 8, mpi_calls());
  const auto served = [&](Call call, const std::string& by) { EXPECT_EQ(costs.serving(call), by); };
  for (const Call call :
       {Call::MPI_File_read_at, Call::MPI_File_iread_at, Call::MPI_File_read, Call::MPI_File_iread,
        Call::MPI_File_read_shared, Call::MPI_File_write, Call::MPI_File_iwrite_at,
        Call::MPI_File_iwrite, Call::MPI_File_write_shared, Call::MPI_File_iwrite_shared}) {
    served(call, "MPI_File_write_at");
  }
  for (const Call call :
       {Call::MPI_File_write_all, Call::MPI_File_iwrite_at_all, Call::MPI_File_iwrite_all,
        Call::MPI_File_write_ordered, Call::MPI_File_write_at_all_begin,
        Call::MPI_File_write_all_begin, Call::MPI_File_write_ordered_begin}) {
    served(call, "MPI_File_write_at_all");
  }
  served(Call::MPI_File_close, "MPI_Allreduce");
  Engine a = process(0, {richer_lane()});
  const SimTime ready = 0;
  a.collective({Call::MPI_File_write_ordered, 4, 1000, 0}, &ready);
  EXPECT_EQ(a.now()[0], 16 * us);  // 6 + 2 * 4 + 2
}

TEST(Engine, nominal_time_where_nothing_stands_in) {
  Engine a = process(0);
  const SimTime ready = 0;
  a.begin_call(Call::MPI_Alltoall);  // neither it nor MPI_Allgather is in the model
  a.collective({Call::MPI_Alltoall, 4, 10'000, 0}, &ready);
  EXPECT_EQ(a.now()[0], 2 * us);  // 1 us + 10 kB / (10 GB/s)
  EXPECT_EQ(a.costs().serving(Call::MPI_Alltoall), "");
  const auto& by_source = a.account(Call::MPI_Alltoall).time_by_source;
  EXPECT_EQ(by_source[static_cast<int>(Source::assumed)], 2 * us);
}

TEST(Engine, beyond_the_measured_processes_counts_as_extrapolated) {
  Engine a = process(0);
  const SimTime ready = 0;
  a.begin_call(Call::MPI_Allreduce);
  a.collective({Call::MPI_Allreduce, 128, 8, 0}, &ready);
  a.end_call(8, -1, 0);
  const auto& by_source = a.account(Call::MPI_Allreduce).time_by_source;
  EXPECT_EQ(by_source[static_cast<int>(Source::extrapolated)], a.now()[0]);
  EXPECT_EQ(a.now()[0], 138 * us);
}

TEST(Engine, stand_ins_of_every_call_end) {
  const CostTable costs({lane("mean")}, 8, mpi_calls());
  for (int c = 0; c < call_count; ++c) {
    const std::string serving = costs.serving(static_cast<Call>(c));
    EXPECT_TRUE(serving.empty() || round_model()->calls.count(serving) == 1) << call_traits[c].name;
  }
}

}  // namespace
}  // namespace revprof
