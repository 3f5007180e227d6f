// SPDX-License-Identifier: BSD-3-Clause
// What the template shows of one call in one distance class.
#pragma once

#include <string>
#include <vector>

#include "fit/datasheet/datasheet_graph.hpp"
#include "fit/measurements/measurements.hpp"
#include "fit/model/model.hpp"
#include "report_templates/tag.hpp"

namespace revprof {

// Relative error of a call's equations against their measured cells: the median over all its cells,
// or, without cells, over its regimes; "--" where the model does not say.
std::string median_error_text(const DistanceClass& equations);

Tag graph_tags(const Graph& graph);

// Parts of collectives (MPI_Bcast.late), messages to oneself, and what one or two points tell have
// none: their equations stand among all, and their points among the residuals.
bool has_page(const std::string& call, const DistanceClass& equations);

// The page's tags for report_templates/datasheet.tex; `target` names the page for links.
Tag datasheet_page(const std::string& call, const DistanceClass& equations,
                   const Measurements* measurements, const std::vector<int>& block_sizes,
                   const std::string& target);

}  // namespace revprof
