// SPDX-License-Identifier: BSD-3-Clause
// The numbers that the scripts of the HTML report draw, as JSON that is safe inside <script>.
#pragma once

#include <string>
#include <vector>

#include "revprof/report/html/html_report.hpp"
#include "revprof/report/html/packed_traces.hpp"
#include "revprof/report/sweep/time_parts.hpp"

namespace revprof {

// ASCII without '<', so that no text of the run can end the script or begin a comment.
std::string html_data(const HtmlReportInput& input, const TimeParts& parts,
                      const PackedTraces& packed);

}  // namespace revprof
