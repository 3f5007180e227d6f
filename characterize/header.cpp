// SPDX-License-Identifier: BSD-3-Clause
// Findings and settings as text.
#include "characterize/header.hpp"

#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <ctime>

#include "characterize/sample.hpp"
#include "characterize/subject.hpp"

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

std::string libraries() {
  const char* const other = subject().library;
  return other == nullptr ? mpi_name() : mpi_name() + ", " + other;
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

// "median 0.12 us, 95 % 0.4 us, largest 1.3 us, of 1200 starts"
std::string spread_text(const std::vector<double>& seconds, const char* of_what) {
  Sample sample;
  sample.add(seconds);
  char text[160];
  std::snprintf(text, sizeof text, "median %.3g us, 95 %% %.3g us, largest %.3g us, of %d %s",
                sample.median() * 1e6, sample.quantile(0.95) * 1e6, sample.quantile(1) * 1e6,
                sample.size(), of_what);
  return text;
}

}  // namespace

std::string date_now() {
  const std::time_t now = std::time(nullptr);
  char text[32] = "";
  std::strftime(text, sizeof text, "%Y-%m-%d", std::gmtime(&now));
  return text;
}

Header make_header(const Options& options, const Findings& found) {
  Header header = {
      {"machine", options.name.empty() ? host_name() : options.name},
      {"description", options.description},
      {"mpi", libraries()},
      {"date", found.date},
      {"command", found.command},
      {"source", "measured by " + std::string(subject().program) + " with " +
                     std::to_string(found.processes) + " processes, started together by " +
                     (options.agreed_clock ? "an agreed clock value" : "a barrier")},
      {"ranks_per_node", std::to_string(found.ranks_per_node)},
      {"block_sizes", words(found.block_sizes, " ")},
      {"statistic", "median of the latest process"},
      {"size_meaning", "per peer"},
      {"started_processes", std::to_string(found.processes)}};
  if (found.launch > 1) header.push_back({"launches", std::to_string(found.launch)});
  if (found.partner > 0) header.push_back({"partner", std::to_string(found.partner)});
  if (!found.ranks_apart.empty()) {
    header.push_back({"ranks_apart", words(found.ranks_apart, " ")});
  }
  if (found.distances.places() > 0) header.push_back({"distances", text_of(found.distances)});
  if (!found.jumps.empty()) header.push_back({"jumps", words(found.jumps, " ")});
  if (found.eager_limit) {
    header.insert(header.begin() + 7,
                  {"eager_limit_bytes", std::to_string(found.eager_limit->bytes)});
    if (found.eager_limit->at_least) {
      header.push_back({"eager_limit_note", "at least; the largest message tried was eager"});
    }
  }
  header.push_back({"late_starts", std::to_string(found.late) + " of " +
                                       std::to_string(found.repetitions) + ", repeated"});
  if (!found.clock_residuals.empty()) {
    header.push_back({"clock_residual", spread_text(found.clock_residuals, "times learnt")});
  }
  if (options.agreed_clock && !found.start_skews.empty()) {
    header.push_back({"start_skew", spread_text(found.start_skews, "starts")});
  }
  if (found.crowded) header.push_back({"crowded", "more processes than cores on a node"});
  header.insert(header.end(), found.node.begin(), found.node.end());
  if (!found.files_in.empty()) header.push_back({"files_in", found.files_in});
  if (!found.left_out.empty()) header.push_back({"left_out", words(found.left_out, "; ")});
  for (const auto& [key, value] : options.settings()) header.push_back({key, value});
  return header;
}

}  // namespace revprof
