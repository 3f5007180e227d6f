// SPDX-License-Identifier: BSD-3-Clause
// Makes the trace writers that REVPROF_TRACE names; all that the front ends see of this folder.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "revprof/engine/event.hpp"
#include "revprof/trace/plain/selection.hpp"

namespace revprof {

struct TraceOptions {
  std::string directory;             // exists already
  std::vector<std::string> formats;  // of those below; {"none"}: no trace
  int rank = 0, processes = 1;
  std::string program;
  std::int64_t limit = 0;  // events kept by one process; later ones are counted and left out
  Selection selection;     // what is kept at all
};

// The writer of this process's trace: a plain one, of which the other formats are made when the run
// is over (README.md says why). nullptr for "none" and for a process that is not selected. Throws
// std::runtime_error naming the file that could not be made.
std::unique_ptr<EventSink> make_trace(const TraceOptions& options);

// The plain trace of a process.
std::string trace_file_name(const std::string& directory, int rank);

// Made of the plain traces (convert/conversion.cpp).
struct ConvertedFormat {
  const char* name;
  const char* what;
  const char* output;  // inside the run's directory
};
const std::vector<ConvertedFormat>& all_converted_formats();

// What a trace may be asked for as: "plain", "chrome", ...; and "none".
const std::vector<std::string>& trace_formats();

// Those of `formats` that are made of the plain traces afterwards.
std::vector<std::string> converted_formats(const std::vector<std::string>& formats);

}  // namespace revprof
