// SPDX-License-Identifier: BSD-3-Clause
// Events of the program's own (GASP 1.5, sections 5.1 and 5.3): markers and regions of its traces.
// One that is called "revprof_compute" says how much it computes.
#pragma once

#include <cstdarg>
#include <string>
#include <vector>

namespace revprof {

struct UserEvent {
  std::string name;
  std::string description;  // of what follows, as for printf

  // As it says.
  std::string text(va_list rest) const;
  // The first value that follows; 0: there is none.
  double first(va_list rest) const;
};

class UserEvents {
 public:
  // Its number among them, from 0 on.
  unsigned add(const char* name, const char* description);
  const UserEvent* find(unsigned number) const {
    return number < events_.size() ? &events_[number] : nullptr;
  }

 private:
  std::vector<UserEvent> events_;
};

}  // namespace revprof
