// SPDX-License-Identifier: BSD-3-Clause
// What mpi.table knows of a call beside its kind.
#include <gtest/gtest.h>

#include "revprof/calls/known_call.hpp"

namespace revprof {
namespace {

TEST(CallGroup, is_that_of_the_blocking_call) {
  for (const char* call : {"MPI_Send", "MPI_Ssend", "MPI_Ibsend", "MPI_Irsend", "MPI_Send_init",
                           "MPI_Startall", "MPI_Pready"}) {
    EXPECT_EQ(group_of(call), CallGroup::send) << call;
  }
  for (const char* call :
       {"MPI_Recv", "MPI_Irecv", "MPI_Imrecv", "MPI_Recv_init", "MPI_Sendrecv_replace"}) {
    EXPECT_EQ(group_of(call), CallGroup::receive) << call;
  }
  for (const char* call : {"MPI_Waitall", "MPI_Testany", "MPI_Iprobe", "MPI_Improbe"}) {
    EXPECT_EQ(group_of(call), CallGroup::completion) << call;
  }
  for (const char* call : {"MPI_Bcast", "MPI_Ibcast", "MPI_Iscatterv", "MPI_Bcast_init"}) {
    EXPECT_EQ(group_of(call), CallGroup::one_to_all) << call;
  }
  for (const char* call : {"MPI_Reduce", "MPI_Ireduce", "MPI_Igatherv"}) {
    EXPECT_EQ(group_of(call), CallGroup::all_to_one) << call;
  }
  for (const char* call : {"MPI_Barrier", "MPI_Ibarrier", "MPI_Iallreduce", "MPI_Alltoallw",
                           "MPI_Reduce_scatter_block", "MPI_Ireduce_scatter"}) {
    EXPECT_EQ(group_of(call), CallGroup::all_to_all) << call;
  }
  EXPECT_EQ(group_of("MPI_Exscan"), CallGroup::scan);
  EXPECT_EQ(group_of("MPI_Iscan"), CallGroup::scan);
}

TEST(CallGroup, tells_communicators_windows_and_files_from_collectives) {
  EXPECT_EQ(group_of("MPI_Comm_split"), CallGroup::communicator);
  EXPECT_EQ(group_of("MPI_Cart_create"), CallGroup::communicator);
  EXPECT_EQ(group_of("MPI_Win_fence"), CallGroup::one_sided);
  EXPECT_EQ(group_of("MPI_Rget_accumulate"), CallGroup::one_sided);
  EXPECT_EQ(group_of("MPI_File_write_all"), CallGroup::file);
  EXPECT_EQ(group_of("MPI_Neighbor_alltoall"), CallGroup::neighbour);
  for (const char* call : {"MPI_Init", "MPI_Nosuch", "", "MPI_"}) {
    EXPECT_EQ(group_of(call), CallGroup::other) << call;
  }
}

TEST(CallFacts, count_the_messages_that_each_process_sends) {
  for (const Call call : {Call::MPI_Bcast, Call::MPI_Igatherv, Call::MPI_Reduce_init}) {
    EXPECT_EQ(value(traits(call).messages, 8), 1) << name(call);
  }
  for (const Call call : {Call::MPI_Alltoall, Call::MPI_Iallgatherv, Call::MPI_Alltoallw_init}) {
    EXPECT_EQ(value(traits(call).messages, 8), 7) << name(call);
  }
  for (const Call call : {Call::MPI_Allreduce, Call::MPI_Ibarrier, Call::MPI_Scan}) {
    EXPECT_EQ(value(traits(call).messages, 8), 3) << name(call);
  }
  EXPECT_EQ(value(traits(Call::MPI_Send).messages, 8), 0);
}

TEST(CallFacts, hold_collectives_against_a_link) {
  const auto bus = [](Call call) { return value(traits(call).bus, 8); };
  EXPECT_EQ(bus(Call::MPI_Bcast), 1);
  EXPECT_EQ(bus(Call::MPI_Allreduce), 1.75);
  EXPECT_EQ(bus(Call::MPI_Alltoall), 7);
  EXPECT_EQ(bus(Call::MPI_Barrier), 0);
}

TEST(CallFacts, name_the_calls_that_programs_poll) {
  for (const Call call : {Call::MPI_Test, Call::MPI_Testsome, Call::MPI_Iprobe, Call::MPI_Parrived,
                          Call::MPI_Win_test, Call::MPI_Request_get_status}) {
    EXPECT_TRUE(traits(call).polls) << name(call);
  }
  for (const Call call : {Call::MPI_Wait, Call::MPI_Probe, Call::MPI_Ibarrier}) {
    EXPECT_FALSE(traits(call).polls) << name(call);
  }
}

}  // namespace
}  // namespace revprof
