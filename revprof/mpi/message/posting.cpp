// SPDX-License-Identifier: BSD-3-Clause
// Knows of receives that the host has and that are not told.
#include "revprof/mpi/message/posting.hpp"

#include "revprof/mpi/process.hpp"

namespace revprof {

namespace {

bool meet(const Envelope& a, const Envelope& b) {
  if (a.source == Envelope::elsewhere || b.source == Envelope::elsewhere) return false;
  const bool sources =
      a.source == b.source || a.source == Envelope::anybody || b.source == Envelope::anybody;
  return sources && a.meets(b);
}

// Whichever of them takes a message first.
bool meets_untold(const Envelope& asked, const Request* itself) {
  using Held = Request::Receive::Held;
  bool found = false;
  active_process->requests.for_each([&](const Request& record) {
    const auto* const receive = record.as<Request::Receive>();
    if (receive == nullptr || &record == itself || receive->is_told) return;
    const bool at_host = !receive->held || receive->held->is == Held::Is::taken;
    found = found || (at_host && meet(receive->envelope, asked));
  });
  return found;
}

void check_order(const Envelope& asked, const Request* itself = nullptr) {
  Horizon& horizon = active_process->horizon;
  if (horizon.keeps_order() && horizon.has_untold() && meets_untold(asked, itself)) {
    horizon.lose_order();
  }
}

void tell(const Envelope& asked, int source, int tag, const SimTime* posted,
          bool only_waits = false) {
  if (asked.source == Envelope::elsewhere) return;
  active_process->horizon.posts(source, {asked.context, tag}, posted, only_waits);
}

// By a blocking call.
void tell_now(const Envelope& asked, int source, int tag, bool only_waits) {
  const Engine& engine = *active_process->engine;
  tell(asked, source, tag, engine.now(), only_waits && !engine.has_posted());
}

}  // namespace

bool tell_posting(const Envelope& asked, bool only_waits) {
  if (!active_process->horizon.is_open() || asked.source == Envelope::elsewhere) return true;
  check_order(asked);
  if (asked.source == Envelope::anybody || asked.tag == MPI_ANY_TAG) return false;
  tell_now(asked, asked.source, asked.tag, only_waits);
  return true;
}

void BlockingPosting::end(int error, const Stamp& stamp, int tag) {
  if (is_told_) return;
  if (error != MPI_SUCCESS) return active_process->horizon.lose_order();
  tell_now(asked_, stamp.source, tag, only_waits_);
}

void note_told(Request::Receive& receive, bool is_told) {
  tell_ended(receive);
  receive.is_told = is_told;
  if (!is_told) active_process->horizon.has_more_untold(1);
}

void tell_posted(Request::Receive& receive, int tag) {
  if (receive.is_told) return;
  tell(receive.envelope, receive.packet.stamp().source, tag, receive.posted.data());
  tell_ended(receive);
}

void tell_given_to_host(const Request& record) {
  check_order(record.as<Request::Receive>()->envelope, &record);
}

void tell_ended(Request::Receive& receive) {
  if (receive.is_told) return;
  active_process->horizon.has_more_untold(-1);
  receive.is_told = true;
}

}  // namespace revprof
