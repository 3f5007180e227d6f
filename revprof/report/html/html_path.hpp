// SPDX-License-Identifier: BSD-3-Clause
// The critical path in the HTML report: cost expression, sensitivities and where the path leads.
#pragma once

#include <optional>

#include "report_templates/tag.hpp"
#include "revprof/trace/path/critical_path.hpp"

namespace revprof {

Tags html_path(const std::optional<CriticalPath>& path);

}  // namespace revprof
