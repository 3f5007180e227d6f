// SPDX-License-Identifier: BSD-3-Clause
// What the numbers of the HTML report rest on: trust, settings, the model, as rows of its template.
#pragma once

#include <optional>

#include "fit/model/model.hpp"
#include "report_templates/tag.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

TagList trust_rows(const Trust& trust);
TagList setting_rows(const Summary& summary);
TagList model_rows(const Summary& summary, const std::optional<Model>& model);

}  // namespace revprof
