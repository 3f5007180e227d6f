// SPDX-License-Identifier: BSD-3-Clause
// What the processes of an MPI program say to each other beside it: by collectives, and messages
// between two, of a communicator.
#pragma once

#include <mpi.h>

#include <functional>
#include <string>
#include <vector>

#include "revprof/run/team.hpp"

namespace revprof {

class MpiTeam : public Team {
 public:
  // All processes of `world`; `leave` is how they leave MPI together.
  MpiTeam(MPI_Comm world, std::function<void()> leave);

  std::vector<std::string> gather(const std::string& own) override;
  std::vector<std::int64_t> sum(const std::vector<std::int64_t>& own) override;
  std::vector<std::int64_t> maximum(const std::vector<std::int64_t>& own) override;
  std::string tell(const std::string& text) override;
  void make_progress() override;
  bool meet(const std::function<bool()>& go_on) override;
  void meet() override;
  bool on_one_node() override;
  std::string hand_in(int from, const std::string& own) override;

 protected:
  void leave() override;
  void stop_all(int code) override;

 private:
  MPI_Comm world_;
  std::function<void()> leave_;
};

}  // namespace revprof
