// SPDX-License-Identifier: BSD-3-Clause
// Findings and settings as text.
#include "characterize/header.hpp"

#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>

namespace revprof {

namespace {

std::string host_name() {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  return name;
}

// "Open MPI v4.1.4" of what may be several lines.
std::string mpi_name() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int length = 0;
  MPI_Get_library_version(text, &length);
  const std::string name(text);
  return name.substr(0, std::min(name.find_first_of(",\n"), name.find(". ")));
}

template <typename Value>
std::string words(const std::vector<Value>& values, const std::string& between) {
  std::string text;
  for (const Value& value : values) {
    if (!text.empty()) text += between;
    if constexpr (std::is_same_v<Value, std::string>) {
      text += value;
    } else {
      text += std::to_string(value);
    }
  }
  return text;
}

}  // namespace

std::string date_now() {
  const std::time_t now = std::time(nullptr);
  char text[32] = "";
  std::strftime(text, sizeof text, "%Y-%m-%d", std::gmtime(&now));
  return text;
}

std::vector<std::pair<std::string, std::string>> make_header(const Options& options,
                                                             const Findings& found) {
  std::vector<std::pair<std::string, std::string>> header = {
      {"machine", options.name.empty() ? host_name() : options.name},
      {"description", options.description},
      {"mpi", mpi_name()},
      {"date", found.date},
      {"command", found.command},
      {"source", "measured by characterize with " + std::to_string(found.processes) +
                     " processes, started together by " +
                     (options.agreed_clock ? "an agreed clock value" : "a barrier")},
      {"ranks_per_node", std::to_string(found.ranks_per_node)},
      {"block_sizes", words(found.block_sizes, " ")},
      {"statistic", "median of the latest process"},
      {"size_meaning", "per peer"},
      {"started_processes", std::to_string(found.processes)}};
  if (found.eager_limit_known) {
    header.insert(header.begin() + 7,
                  {"eager_limit_bytes", std::to_string(found.eager_limit.bytes)});
    if (found.eager_limit.at_least) {
      header.push_back({"eager_limit_note", "at least; the largest message tried was eager"});
    }
  }
  header.push_back({"late_starts", std::to_string(found.late) + " of " +
                                       std::to_string(found.repetitions) + ", repeated"});
  if (found.crowded) header.push_back({"crowded", "more processes than cores on a node"});
  if (!found.files_in.empty()) header.push_back({"files_in", found.files_in});
  if (!found.left_out.empty()) header.push_back({"left_out", words(found.left_out, "; ")});
  for (const auto& [key, value] : options.settings()) header.push_back({key, value});
  return header;
}

}  // namespace revprof
