// SPDX-License-Identifier: BSD-3-Clause
// The rules' errors, as the accuracy benchmark has found them (tests/accuracy/README.md).
#include "revprof/engine/doubt.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace revprof {

namespace {

constexpr double doubts[] = {
#include "revprof/engine/doubt.table"
};
static_assert(std::size(doubts) == static_cast<std::size_t>(Rule::subgroup) + 1);

}  // namespace

double doubt_of(Rule rule, Source source) {
  const double of_rule = doubts[static_cast<std::size_t>(rule)];
  if (source == Source::stand_in) return std::max(of_rule, std::log(2.0));
  if (source == Source::assumed) return std::max(of_rule, std::log(10.0));
  return of_rule;
}

}  // namespace revprof
