// SPDX-License-Identifier: BSD-3-Clause
// The texts and tables of the HTML report as tags of its template.
#pragma once

#include <kainjow/mustache.hpp>
#include <string>

#include "revprof/report/html_report.hpp"

namespace revprof {

// time_text() with the sign for micro.
std::string html_time(double seconds);

// A text that is also the section around it: left out where it is empty.
kainjow::mustache::data shown(const std::string& text);

kainjow::mustache::object html_tables(const HtmlReportInput& input);

}  // namespace revprof
