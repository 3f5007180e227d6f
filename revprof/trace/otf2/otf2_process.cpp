// SPDX-License-Identifier: BSD-3-Clause
// Calls, computation and regions are entered and left; messages, requests, collectives and
// one-sided operations are recorded inside the call they belong to.
#include "revprof/trace/otf2/otf2_process.hpp"

namespace revprof {

namespace {

OTF2_TimeStamp stamp(SimTime time) { return static_cast<OTF2_TimeStamp>(time); }

// How many communicators or windows before this one are the same in that respect.
template <class Map, class Same>
int count_before(const Map& map, int number, Same same) {
  int count = 0;
  for (auto it = map.begin(); it != map.end() && it->first < number; ++it) {
    count += same(it->second) ? 1 : 0;
  }
  return count;
}

Otf2Definitions::Sort sort_of(const Step& step) {
  switch (step.kind) {
    case Step::Kind::call:
      return Otf2Definitions::Sort::call;
    case Step::Kind::compute:
      return Otf2Definitions::Sort::compute;
    default:
      return Otf2Definitions::Sort::region;
  }
}

}  // namespace

Otf2Process::Otf2Process(const TraceStepReader& reader, OTF2_EvtWriter* writer,
                         Otf2Definitions& definitions)
    : reader_(reader),
      writer_(writer),
      definitions_(definitions),
      attributes_(OTF2_AttributeList_New()),
      windows_(writer, definitions) {}

Otf2Process::~Otf2Process() { OTF2_AttributeList_Delete(attributes_); }

void Otf2Process::begin(const Step& step) {
  if (step.kind == Step::Kind::marker) return definitions_.marker(reader_.rank(), step);
  if (step.kind == Step::Kind::counter) return counter(step);
  if (step.kind == Step::Kind::region_end) return leave(sort_of(step), step);
  enter(sort_of(step), step);
  if (step.kind != Step::Kind::call) return;
  const CallEvent& call = step.call;
  if (call.window >= 0) {
    const Otf2Window named = window(call.window);
    if (named.communicator == nullptr) return;
    if (is_symmetric(step.name)) {
      definitions_.symmetric(named.reference, paradigm_of_call(step.name));
    }
    what_is(step.name).collective ? windows_.begin_collective(step) : windows_.begin(step, named);
  } else if (const Otf2Call& what = what_is(step.name); what.collective && !what.nonblocking) {
    if (communicator(call.communicator) == nullptr) return;
    otf2_check(OTF2_EvtWriter_MpiCollectiveBegin(writer_, nullptr, stamp(step.begin)));
  }
}

void Otf2Process::end(const Step& step) {
  if (step.kind == Step::Kind::call) end_call(step);
  leave(sort_of(step), step);
}

void Otf2Process::counter(const Step& step) {
  const OTF2_Type type = OTF2_TYPE_DOUBLE;
  OTF2_MetricValue value;
  value.floating_point = step.value;
  otf2_check(OTF2_EvtWriter_Metric(writer_, nullptr, stamp(step.begin),
                                   definitions_.counter(step.name), 1, &type, &value));
}

void Otf2Process::end_call(const Step& step) {
  const CallEvent& call = step.call;
  const Otf2Call& what = what_is(step.name);
  if (call.window >= 0) {
    const Otf2Window named = window(call.window);
    if (named.communicator == nullptr) return;
    what.collective ? end_symmetric(step, named, what) : windows_.end(step, named);
    return;
  }
  if (!what.collective || what.nonblocking || communicator(call.communicator) == nullptr) return;
  const Collective ended = collective(step.name, call.communicator, call.peer, call.bytes);
  const Volumes moved = volumes(ended);
  otf2_check(OTF2_EvtWriter_MpiCollectiveEnd(writer_, nullptr, stamp(step.end), what.operation,
                                             ended.communicator->reference, ended.root, moved.sent,
                                             moved.received));
}

// A collective of OpenSHMEM.
void Otf2Process::end_symmetric(const Step& step, const Otf2Window& heap, const Otf2Call& what) {
  const CallEvent& call = step.call;
  const Otf2Communicator* const members = communicator(call.communicator);
  const Collective ended = {
      what, members != nullptr ? members : heap.communicator,
      what.rooted() ? heap.communicator->find(call.peer) : OTF2_COLLECTIVE_ROOT_NONE,
      static_cast<std::uint64_t>(call.bytes)};
  windows_.end_collective(step, heap, what.operation, ended.root, volumes(ended));
}

void Otf2Process::detail(const Step&, const Detail& detail) {
  if (const auto* event = std::get_if<SendEvent>(&detail.what)) {
    if (detail.matched) sent(*event, detail.time);
  } else if (const auto* message = std::get_if<MessageEvent>(&detail.what)) {
    if (detail.matched) received(*message, detail.time);
  } else if (const auto* about = std::get_if<RequestEvent>(&detail.what)) {
    request(*about, detail.time);
  }
}

void Otf2Process::sent(const SendEvent& event, SimTime time) {
  const Otf2Communicator* const where = place_of(event.communicator);
  if (where == nullptr) return;
  const std::uint32_t receiver = where->find(event.destination);
  const auto tag = static_cast<std::uint32_t>(event.tag);
  const auto bytes = static_cast<std::uint64_t>(event.bytes);
  if (event.request == no_request) {
    otf2_check(OTF2_EvtWriter_MpiSend(writer_, nullptr, stamp(time), receiver, where->reference,
                                      tag, bytes));
    return;
  }
  requests_[event.request] = Begun::send;
  otf2_check(OTF2_EvtWriter_MpiIsend(writer_, nullptr, stamp(time), receiver, where->reference, tag,
                                     bytes, static_cast<std::uint64_t>(event.request)));
}

// A nonblocking receive that began before the selected time is recorded as a blocking one.
void Otf2Process::received(const MessageEvent& event, SimTime time) {
  const Otf2Communicator* const where = place_of(event.communicator);
  if (where == nullptr) return;
  const std::uint32_t sender = where->find(event.source);
  const auto tag = static_cast<std::uint32_t>(event.tag);
  const auto bytes = static_cast<std::uint64_t>(event.bytes);
  if (requests_.erase(event.request) == 0) {
    otf2_check(OTF2_EvtWriter_MpiRecv(writer_, nullptr, stamp(time), sender, where->reference, tag,
                                      bytes));
    return;
  }
  otf2_check(OTF2_EvtWriter_MpiIrecv(writer_, nullptr, stamp(time), sender, where->reference, tag,
                                     bytes, static_cast<std::uint64_t>(event.request)));
}

void Otf2Process::request(const RequestEvent& event, SimTime time) {
  const auto id = static_cast<std::uint64_t>(event.number);
  switch (event.what) {
    case RequestEvent::What::receive:
      requests_[event.number] = Begun::receive;
      otf2_check(OTF2_EvtWriter_MpiIrecvRequest(writer_, nullptr, stamp(time), id));
      break;
    case RequestEvent::What::collective: {
      const bool has_record = what_is(event.call).collective;
      if (!has_record || communicator(event.communicator) == nullptr) break;
      collectives_[event.number] =
          collective(event.call, event.communicator, event.root, event.bytes);
      otf2_check(OTF2_EvtWriter_NonBlockingCollectiveRequest(writer_, nullptr, stamp(time), id));
      break;
    }
    case RequestEvent::What::transfer:
      break;  // the call says which one
    case RequestEvent::What::complete:
      if (requests_.erase(event.number) > 0) {
        otf2_check(OTF2_EvtWriter_MpiIsendComplete(writer_, nullptr, stamp(time), id));
      } else if (const auto found = collectives_.find(event.number); found != collectives_.end()) {
        const Collective& ended = found->second;
        const Volumes moved = volumes(ended);
        otf2_check(OTF2_EvtWriter_NonBlockingCollectiveComplete(
            writer_, nullptr, stamp(time), ended.call.operation, ended.communicator->reference,
            ended.root, moved.sent, moved.received, id));
        collectives_.erase(found);
      } else {
        windows_.complete(event.number, time);
      }
      break;
    case RequestEvent::What::cancelled:
      if (requests_.erase(event.number) > 0) {
        otf2_check(OTF2_EvtWriter_MpiRequestCancelled(writer_, nullptr, stamp(time), id));
      }
      break;
  }
}

void Otf2Process::enter(Otf2Definitions::Sort sort, const Step& step) {
  const auto [known, added] = regions_.try_emplace({sort, step.name}, 0);
  if (added) known->second = definitions_.region(sort, step.name);
  const std::string_view place = step.kind == Step::Kind::call ? reader_.place(step) : "";
  if (!place.empty()) {
    otf2_check(OTF2_AttributeList_AddStringRef(attributes_, Otf2Definitions::place,
                                               definitions_.text(place)));
  }
  otf2_check(OTF2_EvtWriter_Enter(writer_, place.empty() ? nullptr : attributes_, stamp(step.begin),
                                  known->second));
}

void Otf2Process::leave(Otf2Definitions::Sort sort, const Step& step) {
  const bool waited = step.kind == Step::Kind::call && step.call.waiting > 0;
  if (waited) {
    otf2_check(OTF2_AttributeList_AddUint64(attributes_, Otf2Definitions::waiting,
                                            static_cast<std::uint64_t>(step.call.waiting)));
  }
  otf2_check(OTF2_EvtWriter_Leave(writer_, waited ? attributes_ : nullptr, stamp(step.end),
                                  regions_.at({sort, step.name})));
}

// Where a message travels; those of matched probes do not say.
const Otf2Communicator* Otf2Process::place_of(int number) {
  const Otf2Communicator* const named = communicator(number);
  return named != nullptr ? named : communicator(0);
}

const Otf2Communicator* Otf2Process::communicator(int number) {
  const auto known = communicators_.find(number);
  if (known != communicators_.end()) return &known->second;
  const auto named = reader_.communicators().find(number);
  if (named == reader_.communicators().end()) return nullptr;
  const CommunicatorEvent& event = named->second;
  const int nth = count_before(reader_.communicators(), number, [&](const auto& other) {
    const bool one_each = event.ranks.size() == 1 && other.ranks.size() == 1;
    return one_each || (other.ranks == event.ranks && other.local == event.local);
  });
  Otf2Communicator made;
  made.reference = definitions_.communicator(event, nth);
  made.inter = event.local > 0;
  const auto local = static_cast<std::size_t>(event.local);
  made.others = static_cast<std::uint32_t>(event.ranks.size() - local);
  for (std::size_t i = 0; i < event.ranks.size(); ++i) {
    const bool own_group = !made.inter || i < local;
    if (own_group && event.ranks[i] == reader_.rank()) made.rank = static_cast<std::uint32_t>(i);
    if (made.inter && own_group) continue;
    made.rank_of.emplace(event.ranks[i], static_cast<std::uint32_t>(made.inter ? i - local : i));
  }
  return &communicators_.emplace(number, std::move(made)).first->second;
}

Otf2Window Otf2Process::window(int number) {
  const auto known = known_windows_.find(number);
  if (known != known_windows_.end()) return known->second;
  const auto named = reader_.windows().find(number);
  Otf2Window made;
  if (named == reader_.windows().end()) return made;
  made.communicator = communicator(named->second);
  if (made.communicator == nullptr) return made;
  const int nth =
      count_before(reader_.windows(), number, [&](int other) { return other == named->second; });
  made.reference = definitions_.window(made.communicator->reference, nth);
  return known_windows_.emplace(number, made).first->second;
}

Otf2Process::Collective Otf2Process::collective(std::string_view call, int number, int root,
                                                std::int64_t bytes) {
  Collective made{what_is(call), communicator(number), OTF2_COLLECTIVE_ROOT_NONE,
                  static_cast<std::uint64_t>(bytes)};
  if (made.call.rooted()) {
    // Without a root it is this process, on an intercommunicator (MPI_ROOT).
    made.root = root < 0 ? OTF2_COLLECTIVE_ROOT_SELF : made.communicator->find(root);
  }
  return made;
}

Volumes Otf2Process::volumes(const Collective& collective) const {
  const Otf2Communicator& where = *collective.communicator;
  const bool is_root = collective.root == OTF2_COLLECTIVE_ROOT_SELF ||
                       (!where.inter && collective.root == where.rank);
  const Volume volume = collective.call.volume;
  Volumes moved = volumes_of(volume, collective.bytes, where.others, where.rank, is_root);
  if (where.inter && is_root) {  // it is in no group that it sends to, or receives from
    const bool gathers = volume == Volume::gather || volume == Volume::reduce;
    (gathers ? moved.sent : moved.received) = 0;
  }
  return moved;
}

const Otf2Call& Otf2Process::what_is(std::string_view call) {
  const auto known = calls_.find(call);
  return known != calls_.end() ? known->second
                               : calls_.emplace(call, otf2_call(call)).first->second;
}

}  // namespace revprof
