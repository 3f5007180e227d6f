// SPDX-License-Identifier: BSD-3-Clause
// The random messages of stress: how they are laid out, sent and received.
#pragma once

#include <cstdint>
#include <memory>

#include "check.hpp"
#include "random_collectives.hpp"

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

inline int random_bytes(Random& random) {
  const int among = draw(random, 12) == 0 ? static_cast<int>(std::size(thresholds)) : frequent;
  return std::clamp(thresholds[draw(random, among)] + draw(random, 129) - 64, 0, 4 << 20);
}

inline std::vector<Message> plan(Random& random, int size, int messages, bool small) {
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
