// SPDX-License-Identifier: BSD-3-Clause
// In place of source_places.cpp where revprof is built without elfutils: places stay addresses, and
// that is said once.
#include <iostream>

#include "revprof/launch/look/source_places.hpp"

namespace revprof {

struct SourcePlaces::Module {};

SourcePlaces::SourcePlaces() = default;
SourcePlaces::~SourcePlaces() = default;

std::string SourcePlaces::at(const std::string& module, std::int64_t /*offset*/) {
  if (!module.empty() && modules_.emplace("", nullptr).second) {
    std::cerr << "revprof: the places of calls stay addresses: this revprof is built without libdw "
                 "(elfutils; Debian: libdw-dev)\n";
  }
  return "";
}

}  // namespace revprof
