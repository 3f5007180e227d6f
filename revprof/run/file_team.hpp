// SPDX-License-Identifier: BSD-3-Clause
// A team whose processes speak through files of the run's directory: for the end of a run in which
// the program's library cannot be called any more.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "revprof/run/team.hpp"

namespace revprof {

class FileTeam : public Team {
 public:
  FileTeam(const Library& library, int rank, int processes, std::string directory)
      : Team(library, rank, processes), directory_(std::move(directory)) {}

  std::vector<std::string> gather(const std::string& own) override;
  std::vector<std::int64_t> sum(const std::vector<std::int64_t>& own) override;
  std::vector<std::int64_t> maximum(const std::vector<std::int64_t>& own) override;
  std::string tell(const std::string& text) override;
  bool meet(const std::function<bool()>& go_on) override;
  void meet() override;
  bool on_one_node() override { return true; }
  std::string hand_in(int from, const std::string& own) override;

 protected:
  void leave() override { meet(); }
  void stop_all(int code) override;

 private:
  std::string name(int process) const;
  void say(int process, const std::string& text) const;
  void await(int process, bool is_there) const;
  std::string hear(int process) const;

  std::string directory_;
  std::int64_t number_ = 0;  // of what is said
};

}  // namespace revprof
