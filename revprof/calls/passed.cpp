// SPDX-License-Identifier: BSD-3-Clause
// Looks a call up among the patterns of passed.table.
#include "revprof/calls/passed.hpp"

#include <fnmatch.h>

#include "revprof/calls/passed_rows.hpp"

namespace revprof {

namespace {

const char* reason_for(const std::string& name) {
  for (const PassedRow& row : passed_rows) {
    if (fnmatch(row.pattern, name.c_str(), 0) == 0) return row.reason;
  }
  return nullptr;
}

}  // namespace

const char* why_passed(const std::string& call) {
  const char* const reason = reason_for(call);
  const bool large = call.size() > 2 && call.compare(call.size() - 2, 2, "_c") == 0;
  return reason == nullptr && large ? reason_for(call.substr(0, call.size() - 2)) : reason;
}

}  // namespace revprof
