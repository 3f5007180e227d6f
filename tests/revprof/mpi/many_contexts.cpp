// SPDX-License-Identifier: BSD-3-Clause
// How many communicators, windows or files a program can have at once: many_contexts WHAT N makes N
// of them; without N, as many as the host gives it, and prints how many.
#include <cstdlib>
#include <cstring>
#include <functional>

#include "check.hpp"

namespace {

constexpr int most = 5000;

int made_all(int limit, const std::function<int(int)>& make) {
  for (int i = 0; i < limit; ++i) {
    const int own = make(i) == MPI_SUCCESS ? 1 : 0;
    int all = 0;
    MPI_Allreduce(&own, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (all == 0) return i;
  }
  return limit;
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  const std::string what = argc > 1 ? argv[1] : "communicators";
  const int limit = argc > 2 ? std::atoi(argv[2]) : most;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
  std::vector<MPI_Comm> communicators(most, MPI_COMM_NULL);
  std::vector<MPI_Win> windows(most, MPI_WIN_NULL);
  std::vector<MPI_File> files(most, MPI_FILE_NULL);
  std::vector<int> memory(most);
  int made = 0;
  if (what == "communicators") {
    made = made_all(limit, [&](int i) { return MPI_Comm_dup(MPI_COMM_WORLD, &communicators[i]); });
    for (int i = 0; i < made; ++i) CHECK_MPI(MPI_Barrier(communicators[i]));
    for (int i = 0; i < made; ++i) CHECK_MPI(MPI_Comm_free(&communicators[i]));
  } else if (what == "windows") {
    made = made_all(limit, [&](int i) {
      return MPI_Win_create(&memory[i], sizeof(int), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &windows[i]);
    });
    for (int i = 0; i < made; ++i) CHECK_MPI(MPI_Win_fence(0, windows[i]));
    for (int i = 0; i < made; ++i) CHECK_MPI(MPI_Win_free(&windows[i]));
  } else {
    const std::string name = what;  // a file's
    made = made_all(limit, [&](int i) {
      return MPI_File_open(MPI_COMM_WORLD, name.c_str(), MPI_MODE_CREATE | MPI_MODE_RDWR,
                           MPI_INFO_NULL, &files[i]);
    });
    for (int i = 0; i < made; ++i) CHECK_MPI(MPI_File_close(&files[i]));
  }
  if (world.rank == 0) std::cout << made << "\n";
}
