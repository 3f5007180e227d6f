// SPDX-License-Identifier: BSD-3-Clause
// exact_times SCENARIO: small programs whose predicted times on models/exact.json are worked out by
// hand in exact_times.py.
#define REVPROF_SESSIONS  // one scenario does without MPI_Init
#include "exact_anybody.hpp"
#include "exact_asleep.hpp"
#include "exact_callbacks.hpp"
#include "exact_collectives.hpp"
#include "exact_files.hpp"
#include "exact_messages.hpp"
#include "exact_mpi4.hpp"
#include "exact_onlookers.hpp"
#include "exact_sizes.hpp"
#include "exact_synchronous.hpp"
#include "exact_windows.hpp"

namespace {

using namespace exact;

const char* program = nullptr;

// The children are this program again, with the same scenario.
void spawned(int rank) {
  MPI_Comm parents = MPI_COMM_NULL, children = MPI_COMM_NULL;
  MPI_Comm_get_parent(&parents);
  if (parents != MPI_COMM_NULL) {
    microseconds(3);
    MPI_Send(out, bytes, MPI_BYTE, rank, 0, parents);
    MPI_Comm_disconnect(&parents);
    return;
  }
  microseconds(rank + 1);
  char scenario[] = "spawned";
  char* arguments[] = {scenario, nullptr};
  MPI_Comm_spawn(program, arguments, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children,
                 MPI_ERRCODES_IGNORE);
  MPI_Recv(in, bytes, MPI_BYTE, rank, 0, children, MPI_STATUS_IGNORE);
  MPI_Comm_disconnect(&children);
}

}  // namespace

int main(int argc, char** argv) {
  program = argv[0];
  const std::string scenario = argc > 1 ? argv[1] : "";
#if MPI_VERSION >= 4
  if (scenario == "session") return session(), 0;
#endif
  const World world(&argc, &argv);
  const std::pair<const char*, void (*)(int)> scenarios[] = {
    {"send", send},
    {"callbacks", callbacks},
    {"late_receiver", late_receiver},
    {"started_together", started_together},
    {"anybody", anybody},
    {"in_order", in_order},
    {"in_order_after_a_barrier", in_order_after_a_barrier},
    {"in_order_beside_nobody", in_order_beside_nobody},
    {"after_a_refused_send", after_a_refused_send},
    {"other_before_own", other_before_own},
    {"other_before_own_started", other_before_own_started},
    {"waits_for_many", waits_for_many},
    {"posted_by_both", posted_by_both},
    {"waits_for_the_second", waits_for_the_second},
    {"beside_a_broadcast", beside_a_broadcast},
    {"all_from_anybody", all_from_anybody},
    {"asked", asked},
    {"asked_of_a_send", asked_of_a_send},
    {"divided", divided},
    {"own_communicators", own_communicators},
    {"ssend_to_one_that_waits", ssend_to_one_that_waits},
    {"ssend_to_a_late_one", ssend_to_a_late_one},
    {"long_send_to_a_late_one", long_send_to_a_late_one},
    {"long_send_and_another", long_send_and_another},
    {"ssend_init", ssend_init},
    {"issend_to_an_early_receive", issend_to_an_early_receive},
    {"issend_asked_about", issend_asked_about},
    {"issend_to_each_other", issend_to_each_other},
    {"nonblocking", nonblocking},
    {"persistent", persistent},
    {"sendrecv", sendrecv},
    {"probed", probed},
    {"asleep", asleep},
    {"frozen", frozen},
    {"looks_at_the_clock", looks_at_the_clock},
    {"collectives", collectives},
    {"sizes", exact_sizes::run},
    {"onlookers", exact_onlookers::run},
    {"fence", fence},
    {"epoch", epoch},
    {"lock", lock},
    {"transfers_with_requests", transfers_with_requests},
    {"told_by_a_word", told_by_a_word},
    {"files", files},
    {"measured_collectives", measured_collectives},
    {"measured_parts", measured_parts},
    {"measured_rounds", measured_rounds},
    {"measured_rows", measured_rows},
    {"measured_starts", measured_starts},
    {"measured_files", measured_files},
#if MPI_VERSION >= 4
    {"partitioned", partitioned},
#endif
    {"spawned", spawned}
  };
  for (const auto& [name, run] : scenarios) {
    if (scenario == name) return run(world.rank), 0;
  }
  fail(__FILE__, __LINE__, "no scenario " + scenario);
}
