// SPDX-License-Identifier: BSD-3-Clause
// Counts what has to be there before a wait can end. The others see how many messages of a sender,
// communicator and tag are under way to this process: those that come to receives posted before,
// which nobody waits for yet, are among them, and the first of them comes to the first receive
// (MPI-3.1 section 3.5).
#include "revprof/mpi/request/awaited.hpp"

#include <algorithm>
#include <tuple>

namespace revprof {

namespace {

// One of the receives that are waited for.
struct Asked {
  Envelope envelope;
  std::int64_t number;  // of the request: in the order of posting
  std::uint16_t wanted;

  friend bool operator<(const Asked& a, const Asked& b) {
    if (a.envelope < b.envelope) return true;
    return !(b.envelope < a.envelope) && a.number < b.number;
  }
};

bool is_exact(const Envelope& envelope) {
  return envelope.source >= 0 && envelope.tag != MPI_ANY_TAG;
}

// Open, for a message of one sender and tag that does not count as received.
const Envelope* open_envelope(const Request& record) {
  const auto* const receive = record.as<Request::Receive>();
  if (receive == nullptr || !record.active || record.delivered || record.cancelled) return nullptr;
  if (receive->held || record.is_here.load(std::memory_order_relaxed)) return nullptr;
  const Envelope& envelope = receive->envelope;
  return is_exact(envelope) ? &envelope : nullptr;
}

// For each open receive that is not among them, one message more has to come before those that come
// to what was posted after it. Who waits for all is told by the last of these alone.
void count_others(Asked* asked, int count, Completes completes) {
  Asked* const end = asked + count;
  if (std::none_of(asked, end, [](const Asked& each) { return is_exact(each.envelope); })) return;
  std::sort(asked, end);
  active_process->requests.for_each([&](const Request& record) {
    const Envelope* const envelope = open_envelope(record);
    if (envelope == nullptr) return;
    const Asked other{*envelope, record.number, 1};
    Asked* const at = std::lower_bound(asked, end, other);
    if (at != end && !(other < *at)) return;  // one of them
    for (Asked* later = at; later != end && !(*envelope < later->envelope); ++later) {
      const bool is_last = later + 1 == end || *envelope < later[1].envelope;
      if (is_last || completes == Completes::some) ++later->wanted;
    }
  });
}

// Those that are alike become one that is wanted so often. Returns how many are left.
int merged(Horizon::Message* messages, int count) {
  const auto key = [](const Horizon::Message& message) {
    return std::make_tuple(message.source, message.kinds, message.context, message.tag);
  };
  std::sort(messages, messages + count,
            [&](const auto& a, const auto& b) { return key(a) < key(b); });
  int left = 0;
  for (int i = 0; i < count; ++i) {
    if (left > 0 && key(messages[left - 1]) == key(messages[i])) {
      std::uint16_t& wanted = messages[left - 1].wanted;
      wanted = static_cast<std::uint16_t>(wanted + messages[i].wanted);
    } else {
      messages[left++] = messages[i];
    }
  }
  return left;
}

}  // namespace

Horizon::Message awaited(const Envelope& asked) {
  Horizon::Message message = message_of(asked);
  if (!active_process->horizon.is_open() || !is_exact(asked)) return message;
  const Guard guard(*active_process);
  if (active_process->requests.size() == 0) return message;
  active_process->requests.for_each([&](const Request& record) {
    const Envelope* const envelope = open_envelope(record);
    if (envelope != nullptr && !(*envelope < asked) && !(asked < *envelope)) ++message.wanted;
  });
  return message;
}

void show_wait(const Claim& claim, Completes completes) {
  Horizon& horizon = active_process->horizon;
  if (!horizon.is_open()) return;
  SmallArray<Asked> asked(claim.size());
  int receives = 0, others = 0, requests = 0;
  for (int i = 0; i < claim.size(); ++i) {
    if (claim.handle(i) == MPI_REQUEST_NULL) continue;
    ++requests;
    const Request* const record = claim.record(i);
    if (record != nullptr && !record->active) continue;
    const auto* const receive = record == nullptr ? nullptr : record->as<Request::Receive>();
    if (receive != nullptr && record->is_here.load(std::memory_order_relaxed)) {
      if (completes == Completes::some) return;  // as one that runs
    } else if (receive == nullptr) {
      const auto* const collective =
          record == nullptr ? nullptr : record->as<Request::Collective>();
      if (completes == Completes::all && collective != nullptr &&
          collective->exchange.wait(horizon)) {
        return;
      }
      ++others;
    } else {
      asked[receives++] = {receive->envelope, record->number, 1};
    }
  }
  if (completes == Completes::some && others > 0) return;
  {
    const Guard guard(*active_process);
    const bool has_others = active_process->requests.size() > requests;
    if (has_others) count_others(asked.begin(), receives, completes);
  }
  SmallArray<Horizon::Message> messages(receives);
  for (int i = 0; i < receives; ++i) {
    messages[i] = message_of(asked[i].envelope);
    messages[i].wanted = asked[i].wanted;
  }
  if (completes == Completes::all) receives = merged(messages.begin(), receives);
  horizon.wait_for(messages.begin(), static_cast<std::size_t>(receives),
                   completes == Completes::some);
}

}  // namespace revprof
