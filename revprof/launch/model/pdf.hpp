// SPDX-License-Identifier: BSD-3-Clause
// The PDF beside a .tex, which is what a command is asked for: a PDF that fails costs nothing else.
#pragma once

#include <string>

namespace revprof {

// Its name. Empty where it could not be built: that is a warning, and the .tex stays. Throws
// PdflatexMissing.
std::string pdf_or_warning(const std::string& tex);

}  // namespace revprof
