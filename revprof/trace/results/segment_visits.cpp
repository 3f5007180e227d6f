// SPDX-License-Identifier: BSD-3-Clause
// A line for each segment, "VISITS NAME", and behind it the visits' seconds as this host keeps
// them: the file is read where it was written.
#include "revprof/trace/results/segment_visits.hpp"

#include <cstdlib>
#include <cstring>

#include "fit/file/whole_file.hpp"

namespace revprof {

namespace {

const std::string first_line = "revprof-visits 1\n";

std::string times(std::size_t visits) {
  return std::to_string(visits) + (visits == 1 ? " visit" : " visits");
}

}  // namespace

std::string visits_file(const std::string& directory, int process) {
  return directory + "/visits." + std::to_string(process);
}

void write_visits(const SegmentVisits& visits, const std::string& path) {
  std::string text = first_line;
  for (const auto& [segment, seconds] : visits) {
    text += std::to_string(seconds.size()) + " " + segment + "\n";
    text.append(reinterpret_cast<const char*>(seconds.data()), seconds.size() * sizeof(float));
  }
  write_file(path, text);
}

SegmentVisits read_visits(const std::string& path) {
  const std::string text = read_file(path);
  if (text.compare(0, first_line.size(), first_line) != 0) {
    throw FileError(path + ": expected the visits of a run (revprof run --runs)");
  }
  SegmentVisits visits;
  for (std::size_t at = first_line.size(); at < text.size();) {
    const std::size_t end = text.find('\n', at);
    const std::size_t blank = text.find(' ', at);
    const std::size_t count = std::strtoull(text.c_str() + at, nullptr, 10);
    if (end == std::string::npos || blank > end ||
        count > (text.size() - end - 1) / sizeof(float)) {
      throw FileError(path + ": broken off at byte " + std::to_string(at));
    }
    std::vector<float>& seconds = visits[text.substr(blank + 1, end - blank - 1)];
    seconds.resize(count);
    std::memcpy(seconds.data(), text.data() + end + 1, count * sizeof(float));
    at = end + 1 + count * sizeof(float);
  }
  return visits;
}

std::string difference_in_flow(const SegmentVisits& one, const SegmentVisits& other) {
  std::string first;
  std::size_t more = 0;
  const auto differs = [&](const std::string& segment, std::size_t here, std::size_t there) {
    if (here == there) return;
    if (first.empty()) {
      first = segment + " (" + times(here) + ", then " + times(there) + ")";
    } else {
      ++more;
    }
  };
  for (const auto& [segment, seconds] : one) {
    const auto found = other.find(segment);
    differs(segment, seconds.size(), found == other.end() ? 0 : found->second.size());
  }
  for (const auto& [segment, seconds] : other) {
    if (one.count(segment) == 0) differs(segment, 0, seconds.size());
  }
  if (more > 0) {
    first += " and " + std::to_string(more) + (more == 1 ? " more segment" : " more segments");
  }
  return first;
}

}  // namespace revprof
