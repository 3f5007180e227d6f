// SPDX-License-Identifier: BSD-3-Clause
// Which times rest on what others are taken to do meanwhile, though their equations were measured.
#include "round_model.hpp"

namespace revprof {
namespace {

SimTime of(const Engine& engine, Call call, Source source) {
  return engine.account(call).time_by_source[static_cast<std::size_t>(source)];
}

Stamp sent_at_once(int source) {
  Stamp stamp;
  stamp.source = source;
  for (SimTime& sent : stamp.sent) sent = 0;
  return stamp;
}

TEST(Inferred, message_by_itself_is_measured) {
  Engine b = process(1);
  b.begin_call(Call::MPI_Recv);
  b.receive(Call::MPI_Recv, 0, sent_at_once(0), 0, 0);
  b.end_call(0, 0, 0);
  EXPECT_EQ(of(b, Call::MPI_Recv, Source::measured), b.now()[0]);
  EXPECT_GT(b.now()[0], 0);
}

// Of a message of who has itself sent to somebody else: others are taken to do so, too.
TEST(Inferred, message_among_others) {
  Engine b = process(1);
  b.begin_call(Call::MPI_Recv);
  note_sent(b, 2, 0);
  b.receive(Call::MPI_Recv, 0, sent_at_once(0), 0, 0);
  b.end_call(0, 0, 0);
  EXPECT_EQ(of(b, Call::MPI_Recv, Source::inferred), b.now()[0]);
  EXPECT_EQ(of(b, Call::MPI_Recv, Source::measured), 0);
}

// A message for which its sender waits is among what others send; who has sent nothing itself
// cannot tell. Two processes are in nobody's way.
TEST(Inferred, long_message_to_who_has_sent_nothing) {
  for (const int processes : {8, 2}) {
    for (const std::int64_t bytes : {1000, 1001}) {
      auto model = std::make_shared<Model>(*round_model());
      model->point_to_point.eager_limit_bytes = 1000;
      Engine b({{"mean", model, LaneEstimate::mean, 1e-6, {}}}, 1, processes, 10'000, nullptr,
               mpi_calls());
      b.begin_call(Call::MPI_Recv);
      b.receive(Call::MPI_Recv, bytes, sent_at_once(0), 0, 0);
      b.end_call(bytes, 0, 0);
      const bool is_inferred = processes > 2 && bytes > 1000;
      const Source source = is_inferred ? Source::inferred : Source::measured;
      EXPECT_EQ(of(b, Call::MPI_Recv, source), b.now()[0]) << processes << ' ' << bytes;
      EXPECT_GT(b.now()[0], 0);
    }
  }
}

// The Wait of a posted send rests on what its message does: one that is longer than any that was
// measured is extrapolated.
TEST(Inferred, completion_of_what_was_posted) {
  for (const std::int64_t bytes : {std::int64_t{1} << 20, std::int64_t{1} << 22}) {
    Engine a = process(0);
    const Stamp message = stamped(a, bytes, 1);
    Clock done;
    a.post_send(Call::MPI_Isend, bytes, 1, message, done);
    a.begin_call(Call::MPI_Wait);
    a.complete_posted(Call::MPI_Send, bytes, 1, done);
    a.end_call(0, 1, 0);
    const CallAccount& account = a.account(Call::MPI_Wait);
    const Source rest = bytes == 1 << 20 ? Source::measured : Source::extrapolated;
    EXPECT_EQ(of(a, Call::MPI_Wait, rest), account.time) << bytes;
    EXPECT_GT(account.time, 0);
  }
}

// What a call takes in its own process is shared with nobody.
TEST(Inferred, sending_is_measured_among_others) {
  Engine a = process(0);
  a.begin_call(Call::MPI_Send);
  note_sent(a, 2, 1000);
  a.send(Call::MPI_Send, 1000, 1);
  a.end_call(1000, 1, 0);
  EXPECT_EQ(of(a, Call::MPI_Send, Source::measured), a.now()[0]);
  EXPECT_GT(a.now()[0], 0);
}

// Others may make the same call beside a part of the processes.
TEST(Inferred, collective_of_a_part_of_the_processes) {
  for (const int processes : {8, 4}) {
    Engine a = process(0);  // of 8
    const SimTime ready = 0;
    a.begin_call(Call::MPI_Allreduce);
    a.collective({Call::MPI_Allreduce, processes, 0, 0}, &ready);
    a.end_call(0, -1, 0);
    const Source source = processes == 8 ? Source::measured : Source::inferred;
    EXPECT_EQ(of(a, Call::MPI_Allreduce, source), a.now()[0]) << processes;
  }
}

// Processes leave the first one at different times, and begin the next one so.
TEST(Inferred, collective_that_follows_another_at_once) {
  Engine a = process(0);
  for (const int compute : {0, 0, 100}) {
    a.compute(compute);
    a.begin_call(Call::MPI_Allreduce);
    a.collective({Call::MPI_Allreduce, 8, 0, 0}, a.now());  // 18 us
    a.end_call(0, -1, 0);
  }
  EXPECT_EQ(of(a, Call::MPI_Allreduce, Source::measured), 2 * 18 * us);
  EXPECT_EQ(of(a, Call::MPI_Allreduce, Source::inferred), 18 * us);
}

// Ranks are no distance where a model has equations by how far apart they are.
TEST(Inferred, distance_by_ranks) {
  auto model = std::make_shared<Model>(*round_model());
  model->calls["transit"].push_back(class_of(-1, 5, 0.002));
  Engine b = process(1, {{"torus", model, LaneEstimate::mean, 1e-6, {}}});
  b.begin_call(Call::MPI_Recv);
  b.receive(Call::MPI_Recv, 0, sent_at_once(0), 0, 0);
  b.end_call(0, 0, 0);
  EXPECT_EQ(of(b, Call::MPI_Recv, Source::inferred), b.now()[0]);
}

TEST(Inferred, beyond_what_was_measured_is_weaker) {
  Engine a({lane("mean")}, 0, 256, 10'000, nullptr, mpi_calls());
  const SimTime ready = 0;
  a.begin_call(Call::MPI_Allreduce);
  a.collective({Call::MPI_Allreduce, 128, 8, 0}, &ready);
  a.end_call(8, -1, 0);
  EXPECT_EQ(of(a, Call::MPI_Allreduce, Source::extrapolated), a.now()[0]);
}

}  // namespace
}  // namespace revprof
