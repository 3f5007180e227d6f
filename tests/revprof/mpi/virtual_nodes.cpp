// SPDX-License-Identifier: BSD-3-Clause
// What a hierarchical program learns of its nodes, one line for each rank: the processor's name,
// the ranks that share memory with it (their own order reversed), and how many leaders there are.
// Shared memory of such a node works.
#include <mpi.h>

#include <cstring>

#include "check.hpp"

namespace {

MPI_Comm split_shared(MPI_Comm communicator, int key) {
  MPI_Comm node = MPI_COMM_NULL;
  CHECK_MPI(MPI_Comm_split_type(communicator, MPI_COMM_TYPE_SHARED, key, MPI_INFO_NULL, &node));
  return node;
}

// World ranks of a communicator, in its order.
std::string ranks_of(MPI_Comm communicator, const World& world) {
  int size = 0;
  MPI_Comm_size(communicator, &size);
  std::vector<int> ranks(static_cast<std::size_t>(size));
  MPI_Allgather(&world.rank, 1, MPI_INT, ranks.data(), 1, MPI_INT, communicator);
  std::string text;
  for (const int rank : ranks) text += (text.empty() ? "" : ",") + std::to_string(rank);
  return text;
}

// Everybody reads what the others of its node have written into shared memory.
void use_shared_memory(MPI_Comm node, const World& world) {
  int size = 0;
  MPI_Comm_size(node, &size);
  int* own = nullptr;
  MPI_Win window;
  CHECK_MPI(MPI_Win_allocate_shared(sizeof(int), sizeof(int), MPI_INFO_NULL, node,
                                    static_cast<void*>(&own), &window));
  MPI_Win_fence(0, window);
  *own = world.rank;
  MPI_Win_fence(0, window);
  int sum = 0, expected = 0;
  for (int rank = 0; rank < size; ++rank) {
    MPI_Aint bytes = 0;
    int unit = 0;
    int* other = nullptr;
    MPI_Win_shared_query(window, rank, &bytes, &unit, static_cast<void*>(&other));
    sum += *other;
  }
  MPI_Allreduce(&world.rank, &expected, 1, MPI_INT, MPI_SUM, node);
  CHECK_EQUAL(sum, expected);
  MPI_Win_fence(0, window);
  MPI_Win_free(&window);
}

int count_leaders(MPI_Comm node) {
  int rank = 0, leaders = 0;
  MPI_Comm_rank(node, &rank);
  const int leads = rank == 0 ? 1 : 0;
  MPI_Allreduce(&leads, &leaders, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return leaders;
}

// Of the even ranks only, and of all but the first, which has nothing to split.
std::string subsets(const World& world) {
  MPI_Comm half, node;
  MPI_Comm_split(MPI_COMM_WORLD, world.rank % 2, 0, &half);
  node = split_shared(half, 0);
  const std::string text = ranks_of(node, world);
  MPI_Comm_free(&node);
  MPI_Comm_free(&half);
  const int type = world.rank == 0 ? MPI_UNDEFINED : MPI_COMM_TYPE_SHARED;
  CHECK_MPI(MPI_Comm_split_type(MPI_COMM_WORLD, type, 0, MPI_INFO_NULL, &node));
  CHECK_EQUAL(node == MPI_COMM_NULL, world.rank == 0);
  if (node == MPI_COMM_NULL) return text + " none";
  const std::string others = ranks_of(node, world);
  MPI_Comm_free(&node);
  return text + " " + others;
}

void print_in_order(const std::string& line, const World& world) {
  char own[512] = {};
  std::strncpy(own, line.c_str(), sizeof own - 1);
  std::vector<char> all(sizeof own * static_cast<std::size_t>(world.size));
  MPI_Gather(own, sizeof own, MPI_CHAR, all.data(), sizeof own, MPI_CHAR, 0, MPI_COMM_WORLD);
  for (int rank = 0; world.rank == 0 && rank < world.size; ++rank) {
    std::puts(&all[sizeof own * static_cast<std::size_t>(rank)]);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  char name[MPI_MAX_PROCESSOR_NAME];
  int length = 0;
  CHECK_MPI(MPI_Get_processor_name(name, &length));
  CHECK_EQUAL(static_cast<int>(std::strlen(name)), length);
  MPI_Comm node = split_shared(MPI_COMM_WORLD, -world.rank);
  use_shared_memory(node, world);
  print_in_order(std::string(name) + " " + ranks_of(node, world) + " " +
                     std::to_string(count_leaders(node)) + " " + subsets(world),
                 world);
  MPI_Comm_free(&node);
#ifdef OPEN_MPI
  int size = 0;  // another type is this host's own answer
  CHECK_MPI(MPI_Comm_split_type(MPI_COMM_WORLD, OMPI_COMM_TYPE_HOST, 0, MPI_INFO_NULL, &node));
  MPI_Comm_size(node, &size);
  CHECK_EQUAL(size, world.size);
  MPI_Comm_free(&node);
#endif
}
