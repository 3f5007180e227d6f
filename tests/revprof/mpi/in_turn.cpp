// SPDX-License-Identifier: BSD-3-Clause
// in_turn WHAT: processes that want the same thing after computing for unlike times: an exclusive
// lock of a window, or the next place in a file by the pointer that they share. On the target, who
// asks first gets it first. Each leaves when it has asked, so that the order shows at the end.
#include <unistd.h>

#include <string>
#include <vector>

#include "check.hpp"
#include "revprof/revprof.h"

namespace {

constexpr int rounds = 12;

struct Asked {
  double at = 0, rank = 0;
  bool operator<(const Asked& other) const {
    return at < other.at || (at == other.at && rank < other.rank);
  }
};

Asked ask(const World& world, int round) {
  revprof_compute(10'000.0 * ((world.rank * 5 + round * 3) % 7));
  return {MPI_Wtime(), static_cast<double>(world.rank)};
}

// What was done with the lock is a list at process 0: how many there are, then who asked when.
std::vector<Asked> by_lock(const World& world) {
  std::vector<Asked> list(static_cast<std::size_t>(1 + rounds * world.size));
  MPI_Win window;
  MPI_Win_create(list.data(), static_cast<MPI_Aint>(list.size() * sizeof(Asked)), sizeof(Asked),
                 MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  for (int round = 0; round < rounds; ++round) {
    const Asked asked = ask(world, round);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
    Asked count;
    MPI_Get(&count, 2, MPI_DOUBLE, 0, 0, 2, MPI_DOUBLE, window);
    MPI_Win_flush(0, window);
    count.at += 1;
    MPI_Put(&asked, 2, MPI_DOUBLE, 0, static_cast<MPI_Aint>(count.at), 2, MPI_DOUBLE, window);
    MPI_Put(&count, 2, MPI_DOUBLE, 0, 0, 2, MPI_DOUBLE, window);
    revprof_compute(2'000.0);
    MPI_Win_unlock(0, window);
  }
  MPI_Win_free(&window);
  list.erase(list.begin());
  return list;
}

std::vector<Asked> by_pointer(const World& world, bool waits) {
  int number = getpid();
  MPI_Bcast(&number, 1, MPI_INT, 0, MPI_COMM_WORLD);
  const std::string name = "in_turn_" + std::to_string(number) + ".tmp";
  MPI_File file;
  CHECK_MPI(MPI_File_open(MPI_COMM_WORLD, name.c_str(),
                          MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                          &file));
  for (int round = 0; round < rounds; ++round) {
    const Asked asked = ask(world, round);
    if (waits) {
      CHECK_MPI(MPI_File_write_shared(file, &asked, 2, MPI_DOUBLE, MPI_STATUS_IGNORE));
    } else {
      MPI_Request request;
      CHECK_MPI(MPI_File_iwrite_shared(file, &asked, 2, MPI_DOUBLE, &request));
      CHECK_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
    }
  }
  MPI_File_sync(file);
  MPI_Barrier(MPI_COMM_WORLD);
  std::vector<Asked> list(static_cast<std::size_t>(rounds * world.size));
  CHECK_MPI(MPI_File_read_at(file, 0, list.data(), 2 * static_cast<int>(list.size()), MPI_DOUBLE,
                             MPI_STATUS_IGNORE));
  MPI_File_close(&file);
  return list;
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  const std::string what = argv[1];
  const std::vector<Asked> list =
      what == "lock" ? by_lock(world) : by_pointer(world, what == "pointer");
  if (world.rank != 0) return 0;
  for (std::size_t i = 1; i < list.size(); ++i) CHECK(list[i - 1] < list[i]);
}
