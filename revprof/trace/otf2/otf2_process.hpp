// SPDX-License-Identifier: BSD-3-Clause
// The OTF2 events of one process.
#pragma once

#include <otf2/otf2.h>

#include <map>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "revprof/trace/otf2/otf2_calls.hpp"
#include "revprof/trace/otf2/otf2_definitions.hpp"
#include "revprof/trace/otf2/otf2_windows.hpp"

namespace revprof {

class Otf2Process {
 public:
  // `writer` is this process's own; all three outlive this.
  Otf2Process(const TraceStepReader& reader, OTF2_EvtWriter* writer, Otf2Definitions& definitions);
  ~Otf2Process();
  Otf2Process(const Otf2Process&) = delete;
  Otf2Process& operator=(const Otf2Process&) = delete;

  void begin(const Step& step);
  void detail(const Step& step, const Detail& detail);
  void end(const Step& step);

 private:
  // A collective whose request has not ended yet.
  struct Collective {
    Otf2Call call;
    const Otf2Communicator* communicator;
    std::uint32_t root;
    std::uint64_t bytes;
  };

  void enter(Otf2Definitions::Sort sort, const Step& step);
  void leave(Otf2Definitions::Sort sort, const Step& step);
  void end_call(const Step& step);
  void end_symmetric(const Step& step, const Otf2Window& heap, const Otf2Call& what);
  void counter(const Step& step);
  void sent(const SendEvent& event, SimTime time);
  void received(const MessageEvent& event, SimTime time);
  void request(const RequestEvent& event, SimTime time);
  // nullptr: it was never named.
  const Otf2Communicator* communicator(int number);
  const Otf2Communicator* place_of(int number);
  Otf2Window window(int number);
  Collective collective(std::string_view call, int communicator, int root, std::int64_t bytes);
  Volumes volumes(const Collective& collective) const;
  const Otf2Call& what_is(std::string_view call);

  const TraceStepReader& reader_;
  OTF2_EvtWriter* writer_;
  Otf2Definitions& definitions_;
  OTF2_AttributeList* attributes_;
  Otf2Windows windows_;
  std::map<std::string_view, Otf2Call> calls_;
  std::map<std::pair<Otf2Definitions::Sort, std::string_view>, OTF2_RegionRef> regions_;
  std::map<int, Otf2Communicator> communicators_;
  std::map<int, Otf2Window> known_windows_;
  enum class Begun { send, receive, transfer };
  std::unordered_map<std::int64_t, Begun> requests_;
  std::unordered_map<std::int64_t, Collective> collectives_;
};

}  // namespace revprof
