// SPDX-License-Identifier: BSD-3-Clause
// Equations as JSON: what model files and profiles have in common.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "fit/file/json_node.hpp"
#include "fit/model/model.hpp"
#include "fit/model/size_keys.hpp"

namespace revprof {

// "regimes" and perhaps "cells" of an object that has no other keys. Throws FileError.
DistanceClass read_equations(const JsonNode& node, const SizeKeys& keys);

void add_equations(const DistanceClass& equations, const SizeKeys& keys,
                   nlohmann::ordered_json& json);

// A file for people too: what fits on a line stays on one.
std::string laid_out(const nlohmann::ordered_json& json, std::size_t indent = 0);

}  // namespace revprof
