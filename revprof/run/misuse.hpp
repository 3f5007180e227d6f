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
  // A whole sentence, the same on all processes that see it.
  void note(const std::string& sentence) { keep({false, sentence}); }
  // What is to be said of this process: "has not freed 1 communicator".
  void note_own(const std::string& has) { keep({true, has}); }
  // On process 0: what all processes have noted, each once, with those of which it is to be said.
  std::vector<std::string> gather(Team& team) const;

 private:
  struct Note {
    bool is_own = false;
    std::string text;
    bool operator==(const Note& other) const {
      return is_own == other.is_own && text == other.text;
    }
  };
  void keep(const Note& note) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (notes_.size() >= most || std::find(notes_.begin(), notes_.end(), note) != notes_.end()) {
      return;
    }
    notes_.push_back(note);
  }

  static constexpr std::size_t most = 8;

  std::mutex mutex_;
  std::vector<Note> notes_;
};

}  // namespace revprof
