// SPDX-License-Identifier: BSD-3-Clause
// Calls and their variants fall into their kinds.
#include "revprof/report/call_kind.hpp"

#include <gtest/gtest.h>

namespace revprof {
namespace {

TEST(CallKind, is_that_of_the_blocking_call) {
  for (const char* call :
       {"MPI_Send", "MPI_Ssend", "MPI_Ibsend", "MPI_Irsend", "MPI_Send_init", "MPI_Startall"}) {
    EXPECT_EQ(call_kind(call), CallKind::send) << call;
  }
  for (const char* call :
       {"MPI_Recv", "MPI_Irecv", "MPI_Imrecv", "MPI_Recv_init", "MPI_Sendrecv_replace"}) {
    EXPECT_EQ(call_kind(call), CallKind::receive) << call;
  }
  for (const char* call : {"MPI_Waitall", "MPI_Testany", "MPI_Iprobe", "MPI_Improbe"}) {
    EXPECT_EQ(call_kind(call), CallKind::completion) << call;
  }
  for (const char* call : {"MPI_Bcast", "MPI_Ibcast", "MPI_Iscatterv", "MPI_Bcast_init"}) {
    EXPECT_EQ(call_kind(call), CallKind::one_to_all) << call;
  }
  for (const char* call : {"MPI_Reduce", "MPI_Ireduce", "MPI_Igatherv"}) {
    EXPECT_EQ(call_kind(call), CallKind::all_to_one) << call;
  }
  for (const char* call : {"MPI_Barrier", "MPI_Ibarrier", "MPI_Iallreduce", "MPI_Alltoallw",
                           "MPI_Reduce_scatter_block", "MPI_Ireduce_scatter"}) {
    EXPECT_EQ(call_kind(call), CallKind::all_to_all) << call;
  }
  EXPECT_EQ(call_kind("MPI_Exscan"), CallKind::scan);
  EXPECT_EQ(call_kind("MPI_Iscan"), CallKind::scan);
}

TEST(CallKind, is_other_for_what_moves_no_messages) {
  for (const char* call : {"MPI_Comm_split", "MPI_Init", "", "MPI_"}) {
    EXPECT_EQ(call_kind(call), CallKind::other) << call;
  }
}

}  // namespace
}  // namespace revprof
