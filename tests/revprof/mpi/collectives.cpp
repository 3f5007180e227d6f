// SPDX-License-Identifier: BSD-3-Clause
// Every collective on an intracommunicator, blocking, nonblocking and persistent: alone, several at
// once that complete in another order, overlapped with messages, and with operations of the user's
// own.
#include <random>

#include "collective_cases.hpp"

namespace {

// Open MPI 4.1.4 itself mixes up the peers' data in these.
bool broken_in_place(cases::Maker make, const Setting& s) {
  return s.size > 3 && (make == cases::alltoallv || make == cases::alltoallw);
}

enum class Way { blocking, nonblocking, persistent };
#if MPI_VERSION >= 4
constexpr Way ways[] = {Way::blocking, Way::nonblocking, Way::persistent};
#else
constexpr Way ways[] = {Way::blocking, Way::nonblocking};
#endif

void one_at_a_time(Setting s) {
  for (const int count : {0, 1, 3, 1000, 20'000}) {
    if (count == 20'000 && s.size > 3) continue;
    for (s.root = 0; s.root < s.size; s.root += 1 + s.size / 2) {
      for (const bool in_place : {false, true}) {
        s.count = count;
        s.in_place = in_place;
        for (const cases::Maker make : cases::all()) {
          for (const Way way : ways) {
            if (in_place && way != Way::blocking && broken_in_place(make, s)) continue;
            const Case tested = make(s);
            MPI_Request request = MPI_REQUEST_NULL;
            cases::persistent = way == Way::persistent;
            tested.start(way == Way::blocking ? nullptr : &request);
            if (way != Way::blocking) CHECK_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
            if (request != MPI_REQUEST_NULL) CHECK_MPI(MPI_Request_free(&request));
            tested.check();
          }
          cases::persistent = false;
        }
      }
    }
  }
}

// All of them outstanding on one communicator, with messages between: started in the same order
// everywhere, completed in an order of each process's own.
void outstanding(Setting s) {
  std::mt19937 random(static_cast<unsigned>(s.rank + 1));
  for (int round = 0; round < 3; ++round) {
    std::vector<Case> started;
    std::vector<MPI_Request> requests;
    Guarded out(30'000), in(30'000);
    out.fill(static_cast<std::size_t>(s.rank));
    int i = 0;
    for (const cases::Maker make : cases::all()) {
      s.count = 10 + round * 300;
      s.root = i++ % s.size;
      s.in_place = i % 3 == 0 && !broken_in_place(make, s);
      started.push_back(make(s));
      requests.emplace_back();
      started.back().start(&requests.back());
    }
    requests.resize(requests.size() + 2);
    const int next = (s.rank + 1) % s.size, previous = (s.rank + s.size - 1) % s.size;
    MPI_Irecv(in.get(), 30'000, MPI_BYTE, previous, 1, s.communicator, &requests[started.size()]);
    MPI_Isend(out.get(), 30'000, MPI_BYTE, next, 1, s.communicator, &requests[started.size() + 1]);
    // Blocking ones may overtake nonblocking ones that are under way.
    const Case blocking = cases::allreduce(s);
    blocking.start(nullptr);
    blocking.check();

    const auto total = static_cast<int>(requests.size());
    if (round == 0) {
      std::vector<int> order(requests.size());
      std::iota(order.begin(), order.end(), 0);
      std::shuffle(order.begin(), order.end(), random);
      for (const int k : order) {
        CHECK_MPI(MPI_Wait(&requests[static_cast<std::size_t>(k)], MPI_STATUS_IGNORE));
      }
    } else if (round == 1) {
      for (int left = total; left > 0;) {
        int count = 0;
        std::vector<int> indices(requests.size());
        CHECK_MPI(
            MPI_Testsome(total, requests.data(), &count, indices.data(), MPI_STATUSES_IGNORE));
        left -= count;
      }
    } else {
      CHECK_MPI(MPI_Waitall(total, requests.data(), MPI_STATUSES_IGNORE));
    }
    for (const Case& one : started) one.check();
    CHECK_BYTES(in, static_cast<std::size_t>(previous), 30'000);
  }
}

// x -> a x + b (mod 10007): composing them is associative and not commutative.
struct Map {
  int a, b;
};
constexpr int modulus = 10'007;
Map composed(Map first, Map then) {
  return {first.a * then.a % modulus, (then.a * first.b + then.b) % modulus};
}
void compose(void* in, void* inout, int* length, MPI_Datatype*) {
  const Map* const first = static_cast<const Map*>(in);
  Map* const then = static_cast<Map*>(inout);
  for (int i = 0; i < *length; ++i) then[i] = composed(first[i], then[i]);
}

void own_operation(const Setting& s) {
  constexpr int count = 50;
  MPI_Datatype type;
  MPI_Op op;
  MPI_Type_contiguous(2, MPI_INT, &type);
  MPI_Type_commit(&type);
  MPI_Op_create(compose, 0, &op);
  const auto map_of = [](int rank, int i) { return Map{rank + 2 + i, 3 * rank + i + 1}; };
  std::vector<Map> out(count), in(count);
  for (int i = 0; i < count; ++i) out[static_cast<std::size_t>(i)] = map_of(s.rank, i);
  const auto expect = [&](int last) {
    for (int i = 0; i < count; ++i) {
      Map all = map_of(0, i);
      for (int rank = 1; rank <= last; ++rank) all = composed(all, map_of(rank, i));
      CHECK_EQUAL(in[static_cast<std::size_t>(i)].a, all.a);
      CHECK_EQUAL(in[static_cast<std::size_t>(i)].b, all.b);
    }
    in.assign(count, {0, 0});
  };
  MPI_Request request;
  CHECK_MPI(MPI_Allreduce(out.data(), in.data(), count, type, op, s.communicator));
  expect(s.size - 1);
  CHECK_MPI(MPI_Iallreduce(out.data(), in.data(), count, type, op, s.communicator, &request));
  CHECK_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
  expect(s.size - 1);
  CHECK_MPI(MPI_Reduce(out.data(), in.data(), count, type, op, s.size - 1, s.communicator));
  if (s.rank == s.size - 1) expect(s.size - 1);
  CHECK_MPI(MPI_Scan(out.data(), in.data(), count, type, op, s.communicator));
  expect(s.rank);
  CHECK_MPI(MPI_Exscan(out.data(), in.data(), count, type, op, s.communicator));
  if (s.rank > 0) expect(s.rank - 1);
  MPI_Op_free(&op);
  MPI_Type_free(&type);
}

// A floating-point sum in the order that MPI chose: the bits must not depend on revprof.
void floating_point(const Setting& s) {
  std::mt19937 random(static_cast<unsigned>(s.rank + 77));
  double sums[2] = {};
  for (int i = 0; i < 200; ++i) {
    double out[2] = {1.0 / (1 + static_cast<int>(random() % 1000)),
                     1e10 / (1 + static_cast<int>(random() % 1000))},
           in[2];
    MPI_Allreduce(out, in, 2, MPI_DOUBLE, MPI_SUM, s.communicator);
    sums[0] += in[0];
    sums[1] += in[1];
  }
  if (s.rank == 0) std::printf("sums %a %a\n", sums[0], sums[1]);
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  Setting s;
  s.rank = world.rank;
  s.size = world.size;
  one_at_a_time(s);
  outstanding(s);
  own_operation(s);
  floating_point(s);
}
