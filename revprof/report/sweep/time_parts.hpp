// SPDX-License-Identifier: BSD-3-Clause
// Where the time of each process goes: computation, waiting, and communication by call.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "revprof/trace/plain/plain_reader.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

struct TimeParts {
  std::vector<std::string> names;  // computation, waiting, the dearest calls, "other calls"
  std::vector<int> ranks;
  std::vector<std::vector<double>> seconds;  // [process][name]

  // Of a call that has no part of its own: the last one's.
  std::size_t part_of(const std::string& call) const;
};

// The sums are the summary's where there is one. The traces divide the communication among the
// calls; what they do not hold (events left out) counts as "other calls".
TimeParts time_parts(const std::optional<Summary>& summary, const std::vector<Trace>& traces);

}  // namespace revprof
