// SPDX-License-Identifier: BSD-3-Clause
// `revprof report DIR`: everything that can be said of one run, from its directory alone.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "revprof/report/text/ink.hpp"

namespace revprof {

struct ReportOptions {
  std::string html;         // write an HTML report there; empty: none
  bool diagram = true;      // write DIR/timing_diagram.svg, where there are traces
  double from_seconds = 0;  // the part of the run that the diagram shows
  double to_seconds = std::numeric_limits<double>::infinity();
  Ink ink;  // of the text
};

struct Report {
  std::string text;                // the summary and the tables, to print
  std::vector<std::string> files;  // what was written, with the directory
  std::vector<std::string>
      notes;  // what is missing and why: no summary (the run did not end), cut traces
};

// Works with a summary, with traces, or with both. Throws std::runtime_error naming what is wrong,
// also where the directory holds neither.
Report report_directory(const std::string& directory, const ReportOptions& options = {});

}  // namespace revprof
