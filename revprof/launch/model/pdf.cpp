// SPDX-License-Identifier: BSD-3-Clause
// Says in one line why there is no PDF; the log has the rest.
#include "revprof/launch/model/pdf.hpp"

#include <iostream>

#include "fit/datasheet/datasheet.hpp"

namespace revprof {

std::string pdf_or_warning(const std::string& tex) {
  try {
    return build_pdf(tex);
  } catch (const PdflatexMissing&) {
    throw;
  } catch (const DatasheetError& error) {
    const std::string why = error.what();
    std::cerr << "revprof: warning: no PDF: " << why.substr(0, why.find('\n')) << '\n';
    return "";
  }
}

}  // namespace revprof
