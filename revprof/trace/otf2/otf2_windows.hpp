// SPDX-License-Identifier: BSD-3-Clause
// The OTF2 records of one-sided communication, of one process (OTF2's RMA model).
#pragma once

#include <otf2/otf2.h>

#include <unordered_map>
#include <vector>

#include "revprof/trace/otf2/otf2_calls.hpp"
#include "revprof/trace/otf2/otf2_definitions.hpp"

namespace revprof {

// A window as one of its processes uses it.
struct Otf2Window {
  OTF2_RmaWinRef reference = OTF2_UNDEFINED_RMA_WIN;
  const Otf2Communicator* communicator = nullptr;
};

class Otf2Windows {
 public:
  Otf2Windows(OTF2_EvtWriter* writer, Otf2Definitions& definitions)
      : writer_(writer), definitions_(definitions) {}

  // A call on that window begins or ends, with what is inside it.
  void begin(const Step& step, const Otf2Window& window);
  void end(const Step& step, const Otf2Window& window);
  // A collective of symmetric memory.
  void begin_collective(const Step& step);
  void end_collective(const Step& step, const Otf2Window& window, OTF2_CollectiveOp operation,
                      std::uint32_t root, const Volumes& moved);
  // A transfer's request is complete; false: no such request.
  bool complete(std::int64_t request, SimTime time);

 private:
  struct Transfer {
    OTF2_RmaWinRef window;
    std::uint32_t target;
    std::uint64_t id;
    bool local;  // its completion at this end is recorded
  };

  void atomic(const Step& step, const Otf2Window& window, std::uint32_t target, std::uint64_t id);
  // The one that this call has begun ends with it, at this end, or at both.
  void complete_blocking(const Otf2Window& window, SimTime time, bool at_both);
  // Those to that target (OTF2_UNDEFINED_UINT32: to all) have come to their end, here or there,
  // too.
  void complete_there(const Otf2Window& window, std::uint32_t target, SimTime time);
  void complete_here(const Otf2Window& window, std::uint32_t target, SimTime time);

  OTF2_EvtWriter* writer_;
  Otf2Definitions& definitions_;
  std::vector<Transfer> open_;
  std::unordered_map<std::int64_t, std::pair<OTF2_RmaWinRef, std::uint64_t>> requests_;
  std::uint64_t next_ = 0;
};

}  // namespace revprof
