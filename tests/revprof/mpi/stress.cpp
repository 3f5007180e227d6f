// SPDX-License-Identifier: BSD-3-Clause
// stress SEED ROUNDS: random traffic between all processes and random collectives between two
// groups, planned alike on all of them. Every byte, gap and status is checked; the sum printed
// depends on the messages alone, not on their order.
#include <cstdlib>
#include <numeric>

#include "stress_messages.hpp"

namespace {

struct Transfer {
  Message message;
  Payload payload;
};

MPI_Request start_receive(Transfer& t, const Types& types) {
  MPI_Request request = MPI_REQUEST_NULL;
  const Message& m = t.message;
  const MPI_Datatype type = types.of(t.payload.layout());
  const int source = m.receive == any_source ? MPI_ANY_SOURCE : m.from;
  void* const buffer = t.payload.get();
  if (m.receive == started) {
    CHECK_MPI(
        MPI_Recv_init(buffer, t.payload.count(), type, source, m.tag, MPI_COMM_WORLD, &request));
    CHECK_MPI(MPI_Start(&request));
  } else if (m.receive == matched) {
    MPI_Message found;
    MPI_Status status = wrong_status();
    for (int flag = 0; flag == 0;) {
      CHECK_MPI(MPI_Improbe(source, m.tag, MPI_COMM_WORLD, &flag, &found, &status));
    }
    CHECK_STATUS(status, m.from, m.tag, m.bytes);
    CHECK_MPI(MPI_Imrecv(buffer, t.payload.count(), type, &found, &request));
  } else {
    CHECK_MPI(MPI_Irecv(buffer, t.payload.count(), type, source, m.tag, MPI_COMM_WORLD, &request));
  }
  return request;
}

MPI_Request start_send(Transfer& t, const Types& types) {
  MPI_Request request = MPI_REQUEST_NULL;
  const Message& m = t.message;
  if (m.mode == persistent) {
    CHECK_MPI(MPI_Send_init(t.payload.get(), t.payload.count(), types.of(m.out), m.to, m.tag,
                            MPI_COMM_WORLD, &request));
    CHECK_MPI(MPI_Start(&request));
    return request;
  }
  const auto send = m.mode == synchronous ? MPI_Issend
                    : m.mode == buffered  ? MPI_Ibsend
                    : m.mode == ready     ? MPI_Irsend
                                          : MPI_Isend;
  CHECK_MPI(send(t.payload.get(), t.payload.count(), types.of(m.out), m.to, m.tag, MPI_COMM_WORLD,
                 &request));
  if (m.mode == freed) CHECK_MPI(MPI_Request_free(&request));
  return request;
}

// Completes everything in one of seven ways; arrived(index, status) sees each request once.
template <class Arrived>
void complete(std::vector<MPI_Request>& requests, Random& random, int way, Arrived arrived) {
  const auto total = static_cast<int>(requests.size());
  std::vector<int> indices(requests.size() + 1);
  std::vector<MPI_Status> statuses(requests.size() + 1, wrong_status());
  if (way == 0 || way == 1) {
    int done = 0;
    if (way == 0) CHECK_MPI(MPI_Waitall(total, requests.data(), statuses.data()));
    while (way == 1 && done == 0) {
      CHECK_MPI(MPI_Testall(total, requests.data(), &done, statuses.data()));
    }
    for (int i = 0; i < total; ++i) arrived(i, statuses[static_cast<std::size_t>(i)]);
    return;
  }
  if (way == 2) {  // one by one, in any order
    std::iota(indices.begin(), indices.end(), 0);
    indices.pop_back();
    std::shuffle(indices.begin(), indices.end(), random);
    for (const int i : indices) {
      MPI_Status status = wrong_status();
      int done = draw(random, 2);
      if (done == 1) CHECK_MPI(MPI_Wait(&requests[static_cast<std::size_t>(i)], &status));
      while (done == 0) CHECK_MPI(MPI_Test(&requests[static_cast<std::size_t>(i)], &done, &status));
      arrived(i, status);
    }
    return;
  }
  for (;;) {
    int count = 1, flag = 1, *const index = indices.data();
    MPI_Status* const status = statuses.data();
    if (way == 3) CHECK_MPI(MPI_Waitany(total, requests.data(), index, status));
    if (way == 4) CHECK_MPI(MPI_Testany(total, requests.data(), index, &flag, status));
    if (way == 5) CHECK_MPI(MPI_Waitsome(total, requests.data(), &count, index, status));
    if (way == 6) CHECK_MPI(MPI_Testsome(total, requests.data(), &count, index, status));
    if (flag == 0) continue;
    if (count == MPI_UNDEFINED || *index == MPI_UNDEFINED) return;  // none is left
    for (int k = 0; k < count; ++k) arrived(index[k], status[k]);
  }
}

// A receive that nobody answers.
void cancelled(const World& world) {
  MPI_Request request;
  MPI_Status status = wrong_status();
  int in = -1, yes = 0;
  CHECK_MPI(MPI_Irecv(&in, 1, MPI_INT, world.next(), 30'000, MPI_COMM_WORLD, &request));
  CHECK_MPI(MPI_Cancel(&request));
  CHECK_MPI(MPI_Wait(&request, &status));
  MPI_Test_cancelled(&status, &yes);
  CHECK_EQUAL(yes, 1);
  CHECK_EQUAL(in, -1);
}

// Whatever comes first on a communicator of its own: the tag says what is in it.
std::uint64_t anything(const World& world, Random& random, MPI_Comm comm) {
  int expected = 0;
  std::vector<MPI_Request> sends;
  std::vector<std::unique_ptr<Payload>> kept;
  for (int tag = 0; tag < 30; ++tag) {
    const int from = draw(random, world.size), to = draw(random, world.size);
    const int bytes = draw(random, 20'000);
    if (to == world.rank) ++expected;
    if (from != world.rank) continue;
    kept.push_back(std::make_unique<Payload>(as_bytes, bytes));
    kept.back()->fill(static_cast<std::size_t>(tag));
    sends.emplace_back();
    CHECK_MPI(MPI_Isend(kept.back()->get(), bytes, MPI_BYTE, to, tag, comm, &sends.back()));
  }
  std::uint64_t sum = 0;
  for (int i = 0; i < expected; ++i) {
    MPI_Status seen = wrong_status(), got = wrong_status();
    int bytes = 20'000;
    if (i % 2 == 0) {
      CHECK_MPI(MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &seen));
      MPI_Get_count(&seen, MPI_BYTE, &bytes);
    }
    Payload in(as_bytes, bytes);
    CHECK_MPI(MPI_Recv(in.get(), bytes, MPI_BYTE, i % 2 == 0 ? seen.MPI_SOURCE : MPI_ANY_SOURCE,
                       i % 2 == 0 ? seen.MPI_TAG : MPI_ANY_TAG, comm, &got));
    MPI_Get_count(&got, MPI_BYTE, &bytes);
    sum += in.check(static_cast<std::size_t>(got.MPI_TAG), bytes);
  }
  CHECK_MPI(MPI_Waitall(static_cast<int>(sends.size()), sends.data(), MPI_STATUSES_IGNORE));
  return sum;
}

std::uint64_t round_of(const World& world, Random& random, const Types& types, int messages,
                       bool small) {
  std::vector<Transfer> incoming, outgoing;
  for (const Message& m : plan(random, world.size, messages, small)) {
    if (m.to == world.rank) incoming.push_back({m, Payload(m.in, m.bytes + m.spare)});
    if (m.from == world.rank) {
      outgoing.push_back({m, Payload(m.out, m.bytes)});
      outgoing.back().payload.fill(static_cast<std::size_t>(m.tag));
    }
  }
  const int way = draw(random, 7);
  // From here on the processes draw different numbers.
  Random own(random() + static_cast<unsigned>(world.rank));

  // The i-th request is that of the i-th incoming message, then of the outgoing ones.
  std::vector<MPI_Request> requests(incoming.size(), MPI_REQUEST_NULL);
  for (std::size_t i = 0; i < incoming.size(); ++i) {
    if (incoming[i].message.receive == matched) continue;
    requests[i] = start_receive(incoming[i], types);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  cancelled(world);
  for (Transfer& t : outgoing) requests.push_back(start_send(t, types));
  for (std::size_t i = 0; i < incoming.size(); ++i) {
    if (incoming[i].message.receive == matched) requests[i] = start_receive(incoming[i], types);
  }
  std::uint64_t sum = 0;
  complete(requests, own, way, [&](int index, const MPI_Status& status) {
    const auto i = static_cast<std::size_t>(index);
    if (i >= incoming.size()) return;
    const Message& m = incoming[i].message;
    CHECK_STATUS(status, m.from, m.tag, m.bytes);
    sum += incoming[i].payload.check(static_cast<std::size_t>(m.tag), m.bytes) *
           static_cast<std::uint64_t>(m.tag + 1);
  });
  for (MPI_Request& request : requests) {  // those of persistent messages
    if (request != MPI_REQUEST_NULL) CHECK_MPI(MPI_Request_free(&request));
  }
  MPI_Barrier(MPI_COMM_WORLD);  // what was freed has arrived
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  Random random(static_cast<unsigned>(argc > 1 ? std::atoi(argv[1]) : 1));
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 20;
  std::vector<char> attached(256 << 20);
  CHECK_MPI(MPI_Buffer_attach(attached.data(), static_cast<int>(attached.size())));
  MPI_Comm other;
  CHECK_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &other));
  std::uint64_t sum = 0;
  {
    const Types types;
    for (int round = 0; round < rounds; ++round) {
      const bool thousands = round % 10 == 9;
      sum += round_of(world, random, types, thousands ? 4000 : 40 + draw(random, 60), thousands);
      sum += anything(world, random, other);
      random_collectives::two_groups(world, random);
    }
  }
  std::uint64_t all = 0;
  MPI_Reduce(&sum, &all, 1, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
  if (world.rank == 0) std::cout << "sum " << all << '\n';
  CHECK_MPI(MPI_Comm_free(&other));
  void* detached = nullptr;
  int size = 0;
  CHECK_MPI(MPI_Buffer_detach(&detached, &size));
}
