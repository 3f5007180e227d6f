// SPDX-License-Identifier: BSD-3-Clause
// Requests on their way out: finished after the PMPI_ call that has completed them.
#pragma once

#include <mpi.h>

#include "revprof/mpi/process.hpp"
#include "revprof/mpi/request/claim.hpp"

namespace revprof {

// A request that MPI has completed: data and status first, then clocks, then the record.
struct Finished {
  int index = 0;  // in the claim
  Request* record = nullptr;
  std::int64_t bytes = 0;
  int tag = 0;
  bool cancelled = false;

  int peer() const;
};

// What the others have said of a collective that is complete, or of a send that asks for its
// receiver; waits, so it is not guarded.
void await_clocks(const Claim& claim, int index);
// It is such a send: what others may wait for of this process comes before it.
bool asks_others(const Claim& claim, int index);
// The user's data and status. False: not a request of ours, or an inactive one.
bool take(const Claim& claim, int index, MPI_Status& status, Finished& finished);
// The rules that their kinds have, of all that one call has found complete: what has come first,
// then what this process has sent.
void charge(Engine& engine, const Finished* finished, int count);
// Its record goes, or waits for the next start.
void retire(Claim& claim, const Finished& finished);
// A request that failed so: nothing is charged, its data is what MPI left (truncated). `after` is
// its handle now.
void give_up(Claim& claim, int index, MPI_Request after, int error, MPI_Status& status);

// The one request that a Wait, Test, Waitany or Testany completed: all of the above.
void finish_one(CallScope& scope, Claim& claim, int index, MPI_Status& status);

// What the host's timing decided (see HostChoices).
void tested(bool succeeded);
void chosen_among(int requests);

// Whether the call is inside MPI and has what it needs; otherwise MPI says what is wrong with it.
template <class... Pointers>
bool followable(const Pointers*... arguments) {
  return active_process != nullptr && (... && (arguments != nullptr));
}

}  // namespace revprof
