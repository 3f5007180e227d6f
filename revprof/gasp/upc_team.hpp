// SPDX-License-Identifier: BSD-3-Clause
// The threads of a UPC program as a team: they speak through a few bytes of shared memory that each
// of them has (up_calls.h).
#pragma once

#include "revprof/run/team.hpp"

namespace revprof {

class UpcTeam : public Team {
 public:
  UpcTeam();

  std::vector<std::string> gather(const std::string& own) override;
  std::vector<std::int64_t> sum(const std::vector<std::int64_t>& own) override;
  std::vector<std::int64_t> maximum(const std::vector<std::int64_t>& own) override;
  std::string tell(const std::string& text) override;
  bool meet(const std::function<bool()>& go_on) override;
  void meet() override;
  bool on_one_node() override;
  std::string hand_in(int from, const std::string& own) override;

 protected:
  void leave() override;
  [[noreturn]] void stop_all(int code) override;

 private:
  // What everybody says, to everybody.
  std::vector<std::string> all_say(const std::string& own);
  template <class Merge>
  std::vector<std::int64_t> merge(const std::vector<std::int64_t>& own, Merge two);

  std::int64_t handed_ = 0;  // parts, in hand_in()
};

}  // namespace revprof
