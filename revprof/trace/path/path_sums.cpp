// SPDX-License-Identifier: BSD-3-Clause
// Adds charges up, takes those of two ways off each other, and tells decisions apart.
#include "revprof/trace/path/path_sums.hpp"

#include <iterator>
#include <utility>

#include "revprof/calls/mpi_calls.hpp"

namespace revprof {

std::vector<PathCharge> charges_of(const PathSums& sums) {
  std::vector<PathCharge> charges;
  for (const auto& [key, sum] : sums) {
    PathCharge charge = charge_of(key.price);
    if (!is_computation(key.price.item)) charge.call = name(key.made);
    charge.site = key.site;
    charge.count = sum.count;
    charge.picoseconds = sum.time.time();
    charges.push_back(std::move(charge));
  }
  return charges;
}

void cancel(PathSums& a, PathSums& b) {
  for (auto left = a.begin(); left != a.end();) {
    const auto right = b.find(left->first);
    if (right == b.end()) {
      ++left;
      continue;
    }
    if (right->second.count > left->second.count) {
      right->second.count -= left->second.count;
      right->second.time -= left->second.time;
      left = a.erase(left);
      continue;
    }
    left->second.count -= right->second.count;
    left->second.time -= right->second.time;
    b.erase(right);
    left = left->second.count > 0 ? std::next(left) : a.erase(left);
  }
}

std::string signature(const PathSums& present, const PathSums& instead) {
  std::string text;
  for (const PathSums* sums : {&present, &instead}) {
    std::map<std::tuple<Item, CallId, std::int32_t, std::int32_t, std::int32_t, std::int64_t, bool,
                        bool, CallId, std::int32_t>,
             double>
        counts;
    for (const auto& [key, sum] : *sums) {
      counts[{key.price.item, key.price.call, key.price.processes, key.price.messages,
              key.price.beside, key.price.bytes, key.price.part, key.price.in_pairs, key.made,
              key.site}] += is_computation(key.price.item) ? seconds(sum.time) : sum.count;
    }
    for (const auto& [key, count] : counts) {
      const auto [item, call, processes, messages, beside, bytes, part, in_pairs, made, site] = key;
      for (const std::int64_t field :
           {static_cast<std::int64_t>(item), std::int64_t{call.number},
            static_cast<std::int64_t>(processes), static_cast<std::int64_t>(messages),
            static_cast<std::int64_t>(beside), bytes, static_cast<std::int64_t>(part),
            static_cast<std::int64_t>(in_pairs), std::int64_t{made.number},
            static_cast<std::int64_t>(site)}) {
        text += std::to_string(field) + ',';
      }
      text += std::to_string(count) + ';';
    }
    text += '|';
  }
  return text;
}

}  // namespace revprof
