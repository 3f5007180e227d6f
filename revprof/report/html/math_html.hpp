// SPDX-License-Identifier: BSD-3-Clause
// The datasheet's equations and ranges for a web page.
#pragma once

#include <string>

namespace revprof {

// What fit/datasheet/datasheet_equation.hpp and fit/datasheet/datasheet_text.hpp write in LaTeX, as
// HTML: "(50 \pm 20)\,p" becomes (50 ± 20) p with p in italics. Not for LaTeX of any other origin.
std::string math_html(const std::string& latex);

}  // namespace revprof
