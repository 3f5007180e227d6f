// SPDX-License-Identifier: BSD-3-Clause
// Small messages of our own that name what they belong to, on one communicator that the program
// never sees: whatever order they come in, each one is found by those that it is for.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <list>
#include <map>
#include <mutex>
#include <tuple>
#include <vector>

#include "revprof/engine/sim_time.hpp"

namespace revprof {

class Mail {
 public:
  // What a message belongs to: a set of processes, and a number that they count alike.
  struct Subject {
    std::uint64_t key;
    std::int64_t number;
  };

  // Over all processes of `communicator`, which becomes its own. A message has `values` values.
  Mail(MPI_Comm communicator, std::size_t values);
  ~Mail();
  Mail(const Mail&) = delete;
  Mail& operator=(const Mail&) = delete;

  // Ranks of a group among its processes.
  std::vector<int> translate(MPI_Group group) const;
  int rank() const { return rank_; }

  // Never waits.
  void send(int to, const Subject& subject, const SimTime* values);
  // Moves `values` out of a message if it is there; the host's MPI makes progress if not. Those of
  // one subject from one process come in the order in which they were sent.
  bool receive(int from, const Subject& subject, SimTime* values);

 private:
  using Words = std::vector<std::int64_t>;  // the subject, then the values
  struct Sent {
    MPI_Request request;
    Words words;
  };
  using Address = std::tuple<std::uint64_t, std::int64_t, int>;  // of a subject, and from whom

  void take_in();

  MPI_Comm communicator_;
  MPI_Group group_ = MPI_GROUP_NULL;
  int rank_ = 0;
  std::size_t values_;
  std::mutex mutex_;
  std::list<Sent> under_way_;
  std::map<Address, std::list<Words>> come_;
};

}  // namespace revprof
