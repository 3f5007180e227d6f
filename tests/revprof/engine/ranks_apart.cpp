// SPDX-License-Identifier: BSD-3-Clause
// Messages where distances are no blocks: by how many ranks two processes are apart.
#include <array>
#include <tuple>

#include "round_model.hpp"

namespace revprof {
namespace {

// Of 8 processes in no blocks: messages take 3 us to the next rank, 6 us four ranks on, where an
// exchange of all takes 4 us more than one of a pair.
Lane torus_lane() {
  auto model = std::make_shared<Model>(*round_model());
  model->point_to_point.block_sizes = {};
  model->calls["transit"] = {class_of(-4, 6, 0), class_of(-1, 3, 0), class_of(0, 5, 0)};
  model->calls["MPI_Sendrecv"] = {class_of(-4, 4, 0), class_of(-1, 2, 0), class_of(0, 3, 0)};
  model->calls["exchange"] = {class_of(-4, 8, 0.004), class_of(-1, 2, 0), class_of(0, 3, 0)};
  model->calls["gap"] = {class_of(0, 2, 0)};
  Lane torus = lane("mean");
  torus.model = model;
  return torus;
}

// When process 0 has a message of that one that was sent at the beginning: by itself,
SimTime received_alone(const Lane& lane, int peer) {
  Engine engine = process(0, {lane});
  Stamp in;
  in.source = peer;
  in.sent[0] = 0;
  receive(engine, longer, in);
  return engine.now()[0];
}

// ... or in an exchange, after it has sent to `sent_to`.
SimTime exchanged(const Lane& lane, int peer, int sent_to) {
  Engine engine = process(0, {lane});
  Stamp in;
  in.source = peer;
  in.sent[0] = 0;
  engine.begin_call(Call::MPI_Sendrecv);
  exchange(engine, sent_to, longer, in);
  engine.end_call(longer, peer, 0);
  return engine.now()[0];
}

TEST(Engine, ranks_apart_say_how_far_where_distances_are_no_blocks) {
  const Lane torus = torus_lane();
  for (const auto& [peer, alone, among_all] : {std::tuple(1, 3, 3), {4, 6, 10}, {5, 6, 10}}) {
    EXPECT_EQ(received_alone(torus, peer), alone * us);
    EXPECT_EQ(exchanged(torus, peer, peer), among_all * us);
  }
}

// A map says that places 0 and 7 are as near as neighbours, and 3 and 7 as far as no others: their
// exchange grows by 3 us by itself, so that of the 4 us of all it is 1 that they wait for others.
TEST(Engine, a_map_says_how_far_each_pair_is) {
  Lane torus = torus_lane();
  auto model = std::make_shared<Model>(*torus.model);
  std::vector<std::vector<int>>& as_far = model->point_to_point.distances.as_far;
  for (int a = 0; a < 7; ++a) {
    as_far.emplace_back();
    for (int b = a + 1; b < 8; ++b) as_far.back().push_back(b - a);
  }
  as_far[0][6] = 1;
  as_far[3][3] = 7;
  model->calls["MPI_Sendrecv"].push_back(class_of(-7, 4, 0.003));
  torus.model = model;
  for (const auto& [peer, alone, among_all] : {std::tuple(1, 3, 3), {4, 6, 7}, {7, 3, 3}}) {
    EXPECT_EQ(received_alone(torus, peer), alone * us) << peer;
    EXPECT_EQ(exchanged(torus, peer, peer), among_all * us) << peer;
  }
}

// Four ranks away a message takes 4 us longer among all. In a row of 5 one goes round the end when
// the others go to the next: two fifths of all pass a place.
TEST(Engine, who_closes_a_row_is_among_a_part_of_those_who_go_as_far) {
  const auto received = [](int sent_to) { return exchanged(torus_lane(), 4, sent_to); };
  EXPECT_EQ(received(4), 10 * us);
  EXPECT_EQ(received(1), 6 * us + 4 * us * 2 / 5);
  EXPECT_EQ(received(2), 6 * us + 2'666'667);  // two thirds, in a row of 3
}

// From the last place to the first one, as an exchange of all was measured: it grows by 6 us.
TEST(Engine, who_closes_a_ring_takes_as_long_as_an_exchange_that_does) {
  Lane torus = torus_lane();
  auto model = std::make_shared<Model>(*torus.model);
  model->calls["exchange"].back() = class_of(0, 3, 0.006);
  torus.model = model;
  EXPECT_EQ(exchanged(torus, 7, 1), 12 * us);  // others: 3 us
}

// In a row of exchanges 1,001 bytes wait 1 us for others', by themselves 4 us; what a posted
// receive gets waits as by itself, whatever sent it, and so does what goes farther, or among fewer,
// than a row was measured.
TEST(Engine, blocking_messages_wait_for_others_as_in_a_row) {
  struct Case {
    int measured_over, measured_from;  // ranks; processes
    bool posted_send, posted_receive;
    int waited_us;
  };
  for (const Case c : {Case{4, 3, false, false, 1},
                       {4, 3, true, true, 4},
                       {4, 3, false, true, 4},
                       {1, 3, false, false, 4},
                       {4, 9, false, false, 4}}) {
    Lane torus = torus_lane();
    auto model = std::make_shared<Model>(*torus.model);
    DistanceClass row = class_of(-c.measured_over, 8, 0.001);
    row.regimes[0].min_processes = c.measured_from;
    model->calls["exchange.next"] = {row};
    torus.model = model;
    Engine a = process(0, {torus});
    const Stamp in = sent_at(0, 4);
    Clock posted, done;
    Instant copied;
    if (c.posted_receive) a.post_receive(Call::MPI_Irecv, posted);
    if (c.posted_send) {
      Stamp out;
      a.stamp(longer, 4, out);
      a.post_send(Call::MPI_Isend, longer, 4, out, done);
    } else {
      a.send_beside(longer, 4, copied);
    }
    a.begin_call(c.posted_receive ? Call::MPI_Wait : Call::MPI_Sendrecv);
    if (c.posted_receive) {
      complete_receive(a, longer, posted, in, 0, 0);
    } else {
      a.receive_beside(Call::MPI_Sendrecv, longer, in, copied, 0, 0);
    }
    EXPECT_EQ(a.now()[0], (6 + c.waited_us) * us);
  }
}

// 1,001 bytes are apart by 2 us, of which 1.5 us grow with them. To both sides of an exchange, or
// from there, it is what the second message takes there in place of these: no more than the first
// one's 1 us, 4 us four ranks on, and not less than nothing. Where no exchange to both sides was
// measured, what all add to a message is added to the gap, too.
TEST(Engine, messages_to_both_sides_are_apart_by_what_the_second_one_adds) {
  struct Case {
    int apart;
    double both_us;  // of a kilobyte; 0: not measured
    double between_us;
  };
  for (const Case c :
       {Case{1, 1.25, 0.75}, {1, 5, 1.5}, {1, 0.5, 0.5}, {1, 0, 3}, {4, 5.5, 2}, {4, 0, 6}}) {
    Lane torus = torus_lane();
    auto model = std::make_shared<Model>(*torus.model);
    model->calls["exchange"] = {class_of(-4, 8, 0.004), class_of(-1, 2, 0.001)};
    model->calls["gap"] = {class_of(0, 0.4985, 0.0015)};
    if (c.both_us > 0) model->calls["exchange_both"] = {class_of(-c.apart, 8, c.both_us / 1000)};
    torus.model = model;
    Engine a({torus}, 4, 12, 10'000, nullptr, mpi_calls());
    const int peers[] = {4 - c.apart, 4 + c.apart};
    Clock posted[2];
    for (Clock& each : posted) a.post_receive(Call::MPI_Irecv, each);
    const SimTime begin = a.now()[0];
    SimTime left[2];
    for (const int i : {0, 1}) {
      Stamp out;
      Clock done;
      a.stamp(longer, peers[i], out);
      a.post_send(Call::MPI_Isend, longer, peers[i], out, done);
      left[i] = out.sent[0] - begin;
    }
    const auto between = static_cast<SimTime>(c.between_us * us);
    EXPECT_EQ(left[0], 0);
    EXPECT_EQ(left[1], c.both_us > 0 ? between : 2 * us);
    for (const int i : {0, 1}) {
      a.begin_call(Call::MPI_Wait);
      complete_receive(a, longer, posted[i], sent_at(20 * us, peers[i]), 0, 0);
    }
    const SimTime first = (c.apart == 1 ? 3 + 1 : 6 + 4) * us;
    EXPECT_EQ(a.now()[0], 20 * us + first + between);
  }
}

// A torus of 4 x 3 places, 1 us a link and 5 us besides.
Lane mesh_lane(bool ways_differ) {
  auto model = std::make_shared<Model>(*round_model());
  model->point_to_point.block_sizes = {};
  const auto around = [](int a, int b, int extent) {
    const int apart = std::abs(a - b);
    return std::min(apart, extent - apart);
  };
  for (int a = 0; a < 11; ++a) {
    model->point_to_point.distances.as_far.emplace_back();
    for (int b = a + 1; b < 12; ++b) {
      const int links = around(a % 4, b % 4, 4) + around(a / 4, b / 4, 3);
      model->point_to_point.distances.as_far.back().push_back(ways_differ ? links : 1);
    }
  }
  model->calls["transit"] = {class_of(-3, 8, 0), class_of(-2, 7, 0), class_of(-1, 6, 0)};
  model->calls["gap"] = {class_of(0, 2, 0)};
  Lane mesh = lane("mean");
  mesh.model = model;
  return mesh;
}

// The links of place 5, in the order of their neighbours: 1, 4, 6, 9. From 3 there are three ways,
// of which that over 4 is the nearest to it. All by one link each: nobody has neighbours.
TEST(Links, are_those_of_the_nearest_places) {
  const auto links_of = [](const Lane& lane) {
    return Links(lane.model->point_to_point, &lane.model->calls.at("transit"));
  };
  const Links links = links_of(mesh_lane(true));
  EXPECT_EQ(links.most(), 4);
  const std::pair<int, int> expected[] = {{1, 0}, {4, 1},  {6, 2}, {9, 3}, {0, 0},  {2, 0},
                                          {8, 3}, {10, 3}, {7, 2}, {3, 1}, {5, -1}, {12, -1}};
  for (const auto& [from, link] : expected) EXPECT_EQ(links.last(from, 5), link) << from;
  // To 10 and to 2 there are two ways, of which that over 4 or 6 is the nearest to 5, and to 3
  // three.
  const std::pair<int, int> out[] = {{1, 0},  {4, 1}, {6, 2}, {9, 3},  {0, 1},  {2, 2},
                                     {10, 2}, {7, 2}, {3, 1}, {5, -1}, {12, -1}};
  for (const auto& [to, link] : out) EXPECT_EQ(links.first(5, to), link) << to;
  EXPECT_EQ(links_of(mesh_lane(false)).most(), 0);
  Lane nodes = mesh_lane(true);
  auto model = std::make_shared<Model>(*nodes.model);
  model->point_to_point.block_sizes = {2};
  nodes.model = model;
  EXPECT_EQ(links_of(nodes).most(), 0);
}

// Three messages to place 5 that were sent together: from 4 and 6 they come by links of their own,
// 6 us, of which the second one is completed in an eighth; that from 7, 7 us, comes over 6 and
// waits for the one from there: 6 + 2 us. Blocking ones come one after the other.
TEST(Engine, posted_messages_wait_for_those_on_the_same_link) {
  for (const bool posted_sends : {true, false}) {
    Engine a({mesh_lane(true)}, 5, 12, 10'000, nullptr, mpi_calls());
    const int peers[] = {4, 6, 7};
    Clock posted[3];
    for (Clock& each : posted) a.post_receive(Call::MPI_Irecv, each);
    for (const int peer : peers) {
      Stamp out;
      Clock done;
      a.stamp(0, peer, out);
      if (posted_sends) a.post_send(Call::MPI_Isend, 0, peer, out, done);
    }
    const SimTime begin = 20 * us;
    const SimTime with_links[] = {6 * us, 6 * us + us / 8, 8 * us},
                  without[] = {6 * us, 8 * us, 10 * us};
    for (std::size_t i = 0; i < 3; ++i) {
      a.begin_call(Call::MPI_Wait);
      complete_receive(a, 0, posted[i], sent_at(begin, peers[i]), 0, 0);
      const SimTime expected = (posted_sends ? with_links : without)[i];
      EXPECT_EQ(a.now()[0], begin + expected) << peers[i] << ' ' << posted_sends;
    }
    expect_sums(a);
  }
}

// Place 5 sends to 4, 6 and 7, which begins by the link to 6: the last one leaves 2 us behind that
// one, and none waits for the first, however they are sent. An MPI_Isend takes half an us, an
// MPI_Send one.
TEST(Engine, messages_leave_behind_those_by_the_same_link) {
  for (const bool posted_sends : {true, false}) {
    for (const bool has_links : {true, false}) {
      Engine a({mesh_lane(has_links)}, 5, 12, 10'000, nullptr, mpi_calls());
      const SimTime begin = a.now()[0];
      const SimTime call = posted_sends ? us / 2 : us;
      const SimTime with_links[] = {0, call, call + 2 * us}, without[] = {0, 2 * us, 4 * us};
      for (std::size_t i = 0; i < 3; ++i) {
        const int peer = std::array{4, 6, 7}[i];
        Stamp out;
        Clock done;
        a.stamp(0, peer, out);
        EXPECT_EQ(out.sent[0] - begin, (has_links ? with_links : without)[i]) << peer;
        if (posted_sends) {
          a.post_send(Call::MPI_Isend, 0, peer, out, done);
        } else {
          a.send(Call::MPI_Send, 0, peer);
        }
      }
    }
  }
}

// Puts leave as posted messages do: 0.75 us apart to both sides, 2 us where that was not measured.
TEST(Engine, puts_to_both_sides_are_apart_by_what_the_second_one_adds) {
  for (const bool known : {true, false}) {
    Lane torus = torus_lane();
    auto model = std::make_shared<Model>(*torus.model);
    model->calls["exchange"] = {class_of(-1, 2, 0.001)};
    model->calls["gap"] = {class_of(0, 0.4985, 0.0015)};
    model->calls["shmem_put"] = {class_of(0, 0.125, 0)};
    if (known) model->calls["exchange_both"] = {class_of(-1, 8, 0.00125)};
    torus.model = model;
    Engine a({torus}, 4, 12, 10'000, nullptr, mpi_calls());
    const Clock floor = a.clock();
    Engine::Flight first, second;
    a.begin_call(Call::shmem_put);
    a.put(Call::shmem_put, longer, 3, floor, first);
    a.put(Call::shmem_put, longer, 5, floor, second);
    EXPECT_EQ(first.sent[0], 0);
    EXPECT_EQ(second.sent[0], known ? 3 * us / 4 : 2 * us);
  }
}

}  // namespace
}  // namespace revprof
