// SPDX-License-Identifier: BSD-3-Clause
// One piece of the symmetric heap, cut anew for each cell.
#include "characterize/shmem/room.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "characterize/subject.hpp"

namespace revprof::symmetric {

namespace {

char* heap = nullptr;
Room now;

constexpr std::int64_t alignment = 64;
std::int64_t aligned(std::int64_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

constexpr int arrays = 8;
// The largest that any collective needs.
constexpr int longs =
    std::max({int{SHMEM_REDUCE_SYNC_SIZE}, int{SHMEM_COLLECT_SYNC_SIZE}, int{SHMEM_BCAST_SYNC_SIZE},
              int{SHMEM_BARRIER_SYNC_SIZE}, int{SHMEM_ALLTOALL_SYNC_SIZE}});
long sync_arrays[arrays][longs];  // symmetric, as all global variables are

}  // namespace

// Beside what cells need for their messages are the ends of three pieces.
std::int64_t make_room(std::int64_t wanted) {
  constexpr std::int64_t beside = 4 * alignment + 8 * SHMEM_REDUCE_MIN_WRKDATA_SIZE;
  for (auto& array : sync_arrays) std::fill(std::begin(array), std::end(array), SHMEM_SYNC_VALUE);
  for (; wanted > 2 * beside; wanted /= 2) {
    heap = static_cast<char*>(shmem_malloc(static_cast<std::size_t>(wanted)));
    if (heap != nullptr) return wanted - beside;
  }
  say("the symmetric heap has no room; expected more than %lld bytes (SHMEM_SYMMETRIC_SIZE)",
      static_cast<long long>(2 * beside));
  shmem_global_exit(2);
  return 0;
}

const Room& room() { return now; }

void lay_out(const Cell& cell, std::int64_t target, std::int64_t source, std::int64_t work) {
  now.target = heap;
  now.source = heap + aligned(target + 8);
  now.work = now.source + aligned(source + 8);
  std::memset(heap, 0, static_cast<std::size_t>(now.work - heap + work));
  MPI_Group all = MPI_GROUP_NULL, some = MPI_GROUP_NULL;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Comm_group(cell.communicator, &some);
  std::vector<int> ranks(static_cast<std::size_t>(cell.members));
  std::iota(ranks.begin(), ranks.end(), 0);
  now.processes.resize(ranks.size());
  MPI_Group_translate_ranks(some, cell.members, ranks.data(), all, now.processes.data());
  MPI_Group_free(&some);
  MPI_Group_free(&all);
  now.log_stride = now.turn = 0;
  if (cell.members == 1) return;
  for (int stride = now.processes[1] - now.processes[0]; stride > 1; stride /= 2) ++now.log_stride;
}

long* sync_array() {
  now.turn = (now.turn + 1) % arrays;
  return sync_arrays[now.turn];
}

}  // namespace revprof::symmetric
