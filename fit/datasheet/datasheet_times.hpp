// SPDX-License-Identifier: BSD-3-Clause
// The datasheet's page of times: what calls take at some p and d, for who wants no equation.
#pragma once

#include "fit/model/model.hpp"
#include "report_templates/filled_template.hpp"

namespace revprof {

// One table, or none: calls and process counts by sizes.
TagList time_pages(const Model& model);

}  // namespace revprof
