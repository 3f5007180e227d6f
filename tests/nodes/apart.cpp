// SPDX-License-Identifier: BSD-3-Clause
// Processes on NODES nodes: each name is a node, and only processes of one share memory; ends with
// 1 where not.
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>
#include <string>
#include <vector>

namespace {

constexpr int name_bytes = MPI_MAX_PROCESSOR_NAME;

std::vector<std::string> names_of_all(MPI_Comm comm) {
  int processes = 0;
  MPI_Comm_size(comm, &processes);
  char name[name_bytes] = {};
  int length = 0;
  MPI_Get_processor_name(name, &length);
  std::vector<char> gathered(static_cast<size_t>(processes) * name_bytes);
  MPI_Allgather(name, name_bytes, MPI_CHAR, gathered.data(), name_bytes, MPI_CHAR, comm);
  std::vector<std::string> names;
  for (size_t i = 0; i < gathered.size(); i += name_bytes) names.emplace_back(&gathered[i]);
  return names;
}

// The files of shared memory that processes of the other nodes have made, one each.
int foreign_files(const std::string& own, const std::set<std::string>& nodes) {
  std::ofstream("/dev/shm/apart-" + own) << own;
  MPI_Barrier(MPI_COMM_WORLD);
  int found = 0;
  for (const std::string& node : nodes) {
    if (node != own && std::ifstream("/dev/shm/apart-" + node)) ++found;
  }
  return found;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const size_t expected = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 0;
  const std::vector<std::string> names = names_of_all(MPI_COMM_WORLD);
  const std::string own = names[static_cast<size_t>(rank)];
  const std::set<std::string> nodes(names.begin(), names.end());

  MPI_Comm sharing;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &sharing);
  const std::vector<std::string> neighbours = names_of_all(sharing);
  size_t namesakes = 0;
  for (const std::string& name : names) namesakes += name == own;
  int wrong = nodes.size() != expected;
  wrong += neighbours != std::vector<std::string>(namesakes, own);
  wrong += foreign_files(own, nodes);
  std::printf("rank %d on %s of %zu nodes, shares memory with %zu\n", rank, own.c_str(),
              nodes.size(), neighbours.size());

  int all_wrong = 0;
  MPI_Allreduce(&wrong, &all_wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Comm_free(&sharing);
#if defined(MPICH_NUMVERSION) && MPICH_NUMVERSION < 40200000
  // Its MPI_Finalize may hang over TCP (its pull request 6596); the nodes have been looked at by
  // now.
  MPI_Abort(MPI_COMM_WORLD, all_wrong == 0 ? 0 : 1);
#endif
  MPI_Finalize();
  return all_wrong == 0 ? 0 : 1;
}
