// SPDX-License-Identifier: BSD-3-Clause
// The global definitions of an OTF2 archive: collected while the events are written, and written
// after them.
#pragma once

#include <otf2/otf2.h>

#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "revprof/trace/convert/conversion.hpp"

namespace revprof {

// A communicator as one of its processes uses it.
struct Otf2Communicator {
  OTF2_CommRef reference = OTF2_UNDEFINED_COMM;
  bool inter = false;
  // Own rank (in the own group); how many a collective goes to: all, or the other group.
  std::uint32_t rank = 0, others = 0;
  std::unordered_map<int, std::uint32_t>
      rank_of;  // by rank in MPI_COMM_WORLD: of those one sends to

  // OTF2_UNDEFINED_UINT32 where it is not in there.
  std::uint32_t find(int world_rank) const {
    const auto found = rank_of.find(world_rank);
    return found == rank_of.end() ? OTF2_UNDEFINED_UINT32 : found->second;
  }
};

class Otf2Definitions {
 public:
  enum class Sort { call, region, compute };

  explicit Otf2Definitions(const RunTraces& traces, const Target& target);

  OTF2_RegionRef region(Sort sort, std::string_view name);
  // The nth communicator (from 0 on) with these members that a process has used.
  OTF2_CommRef communicator(const CommunicatorEvent& event, int nth);
  OTF2_RmaWinRef window(OTF2_CommRef communicator, int nth);
  OTF2_GroupRef group(std::vector<int> ranks);
  // A window with a record of its making, or of its end.
  void lives(OTF2_RmaWinRef window) { living_.insert({window, true}); }
  // OpenSHMEM's, or UPC's.
  void symmetric(OTF2_RmaWinRef window, OTF2_Paradigm paradigm) {
    symmetric_.insert({window, paradigm});
  }
  OTF2_MetricRef counter(std::string_view name);
  void marker(int rank, const Step& step);
  // What the program has said there, once the definitions are written.
  void write_markers(OTF2_MarkerWriter* writer) const;
  bool has_markers() const { return !markers_.empty(); }
  static constexpr OTF2_AttributeRef waiting = 0, place = 1;
  // A string that events name.
  OTF2_StringRef text(std::string_view text);

  struct Location {
    int rank;
    std::uint64_t events;
  };
  void write(OTF2_GlobalDefWriter* writer, const std::vector<Location>& locations, SimTime first,
             SimTime last);

 private:
  struct Members {
    std::vector<int> local, remote;  // remote: of an intercommunicator
    int nth;
    bool operator<(const Members& other) const {
      return std::tie(local, remote, nth) < std::tie(other.local, other.remote, other.nth);
    }
  };

  OTF2_StringRef string(std::string_view text);
  void write_places(const std::vector<Location>& locations);
  void write_regions();
  std::string name_of(OTF2_RmaWinRef window) const;
  void write_communicators();
  void write_counters();

  const RunTraces& traces_;
  const Target& target_;
  OTF2_GlobalDefWriter* writer_ = nullptr;
  std::map<std::string, OTF2_StringRef, std::less<>> strings_;
  std::vector<std::string> texts_;  // those that events name: the first of them
  std::map<std::pair<Sort, std::string>, OTF2_RegionRef> regions_;
  std::map<Members, OTF2_CommRef> communicators_;
  std::map<std::vector<int>, OTF2_GroupRef> groups_;
  std::map<std::pair<OTF2_CommRef, int>, OTF2_RmaWinRef> windows_;
  std::map<OTF2_RmaWinRef, bool> living_;
  std::map<OTF2_RmaWinRef, OTF2_Paradigm> symmetric_;
  std::map<std::string, OTF2_MetricRef, std::less<>> counters_;
  struct Marker {
    int rank;
    SimTime time;
    std::string text;
  };
  std::vector<Marker> markers_;
};

// Throws std::runtime_error with OTF2's own words for what went wrong.
void otf2_check(OTF2_ErrorCode code);

}  // namespace revprof
