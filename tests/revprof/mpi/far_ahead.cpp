// SPDX-License-Identifier: BSD-3-Clause
// far_ahead WAY: all have sent their results to process 0 before it takes the first one. On the
// target they come in the order of their times, which they carry, and receives that are open take
// them as they were posted.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include "check.hpp"
#include "revprof/revprof.h"

namespace {

constexpr int results = 100, posted = 60;

// ns. No two of their sums are closer than a millisecond: what it takes to send is less.
double work(int rank) {
  constexpr std::array<double, 4> milliseconds = {0, 271, 347, 419};
  return milliseconds.at(static_cast<std::size_t>(rank)) * 1e6;
}

class Master {
 public:
  Master(const char* way, int workers) : way_(way), left_(workers * results) {}
  void take_all() {
    if (is("reversed")) return take_reversed();
    const bool posts = is("waitany") || is("waitall");
    while (left_ > 0) posts ? take_posted() : take();
  }

 private:
  bool is(const char* way) const { return std::strcmp(way_, way) == 0; }
  void take() {
    MPI_Status status;
    int source = MPI_ANY_SOURCE, there = 0;
    if (is("probe")) MPI_Probe(source, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    while (is("iprobe") && there == 0) {
      MPI_Iprobe(source, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
    }
    if (!is("recv")) source = status.MPI_SOURCE;
    double time = 0;
    MPI_Recv(&time, 1, MPI_DOUBLE, source, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    took(time);
  }
  void take_posted() {
    const auto count = static_cast<std::size_t>(std::min(posted, left_));
    std::vector<double> times(count);
    std::vector<MPI_Request> requests(count);
    for (std::size_t i = 0; i < count; ++i) {
      MPI_Irecv(&times[i], 1, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
                &requests[i]);
    }
    if (is("waitall")) {
      MPI_Waitall(static_cast<int>(count), requests.data(), MPI_STATUSES_IGNORE);
    }
    for (std::size_t i = 0; i < count; ++i) {
      int index = static_cast<int>(i);
      if (is("waitany")) {
        MPI_Waitany(static_cast<int>(count), requests.data(), &index, MPI_STATUS_IGNORE);
      }
      if (is_ordered_) CHECK_EQUAL(index, static_cast<int>(i));
      took(times[static_cast<std::size_t>(index)]);
    }
  }
  // The last ones first, by their tags: of each the earliest one.
  void take_reversed() {
    for (int tag = results - 1; left_ > 0; --tag) {
      last_ = 0;
      for (int of_tag = left_ / (tag + 1); of_tag > 0; --of_tag) {
        double time = 0;
        MPI_Recv(&time, 1, MPI_DOUBLE, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        took(time);
      }
    }
  }
  void took(double time) {
    if (is_ordered_) CHECK(time >= last_);
    last_ = time;
    --left_;
  }

  const char* way_;
  const bool is_ordered_ = std::getenv("MODEL") != nullptr;
  int left_;
  double last_ = 0;
};

void send_all(int rank) {
  double time = 0;
  for (int tag = 0; tag < results; ++tag) {
    revprof_compute(work(rank));
    time += work(rank);
    MPI_Send(&time, 1, MPI_DOUBLE, 0, tag, MPI_COMM_WORLD);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  if (world.rank > 0) {
    send_all(world.rank);
  } else {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    Master(argv[1], world.size - 1).take_all();
  }
}
