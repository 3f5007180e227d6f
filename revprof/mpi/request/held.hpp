// SPDX-License-Identifier: BSD-3-Clause
// Receives from anybody that the program has posted and that are held back: the host would give
// them what it happens to have first. They take the message that is there first on the simulated
// clocks, once these have said which that is. Whatever else may wait for another process has them
// posted before: the program may need a receive to be there. The program's handle is that of a
// persistent receive of ours, which is started then.
#pragma once

#include <mpi.h>

#include <vector>

#include "revprof/mpi/request/request.hpp"
#include "revprof/run/call_scope.hpp"

namespace revprof {

class Claim;

class HeldReceives {
 public:
  // Whether such a receive may wait for the clocks' word.
  static bool may_hold(int source, int tag, const Communicator& communicator);

  // From now on, behind those that are held already; its handle is inactive.
  void add(Request& record, MPI_Request handle);
  // It is complete, or is not held any more.
  void end(Request& record);
  bool any() const { return held_ > 0; }
  // Whether the host has ever been given one.
  bool has_posted() const { return has_posted_; }
  // Whether others than those of a call have to be posted before it.
  bool has_beside(const Claim& claim, Asks asks) const;
  // Those of a call, as they were posted.
  std::vector<MPI_Request> open_of(const Claim& claim) const;
  // Posts all that have no message, in their order.
  void post();
  // ... if one of them may take what another receive or a probe asks for.
  void post_before(const Envelope& asked);
  // The program frees this communicator: nothing can be received on its handle later.
  void leave(MPI_Comm communicator);

  // Whether an earlier one takes what this one might.
  bool is_behind(const Request& record) const;
  // It takes the next message from this process, if that is there. False: it is not.
  bool take_from(Request& record, int process);
  // Whether a message of one of these processes is there that one of them may take: its sender may
  // wait for that.
  bool has_message_of(const std::vector<int>& processes) const;
  // Whether any message is there that it may take; the host gets on with what is under way.
  static bool is_any_there(const Request& record);

 private:
  template <class Which>
  void post(Which which);

  // Looking through them takes time: of more, the host decides.
  static constexpr int most_held = 64;
  struct Open {
    Request* record;
    MPI_Request handle;
  };

  std::vector<Open> open_;  // whose messages are not here
  int held_ = 0;
  bool has_posted_ = false;
};

// Before a call that may wait for another process, and completes none of them.
void post_held();

// Before a call that completes some of these, and waits for them or does not: all are posted if
// others have to be there meanwhile, or come first.
void post_held_beside(const Claim& claim, Asks asks);
bool is_held(const Claim& claim, int i);

// They take their messages by the clocks, in the order in which they were posted: one call waits
// for all of them.
void await_held(const Claim& claim);
// Before the host is asked about them: each is posted, or its message is here.
void settle_held(const Claim& claim);
// The program frees one while it is active. False: it is posted now, and goes on.
bool free_held(Request& record, MPI_Request* handle);
// The first whose message is here; -1: none.
int held_here(const Claim& claim);
// The end of request i, which is complete: at the host, or of one whose message is here.
int end_request_of(const Claim& claim, int i, MPI_Request* handle, MPI_Status* status);
// What the host does not know after it has completed all requests of a claim: the statuses of those
// whose messages are here. Returns the call's error.
int add_statuses_of_held(const Claim& claim, int error, MPI_Status* statuses);
// Of those that were posted: the host hides that our persistent receives have failed, which the
// program's would not hide.
int error_of_posted(const Claim& claim, const MPI_Status* statuses);

}  // namespace revprof
