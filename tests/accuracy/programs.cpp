// SPDX-License-Identifier: BSD-3-Clause
// programs NAME: one communication pattern of real codes, small enough to be simulated and
// predicted at 64 processes. Built twice: for revprof's host MPI, and for SimGrid SMPI, the machine
// it is predicted for (accuracy.py).
#include <cstring>
#include <utility>
#include <vector>

#include "collectives.hpp"
#include "grids.hpp"
#include "irregular.hpp"
#include "long_messages.hpp"
#include "masters.hpp"
#include "messages.hpp"
#include "polling.hpp"

namespace {

// What an MPI library sets up at its first collectives is none of the patterns'.
void warm_up(const World& w) {
  double own = 1, sum = 0;
  std::vector<char> out = buffer(w.size), in = out;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Bcast(&own, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Reduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Allgather(&own, 1, MPI_BYTE, in.data(), 1, MPI_BYTE, MPI_COMM_WORLD);
  MPI_Alltoall(out.data(), 1, MPI_BYTE, in.data(), 1, MPI_BYTE, MPI_COMM_WORLD);
}

constexpr std::pair<const char*, void (*)(const World&)> programs[] = {
    {"ping_pong", ping_pong},
    {"ring_shift", ring_shift},
    {"halo2_blocking", halo<2, Way::blocking>},
    {"halo2_sendrecv", halo<2, Way::send_receive>},
    {"halo2_nonblocking", halo<2, Way::nonblocking>},
    {"halo2_persistent", halo<2, Way::persistent>},
    {"halo3_sendrecv", halo<3, Way::send_receive>},
    {"halo3_nonblocking", halo<3, Way::nonblocking>},
    {"neighbours26", neighbours26},
    {"alternating", alternating},
    {"neighbours_in_a_box", neighbours_in_a_box},
    {"long_sends", long_sends<Way::blocking>},
    {"long_posted_sends", long_sends<Way::nonblocking>},
    {"block_shifts", block_shifts},
    {"deal", deal},
    {"pass_on", pass_on},
    {"long_faces", long_faces},
    {"scattered", scattered},
    {"between_powers", between_powers},
    {"wavefront", wavefront},
    {"pipeline", pipeline},
    {"transpose", transpose},
    {"conjugate_gradients", conjugate_gradients},
    {"panels", panels},
    {"sample_sort", sample_sort},
    {"reduce_then_broadcast", reduce_then_broadcast},
    {"input_and_results", input_and_results},
    {"overlap", overlap},
    {"gather_by_sends", gather_by_sends},
    {"stream", stream},
    {"master_worker", master<Takes::recv>},
    {"master_probe", master<Takes::probe>},
    {"master_iprobe", master<Takes::iprobe>},
    {"master_irecv", master<Takes::irecv>},
    {"master_waitany", master<Takes::waitany>},
    {"master_waitsome", master<Takes::waitsome>},
    {"master_testsome", master<Takes::testsome>},
    {"master_persistent", master<Takes::persistent>},
    {"load_balancer", load_balancer},
    {"sparse_exchange", sparse_exchange},
    {"work_stealing", work_stealing},
};

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const World world;
  bool found = false;
  for (const auto& [name, run] : programs) {
    if (argc != 2 || std::strcmp(argv[1], name) != 0) continue;
    found = true;
    leave_out([&] { warm_up(world); });
    run(world);
  }
  if (!found && world.rank == 0) {
    std::fprintf(stderr, "usage: programs NAME\nNAME:");
    for (const auto& [name, run] : programs) std::fprintf(stderr, " %s", name);
    std::fprintf(stderr, "\n");
  }
  print_times();
  MPI_Finalize();
  return found ? 0 : 2;
}
