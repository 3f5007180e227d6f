// SPDX-License-Identifier: BSD-3-Clause
// MPICH 3.4 to 4.3 and what has its binary interface (Intel MPI, MVAPICH, Cray MPICH). On UCX, as
// Debian builds it (device ch4:ucx), UCX decides what travels eagerly.
#include <sched.h>

#include <cstdlib>
#include <initializer_list>
#include <sstream>

#include "revprof/mpi/host/host.hpp"
#include "revprof/mpi/host/leaving.hpp"
#include "revprof/mpi/host/yielding.hpp"

namespace revprof {

namespace {

// A handle's two highest bits say of what kind it is; 01 is built in, not made for one operation.
bool is_shared(MPI_Request request) { return static_cast<unsigned>(request) >> 30 == 1; }

std::vector<std::string> parameter_files() {
  const char* const folder = std::getenv("UCX_CONFIG_DIR");
  return {std::string(folder != nullptr ? folder : "/etc/ucx") + "/ucx.conf"};
}

// Whether UCX may use one of these transports; it warns of variables of those that it may not.
bool in_use(std::initializer_list<const char*> names) {
  const char* const chosen = std::getenv("UCX_TLS");
  if (chosen == nullptr || *chosen == '^') return true;
  std::istringstream list(chosen);
  for (std::string word; std::getline(list, word, ',');) {
    if (word == "all") return true;
    for (const char* name : names) {
      if (word == name) return true;
    }
  }
  return false;
}

// Without UCX_RNDV_THRESH a message on shared memory or TCP is eager as long as it fits into the
// transport's segment. Faster networks weigh costs instead, and then have a limit of their own that
// no variable moves by a few bytes.
std::vector<EagerLimit> eager_limits() {
  std::vector<EagerLimit> limits = {{"UCX_POSIX_SEG_SIZE", 0},
                                    {"UCX_SYSV_SEG_SIZE", 0},
                                    {"UCX_XPMEM_SEG_SIZE", 0},
                                    {"UCX_RNDV_THRESH", 0},
                                    {"UCX_RNDV_THRESH_FALLBACK", 262144}};
  if (in_use({"posix", "sysv", "xpmem", "shm", "sm", "mm"})) {
    limits.push_back({"UCX_MM_SEG_SIZE", 8256});
  }
  if (in_use({"tcp"})) limits.push_back({"UCX_TCP_TX_SEG_SIZE", 8192});
  return limits;
}

// Waiting processes yield where the node's are more than the cores that any of them may use.
void share_cores(MPI_Comm world) {
  MPI_Comm node = MPI_COMM_NULL;
  PMPI_Comm_split_type(world, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  int processes = 0;
  PMPI_Comm_size(node, &processes);
  cpu_set_t cores;
  CPU_ZERO(&cores);
  sched_getaffinity(0, sizeof(cores), &cores);
  PMPI_Allreduce(MPI_IN_PLACE, &cores, sizeof(cores), MPI_BYTE, MPI_BOR, node);
  PMPI_Comm_free(&node);
  yield_when_idle(processes > CPU_COUNT(&cores));
}

}  // namespace

const Host& host() {
  static const Host mpich = {eager_limits(),
                             {},
                             networks_with_a_place,
                             parameter_files(),
                             "",
                             "MPI_LOCALNRANKS",
                             is_shared,
                             false,
                             false,
                             false,
                             MPI_BSEND_OVERHEAD - 8,  // as tried: 4.0.2 takes no more
                             true,
                             false,
                             false,
                             share_cores,
                             leave_together};
  return mpich;
}

}  // namespace revprof
