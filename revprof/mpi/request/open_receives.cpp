// SPDX-License-Identifier: BSD-3-Clause
// Compares envelopes. What a matched receive takes is not known here: it may be any message.
#include "revprof/mpi/request/open_receives.hpp"

#include "revprof/mpi/process.hpp"

namespace revprof {

namespace {

bool takes(const Envelope& asked, int source, const Horizon::Subject& subject) {
  if (asked.source == Envelope::elsewhere) return true;
  return (asked.source == Envelope::anybody || asked.source == source) &&
         asked.takes(subject.context, subject.tag);
}

}  // namespace

bool may_take(const Request& record, int source, const Horizon::Subject& subject) {
  const auto* const receive = record.as<Request::Receive>();
  return receive != nullptr && record.active && !receive->held && !record.seen &&
         takes(receive->envelope, source, subject);
}

Takers takers(const Process& process, int source, const Horizon::Subject& subject) {
  Takers found = {static_cast<int>(process.matched.size()), 0};
  process.requests.for_each([&](const Request& record) {
    if (!may_take(record, source, subject)) return;
    const Envelope& asked = record.as<Request::Receive>()->envelope;
    ++found.possible;
    found.certain += asked.source == source && asked.tag == subject.tag ? 1 : 0;
  });
  return found;
}

}  // namespace revprof
