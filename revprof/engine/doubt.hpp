// SPDX-License-Identifier: BSD-3-Clause
// What no equation knows of its own error: how far the engine's rules are off. A benchmark times
// each call by itself; in a program calls meet others on the same links, groups lie differently on
// the nodes, and some calls have no equation of their own.
#pragma once

#include "revprof/engine/source.hpp"

namespace revprof {

// The rules that a time may rest on, beside its equation.
enum class Rule {
  pair,        // a message with nothing else on its way
  exchange,    // messages of many processes at once, or of one process to several
  collective,  // of all processes of the program
  subgroup,    // of some of them: others may call the same beside them
};

// The least log half-width of a band. A call that another one's equation serves may take half or
// twice as long; of one that is served by the nominal time nobody knows more than the order of
// magnitude.
double doubt_of(Rule rule, Source source);

}  // namespace revprof
