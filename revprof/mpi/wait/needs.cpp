// SPDX-License-Identifier: BSD-3-Clause
// Per kind of wait: what would end it, and is not there.
#include <algorithm>
#include <map>
#include <string>
#include <variant>

#include "revprof/mpi/request/finished.hpp"
#include "revprof/mpi/wait/wait.hpp"

namespace revprof {

namespace {

constexpr std::size_t most_listed = 4;

std::string name_of(int communicator) {
  return communicator == 0 ? "MPI_COMM_WORLD" : "communicator " + std::to_string(communicator);
}

std::string text_of(int tag, int communicator) {
  return (tag == MPI_ANY_TAG ? "any tag" : "tag " + std::to_string(tag)) + ", " +
         name_of(communicator);
}

std::string text_of(const Envelope& asked) {
  if (asked.source == Envelope::elsewhere) return "of another program";
  return (asked.source == Envelope::anybody ? "from any process"
                                            : "from process " + std::to_string(asked.source)) +
         ", " + text_of(asked.tag, asked.communicator);
}

std::string text_of(const char* word, int peer, int tag, int communicator) {
  return word + std::string(peer < 0 ? "another program" : "process " + std::to_string(peer)) +
         ", " + text_of(tag, communicator);
}

class Teller {
 public:
  Teller(const Process& process, Needs& needs)
      : watch_(process.watch), own_(process.watch.rank()), needs_(needs) {}

  // Of messages that are asked for so many times. False: it may come, or is there.
  bool lacks(const Envelope& asked, std::uint32_t wanted) {
    if (asked.source == Envelope::elsewhere || under_way(asked) >= wanted) return false;
    needs_.lacks(Needs::How::proven, asked.source);
    note_others(asked);
    return true;
  }
  // Of a message of this process's to be received.
  bool lacks_receiver(int peer, unsigned kind) {
    if (peer < 0 || watch_.under_way(own_, peer, kind) == 0) return false;
    needs_.lacks(Needs::How::open, peer, static_cast<int>(kind));
    return true;
  }
  // This process has a receive open.
  void opens(const Envelope& asked) {
    for (int process = 0; process < watch_.processes(); ++process) {
      const bool exact = asked.source >= 0;
      if (exact && process != asked.source) continue;
      const unsigned kinds = asked.source == Envelope::elsewhere ? ~0u : asked.kinds();
      std::uint16_t& open = needs_.open[static_cast<std::size_t>(process)];
      open = static_cast<std::uint16_t>(open | kinds);
    }
  }

 private:
  template <class Visit>
  void for_each_under_way(int source, Visit visit) const {
    for (int process = 0; process < watch_.processes(); ++process) {
      if (source >= 0 && process != source) continue;
      for (unsigned kind = 0; kind < Watch::kinds; ++kind) {
        const std::uint32_t messages = watch_.under_way(process, own_, kind);
        if (messages > 0) visit(process, kind, messages);
      }
    }
  }
  std::uint32_t under_way(const Envelope& asked) const {
    std::uint32_t sum = 0;
    for_each_under_way(asked.source, [&](int, unsigned kind, std::uint32_t messages) {
      if ((asked.kinds() >> kind & 1) != 0) sum += messages;
    });
    return sum;
  }
  // Messages that might have been meant.
  void note_others(const Envelope& asked) {
    std::size_t noted = 0;
    for_each_under_way(asked.source, [&](int process, unsigned kind, std::uint32_t messages) {
      if ((asked.kinds() >> kind & 1) != 0 || noted++ >= most_listed) return;
      needs_.remarks += "    there: " + std::to_string(messages) + " from process " +
                        std::to_string(process) + ", tag " +
                        std::to_string(watch_.last_tag(process, own_, kind)) + ", not received\n";
    });
  }

  const Watch& watch_;
  int own_;
  Needs& needs_;
};

// Requests that one call waits for.
class RequestNeeds {
 public:
  RequestNeeds(Teller& teller, Needs& needs) : teller_(teller), needs_(needs) {}

  void add(const Request& record) {
    ++requests_;
    communicator_ = record.communicator;
    peer_ = record.peer;
    std::visit(*this, record.what);
  }
  void add_unknown() { may_end(); }

  void operator()(const Request::Send& send) {
    if (teller_.lacks_receiver(peer_, send.packet.stamp().kind)) {
      list(text_of("a send to ", peer_, send.tag, communicator_));
    } else {
      may_end();
    }
  }
  void operator()(const Request::Receive& receive) {
    if (needs_.any) {
      lacks(receive.envelope, 1);
    } else {
      ++receives_[receive.envelope];
    }
  }
  void operator()(const Request::Collective& collective) {
    const std::size_t before = needs_.list.size();
    collective.exchange.tell(needs_);
    if (needs_.list.size() == before) return may_end();
    list(std::string(traits(collective.call).name) + " on " + name_of(communicator_));
  }
  void operator()(const Request::Transfer&) { may_end(); }
  void operator()(const Request::Partitioned&) { may_end(); }

  void tell() {
    for (const auto& [asked, wanted] : receives_) lacks(asked, wanted);
    if (requests_ == 0) needs_.can_go_on = true;
    needs_.text = "for " + std::to_string(requests_) + (requests_ == 1 ? " request" : " requests");
    if (!text_.empty()) needs_.text += ": " + text_;
    if (listed_ > most_listed) {
      needs_.text += " and " + std::to_string(listed_ - most_listed) + " more";
    }
  }

 private:
  void lacks(const Envelope& asked, std::uint32_t wanted) {
    if (!teller_.lacks(asked, wanted)) return may_end();
    list((wanted == 1 ? "a receive " : std::to_string(wanted) + " receives ") + text_of(asked));
  }
  void may_end() { needs_.can_go_on = needs_.can_go_on || needs_.any; }
  void list(const std::string& text) {
    if (listed_++ < most_listed) text_ += (text_.empty() ? "" : "; ") + text;
  }

  Teller& teller_;
  Needs& needs_;
  std::map<Envelope, std::uint32_t> receives_;
  int requests_ = 0, communicator_ = 0, peer_ = -1;
  std::size_t listed_ = 0;
  std::string text_;
};

bool is_here(const Claim& claim, int i) {
  const Request* const record = claim.record(i);
  return record != nullptr && record->active && record->is_here.load(std::memory_order_acquire);
}

int count_here(const Claim& claim) {
  int count = 0;
  for (int i = 0; i < claim.size(); ++i) count += is_here(claim, i) ? 1 : 0;
  return count;
}

// What is here counts as received. Where more came meanwhile, messages and requests do not fit.
void tell_requests(const MpiWait& wait, Teller& teller, Needs& needs) {
  const Claim& claim = *wait.claim;
  needs.any = wait.any;
  const int here = count_here(claim);
  RequestNeeds requests(teller, needs);
  for (int i = 0; i < claim.size(); ++i) {
    if (claim.handle(i) == MPI_REQUEST_NULL) continue;
    const Request* const record = claim.record(i);
    if (record == nullptr || is_here(claim, i)) {
      requests.add_unknown();
    } else if (record->active) {
      requests.add(*record);
    }
  }
  requests.tell();
  if (count_here(claim) != here) needs.can_go_on = true;
}

void tell_end(const Watch& watch, Needs& needs) {
  for (int process = 0; process < watch.processes(); ++process) {
    if (!watch.has_come_to_end(process)) needs.lacks(Needs::How::proven, process);
  }
}

// What is under way besides.
void tell_live(const Process& process, Teller& teller, Needs& needs) {
  process.requests.for_each([&](const Request& record) {
    if (!record.active) return;
    if (const auto* const receive = record.as<Request::Receive>()) {
      if (!record.delivered) teller.opens(receive->envelope);
      needs.bytes += receive->packet.bytes();
    } else if (const auto* const send = record.as<Request::Send>()) {
      needs.bytes += send->packet.bytes();
    }
  });
}

}  // namespace

void tell_needs(const Watch::Wait& general, Needs& needs) {
  const auto& wait = static_cast<const MpiWait&>(general);
  const Process& process = *active_process;
  Teller teller(process, needs);
  tell_live(process, teller, needs);
  using What = MpiWait::What;
  if (wait.what == What::message || wait.what == What::both) {
    if (!teller.lacks(wait.asked, 1)) needs.can_go_on = wait.what == What::message;
    const bool probes = wait.call == Call::MPI_Probe || wait.call == Call::MPI_Mprobe;
    if (!probes) teller.opens(wait.asked);
    needs.text = text_of(wait.asked);
  }
  switch (wait.what) {
    case What::message:
      break;
    case What::both:
    case What::receiver: {
      teller.lacks_receiver(wait.peer, wait.kind);
      const std::string to = text_of("to ", wait.peer, wait.tag, wait.communicator);
      needs.text = needs.text.empty() ? to : to + "; " + needs.text;
      break;
    }
    case What::requests:
      tell_requests(wait, teller, needs);
      break;
    case What::collective:
      wait.exchange->tell(needs);
      needs.text = "on " + name_of(wait.communicator) +
                   (wait.peer < 0 ? "" : ", root process " + std::to_string(wait.peer)) +
                   needs.text;
      break;
    case What::end:
      tell_end(process.watch, needs);
      break;
  }
}

}  // namespace revprof
