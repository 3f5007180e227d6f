// SPDX-License-Identifier: BSD-3-Clause
// What a model covers and how well: one line for each model, or one for each of its calls.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "fit/model/model.hpp"

namespace revprof {

// Name and model: the range of p and d, the number of calls, the median error of the equations, and
// what point to point rests on.
std::string models_table(const std::vector<std::pair<std::string, Model>>& models);

// Each call and distance class of one model.
std::string calls_table(const Model& model);

// What a prediction with this model should know: no equation for messages, one process count, ...
std::vector<std::string> model_hints(const Model& model);

}  // namespace revprof
