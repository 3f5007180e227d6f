// SPDX-License-Identifier: BSD-3-Clause
// The timing diagram: what every process does when, and the messages between them, as SVG.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "revprof/trace/plain/plain_reader.hpp"

namespace revprof {

struct TimingDiagramOptions {
  std::string machine;            // for the title; empty: unknown
  double predicted_seconds = -1;  // for the title; negative: unknown, as where the run did not end
  double from_seconds = 0;        // the window that is drawn
  double to_seconds = std::numeric_limits<double>::infinity();
  int most_messages =
      2000;  // lines drawn; the longest-lived ones, and a note says how many there are
};

// The size is bounded however long the traces are: neighbours narrower than a pixel become one bar.
std::string timing_diagram(const std::vector<Trace>& traces,
                           const TimingDiagramOptions& options = {});

}  // namespace revprof
