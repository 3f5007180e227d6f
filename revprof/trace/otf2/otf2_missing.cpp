// SPDX-License-Identifier: BSD-3-Clause
// In place of otf2_conversion.cpp where revprof is built without OTF2.
#include <stdexcept>

#include "revprof/trace/otf2/otf2_conversion.hpp"

namespace revprof {

std::string convert_to_otf2(const RunTraces&, const Target&, const std::string&) {
  throw std::runtime_error(
      "this revprof is built without OTF2 (Debian: libotf2-trace-dev; chrome and paje need "
      "nothing)");
}

}  // namespace revprof
