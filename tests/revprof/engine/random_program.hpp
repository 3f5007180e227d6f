// SPDX-License-Identifier: BSD-3-Clause
// Random programs of every rule.
#pragma once

#include <random>

#include "four_processes.hpp"

namespace revprof {

// Of so many calls; the same one for every seed, whatever the lanes.
class RandomProgram {
 public:
  RandomProgram(Processes& processes, unsigned seed) : all_(processes), random_(seed) {}

  void run(int calls) {
    for (int i = 0; i < calls; ++i) call();
  }

 private:
  struct Message {
    Stamp stamp;
    int receiver;
    std::int64_t bytes;
    Clock done;
  };
  struct Posted {
    int sender;
    Message message;
    Clock posted;  // its receive; empty: nobody asks
  };

  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

  void call() {
    const int rank = below(4), other = (rank + 1 + below(3)) % 4;
    Engine& engine = all_.engine(rank);
    const std::int64_t bytes = 100 * below(20);
    switch (below(16)) {
      case 0:
        engine.compute(below(8));
        break;
      case 1:
        blocking(engine, other, bytes);
        break;
      case 2:
      case 3: {
        engine.begin_call(Call::MPI_Isend);
        Message message = {stamped(engine, bytes, other), other, bytes, {}};
        engine.post_send(Call::MPI_Isend, bytes, other, message.stamp, message.done);
        sends_.push_back({rank, message, below(2) == 0 ? all_.engine(other).clock() : Clock()});
        messages_.push_back(std::move(message));
        break;
      }
      case 4:
      case 5:
      case 6:
        receive_one();
        break;
      case 7:
        complete_one();
        break;
      case 8:
        elapse(engine, 1e-6 * below(4));
        engine.wtime();
        break;
      case 9:
        exchange(rank, other, bytes);
        break;
      case 10:
        one_sided(rank, other, bytes);
        break;
      case 11:
        engine.begin_call(Call::MPI_Win_lock);
        engine.follow(Call::MPI_Win_lock, 0, other, all_.engine(other).clock().data());
        engine.begin_call(Call::MPI_Fetch_and_op);
        engine.serve({Call::MPI_Fetch_and_op, 4, 0, {0, 3, 0}}, other,
                     all_.engine(other).clock().data());
        break;
      case 12:
        synchronous(engine, other, bytes);
        break;
      case 13:
        receive_all(other);
        break;
      default:
        if (below(4) != 0) break;
        if (below(4) == 0) engine.start_up(4, 0);
        if (below(4) == 0) all_.nonblocking(below(12));
        constexpr Call calls[] = {Call::MPI_Allreduce, Call::MPI_Bcast, Call::MPI_Reduce,
                                  Call::MPI_Barrier};
        all_.collective(calls[below(4)], below(4), 2 * below(8));
    }
  }

  void complete_one() {
    if (sends_.empty()) return;
    const auto [sender, message, posted] = sends_.back();
    sends_.pop_back();
    Engine& engine = all_.engine(sender);
    engine.begin_call(Call::MPI_Wait);
    if (posted.empty()) {
      return engine.complete_posted(Call::MPI_Send, message.bytes, message.receiver, message.done);
    }
    engine.complete_long(message.bytes, message.receiver, message.stamp, message.done,
                         posted.data(), message.receiver % 2 == 0);
  }

  // Its receive was posted just now.
  void synchronous(Engine& engine, int other, std::int64_t bytes) {
    engine.begin_call(Call::MPI_Ssend);
    const Stamp message = stamped(engine, bytes, other);
    const Clock posted = all_.engine(other).clock();
    engine.complete_synchronous(Call::MPI_Ssend, bytes, other, message, posted.data());
    messages_.push_back({message, other, bytes, {}});
  }

  // Its receive, too.
  void blocking(Engine& engine, int other, std::int64_t bytes) {
    engine.begin_call(Call::MPI_Send);
    const Stamp message = stamped(engine, bytes, other);
    const Clock posted = all_.engine(other).clock();
    engine.send_long(Call::MPI_Send, bytes, other, message, posted.data(), other % 2 == 0);
    messages_.push_back({message, other, bytes, {}});
  }

  void receive_one() {
    if (messages_.empty()) return;
    const Message message = messages_.front();
    messages_.pop_front();
    Engine& receiver = all_.engine(message.receiver);
    if (below(2) == 0) return receive(receiver, message.bytes, message.stamp);
    Clock posted;
    receiver.begin_call(Call::MPI_Wait);
    receiver.post_receive(Call::MPI_Irecv, posted);
    receiver.compute(below(3));
    complete_receive(receiver, message.bytes, posted, message.stamp, 0, 0);
  }

  // All that is on its way to it, by one call.
  void receive_all(int rank) {
    const auto others =
        std::stable_partition(messages_.begin(), messages_.end(),
                              [&](const Message& message) { return message.receiver == rank; });
    Engine& receiver = all_.engine(rank);
    std::vector<Clock> posted(static_cast<std::size_t>(others - messages_.begin()));
    if (posted.empty()) return;
    std::vector<Engine::Received> receives;
    receiver.begin_call(Call::MPI_Waitall);
    for (std::size_t i = 0; i < posted.size(); ++i) {
      receiver.post_receive(Call::MPI_Irecv, posted[i]);
      receives.push_back({messages_[i].bytes, &posted[i], &messages_[i].stamp, 0, 0, no_request});
    }
    receiver.complete_receives(receives.data(), receives.size());
    messages_.erase(messages_.begin(), others);
  }

  // Both call MPI_Sendrecv.
  void exchange(int rank, int other, std::int64_t bytes) {
    const Stamp there = stamped(all_.engine(rank), bytes, other);
    const Stamp back = stamped(all_.engine(other), bytes, rank);
    for (const auto& [who, with, in] : {std::tuple(rank, other, back), {other, rank, there}}) {
      Engine& engine = all_.engine(who);
      engine.begin_call(Call::MPI_Sendrecv);
      revprof::exchange(engine, with, bytes, in);
    }
  }

  // An epoch of two transfers after the target has posted, and one with a request.
  void one_sided(int rank, int other, std::int64_t bytes) {
    Engine& origin = all_.engine(rank);
    Clock epoch(origin.clock_values(), 0);
    origin.begin_call(Call::MPI_Put);
    origin.transfer(Call::MPI_Put, bytes, other, epoch);
    origin.transfer(Call::MPI_Put, 2 * bytes, other, epoch);
    origin.meet({other}, all_.engine(other).clock().data(), epoch);
    origin.begin_call(Call::MPI_Rput);
    const Clock done = origin.post_transfer(Call::MPI_Put, bytes, other);
    origin.compute(below(6));
    origin.begin_call(Call::MPI_Win_flush);
    origin.finish_transfers(done);
  }

  Processes& all_;
  std::mt19937 random_;
  std::deque<Message> messages_;
  std::vector<Posted> sends_;
};

}  // namespace revprof
