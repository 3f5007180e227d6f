// SPDX-License-Identifier: BSD-3-Clause
// More receives are open than a sender can look up (Horizon::remembered_postings), and requests
// whose records have served another communicator before. Every program here ends without revprof.
#include <cstdint>
#include <cstdlib>
#include <numeric>

#include "check.hpp"

namespace {

// As a sender completes what it has sent.
enum class Completes { testsome, waitsome, testall, testany, test, waitall };

void complete(Completes how, std::vector<MPI_Request>& requests) {
  const auto count = static_cast<int>(requests.size());
  std::vector<int> indices(requests.size());
  int done = 0, all = 0;
  while (how == Completes::testsome && done != MPI_UNDEFINED) {
    CHECK_MPI(MPI_Testsome(count, requests.data(), &done, indices.data(), MPI_STATUSES_IGNORE));
  }
  while (how == Completes::waitsome && done != MPI_UNDEFINED) {
    CHECK_MPI(MPI_Waitsome(count, requests.data(), &done, indices.data(), MPI_STATUSES_IGNORE));
  }
  while (how == Completes::testall && all == 0) {
    CHECK_MPI(MPI_Testall(count, requests.data(), &all, MPI_STATUSES_IGNORE));
  }
  while (how == Completes::testany && (all == 0 || done != MPI_UNDEFINED)) {
    CHECK_MPI(MPI_Testany(count, requests.data(), &done, &all, MPI_STATUS_IGNORE));
  }
  for (MPI_Request& request : requests) {
    for (all = 0; how == Completes::test && all == 0;) {
      CHECK_MPI(MPI_Test(&request, &all, MPI_STATUS_IGNORE));
    }
  }
  if (how == Completes::waitall) {
    CHECK_MPI(MPI_Waitall(count, requests.data(), MPI_STATUSES_IGNORE));
  }
}

// All receives of process 1 are posted before process 0 sends.
template <class Post>
void all_posted_before(const World& world, Completes how, int ints, Post post) {
  constexpr int messages = 40;
  std::vector<MPI_Request> requests(messages);
  std::vector<int> data(static_cast<std::size_t>(messages * ints));
  const auto place = [&](int i) { return data.data() + i * ints; };
  for (int i = 0; world.rank == 1 && i < messages; ++i) {
    CHECK_MPI(MPI_Irecv(place(i), ints, MPI_INT, 0, i, MPI_COMM_WORLD,
                        &requests[static_cast<std::size_t>(i)]));
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (world.rank == 0) std::iota(data.begin(), data.end(), 1);
  for (int i = 0; world.rank == 0 && i < messages; ++i) {
    CHECK_MPI(post(place(i), ints, MPI_INT, 1, i, MPI_COMM_WORLD,
                   &requests[static_cast<std::size_t>(i)]));
  }
  complete(how, requests);
  for (int i = 0; i < messages * ints; ++i) {
    CHECK_EQUAL(data[static_cast<std::size_t>(i)], i + 1);
  }
}

// The first receive is the last one that gets its message.
template <class Post>
void one_before_many(const World& world, Post post) {
  constexpr int others = 50, ints = 5000;
  std::vector<int> last(ints, world.rank == 0 ? 7 : 0);
  std::vector<MPI_Request> requests(1);
  int value = 0;
  if (world.rank == 1) {
    CHECK_MPI(MPI_Irecv(last.data(), ints, MPI_INT, 0, 999, MPI_COMM_WORLD, requests.data()));
  }
  for (int i = 0; i < others; ++i) {
    if (world.rank == 0) CHECK_MPI(MPI_Send(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD));
    if (world.rank == 1) {
      CHECK_MPI(MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    }
  }
  if (world.rank == 0) {
    CHECK_MPI(post(last.data(), ints, MPI_INT, 1, 999, MPI_COMM_WORLD, requests.data()));
  }
  complete(Completes::testsome, requests);
  CHECK_EQUAL(last.back(), 7);
}

// A receive of anybody on a communicator that is freed, then one that names its sender.
void after_another_communicator(const World& world) {
  for (int round = 0; round < 3; ++round) {
    MPI_Comm other;
    MPI_Request request;
    int value = 0;
    CHECK_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &other));
    if (world.rank == 0) {
      CHECK_MPI(MPI_Recv_init(&value, 1, MPI_INT, MPI_ANY_SOURCE, 3, other, &request));
      for (int i = 1; i < world.size; ++i) {
        CHECK_MPI(MPI_Start(&request));
        CHECK_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
      }
      CHECK_MPI(MPI_Request_free(&request));
    } else {
      CHECK_MPI(MPI_Send(&world.rank, 1, MPI_INT, 0, 3, other));
    }
    CHECK_MPI(MPI_Comm_free(&other));
    if (world.rank == 1) CHECK_MPI(MPI_Send(&world.rank, 1, MPI_INT, 0, 4, MPI_COMM_WORLD));
    if (world.rank != 0) continue;
    CHECK_MPI(MPI_Recv_init(&value, 1, MPI_INT, 1, 4, MPI_COMM_WORLD, &request));
    CHECK_MPI(MPI_Start(&request));
    CHECK_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK_MPI(MPI_Request_free(&request));
    CHECK_EQUAL(value, 1);
  }
}

// All are posted before, and may each have any message: to post one more is not to cost a look at
// those that are there, nor is the question which of them are complete.
void from_anybody(const World& world, int messages) {
  const int all = world.rank == 0 ? messages * (world.size - 1) : 0;
  std::vector<int> values(static_cast<std::size_t>(all), -1);
  std::vector<MPI_Request> requests(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    CHECK_MPI(MPI_Irecv(&values[i], 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &requests[i]));
  }
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; world.rank != 0 && i < messages; ++i) {
    CHECK_MPI(MPI_Send(&i, 1, MPI_INT, 0, 1, MPI_COMM_WORLD));
  }
  complete(Completes::waitall, requests);
  const auto sum = [](std::int64_t before, int value) { return before + value; };
  const std::int64_t one = static_cast<std::int64_t>(messages) * (messages - 1) / 2;
  CHECK_EQUAL(std::accumulate(values.begin(), values.end(), std::int64_t{0}, sum),
              world.rank == 0 ? one * (world.size - 1) : 0);
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  if (argc > 1) {
    from_anybody(world, std::atoi(argv[1]));
    return 0;
  }
  if (world.size > 2) {
    after_another_communicator(world);
    return 0;
  }
  for (const Completes how : {Completes::testsome, Completes::waitsome, Completes::testall,
                              Completes::testany, Completes::test, Completes::waitall}) {
    all_posted_before(world, how, 1, MPI_Issend);
    all_posted_before(world, how, 5000, MPI_Isend);
  }
  one_before_many(world, MPI_Issend);
  one_before_many(world, MPI_Isend);
}
