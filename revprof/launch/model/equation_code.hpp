// SPDX-License-Identifier: BSD-3-Clause
// A call's equations as a function in another language: for a spreadsheet's neighbour, a plot, a
// paper.
#pragma once

#include <string>
#include <vector>

#include "fit/model/model.hpp"

namespace revprof {

enum class Notation { python, gnuplot, latex };

// `call` at p processes and d bytes, in seconds: the pure equation, inside its range and outside as
// `estimate` takes it. Where the model has distance classes, a communicator of p consecutive ranks
// is meant; of pairs each class has a function of its own.
std::string equation_code(const std::string& call, const Model& model,
                          const std::vector<DistanceClass>& classes, Notation notation);

}  // namespace revprof
