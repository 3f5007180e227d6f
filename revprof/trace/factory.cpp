// SPDX-License-Identifier: BSD-3-Clause
// The formats by name.
#include "revprof/trace/factory.hpp"

#include <stdexcept>

#include "revprof/trace/plain_writer.hpp"

namespace revprof {

std::unique_ptr<EventSink> make_trace(const TraceOptions& options) {
  if (options.format == "none") return nullptr;
  if (options.format == "plain") return std::make_unique<PlainWriter>(options);
  throw std::runtime_error("\"" + options.format + "\" is no trace format: expected plain or none");
}

std::vector<std::string> trace_formats() { return {"plain", "none"}; }

}  // namespace revprof
