// SPDX-License-Identifier: BSD-3-Clause
// stress SEED ROUNDS: random traffic between all processes and random collectives between two
// groups, planned alike on all of them. Every byte, gap and status is checked; the sum printed
// depends on the messages alone, not on their order.
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <numeric>

#include "check.hpp"
#include "random_collectives.hpp"

namespace {

// How a side lays its bytes out: as bytes, as elements of 8, as elements of 8 with gaps of 8. The
// sides of a message choose on their own.
enum Layout { as_bytes, as_eights, with_gaps, layouts };

struct Types {
  Types() {
    MPI_Type_contiguous(8, MPI_BYTE, &eights);
    MPI_Type_create_resized(eights, 0, 16, &gapped);
    MPI_Type_commit(&eights);
    MPI_Type_commit(&gapped);
  }
  ~Types() {
    MPI_Type_free(&eights);
    MPI_Type_free(&gapped);
  }
  Types(const Types&) = delete;
  Types& operator=(const Types&) = delete;
  MPI_Datatype of(Layout layout) const {
    return layout == as_bytes ? MPI_BYTE : layout == as_eights ? eights : gapped;
  }
  MPI_Datatype eights{}, gapped{};
};

// `capacity` bytes of payload in a layout, between guards and with guards in its gaps.
class Payload {
 public:
  Payload(Layout layout, int capacity) : layout_(layout), capacity_(capacity) {
    room_.assign(place(static_cast<std::size_t>(capacity)) + 2 * wall, guard_byte);
  }
  void fill(std::size_t seed) {
    for (int i = 0; i < capacity_; ++i) byte(i) = pattern(seed, static_cast<std::size_t>(i));
  }
  // Returns a sum over what was received.
  std::uint64_t check(std::size_t seed, int received) const {
    std::vector<unsigned char> expected(room_.size(), guard_byte);
    std::uint64_t sum = 0;
    for (int i = 0; i < received; ++i) {
      const unsigned char value = pattern(seed, static_cast<std::size_t>(i));
      expected[wall + place(static_cast<std::size_t>(i))] = value;
      sum += value * static_cast<std::uint64_t>(i + 1);
    }
    CHECK(room_ == expected);
    return sum;
  }
  void* get() { return room_.data() + wall; }
  int count() const { return layout_ == as_bytes ? capacity_ : capacity_ / 8; }
  Layout layout() const { return layout_; }

 private:
  static constexpr std::size_t wall = 64;
  std::size_t place(std::size_t i) const { return layout_ == with_gaps ? i / 8 * 16 + i % 8 : i; }
  unsigned char& byte(int i) { return room_[wall + place(static_cast<std::size_t>(i))]; }

  Layout layout_;
  int capacity_;
  std::vector<unsigned char> room_;
};

enum Mode { standard, synchronous, buffered, ready, persistent, freed, modes };
enum Receive { posted, any_source, matched, started, receives };

struct Message {
  int from, to, tag, bytes, spare;  // spare: how much larger the receive buffer is
  Mode mode;
  Receive receive;
  Layout out, in;
};

// Where MPI or revprof changes its way: inline, eager limits, packed limit, pipelines.
constexpr int thresholds[] = {0,    8,      64,     968,    1024,   2048,    4040,    4096,
                              8192, 16'384, 32'768, 65'480, 65'536, 131'072, 1 << 20, 4 << 20};
constexpr int frequent = 13;  // of them; the large ones come now and then

int random_bytes(Random& random) {
  const int among = draw(random, 12) == 0 ? static_cast<int>(std::size(thresholds)) : frequent;
  return std::clamp(thresholds[draw(random, among)] + draw(random, 129) - 64, 0, 4 << 20);
}

std::vector<Message> plan(Random& random, int size, int messages, bool small) {
  std::vector<Message> made;
  for (int tag = 0; tag < messages; ++tag) {
    Message m{draw(random, size),
              draw(random, size),
              tag,
              0,
              0,
              static_cast<Mode>(draw(random, modes)),
              static_cast<Receive>(draw(random, receives)),
              static_cast<Layout>(draw(random, layouts)),
              static_cast<Layout>(draw(random, layouts))};
    m.bytes = (small ? draw(random, 200) : random_bytes(random)) / 8 * 8;
    if (m.out == as_bytes && m.in == as_bytes) m.bytes += draw(random, 8);
    m.spare = draw(random, 3) * 2048;
    // A ready send needs a receive that is posted.
    if (m.mode == ready && m.receive == matched) m.receive = posted;
    // Plain MPICH 4.0.2 on one process aborts at MPI_Imrecv of a message whose send was freed.
    if (host_is_mpich && size == 1 && m.mode == freed && m.receive == matched) m.receive = posted;
    made.push_back(m);
  }
  return made;
}

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
