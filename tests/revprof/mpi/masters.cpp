// SPDX-License-Identifier: BSD-3-Clause
// masters WAY: process 0 hands out 60 tasks of which eight or nine are heavy, and takes the results
// in one of many ways. On the target the order of the results is that of the tasks' ends.
#include <cstdio>
#include <cstring>
#include <vector>

#include "check.hpp"
#include "revprof/revprof.h"

namespace {

constexpr int tasks = 60, tag = 1;

void work(int task) { revprof_compute((task % 7 == 3 ? 40 : 1) * 60'000.0); }

class Master {
 public:
  Master(const char* way, int workers) : way_(way), results_(workers + 1), requests_(workers + 1) {
    for (MPI_Request& request : requests_) request = MPI_REQUEST_NULL;
    const bool posts = is("waitany") || is("testany") || is("waitsome") || is("testsome") ||
                       is("working") || is("several");
    for (int worker = 1; worker <= workers; ++worker) {
      if (is("persistent")) {
        MPI_Recv_init(&result(worker), 1, MPI_INT, worker, tag, MPI_COMM_WORLD, &request(worker));
      }
      if (posts || is("persistent")) post(worker);
    }
    if (is("start")) {
      MPI_Recv_init(&result(0), 1, MPI_INT, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &request(0));
      MPI_Start(&request(0));
    }
  }
  // What is left is taken back.
  ~Master() {
    for (MPI_Request& request : requests_) {
      if (request == MPI_REQUEST_NULL) continue;
      MPI_Cancel(&request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      if (is("persistent") || is("start")) MPI_Request_free(&request);
    }
  }

  // The next result; who has it.
  int take(int& from) {
    MPI_Status status;
    int got = -1, found = 0;
    if (is("recv")) {
      MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &status);
    } else if (is("improbe")) {
      MPI_Message message;
      while (found == 0) {
        MPI_Improbe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &found, &message, &status);
      }
      MPI_Mrecv(&got, 1, MPI_INT, &message, &status);
    } else if (is("test") || is("wait") || is("status")) {
      take_from_anybody(got, status);
    } else if (is("start")) {
      while (found == 0) MPI_Test(&request(0), &found, &status);
      got = result(0);
      MPI_Start(&request(0));
    } else if (is("several")) {
      const int index = next_posted(status);
      got = result(index);
      post(index);
    } else if (is("probe") || is("iprobe") || is("iprobes")) {
      look(status);
      MPI_Recv(&got, 1, MPI_INT, status.MPI_SOURCE, tag, MPI_COMM_WORLD, &status);
    } else {
      from = next_posted(status);
      got = result(from);
      post(from);
      return got;
    }
    from = status.MPI_SOURCE;
    return got;
  }

 private:
  bool is(const char* way) const { return std::strcmp(way_, way) == 0; }
  int& result(int worker) { return results_[static_cast<std::size_t>(worker)]; }
  MPI_Request& request(int worker) { return requests_[static_cast<std::size_t>(worker)]; }
  void post(int worker) {
    if (is("persistent")) {
      MPI_Start(&request(worker));
    } else {
      const int source = is("several") ? MPI_ANY_SOURCE : worker;
      MPI_Irecv(&result(worker), 1, MPI_INT, source, tag, MPI_COMM_WORLD, &request(worker));
    }
  }
  void take_from_anybody(int& got, MPI_Status& status) const {
    MPI_Request any;
    MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &any);
    int found = 0;
    while (is("status") && found == 0) MPI_Request_get_status(any, &found, &status);
    while (is("test") && found == 0) MPI_Test(&any, &found, &status);
    if (any != MPI_REQUEST_NULL) MPI_Wait(&any, &status);
  }
  void look(MPI_Status& status) {
    int found = 0;
    if (is("probe")) MPI_Probe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &status);
    while (is("iprobe") && found == 0) {
      MPI_Iprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &found, &status);
    }
    const int workers = static_cast<int>(requests_.size()) - 1;
    while (is("iprobes") && found == 0) {
      for (int worker = 1; worker <= workers && found == 0; ++worker) {
        MPI_Iprobe(worker, tag, MPI_COMM_WORLD, &found, &status);
      }
    }
  }
  int next_posted(MPI_Status& status) {
    const int count = static_cast<int>(requests_.size());
    int index = MPI_UNDEFINED, found = 0;
    if (is("waitany") || is("persistent") || is("several")) {
      MPI_Waitany(count, requests_.data(), &index, &status);
      return index;
    }
    while (is("testany") && found == 0) {
      MPI_Testany(count, requests_.data(), &index, &found, MPI_STATUS_IGNORE);
    }
    if (is("testany")) return index;
    while (complete_.empty()) {
      std::vector<int> indices(requests_.size());
      (is("waitsome") ? MPI_Waitsome : MPI_Testsome)(count, requests_.data(), &found,
                                                     indices.data(), MPI_STATUSES_IGNORE);
      if (is("working") && found == 0) revprof_compute(1'000);  // something else, for a microsecond
      complete_.assign(indices.begin(), indices.begin() + found);
    }
    index = complete_.front();
    complete_.erase(complete_.begin());
    return index;
  }

  const char* way_;
  std::vector<int> results_, complete_;
  std::vector<MPI_Request> requests_;
};

void hand_out(const char* way, int workers) {
  Master master(way, workers);
  const int stop = -1;
  int next = 0, sum = 0;
  for (int worker = 1; worker <= workers; ++worker, ++next) {
    MPI_Send(&next, 1, MPI_INT, worker, tag, MPI_COMM_WORLD);
  }
  for (int open = workers; open > 0;) {
    int from = 0;
    sum += master.take(from);
    const bool more = next < tasks;
    MPI_Send(more ? &next : &stop, 1, MPI_INT, from, tag, MPI_COMM_WORLD);
    (more ? next : open) += more ? 1 : -1;
  }
  CHECK_EQUAL(sum, tasks * (tasks - 1) / 2);
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  if (world.rank == 0) return hand_out(argv[1], world.size - 1), 0;
  for (;;) {
    int task = 0;
    MPI_Recv(&task, 1, MPI_INT, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (task < 0) return 0;
    work(task);
    MPI_Send(&task, 1, MPI_INT, 0, tag, MPI_COMM_WORLD);
  }
}
