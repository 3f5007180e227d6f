// SPDX-License-Identifier: BSD-3-Clause
// The model that a run was predicted with, as far as its file is still what it was.
#pragma once

#include <optional>
#include <string>

#include "fit/model/model.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

struct RunModel {
  std::optional<Model> model;  // empty: gone, changed or unreadable
  std::string note;            // why it is empty, or what is not certain of it; else empty
};

RunModel run_model(const Summary& summary);

}  // namespace revprof
