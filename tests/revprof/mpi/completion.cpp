// SPDX-License-Identifier: BSD-3-Clause
// Wait and Test in all their forms (MPI-3.1 section 3.7.5) on mixed arrays: sends, receives,
// collectives, generalised, null and inactive requests.
#include "check.hpp"

namespace {

int filled_by_query(void* state, MPI_Status* status) {
  MPI_Status_set_elements(status, MPI_INT, *static_cast<int*>(state));
  MPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = 4;
  status->MPI_TAG = 44;
  return MPI_SUCCESS;
}
int nothing_to_free(void*) { return MPI_SUCCESS; }
int nothing_to_cancel(void*, int) { return MPI_SUCCESS; }

// One request of each sort, and what its status has to say.
struct Mixed {
  enum Place { received, sent, null, inactive, barrier, generalised, large, total, length };
  static constexpr int bytes = 24, large_bytes = 100'000;

  explicit Mixed(const World& w) : world(w) {
    out.fill(static_cast<std::size_t>(world.rank));
    MPI_Irecv(in.get(), 1000, MPI_BYTE, world.previous(), 1, MPI_COMM_WORLD, &requests[received]);
    MPI_Irecv(large_in.get(), large_bytes, MPI_BYTE, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD,
              &requests[large]);
    requests[null] = MPI_REQUEST_NULL;
    MPI_Recv_init(&unused, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, &requests[inactive]);
    MPI_Ibarrier(MPI_COMM_WORLD, &requests[barrier]);
    MPI_Iallreduce(&world.rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[total]);
    MPI_Grequest_start(filled_by_query, nothing_to_free, nothing_to_cancel, &elements,
                       &requests[generalised]);
    MPI_Isend(out.get(), bytes, MPI_BYTE, world.next(), 1, MPI_COMM_WORLD, &requests[sent]);
    MPI_Send(out.get(), large_bytes / 50, MPI_BYTE, world.next(), 2, MPI_COMM_WORLD);
    MPI_Grequest_complete(requests[generalised]);
    std::fill(statuses, statuses + length, wrong_status());
  }
  ~Mixed() { MPI_Request_free(&requests[inactive]); }
  Mixed(const Mixed&) = delete;
  Mixed& operator=(const Mixed&) = delete;

  void check_one(int place, const MPI_Status& status) const {
    if (place == received) CHECK_STATUS(status, world.previous(), 1, bytes);
    if (place == large) CHECK_STATUS(status, world.previous(), 2, large_bytes / 50);
    if (place == null || place == inactive) CHECK_EMPTY(status);
    if (place == generalised) CHECK_STATUS(status, 4, 44, 12);
    int cancelled = 1;
    MPI_Test_cancelled(&status, &cancelled);
    CHECK_EQUAL(cancelled, 0);
  }
  void check_data() const {
    CHECK_BYTES(in, static_cast<std::size_t>(world.previous()), bytes);
    CHECK_BYTES(large_in, static_cast<std::size_t>(world.previous()), large_bytes / 50);
    CHECK_EQUAL(sum, world.size * (world.size - 1) / 2);
    for (int i = 0; i < length; ++i) {
      CHECK((requests[i] == MPI_REQUEST_NULL) == (i != inactive));
    }
  }

  const World& world;
  Guarded out{large_bytes}, in{1000}, large_in{large_bytes};
  int unused = 0, sum = -1, elements = 3;
  MPI_Request requests[length];
  MPI_Status statuses[length];
};
constexpr int active = Mixed::length - 2;  // all but the null and the inactive one

void all(const World& world, bool by_test, bool ignored) {
  Mixed mixed(world);
  MPI_Status* const statuses = ignored ? MPI_STATUSES_IGNORE : mixed.statuses;
  if (by_test) {
    for (int done = 0; done == 0;) {
      CHECK_MPI(MPI_Testall(Mixed::length, mixed.requests, &done, statuses));
    }
  } else {
    CHECK_MPI(MPI_Waitall(Mixed::length, mixed.requests, statuses));
  }
  if (!ignored) {
    for (int i = 0; i < Mixed::length; ++i) mixed.check_one(i, mixed.statuses[i]);
  }
  mixed.check_data();
}

void any(const World& world, bool by_test, bool ignored) {
  Mixed mixed(world);
  for (int left = active; left > 0; --left) {
    int index = MPI_UNDEFINED;
    MPI_Status own = wrong_status();
    MPI_Status* const status = ignored ? MPI_STATUS_IGNORE : &own;
    if (by_test) {
      for (int done = 0; done == 0;) {
        CHECK_MPI(MPI_Testany(Mixed::length, mixed.requests, &index, &done, status));
        if (done == 0) CHECK_EQUAL(index, MPI_UNDEFINED);
      }
    } else {
      CHECK_MPI(MPI_Waitany(Mixed::length, mixed.requests, &index, status));
    }
    CHECK(index >= 0 && index < Mixed::length);
    CHECK(index != Mixed::null && index != Mixed::inactive);
    if (!ignored) mixed.check_one(index, own);
  }
  mixed.check_data();
}

void some(const World& world, bool by_test, bool ignored) {
  Mixed mixed(world);
  for (int left = active; left > 0;) {
    int count = 0, indices[Mixed::length];
    MPI_Status* const statuses = ignored ? MPI_STATUSES_IGNORE : mixed.statuses;
    if (by_test) {
      CHECK_MPI(MPI_Testsome(Mixed::length, mixed.requests, &count, indices, statuses));
    } else {
      CHECK_MPI(MPI_Waitsome(Mixed::length, mixed.requests, &count, indices, statuses));
      CHECK(count > 0);
    }
    CHECK(count >= 0 && count <= left);
    for (int k = 0; k < count; ++k) {
      if (!ignored) mixed.check_one(indices[k], mixed.statuses[k]);
      CHECK(mixed.requests[indices[k]] == MPI_REQUEST_NULL);
    }
    left -= count;
  }
  mixed.check_data();
}

void one_by_one(const World& world, bool by_test) {
  Mixed mixed(world);
  for (const int i : {6, 5, 1, 7, 4, 3, 2, 0}) {
    MPI_Status status = wrong_status();
    if (by_test) {
      for (int done = 0; done == 0;) CHECK_MPI(MPI_Test(&mixed.requests[i], &done, &status));
    } else {
      CHECK_MPI(MPI_Wait(&mixed.requests[i], &status));
    }
    mixed.check_one(i, status);
  }
  mixed.check_data();
}

// Nothing to wait for: an empty array, or one of null requests only.
void nothing_active(int length) {
  MPI_Request requests[3] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Status statuses[3] = {wrong_status(), wrong_status(), wrong_status()};
  int index = 0, count = 0, flag = 0, indices[3];
  CHECK_MPI(MPI_Waitall(length, requests, statuses));
  for (int i = 0; i < length; ++i) CHECK_EMPTY(statuses[i]);
  CHECK_MPI(MPI_Testall(length, requests, &flag, statuses));
  CHECK_EQUAL(flag, 1);
  statuses[0] = wrong_status();
  CHECK_MPI(MPI_Waitany(length, requests, &index, statuses));
  CHECK_EQUAL(index, MPI_UNDEFINED);
  CHECK_EMPTY(statuses[0]);
  statuses[0] = wrong_status();
  flag = index = 0;
  CHECK_MPI(MPI_Testany(length, requests, &index, &flag, statuses));
  CHECK_EQUAL(flag, 1);
  CHECK_EQUAL(index, MPI_UNDEFINED);
  CHECK_EMPTY(statuses[0]);
  CHECK_MPI(MPI_Waitsome(length, requests, &count, indices, statuses));
  CHECK_EQUAL(count, MPI_UNDEFINED);
  count = 0;
  CHECK_MPI(MPI_Testsome(length, requests, &count, indices, MPI_STATUSES_IGNORE));
  CHECK_EQUAL(count, MPI_UNDEFINED);
  CHECK_MPI(MPI_Waitall(length, requests, MPI_STATUSES_IGNORE));
  CHECK_MPI(MPI_Waitall(0, nullptr, MPI_STATUSES_IGNORE));
}

// A Test that fails changes nothing.
void not_yet() {
  int in = -1, out = 7, flag = 1, index = 0, count = -1, indices[2];
  MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Irecv(&in, 1, MPI_INT, 0, 8, MPI_COMM_SELF, &requests[1]);
  const MPI_Request before = requests[1];
  for (int i = 0; i < 50; ++i) {
    CHECK_MPI(MPI_Test(&requests[1], &flag, MPI_STATUS_IGNORE));
    CHECK_EQUAL(flag, 0);
    CHECK_MPI(MPI_Testall(2, requests, &flag, MPI_STATUSES_IGNORE));
    CHECK_EQUAL(flag, 0);
    CHECK_MPI(MPI_Testany(2, requests, &index, &flag, MPI_STATUS_IGNORE));
    CHECK_EQUAL(flag, 0);
    CHECK_MPI(MPI_Testsome(2, requests, &count, indices, MPI_STATUSES_IGNORE));
    CHECK_EQUAL(count, 0);
    CHECK(requests[1] == before);
  }
  MPI_Send(&out, 1, MPI_INT, 0, 8, MPI_COMM_SELF);
  CHECK_MPI(MPI_Wait(&requests[1], MPI_STATUS_IGNORE));
  CHECK_EQUAL(in, 7);
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  for (const bool by_test : {false, true}) {
    for (const bool ignored : {false, true}) {
      all(world, by_test, ignored);
      any(world, by_test, ignored);
      some(world, by_test, ignored);
      MPI_Barrier(MPI_COMM_WORLD);
    }
    one_by_one(world, by_test);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  nothing_active(0);
  nothing_active(3);
  not_yet();
}
