// SPDX-License-Identifier: BSD-3-Clause
// References are given out at first sight; whatever a definition refers to is written before it.
#include "revprof/trace/otf2/otf2_definitions.hpp"

#include <algorithm>
#include <stdexcept>

#include "revprof/trace/otf2/otf2_calls.hpp"

namespace revprof {

namespace {

// The group of all processes, and that of communicators with one process.
constexpr OTF2_GroupRef all_group = 0, self_group = 1;
constexpr OTF2_SystemTreeNodeRef machine_node = 0;

OTF2_Paradigm paradigm_of(Otf2Definitions::Sort sort, std::string_view name) {
  if (sort != Otf2Definitions::Sort::call) return OTF2_PARADIGM_USER;
  return paradigm_of_call(name);
}

// Keys and references of a table, the references in their order: as readers expect definitions.
template <class Key, class Reference, class Less>
std::vector<std::pair<Reference, const Key*>> in_order(
    const std::map<Key, Reference, Less>& table) {
  std::vector<std::pair<Reference, const Key*>> rows;
  for (const auto& [key, reference] : table) rows.emplace_back(reference, &key);
  std::sort(rows.begin(), rows.end());
  return rows;
}

}  // namespace

void otf2_check(OTF2_ErrorCode code) {
  if (code != OTF2_SUCCESS) {
    throw std::runtime_error(std::string("OTF2: ") + OTF2_Error_GetDescription(code));
  }
}

Otf2Definitions::Otf2Definitions(const RunTraces& traces, const Target& target)
    : traces_(traces), target_(target) {
  CommunicatorEvent world{};
  for (int rank = 0; rank < traces.processes; ++rank) world.ranks.push_back(rank);
  communicator(world, 0);
}

OTF2_RegionRef Otf2Definitions::region(Sort sort, std::string_view name) {
  const auto next = static_cast<OTF2_RegionRef>(regions_.size());
  return regions_.emplace(std::pair(sort, std::string(name)), next).first->second;
}

OTF2_GroupRef Otf2Definitions::group(std::vector<int> ranks) {
  ranks.erase(std::remove_if(ranks.begin(), ranks.end(), [](int rank) { return rank < 0; }),
              ranks.end());
  const auto next = static_cast<OTF2_GroupRef>(groups_.size() + 2);
  return groups_.emplace(std::move(ranks), next).first->second;
}

OTF2_CommRef Otf2Definitions::communicator(const CommunicatorEvent& event, int nth) {
  const auto middle = event.ranks.begin() + (event.local > 0 ? event.local : 0);
  Members members{{}, {}, nth};
  if (event.local > 0) {
    // Each side names its own group first.
    members.local.assign(event.ranks.begin(), middle);
    members.remote.assign(middle, event.ranks.end());
    if (members.remote < members.local) std::swap(members.local, members.remote);
    group(members.local);
    group(members.remote);
  } else {
    members.local = event.ranks;
    if (members.local.size() == 1) {
      members.local = {-1};  // the same one for everybody
    } else {
      group(members.local);
    }
  }
  const auto next = static_cast<OTF2_CommRef>(communicators_.size());
  return communicators_.emplace(std::move(members), next).first->second;
}

OTF2_RmaWinRef Otf2Definitions::window(OTF2_CommRef communicator, int nth) {
  const auto next = static_cast<OTF2_RmaWinRef>(windows_.size());
  return windows_.emplace(std::pair(communicator, nth), next).first->second;
}

OTF2_MetricRef Otf2Definitions::counter(std::string_view name) {
  const auto next = static_cast<OTF2_MetricRef>(counters_.size());
  return counters_.emplace(std::string(name), next).first->second;
}

void Otf2Definitions::marker(int rank, const Step& step) {
  markers_.push_back({rank, step.begin, std::string(step.name)});
}

void Otf2Definitions::write_markers(OTF2_MarkerWriter* writer) const {
  constexpr OTF2_MarkerRef of_program = 0;
  otf2_check(OTF2_MarkerWriter_WriteDefMarker(writer, of_program, "program", "revprof_marker",
                                              OTF2_SEVERITY_NONE));
  for (const Marker& each : markers_) {
    otf2_check(OTF2_MarkerWriter_WriteMarker(
        writer, static_cast<OTF2_TimeStamp>(each.time), 0, of_program, OTF2_MARKER_SCOPE_LOCATION,
        static_cast<std::uint64_t>(each.rank), each.text.c_str()));
  }
}

// Each a metric of its own, by process.
void Otf2Definitions::write_counters() {
  for (const auto& [reference, name] : in_order(counters_)) {
    const OTF2_StringRef text = string(*name);
    const auto member = static_cast<OTF2_MetricMemberRef>(reference);
    otf2_check(OTF2_GlobalDefWriter_WriteMetricMember(
        writer_, member, text, string(""), OTF2_METRIC_TYPE_USER, OTF2_METRIC_ABSOLUTE_POINT,
        OTF2_TYPE_DOUBLE, OTF2_BASE_DECIMAL, 0, string("")));
    otf2_check(OTF2_GlobalDefWriter_WriteMetricClass(
        writer_, reference, 1, &member, OTF2_METRIC_ASYNCHRONOUS, OTF2_RECORDER_KIND_CPU));
  }
}

OTF2_StringRef Otf2Definitions::text(std::string_view text) {
  const auto [known, added] =
      strings_.try_emplace(std::string(text), static_cast<OTF2_StringRef>(strings_.size()));
  if (added) texts_.emplace_back(text);
  return known->second;
}

OTF2_StringRef Otf2Definitions::string(std::string_view text) {
  const auto known = strings_.find(text);
  if (known != strings_.end()) return known->second;
  const auto next = static_cast<OTF2_StringRef>(strings_.size());
  otf2_check(OTF2_GlobalDefWriter_WriteString(writer_, next, std::string(text).c_str()));
  strings_.emplace(text, next);
  return next;
}

std::string Otf2Definitions::name_of(OTF2_RmaWinRef window) const {
  const auto found = symmetric_.find(window);
  if (found == symmetric_.end()) return "window " + std::to_string(window);
  return found->second == OTF2_PARADIGM_UPC ? "shared memory" : "symmetric heap";
}

void Otf2Definitions::write(OTF2_GlobalDefWriter* writer, const std::vector<Location>& locations,
                            SimTime first, SimTime last) {
  writer_ = writer;
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    otf2_check(OTF2_GlobalDefWriter_WriteString(writer_, static_cast<OTF2_StringRef>(i),
                                                texts_[i].c_str()));
  }
  otf2_check(OTF2_GlobalDefWriter_WriteClockProperties(
      writer, static_cast<std::uint64_t>(picoseconds_per_second), static_cast<std::uint64_t>(first),
      static_cast<std::uint64_t>(last - first), OTF2_UNDEFINED_TIMESTAMP));
  otf2_check(OTF2_GlobalDefWriter_WriteParadigm(writer, OTF2_PARADIGM_MPI, string("MPI"),
                                                OTF2_PARADIGM_CLASS_PROCESS));
  if (!symmetric_.empty()) {  // all of one library
    const OTF2_Paradigm paradigm = symmetric_.begin()->second;
    const bool is_upc = paradigm == OTF2_PARADIGM_UPC;
    otf2_check(OTF2_GlobalDefWriter_WriteParadigm(
        writer, paradigm, string(is_upc ? "UPC" : "SHMEM"), OTF2_PARADIGM_CLASS_PROCESS));
  }
  otf2_check(OTF2_GlobalDefWriter_WriteAttribute(
      writer, waiting, string("waiting"),
      string("picoseconds of the call that were spent waiting for others"), OTF2_TYPE_UINT64));
  if (!texts_.empty()) {
    otf2_check(OTF2_GlobalDefWriter_WriteAttribute(writer_, place, string("place"),
                                                   string("where the program makes the call"),
                                                   OTF2_TYPE_STRING));
  }
  write_places(locations);
  write_regions();
  write_communicators();
  write_counters();
}

void Otf2Definitions::write_places(const std::vector<Location>& locations) {
  const std::string machine = target_.machine.empty() ? "machine" : target_.machine;
  otf2_check(OTF2_GlobalDefWriter_WriteSystemTreeNode(
      writer_, machine_node, string(machine), string("machine"), OTF2_UNDEFINED_SYSTEM_TREE_NODE));
  otf2_check(OTF2_GlobalDefWriter_WriteSystemTreeNodeDomain(writer_, machine_node,
                                                            OTF2_SYSTEM_TREE_DOMAIN_MACHINE));
  const int nodes = target_.node(std::max(0, traces_.processes - 1)) + 1;
  for (int node = 0; node < nodes; ++node) {
    const auto reference = static_cast<OTF2_SystemTreeNodeRef>(node + 1);
    otf2_check(OTF2_GlobalDefWriter_WriteSystemTreeNode(
        writer_, reference, string("node " + std::to_string(node)), string("node"), machine_node));
    otf2_check(OTF2_GlobalDefWriter_WriteSystemTreeNodeDomain(
        writer_, reference, OTF2_SYSTEM_TREE_DOMAIN_SHARED_MEMORY));
  }
  for (const Location& location : locations) {
    const OTF2_StringRef name = string("process " + std::to_string(location.rank));
    const auto group = static_cast<OTF2_LocationGroupRef>(location.rank);
    otf2_check(OTF2_GlobalDefWriter_WriteLocationGroup(
        writer_, group, name, OTF2_LOCATION_GROUP_TYPE_PROCESS,
        static_cast<OTF2_SystemTreeNodeRef>(target_.node(location.rank) + 1),
        OTF2_UNDEFINED_LOCATION_GROUP));
    otf2_check(OTF2_GlobalDefWriter_WriteLocation(
        writer_, static_cast<OTF2_LocationRef>(location.rank), name, OTF2_LOCATION_TYPE_CPU_THREAD,
        location.events, group));
  }
}

void Otf2Definitions::write_regions() {
  for (const auto& [reference, what] : in_order(regions_)) {
    const auto& [sort, name] = *what;
    const bool call = sort == Sort::call;
    const OTF2_RegionRole role =
        call ? otf2_call(name).role : OTF2_RegionRole{OTF2_REGION_ROLE_CODE};
    const OTF2_StringRef text = string(name);
    otf2_check(OTF2_GlobalDefWriter_WriteRegion(writer_, reference, text, text, string(""), role,
                                                paradigm_of(sort, name), OTF2_REGION_FLAG_NONE,
                                                string(""), 0, 0));
  }
}

void Otf2Definitions::write_communicators() {
  std::vector<std::uint64_t> members;
  for (int rank = 0; rank < traces_.processes; ++rank) {
    members.push_back(static_cast<std::uint64_t>(rank));
  }
  const auto write_group = [&](OTF2_GroupRef reference, const std::string& name,
                               OTF2_GroupType type) {
    otf2_check(OTF2_GlobalDefWriter_WriteGroup(
        writer_, reference, string(name), type, OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE,
        static_cast<std::uint32_t>(members.size()), members.data()));
  };
  write_group(all_group, "all processes", OTF2_GROUP_TYPE_COMM_LOCATIONS);
  members.clear();
  write_group(self_group, "MPI_COMM_SELF", OTF2_GROUP_TYPE_COMM_SELF);
  for (const auto& [reference, ranks] : in_order(groups_)) {
    members.assign(ranks->begin(), ranks->end());
    write_group(reference, "group " + std::to_string(reference - 2), OTF2_GROUP_TYPE_COMM_GROUP);
  }

  for (const auto& [reference, who] : in_order(communicators_)) {
    const OTF2_StringRef name =
        string(reference == 0 ? "MPI_COMM_WORLD" : "communicator " + std::to_string(reference));
    if (who->remote.empty()) {
      const bool self = who->local == std::vector<int>{-1};
      otf2_check(OTF2_GlobalDefWriter_WriteComm(writer_, reference, name,
                                                self ? self_group : group(who->local),
                                                OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE));
    } else {
      otf2_check(OTF2_GlobalDefWriter_WriteInterComm(writer_, reference, name, group(who->local),
                                                     group(who->remote), OTF2_UNDEFINED_COMM,
                                                     OTF2_COMM_FLAG_NONE));
    }
  }
  for (const auto& [reference, where] : in_order(windows_)) {
    otf2_check(OTF2_GlobalDefWriter_WriteRmaWin(
        writer_, reference, string(name_of(reference)), where->first,
        living_.count(reference) != 0 ? OTF2_RMA_WIN_FLAG_CREATE_DESTROY_EVENTS
                                      : OTF2_RMA_WIN_FLAG_NONE));
  }
}

}  // namespace revprof
