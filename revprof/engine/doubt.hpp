// SPDX-License-Identifier: BSD-3-Clause
// What no equation knows of its own error: how far the engine's rules are off. A benchmark times
// each call by itself; in a program calls meet others on the same links, groups lie differently on
// the nodes, and some calls have no equation of their own.
#pragma once

#include <algorithm>
#include <cmath>

#include "revprof/engine/source.hpp"

namespace revprof {

// The rules that a time may rest on, beside its equation.
enum class Rule {
  pair,        // a message with nothing else on its way
  exchange,    // messages of many processes at once, or of one process to several
  collective,  // of all processes of the program
  subgroup,    // of some of them: others may call the same beside them
};

// Half-widths of log t that hold nine of ten of the cases of the accuracy benchmark that rest on
// the rule (tests/accuracy/README.md). No band is narrower.
constexpr double doubts[] = {0.08, 0.40, 0.15, 0.45};

// A call that another one's equation serves may take half or twice as long; of one that is served
// by the nominal time nobody knows more than the order of magnitude.
inline double doubt_of(Rule rule, Source source) {
  const double of_rule = doubts[static_cast<int>(rule)];
  if (source == Source::stand_in) return std::max(of_rule, std::log(2.0));
  if (source == Source::assumed) return std::max(of_rule, std::log(10.0));
  return of_rule;
}

}  // namespace revprof
