// SPDX-License-Identifier: BSD-3-Clause
// What a process has seen of wrong use of the library that did not keep the program from going on.
#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

#include "revprof/run/team.hpp"

namespace revprof {

class Misuse {
 public:
  void note(const std::string& text) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (texts_.size() >= most || std::find(texts_.begin(), texts_.end(), text) != texts_.end()) {
      return;
    }
    texts_.push_back(text);
  }
  // On process 0: what all processes have noted, each once.
  std::vector<std::string> gather(Team& team) const;

 private:
  static constexpr std::size_t most = 8;

  std::mutex mutex_;
  std::vector<std::string> texts_;
};

}  // namespace revprof
