// SPDX-License-Identifier: BSD-3-Clause
// stress SEED ROUNDS: random traffic between all processes, all of it known in advance to all.
// Every message is checked; the sum printed depends on the messages alone, not on their order.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <random>

#include "check.hpp"

namespace {

struct Message {
  int from, to, tag, bytes, mode, type;
};

// The same on every process.
std::vector<Message> plan(std::mt19937& random, int size) {
  std::vector<Message> messages(40 + random() % 60);
  int tag = 0;
  for (Message& m : messages) {
    const auto draw = [&](unsigned n) { return static_cast<int>(random() % n); };
    const int scale = draw(5);
    m = {draw(static_cast<unsigned>(size)),
         draw(static_cast<unsigned>(size)),
         ++tag,
         0,
         draw(4),
         draw(3)};
    m.bytes = scale == 0 ? draw(40) : scale == 4 ? draw(200'000) : 8 * draw(3000);
    if (m.type != 0) m.bytes -= m.bytes % 8;
  }
  return messages;
}

struct Posted {
  Message message;
  Guarded buffer;
};

MPI_Request post_send(Posted& p, MPI_Datatype pairs) {
  const Message& m = p.message;
  MPI_Request request;
  const auto send = m.mode == 0 ? MPI_Issend : m.mode == 1 ? MPI_Ibsend : MPI_Isend;
  const MPI_Datatype type = m.type == 0 ? MPI_BYTE : m.type == 1 ? MPI_DOUBLE : pairs;
  CHECK_MPI(send(p.buffer.get(), m.type == 0 ? m.bytes : m.bytes / 8, type, m.to, m.tag,
                 MPI_COMM_WORLD, &request));
  return request;
}

std::uint64_t weight(Posted& p) {
  std::uint64_t sum = 0;
  for (int i = 0; i < p.message.bytes; ++i) sum += p.buffer.get()[i] * static_cast<unsigned>(i + 1);
  return sum * static_cast<std::uint64_t>(p.message.tag);
}

// Completes everything in a way of the round's own; receives are checked as they come in.
void complete(std::vector<Posted>& receives, std::vector<MPI_Request>& requests, int way,
              std::uint64_t& sum) {
  const auto total = static_cast<int>(requests.size());
  std::vector<int> indices(requests.size() + 1);
  std::vector<MPI_Status> statuses(requests.size() + 1);
  const auto arrived = [&](int index, const MPI_Status& status) {
    if (index >= static_cast<int>(receives.size())) return;
    Posted& p = receives[static_cast<std::size_t>(index)];
    const Message& m = p.message;
    CHECK_STATUS(status, m.from, m.tag, m.bytes);
    CHECK_BYTES(p.buffer, static_cast<std::size_t>(m.tag), m.bytes);
    sum += weight(p);
  };
  if (way == 0) {
    CHECK_MPI(MPI_Waitall(total, requests.data(), statuses.data()));
    for (int i = 0; i < total; ++i) arrived(i, statuses[static_cast<std::size_t>(i)]);
    return;
  }
  for (int left = total; left > 0;) {
    int count = 1;
    if (way == 1) MPI_Waitany(total, requests.data(), indices.data(), statuses.data());
    if (way == 2) MPI_Waitsome(total, requests.data(), &count, indices.data(), statuses.data());
    if (way == 3) MPI_Testsome(total, requests.data(), &count, indices.data(), statuses.data());
    for (int k = 0; k < count; ++k) {
      arrived(indices[static_cast<std::size_t>(k)], statuses[static_cast<std::size_t>(k)]);
    }
    left -= count;
  }
}

// Messages of one tag from anybody: how many come is known, not from whom first.
void wildcards(const World& world, std::mt19937& random, std::uint64_t& sum) {
  const int tag = 5000;
  std::vector<int> expected(static_cast<std::size_t>(world.size), 0);
  std::vector<MPI_Request> sends;
  std::vector<std::unique_ptr<Guarded>> kept;
  for (unsigned i = 0; i < 30; ++i) {
    const int from = static_cast<int>(random() % static_cast<unsigned>(world.size));
    const int to = static_cast<int>(random() % static_cast<unsigned>(world.size));
    const int bytes = static_cast<int>(random() % 10'000);
    expected[static_cast<std::size_t>(to)] += 1;
    if (from != world.rank) continue;
    kept.push_back(std::make_unique<Guarded>(bytes));
    kept.back()->fill(static_cast<std::size_t>(bytes));
    sends.emplace_back();
    MPI_Isend(kept.back()->get(), bytes, MPI_BYTE, to, tag, MPI_COMM_WORLD, &sends.back());
  }
  for (int i = 0; i < expected[static_cast<std::size_t>(world.rank)]; ++i) {
    MPI_Status seen = wrong_status(), got = wrong_status();
    int bytes = 10'000;
    if (i % 2 == 0) {
      MPI_Probe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &seen);
      MPI_Get_count(&seen, MPI_BYTE, &bytes);
    }
    Guarded in(bytes);
    const int source = i % 2 == 0 ? seen.MPI_SOURCE : MPI_ANY_SOURCE;
    MPI_Recv(in.get(), bytes, MPI_BYTE, source, tag, MPI_COMM_WORLD, &got);
    MPI_Get_count(&got, MPI_BYTE, &bytes);
    CHECK_BYTES(in, static_cast<std::size_t>(bytes), bytes);
    sum += static_cast<std::uint64_t>(bytes);
  }
  MPI_Waitall(static_cast<int>(sends.size()), sends.data(), MPI_STATUSES_IGNORE);
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  std::mt19937 random(static_cast<unsigned>(argc > 1 ? std::atoi(argv[1]) : 1));
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 20;
  std::vector<char> attached(64 << 20);
  MPI_Buffer_attach(attached.data(), static_cast<int>(attached.size()));
  MPI_Datatype pairs;  // 8 bytes as two ints
  MPI_Type_contiguous(2, MPI_INT, &pairs);
  MPI_Type_commit(&pairs);
  std::uint64_t sum = 0;
  for (int round = 0; round < rounds; ++round) {
    std::vector<Posted> receives, sends;
    std::vector<MPI_Request> requests;
    for (const Message& m : plan(random, world.size)) {
      if (m.to == world.rank) receives.push_back({m, Guarded(m.bytes + m.tag % 3 * 2500)});
      if (m.from == world.rank) {
        sends.push_back({m, Guarded(m.bytes)});
        sends.back().buffer.fill(static_cast<std::size_t>(m.tag));
      }
    }
    for (Posted& p : receives) {
      requests.emplace_back();
      MPI_Irecv(p.buffer.get(), p.message.bytes + p.message.tag % 3 * 2500, MPI_BYTE,
                p.message.tag % 2 == 0 ? MPI_ANY_SOURCE : p.message.from, p.message.tag,
                MPI_COMM_WORLD, &requests.back());
    }
    for (Posted& p : sends) requests.push_back(post_send(p, pairs));
    complete(receives, requests, static_cast<int>(random() % 4), sum);
    wildcards(world, random, sum);
    std::uint64_t all = 0;
    MPI_Allreduce(&sum, &all, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    sum = all;
  }
  if (world.rank == 0) std::cout << "sum " << sum << '\n';
  MPI_Type_free(&pairs);
  void* detached = nullptr;
  int size = 0;
  MPI_Buffer_detach(&detached, &size);
}
