// SPDX-License-Identifier: BSD-3-Clause
// The charges of a way through the steps, equal ones added up.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "revprof/trace/path/critical_path.hpp"

namespace revprof {

// What makes two charges equal.
struct ChargeKey {
  Price price;
  CallId made;
  std::int32_t site;
  bool operator<(const ChargeKey& other) const {
    const auto fields = [](const ChargeKey& key) {
      return std::tuple(key.price.item, key.price.call, key.price.processes, key.price.messages,
                        key.price.beside, key.price.lowest, key.price.highest, key.price.bytes,
                        key.price.part, key.price.in_pairs, key.made, key.site);
    };
    return fields(*this) < fields(other);
  }
};

struct PathSum {
  double count = 0;
  SimSum time;
};
using PathSums = std::map<ChargeKey, PathSum>;

std::vector<PathCharge> charges_of(const PathSums& sums);

// Charges that stand on both sides say nothing.
void cancel(PathSums& a, PathSums& b);

// The same for two decisions between the same charges, whichever ranks they were made for.
std::string signature(const PathSums& present, const PathSums& instead);

}  // namespace revprof
