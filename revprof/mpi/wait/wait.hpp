// SPDX-License-Identifier: BSD-3-Clause
// Where a process waits inside MPI, and for what: told when no process seems to go on (run/watch).
#pragma once

#include <mpi.h>

#include "revprof/mpi/process.hpp"
#include "revprof/mpi/wait/envelope.hpp"
#include "revprof/run/call_site.hpp"

namespace revprof {

class Claim;
class Exchange;

struct MpiWait : Watch::Wait {
  enum class What { message, receiver, both, requests, collective, end };

  What what;
  Envelope asked;                            // of a message
  int peer = -1, tag = 0, communicator = 0;  // of a receiver, or a collective's root
  unsigned kind = 0;
  const Claim* claim = nullptr;
  bool any = false;  // of its requests is enough
  const Exchange* exchange = nullptr;

  MpiWait(Call its_call, What its_what) : what(its_what) {
    call = its_call;
    site = CallSite::address();
    thread = pthread_self();
  }
};

struct MessageWait : MpiWait {
  MessageWait(Call its_call, int source, int its_tag, const Communicator& where)
      : MpiWait(its_call, What::message) {
    asked = Envelope(source, its_tag, where);
  }
};

struct ReceiverWait : MpiWait {
  ReceiverWait(Call its_call, const Stamp& stamp, int world_peer, int its_tag, int number)
      : MpiWait(its_call, What::receiver) {
    peer = world_peer;
    tag = its_tag;
    kind = stamp.kind;
    communicator = number;
  }
};

struct ExchangeWait : ReceiverWait {
  ExchangeWait(Call its_call, const Stamp& stamp, int world_peer, int its_tag, const Envelope& its,
               bool receives)
      : ReceiverWait(its_call, stamp, world_peer, its_tag, its.communicator) {
    if (receives) what = What::both;
    asked = its;
  }
};

struct RequestWait : MpiWait {
  RequestWait(Call its_call, const Claim& requests, bool any_is_enough)
      : MpiWait(its_call, What::requests) {
    claim = &requests;
    any = any_is_enough;
  }
};

struct CollectiveWait : MpiWait {
  CollectiveWait(Call its_call, const Exchange& its, const Communicator& where, int root)
      : MpiWait(its_call, What::collective) {
    exchange = &its;
    communicator = where.number;
    peer = root < 0 ? -1 : where.world_rank(root);
  }
};

// Made where it stays, as every message needs one.
template <class Wait>
class InWait {
 public:
  template <class... Its>
  explicit InWait(const Its&... its) : wait_(its...) {
    active_process->watch.enter(wait_);
  }
  ~InWait() { active_process->watch.leave(); }
  InWait(const InWait&) = delete;
  InWait& operator=(const InWait&) = delete;

 private:
  const Wait wait_;
};

// At the end of a run in which all processes have come there: messages that this one has not
// received, requests and communicators that it has made and not ended.
void note_leaks(Process& process);

// By the watching thread, while this process is held in that wait.
void tell_needs(const Watch::Wait& wait, Needs& needs);

}  // namespace revprof
