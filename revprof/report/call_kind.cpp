// SPDX-License-Identifier: BSD-3-Clause
// The kinds of the calls that move or complete bytes; communicator constructors and the like are
// `other`.
#include "revprof/report/call_kind.hpp"

#include <cctype>
#include <map>

namespace revprof {

namespace {

const std::map<std::string, CallKind>& kinds() {
  using K = CallKind;
  static const std::map<std::string, CallKind> table = {
      {"send", K::send},
      {"bsend", K::send},
      {"ssend", K::send},
      {"rsend", K::send},
      {"start", K::send},
      {"startall", K::send},
      {"buffer_detach", K::send},
      {"recv", K::receive},
      {"mrecv", K::receive},
      {"sendrecv", K::receive},
      {"sendrecv_replace", K::receive},
      {"wait", K::completion},
      {"waitall", K::completion},
      {"waitany", K::completion},
      {"waitsome", K::completion},
      {"test", K::completion},
      {"testall", K::completion},
      {"testany", K::completion},
      {"testsome", K::completion},
      {"probe", K::completion},
      {"mprobe", K::completion},
      {"request_get_status", K::completion},
      {"bcast", K::one_to_all},
      {"scatter", K::one_to_all},
      {"scatterv", K::one_to_all},
      {"gather", K::all_to_one},
      {"gatherv", K::all_to_one},
      {"reduce", K::all_to_one},
      {"barrier", K::all_to_all},
      {"allgather", K::all_to_all},
      {"allgatherv", K::all_to_all},
      {"allreduce", K::all_to_all},
      {"alltoall", K::all_to_all},
      {"alltoallv", K::all_to_all},
      {"alltoallw", K::all_to_all},
      {"reduce_scatter", K::all_to_all},
      {"reduce_scatter_block", K::all_to_all},
      {"scan", K::scan},
      {"exscan", K::scan},
  };
  return table;
}

bool starts_with(const std::string& text, const std::string& prefix) {
  return text.compare(0, prefix.size(), prefix) == 0;
}

bool ends_with(const std::string& text, const std::string& suffix) {
  return text.size() >= suffix.size() &&
         text.compare(text.size() - suffix.size(), suffix.size(), suffix) == 0;
}

}  // namespace

CallKind call_kind(const std::string& call) {
  std::string name;
  for (const char c : call) name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (starts_with(name, "mpi_")) name.erase(0, 4);
  if (ends_with(name, "_init")) name.erase(name.size() - 5);
  auto found = kinds().find(name);
  if (found == kinds().end() && starts_with(name, "i")) found = kinds().find(name.substr(1));
  return found == kinds().end() ? CallKind::other : found->second;
}

}  // namespace revprof
