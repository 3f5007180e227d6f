// SPDX-License-Identifier: BSD-3-Clause
// What a node computes: a page of the operations, one of its memory.
#pragma once

#include "fit/model/model.hpp"
#include "report_templates/tag.hpp"

namespace revprof {

// For report_templates/datasheet.tex, where the model has computation.
TagList computation_pages(const Model& model);

}  // namespace revprof
