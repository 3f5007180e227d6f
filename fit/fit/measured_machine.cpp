// SPDX-License-Identifier: BSD-3-Clause
// Header entries as numbers, lists and texts.
#include "fit/fit/measured_machine.hpp"

#include <algorithm>
#include <charconv>
#include <functional>
#include <iterator>
#include <limits>
#include <sstream>

#include "fit/fit/fit.hpp"
#include "fit/measurements/computation_name.hpp"

namespace revprof {

namespace {

std::int64_t header_integer(const Measurements& measurements, const std::string& key,
                            std::int64_t otherwise) {
  const std::string text = measurements.header_value(key);
  if (text.empty()) return otherwise;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0) {
    throw FitError("the measurements' header \"" + key +
                   "\": expected an integer of at least 0, found \"" + text + '"');
  }
  return value;
}

std::vector<int> header_block_sizes(const Measurements& measurements) {
  const std::string text = measurements.header_value("block_sizes");
  std::istringstream words(text);
  std::vector<int> sizes;
  for (int size = 0; words >> size;) sizes.push_back(size);
  const bool ascending =
      std::adjacent_find(sizes.begin(), sizes.end(), std::greater_equal<>()) == sizes.end();
  if (!words.eof() || !ascending || (!sizes.empty() && sizes.front() < 1)) {
    throw FitError(
        "the measurements' header \"block_sizes\": expected ascending integers, found \"" + text +
        '"');
  }
  return sizes;
}

DistanceMap header_distances(const Measurements& measurements) {
  const std::string text = measurements.header_value("distances");
  if (std::optional<DistanceMap> map = distance_map_in(text)) return *std::move(map);
  throw FitError(
      "the measurements' header \"distances\": expected for each place but the last the later "
      "ones', such as \"1 2 1;1 2;1\", found \"" +
      text + '"');
}

// A model's texts hold no control characters, which a terminal would obey.
std::string header_text(const Measurements& measurements, const std::string& key,
                        const std::string& otherwise = "") {
  std::string text = measurements.header_value(key, otherwise);
  for (char& character : text) {
    const auto code = static_cast<unsigned char>(character);
    if ((code < 0x20 && character != '\t') || code == 0x7f) character = '?';
  }
  return text;
}

// "L1 49152 L2 1048576", as characterize writes it.
std::map<std::string, std::int64_t> header_caches(const Measurements& measurements) {
  const std::string text = measurements.header_value("caches");
  std::map<std::string, std::int64_t> sizes;
  std::istringstream words(text);
  std::string level;
  while (words >> level) {
    std::int64_t bytes = 0;
    const bool known =
        level != "main" && std::find(std::begin(memory_levels), std::end(memory_levels), level) !=
                               std::end(memory_levels);
    if (known && words >> bytes && bytes > 0) {
      sizes[level] = bytes;
      continue;
    }
    throw FitError(
        "the measurements' header \"caches\": expected levels and their bytes, such as \"L1 "
        "32768 L2 1048576\", found \"" +
        text + '"');
  }
  return sizes;
}

}  // namespace

Machine machine_of(const Measurements& measurements) {
  Machine machine;
  machine.name = header_text(measurements, "machine", "unnamed machine");
  machine.description = header_text(measurements, "description");
  machine.mpi = header_text(measurements, "mpi");
  machine.date = header_text(measurements, "date");
  const std::int64_t ranks = header_integer(measurements, "ranks_per_node", 1);
  if (ranks < 1 || ranks > std::numeric_limits<int>::max()) {
    throw FitError(
        "the measurements' header \"ranks_per_node\": expected an integer of at least 1, found " +
        std::to_string(ranks));
  }
  machine.ranks_per_node = static_cast<int>(ranks);
  const std::string provenance = header_text(measurements, "provenance");
  const std::string command = header_text(measurements, "command");
  const std::string files_in = header_text(measurements, "files_in");
  machine.source = provenance;
  if (provenance.empty()) {
    machine.source = "measured" + (command.empty() ? "" : " by: " + command) +
                     (files_in.empty() ? "" : "; files in " + files_in);
  }
  machine.statistic = header_text(measurements, "statistic", "median of the latest process");
  machine.size_meaning = header_text(measurements, "size_meaning", "per peer");
  return machine;
}

PointToPoint point_to_point_of(const Measurements& measurements) {
  return {header_integer(measurements, "eager_limit_bytes", 0), header_block_sizes(measurements),
          header_distances(measurements)};
}

Computation computation_of(const Measurements& measurements) {
  Computation computation;
  computation.cache_bytes = header_caches(measurements);
  const std::int64_t bytes = header_integer(measurements, "simd_bytes", 0);
  computation.simd_bytes =
      static_cast<int>(std::min<std::int64_t>(bytes, std::numeric_limits<int>::max()));
  return computation;
}

}  // namespace revprof
