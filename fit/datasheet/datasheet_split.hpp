// SPDX-License-Identifier: BSD-3-Clause
// Graphs take nearly all of LaTeX's time, and no graph needs another: they can be built apart and
// at once.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace revprof {

// A LaTeX document in parts. What the parts are does not depend on the machine, so that the same
// document gives the same bytes everywhere.
struct SplitDocument {
  std::string whole;                // includes graphs0.pdf, graphs1.pdf, ... in the graphs' places
  std::vector<std::string> graphs;  // the document of each; empty: too few graphs to be worth it
};

std::size_t count_graphs(const std::string& tex);

// Takes out every tikzpicture that begins and ends a line.
SplitDocument split_graphs(const std::string& tex);

}  // namespace revprof
