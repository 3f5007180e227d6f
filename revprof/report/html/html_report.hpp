// SPDX-License-Identifier: BSD-3-Clause
// The report of a run as one HTML file that needs no network.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "revprof/report/html/packed_traces.hpp"
#include "revprof/trace/path/critical_path.hpp"
#include "revprof/trace/plain/plain_reader.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

struct HtmlReportInput {
  const std::optional<Summary>& summary;    // empty: the run did not end
  const std::vector<Trace>& traces;         // may be empty too
  const std::optional<CriticalPath>& path;  // where the run looked for it
  std::vector<std::string> notes;           // what is missing and why
  PackOptions diagram;                      // the part of the run that the timing diagram holds
};

// Filled from report_templates/report/. The same input, and the same model file, give the same
// page.
std::string html_report(const HtmlReportInput& input);

}  // namespace revprof
