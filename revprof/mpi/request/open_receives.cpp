// SPDX-License-Identifier: BSD-3-Clause
// Compares envelopes. What a matched receive takes is not known here: it may be any message.
#include "revprof/mpi/request/open_receives.hpp"

#include "revprof/mpi/process.hpp"

namespace revprof {

namespace {

bool takes(const Envelope& asked, int source, const Horizon::Subject& subject) {
  if (asked.source == Envelope::elsewhere) return true;
  return (asked.source == Envelope::anybody || asked.source == source) &&
         asked.context == subject.context && (asked.tag == MPI_ANY_TAG || asked.tag == subject.tag);
}

}  // namespace

bool may_be_taken(const Process& process, int source, const Horizon::Subject& subject,
                  const Request* asking) {
  bool found = process.matched > 0;
  process.requests.for_each([&](const Request& record) {
    const auto* const receive = record.as<Request::Receive>();
    if (receive == nullptr || &record == asking || !record.active || receive->held) return;
    found = found || takes(receive->envelope, source, subject);
  });
  return found;
}

}  // namespace revprof
