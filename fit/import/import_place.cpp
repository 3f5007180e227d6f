// SPDX-License-Identifier: BSD-3-Clause
// Reads file names, the directory's included, and applies the options.
#include "fit/import/import_place.hpp"

#include <fnmatch.h>

#include <filesystem>
#include <regex>

#include "fit/import/import_text.hpp"

namespace revprof {

namespace {

bool is_found(const std::string& file, const std::regex& words) {
  const std::filesystem::path path(file);
  return std::regex_search(path.stem().string(), words) ||
         std::regex_search(path.parent_path().filename().string(), words);
}

}  // namespace

int FileNumber::of(const std::string& file) const {
  const std::string name = std::filesystem::path(file).filename().string();
  int number = of_all;
  for (const auto& [pattern, of_these] : named) {
    if (fnmatch(pattern.c_str(), file.c_str(), 0) == 0 ||
        fnmatch(pattern.c_str(), name.c_str(), 0) == 0) {
      number = of_these;
    }
  }
  return number;
}

std::optional<int> processes_in_name(const std::string& file) {
  static const std::regex before("(?:^|[^a-z])(?:np|p|procs|processes|ranks|tasks)[-_=]?([0-9]+)",
                                 std::regex::icase);
  static const std::regex behind(
      "(?:^|[^0-9])([0-9]+)[-_]?(?:np|p|procs|processes|ranks|tasks)(?![a-z])", std::regex::icase);
  const std::filesystem::path path(file);
  for (const std::string& name : {path.stem().string(), path.parent_path().filename().string()}) {
    std::smatch match;
    if (!std::regex_search(name, match, before) && !std::regex_search(name, match, behind))
      continue;
    const std::optional<std::int64_t> count = to_count(match[1].str());
    if (count && *count > 0 && *count < 1000000000) return static_cast<int>(*count);
  }
  return std::nullopt;
}

Nodes nodes_in_name(const std::string& file) {
  static const std::regex one(
      "(^|[^a-z0-9])(intra([-_]?node)?|(same|one|single|on|1)[-_]?node|shm)([^a-z0-9]|$)",
      std::regex::icase);
  static const std::regex several(
      "(^|[^a-z0-9])(inter([-_]?node)?|(two|[2-9]|[1-9][0-9]+)[-_]?nodes?|1[-_]?ppn|ppn[-_=]?1)"
      "([^a-z0-9]|$)",
      std::regex::icase);
  if (is_found(file, several)) return Nodes::several;
  return is_found(file, one) ? Nodes::one : Nodes::unknown;
}

void place(ImportSample& sample, const std::string& file, const ImportOptions& options) {
  if (options.within > 0) {
    sample.within = options.within;
    if (sample.processes <= options.within) return;
    throw WrongOption(sample.place + ": expected at most " + std::to_string(options.within) +
                      " processes inside a block of so many ranks (--within), found " +
                      std::to_string(sample.processes));
  }
  const int ranks = options.ranks_per_node.of(file);
  const Nodes nodes = nodes_in_name(file);
  if (nodes == Nodes::several) return;
  if (ranks > 1 && sample.processes <= ranks) sample.within = ranks;
  if (ranks == 0 && nodes == Nodes::one) {
    sample.otherwise = "of one node, as its name says, of which --ranks-per-node R makes a class";
  }
}

}  // namespace revprof
