// SPDX-License-Identifier: BSD-3-Clause
// Reads /sys/devices/system/cpu: one folder for each cache of a processor.
#include "characterize/node/caches.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace revprof {

namespace {

std::string first_line(const std::string& file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  return line;
}

std::vector<CacheLevel> from_system(int processor) {
  const std::string folder =
      "/sys/devices/system/cpu/cpu" + std::to_string(processor) + "/cache/index";
  std::vector<CacheLevel> all;
  for (int index = 0;; ++index) {
    const std::string cache = folder + std::to_string(index) + "/";
    const std::string level = first_line(cache + "level");
    if (level.empty()) break;
    if (first_line(cache + "type") == "Instruction") continue;
    const std::int64_t bytes = bytes_in(first_line(cache + "size"));
    const int sharers = processors_in(first_line(cache + "shared_cpu_list"));
    if (bytes > 0) all.push_back({"L" + level, bytes, std::max(1, sharers)});
  }
  return all;
}

std::vector<CacheLevel> from_library() {
  struct Level {
    const char* name;
    int key;
  };
  constexpr Level levels[] = {
      {"L1", _SC_LEVEL1_DCACHE_SIZE}, {"L2", _SC_LEVEL2_CACHE_SIZE}, {"L3", _SC_LEVEL3_CACHE_SIZE}};
  std::vector<CacheLevel> all;
  for (const Level& level : levels) {
    const long bytes = sysconf(level.key);
    if (bytes > 0) all.push_back({level.name, bytes, 1});
  }
  return all;
}

}  // namespace

int processors_in(const std::string& list) {
  int count = 0;
  std::istringstream stream(list);
  for (std::string range; std::getline(stream, range, ',');) {
    std::istringstream ends(range);
    int first = 0, last = 0;
    char dash = '-';
    if (!(ends >> first)) return 0;
    last = first;
    if (ends >> dash && !(dash == '-' && ends >> last)) return 0;
    if (last < first) return 0;
    count += last - first + 1;
  }
  return count;
}

std::int64_t bytes_in(const std::string& size) {
  std::istringstream stream(size);
  std::int64_t number = 0;
  if (!(stream >> number) || number < 0) return 0;
  char unit = 0;
  if (!(stream >> unit)) return number;
  const std::string units = "KMG";
  const std::size_t power = units.find(unit);
  return power == std::string::npos ? 0 : number << (10 * (power + 1));
}

const std::vector<CacheLevel>& caches() {
  static const std::vector<CacheLevel> all = [] {
    std::vector<CacheLevel> found = from_system(std::max(0, sched_getcpu()));
    if (found.empty()) found = from_library();
    return found;
  }();
  return all;
}

std::int64_t working_set(const std::vector<CacheLevel>& all, const std::string& level,
                         int processes) {
  constexpr std::int64_t usual_cache = 32 << 20, most = 256 << 20;
  if (level == "main") {
    const std::int64_t last = all.empty() ? usual_cache : all.back().bytes;
    return std::max(2 * last, std::min(4 * last, most));
  }
  std::int64_t before = 0;
  for (const CacheLevel& cache : all) {
    if (cache.name == level) {
      return std::max(2 * before, cache.bytes / 2 / std::min(processes, cache.sharers));
    }
    before = cache.bytes;
  }
  return 0;
}

}  // namespace revprof
