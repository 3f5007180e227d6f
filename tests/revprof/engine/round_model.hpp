// SPDX-License-Identifier: BSD-3-Clause
// A machine of round numbers, so that every time in these tests can be worked out by hand.
#pragma once

#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "revprof/calls/mpi_calls.hpp"
#include "revprof/engine/engine.hpp"

namespace revprof {

// On this host, as long on every lane.
inline void elapse(Engine& engine, double seconds) {
  std::array<double, max_lanes> of_lane;
  of_lane.fill(seconds);
  engine.elapse(Item::cpu, of_lane.data());
}

// A Wait of one message.
inline void complete_receive(Engine& engine, std::int64_t bytes, const Clock& posted,
                             const Stamp& message, int tag, int communicator) {
  const Engine::Received received = {bytes, &posted, &message, tag, communicator, no_request};
  engine.complete_receives(&received, 1);
}

constexpr SimTime us = 1'000'000;  // in picoseconds

inline DistanceClass class_of(int within, double c_us, double k_us, Form form = {},
                              double s_us = 0) {
  Regime regime;
  regime.max_bytes = 1 << 20;
  regime.min_processes = 2;
  regime.max_processes = 64;
  regime.form = form;
  regime.c = c_us * 1e-6;
  regime.s = s_us * 1e-6;
  regime.k = k_us * 1e-6;
  regime.band_factor = 2.0;
  DistanceClass equations;
  equations.within = within;
  equations.regimes = {regime};
  return equations;
}

// MPI_Send 1, MPI_Recv 2, MPI_Isend 0.5, MPI_Irecv 0.25, MPI_Wait 0.125 us; transit 5 us within
// blocks of 4 and 10 us beyond, + 0.002 us a byte; MPI_Allreduce 10 us + 1 us p; MPI_Bcast 8 us.
inline std::shared_ptr<const Model> round_model() {
  auto model = std::make_shared<Model>();
  model->machine.name = "round";
  model->point_to_point.block_sizes = {4};
  model->calls["MPI_Send"] = {class_of(0, 1, 0)};
  model->calls["MPI_Recv"] = {class_of(0, 2, 0)};
  model->calls["MPI_Isend"] = {class_of(0, 0.5, 0)};
  model->calls["MPI_Irecv"] = {class_of(0, 0.25, 0)};
  model->calls["MPI_Wait"] = {class_of(0, 0.125, 0)};
  model->calls["transit"] = {class_of(4, 5, 0.002), class_of(0, 10, 0.002)};
  model->calls["MPI_Allreduce"] = {class_of(0, 10, 0, {Startup::p, Data::d}, 1)};
  model->calls["MPI_Bcast"] = {class_of(0, 8, 0)};
  return model;
}

inline Lane lane(const std::string& name, LaneEstimate estimate = LaneEstimate::mean,
                 double step_seconds = 1e-6) {
  return {name, round_model(), estimate, step_seconds, {}};
}

// Of 8 processes in blocks of 4: of each byte an exchange takes p ns inside a block, and 3 p ns
// beyond. So of `longer` bytes it takes 2 us longer for all 4 than for two, and 18 us for all 8,
// than of one byte.
constexpr std::int64_t longer = 1001;

inline Lane crowded_lane(std::vector<int> block_sizes = {4}) {
  auto model = std::make_shared<Model>(*round_model());
  model->point_to_point.block_sizes = std::move(block_sizes);
  model->calls["MPI_Sendrecv"] = {class_of(0, 4, 0)};
  model->calls["MPI_Alltoall"] = {class_of(0, 20, 0)};
  const auto by_processes = [](int within, double c_us, double k_us) {
    return class_of(within, c_us, k_us, {Startup::p, Data::p_d});
  };
  model->calls["transit"] = {class_of(4, 5, 0), class_of(0, 10, 0)};
  model->calls["exchange"] = {by_processes(4, 6, 0.001), by_processes(0, 0, 0.003)};
  Lane crowded = lane("mean");
  crowded.model = model;
  return crowded;
}

// The process `rank` of 8 on one lane (or those given).
inline Engine process(int rank, std::vector<Lane> lanes = {lane("mean")},
                      EventSink* trace = nullptr) {
  return Engine(std::move(lanes), rank, 8, 10'000, trace, mpi_calls());
}

// compute + communication + waiting = the clock, exactly, on every lane.
inline void expect_sums(const Engine& engine) {
  for (int l = 0; l < engine.lanes(); ++l) {
    const Spent& spent = engine.spent(l);
    EXPECT_EQ(spent.compute + spent.communication + spent.waiting, engine.now()[l]) << "lane " << l;
  }
}

// Something that this process has sent, too.
inline void note_sent(Engine& engine, int peer, std::int64_t bytes) {
  Instant copied;
  engine.send_beside(bytes, peer, copied);
}

// What MPI_Sendrecv charges.
inline void exchange(Engine& engine, int to, std::int64_t bytes, const Stamp& in) {
  Instant copied;
  engine.send_beside(bytes, to, copied);
  engine.receive_beside(Call::MPI_Sendrecv, bytes, in, copied, 0, 0);
}

// When one process has exchanged messages that share the crowded lane's links.
inline SimTime after_sendrecv(int rank, int to, int from, std::int64_t bytes = longer,
                              int processes = 8, const ProcessPlaces& places = {}) {
  Engine engine({crowded_lane()}, rank, processes, 10'000, nullptr, mpi_calls(), places);
  Stamp stamp;
  stamp.source = from;
  stamp.sent[0] = 0;
  engine.begin_call(Call::MPI_Sendrecv);
  exchange(engine, to, bytes, stamp);
  engine.end_call(bytes, from, 0);
  expect_sums(engine);
  return engine.now()[0];
}

inline Stamp send(Engine& engine, std::int64_t bytes, int peer) {
  Stamp stamp;
  engine.begin_call(Call::MPI_Send);
  engine.stamp(bytes, peer, stamp);
  engine.send(Call::MPI_Send, bytes, peer);
  engine.end_call(bytes, peer, 0);
  return stamp;
}

inline Stamp stamped(Engine& engine, std::int64_t bytes, int peer) {
  Stamp stamp;
  engine.stamp(bytes, peer, stamp);
  return stamp;
}

inline Stamp sent_at(SimTime sent, int source) {
  Stamp stamp;
  stamp.source = source;
  stamp.sent[0] = sent;
  return stamp;
}

// Messages whose receives were posted together, by one call.
inline void wait_for_all(Engine& engine, const Clock& posted, const std::vector<Stamp>& messages,
                         std::int64_t bytes = 0) {
  std::vector<Engine::Received> receives;
  for (const Stamp& message : messages) {
    receives.push_back({bytes, &posted, &message, 0, 0, no_request});
  }
  engine.begin_call(Call::MPI_Waitall);
  engine.complete_receives(receives.data(), receives.size());
  engine.end_call(0, -1, 0);
  expect_sums(engine);
}

inline void receive(Engine& engine, std::int64_t bytes, const Stamp& stamp) {
  engine.begin_call(Call::MPI_Recv);
  engine.receive(Call::MPI_Recv, bytes, stamp, 0, 0);
  engine.end_call(bytes, stamp.source, 0);
}

}  // namespace revprof
