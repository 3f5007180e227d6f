// SPDX-License-Identifier: BSD-3-Clause
// Looks the table's column up.
#include "revprof/gasp/event_names.hpp"

#include "revprof/gasp/up_calls.h"

namespace revprof {

EventNames::EventNames(int numbering) : berkeley_(numbering == REVPROF_UPC_BERKELEY) {}

const GaspEvent* EventNames::find(unsigned number) const {
  for (const GaspEvent& event : gasp_events) {
    const int own = berkeley_ ? event.berkeley : event.gnu;
    if (own >= 0 && static_cast<unsigned>(own) == number) return &event;
  }
  return nullptr;
}

unsigned EventNames::first_of_user() const { return berkeley_ ? 100 : 1000; }
unsigned EventNames::last_of_user() const { return first_of_user() + (berkeley_ ? 899 : 999); }

}  // namespace revprof
