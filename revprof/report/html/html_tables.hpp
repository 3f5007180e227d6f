// SPDX-License-Identifier: BSD-3-Clause
// The texts and tables of the HTML report as tags of its template.
#pragma once

#include <string>

#include "report_templates/tag.hpp"
#include "revprof/report/html/html_report.hpp"

namespace revprof {

// time_text() with the sign for micro.
std::string html_time(double seconds);

// A text that is also the section around it: left out where it is empty.
Tag shown(const std::string& text);

Tags html_tables(const HtmlReportInput& input);

}  // namespace revprof
