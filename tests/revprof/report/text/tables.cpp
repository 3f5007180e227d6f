// SPDX-License-Identifier: BSD-3-Clause
// The tables of `revprof report`, letter by letter.
#include "revprof/report/text/tables.hpp"

#include <gtest/gtest.h>

namespace revprof {
namespace {

constexpr SimTime us = 1'000'000;

// Process 0 computes 10 us and sends 1 KiB to process 1, which waits for it.
std::vector<Trace> two_processes() {
  Trace sender, receiver;
  sender.processes = receiver.processes = 2;
  receiver.rank = 1;
  sender.computes = {{0, 10 * us}};
  sender.calls = {{"MPI_Send", 10 * us, 13 * us, 0, 1024, 1, 0}};
  receiver.calls = {{"MPI_Recv", 0, 16 * us, 14 * us, 1024, 0, 0}};
  receiver.messages = {{0, 10 * us, 14 * us, 16 * us, 1024, 99, 0}};
  return {sender, receiver};
}

TEST(ProcessTimes, of_traces_add_up) {
  for (const ProcessTimes& process : process_times(two_processes())) {
    EXPECT_EQ(process.times.predicted,
              process.times.compute + process.times.communication + process.times.waiting);
  }
  EXPECT_EQ(process_times(two_processes())[1].times.waiting, 14 * us);
}

TEST(ProcessTable, has_one_row_a_process) {
  EXPECT_EQ(process_table(process_times(two_processes())),
            "  process   compute  communication   waiting     total    busy\n"
            "        0  10.00 us       3.000 us       0 s  13.00 us  76.9 %\n"
            "        1       0 s       2.000 us  14.00 us  16.00 us   0.0 %\n");
}

TEST(TracedCallTable, sorts_by_time) {
  EXPECT_EQ(traced_call_table(two_processes()),
            "  call      count  mean size      time   waiting\n"
            "  MPI_Recv      1   1.00 KiB  16.00 us  14.00 us\n"
            "  MPI_Send      1   1.00 KiB  3.000 us       0 s\n");
}

// 5,000 waits of 100 hours each for a message that is 100 hours under way.
TEST(Tables, sums_of_many_core_hours) {
  constexpr SimTime hours = 100 * 3600 * picoseconds_per_second;
  std::vector<Trace> traces(10'000);
  for (std::size_t rank = 0; rank < traces.size(); ++rank) {
    traces[rank].rank = static_cast<int>(rank);
    traces[rank].processes = static_cast<int>(traces.size());
    if (rank % 2 == 0) continue;
    traces[rank].calls = {{"MPI_Recv", 0, hours, hours, 8, 0, 0}};
    traces[rank].messages = {{0, 0, hours, hours, 8, 99, 0}};
  }
  EXPECT_EQ(traced_call_table(traces),
            "  call      count  mean size      time   waiting\n"
            "  MPI_Recv  5,000        8 B  500000 h  500000 h\n");
  const std::string messages = message_table(traces);
  const std::string last = messages.substr(messages.rfind("all"));
  EXPECT_NE(last.find(" 5,000 "), last.npos) << last;
  EXPECT_NE(last.find(" 100 h 00 min\n"), last.npos) << last;
}

TEST(MessageTable, lists_the_pairs_of_few_processes) {
  std::vector<Trace> traces = two_processes();
  traces[1].messages.push_back({-1, 0, 2 * us, 2 * us, 0, 1, 0});
  EXPECT_EQ(message_table(traces),
            "  from -> to    messages     bytes  mean size  mean flight\n"
            "  outside -> 1         1       0 B        0 B     2.000 us\n"
            "  0 -> 1               1  1.00 KiB   1.00 KiB     4.000 us\n"
            "  all                  2  1.00 KiB      512 B     3.000 us\n");
}

TEST(MessageTable, lists_the_receivers_of_many_processes) {
  std::vector<Trace> traces = two_processes();
  for (Trace& trace : traces) trace.processes = 9;
  EXPECT_EQ(message_table(traces),
            "  received by  messages     bytes  mean size  mean flight\n"
            "  1                   1  1.00 KiB   1.00 KiB     4.000 us\n");
}

TEST(MessageTable, is_empty_where_there_are_none) { EXPECT_EQ(message_table({Trace{}}), ""); }

}  // namespace
}  // namespace revprof
