// SPDX-License-Identifier: BSD-3-Clause
// Makes the trace writers that REVPROF_TRACE names; all that the front ends see of this folder.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "revprof/engine/event.hpp"

namespace revprof {

struct TraceOptions {
  std::string directory;  // exists already
  std::string format;     // "plain" or "none" (a comma-separated list later)
  int rank = 0, processes = 1;
  std::string program;
  std::int64_t limit = 0;  // events kept by one process; later ones are counted and left out
};

// nullptr for "none". Throws std::runtime_error naming the file that could not be made.
std::unique_ptr<EventSink> make_trace(const TraceOptions& options);

// The formats make_trace() knows, for messages and --help.
std::vector<std::string> trace_formats();

}  // namespace revprof
