// SPDX-License-Identifier: BSD-3-Clause
// Carries out orders: times the repetitions of a cell on the processes that take part.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "characterize/cold_cache.hpp"
#include "characterize/operation.hpp"
#include "characterize/order.hpp"
#include "characterize/sample.hpp"
#include "characterize/synchroniser.hpp"

namespace revprof {

// Of all orders so far, on process 0.
struct Attempts {
  long repetitions = 0, late = 0;
};

// How all repetitions are done; the same on every process.
struct Manner {
  bool agreed_clock = true, cold_cache = false;
};

class Experiment {
 public:
  // Files are measured in `directory`.
  Experiment(const Manner& manner, const std::string& directory);
  ~Experiment();
  Experiment(const Experiment&) = delete;
  Experiment& operator=(const Experiment&) = delete;

  // By all processes, with the same order. The times are complete on process 0, empty elsewhere.
  CellTimes carry_out(const Order& order);

  const ClockTraits& clock_traits() const { return traits_; }
  const Attempts& attempts() const { return attempts_; }
  // Of the repetitions that count: how far apart the processes started, on the global clock.
  const std::vector<double>& start_skews() const { return skews_; }
  const GlobalClock& clock() const { return clock_; }
  // More processes than cores on some node: times will be far too long.
  bool crowded() const { return crowded_; }
  int ranks_per_node() const { return ranks_per_node_; }
  // Those on this process's node; this process alone where they are not evenly apart.
  const Ranks& node_ranks() const { return node_ranks_; }
  // The same, where each node holds so many consecutive ranks (the last one perhaps fewer) and
  // there are several; else 0.
  int node_block() const { return node_block_; }

 private:
  // How process 0 of a cell leads the others through it.
  struct Batch {
    int repetitions = 0;
    double cycle_seconds = 0;
    double delay_seconds = 0;  // of a latecomer: all others are through with what they can do
  };

  struct Repetition {
    double seconds = 0, lateness = 0;  // of the latest process
    double skew = 0;                   // between the first and the last process's start
    double root_seconds = 0;           // of process 0
    bool valid(double tolerated) const {
      return lateness <= std::max({0.5e-6, 0.02 * seconds, tolerated});
    }
  };

  MPI_Comm communicator(const Ranks& ranks);
  CellTimes measure(const Order& order);
  double warm_up(const Operation& operation, const StopRule& rule);
  Batch next_batch(const Sample& sample, const StopRule& rule, double cycle_seconds, double begin,
                   int done) const;
  void prepare_repetition(const Operation& operation);
  std::vector<Repetition> repeat(const Operation& operation, const Batch& batch);

  GlobalClock clock_;
  ClockTraits traits_;
  Attempts attempts_;
  std::vector<double> skews_;
  bool crowded_ = false;
  int ranks_per_node_ = 1;
  Ranks node_ranks_;
  int node_block_ = 0;
  std::unique_ptr<Synchroniser> synchroniser_;
  std::optional<ColdCache> cold_cache_;
  std::map<Ranks, MPI_Comm> communicators_;
  Cell cell_;
};

}  // namespace revprof
