// SPDX-License-Identifier: BSD-3-Clause
// The datasheet's graphs of residuals: by which factor each measured point lies off its equation.
#pragma once

#include "fit/model/model.hpp"
#include "report_templates/tag.hpp"

namespace revprof {

// One for each call and class with measured cells, in the order of their pages.
TagList residual_graphs(const Model& model);

}  // namespace revprof
