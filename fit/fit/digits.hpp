// SPDX-License-Identifier: BSD-3-Clause
// How many digits a model keeps.
#pragma once

#include "fit/model/model.hpp"

namespace revprof {

// Rounds what describes the equations, but not their coefficients: what lies below is arithmetic,
// and makes the file half as long again.
void drop_digits(Model& model);

}  // namespace revprof
