// SPDX-License-Identifier: BSD-3-Clause
// Writes the model file, and reads it from disk; what a file may hold is checked in
// model_reader.cpp.
#include "fit/model/model_json.hpp"

#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "fit/file/whole_file.hpp"
#include "fit/model/equations_json.hpp"
#include "fit/model/size_keys.hpp"

namespace revprof {

namespace {

using Json = nlohmann::ordered_json;

Json startup_json(Startup startup) {
  return startup == Startup::none ? Json(nullptr) : Json(name(startup));
}

Json regime_json(const Regime& regime, const SizeKeys& keys) {
  Json json = {{keys.least, regime.min_bytes},
               {keys.most, regime.max_bytes},
               {"min_processes", regime.min_processes},
               {"max_processes", regime.max_processes},
               {"startup", startup_json(regime.form.startup)},
               {"data", name(regime.form.data)},
               {"c", regime.c},
               {"s", regime.s},
               {"k", regime.k}};
  if (const auto& errors = regime.standard_errors) {
    json["standard_errors"] = {{"c", errors->c}, {"s", errors->s}, {"k", errors->k}};
  }
  if (regime.covariance) json["covariance"] = *regime.covariance;
  if (regime.log_residual) json["log_residual"] = *regime.log_residual;
  if (regime.band_factor) json["band_factor"] = *regime.band_factor;
  if (regime.repetition_spread) json["repetition_spread"] = *regime.repetition_spread;
  if (regime.cell_error) json["cell_error"] = *regime.cell_error;
  if (const auto& runner_up = regime.runner_up) {
    json["runner_up"] = {{"startup", startup_json(runner_up->form.startup)},
                         {"data", name(runner_up->form.data)},
                         {"bic_difference", runner_up->bic_difference}};
  }
  if (const auto& quality = regime.quality) {
    Json entry = {{"points", quality->points},
                  {"median_error", quality->median_error},
                  {"p90_error", quality->p90_error},
                  {"max_error", quality->max_error},
                  {"coverage", quality->coverage}};
    if (quality->left_out_error) entry["left_out_error"] = *quality->left_out_error;
    if (quality->each_left_out_error) entry["each_left_out_error"] = *quality->each_left_out_error;
    json["quality"] = std::move(entry);
  }
  return json;
}

Json cells_json(const Cells& cells, const SizeKeys& keys) {
  Json rows = Json::array();
  for (const std::vector<double>& row : cells.log_residuals) {
    Json values = Json::array();
    for (const double residual : row) {
      values.push_back(std::isnan(residual) ? Json(nullptr) : Json(residual));
    }
    rows.push_back(std::move(values));
  }
  return {{"processes", cells.processes}, {keys.all, cells.bytes}, {"log_residuals", rows}};
}

}  // namespace

void add_equations(const DistanceClass& equations, const SizeKeys& keys, Json& json) {
  json["regimes"] = Json::array();
  for (const Regime& regime : equations.regimes) {
    json["regimes"].push_back(regime_json(regime, keys));
  }
  if (equations.cells) json["cells"] = cells_json(*equations.cells, keys);
}

namespace {

Json class_json(const DistanceClass& equations) {
  Json json;
  json["class"] = distance_name(equations.within);
  add_equations(equations, of_bytes, json);
  return json;
}

Json computation_json(const Computation& computation) {
  Json json;
  json["cache_bytes"] = Json::object();
  for (const auto& [level, bytes] : computation.cache_bytes) json["cache_bytes"][level] = bytes;
  json["simd_bytes"] = computation.simd_bytes;
  json["times"] = Json::object();
  for (const auto& [name, equations] : computation.times) {
    add_equations(equations, of_work, json["times"][name]);
  }
  return json;
}

Json model_json(const Model& model) {
  Json json;
  json["format"] = "revprof-model";
  json["version"] = 1;
  const Machine& machine = model.machine;
  json["machine"] = {{"name", machine.name},
                     {"description", machine.description},
                     {"mpi", machine.mpi},
                     {"date", machine.date},
                     {"ranks_per_node", machine.ranks_per_node},
                     {"source", machine.source},
                     {"statistic", machine.statistic},
                     {"size_meaning", machine.size_meaning}};
  json["point_to_point"] = {{"eager_limit_bytes", model.point_to_point.eager_limit_bytes},
                            {"block_sizes", model.point_to_point.block_sizes}};
  const DistanceMap& distances = model.point_to_point.distances;
  if (!distances.as_far.empty()) json["point_to_point"]["distances"] = distances.as_far;
  json["calls"] = Json::object();
  for (const auto& [call, classes] : model.calls) {
    Json& entry = json["calls"][call] = Json::array();
    for (const DistanceClass& equations : classes) entry.push_back(class_json(equations));
  }
  if (model.computation) json["computation"] = computation_json(*model.computation);
  return json;
}

}  // namespace

std::string laid_out(const Json& json, std::size_t indent) {
  constexpr std::size_t line_length = 100;
  std::string one_line = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  const bool nests = json.is_structured() && !json.empty() && [&] {
    for (const Json& child : json) {
      if (child.is_structured()) return true;
    }
    return false;
  }();
  if (!json.is_structured() || (!nests && json.is_array()) ||
      indent + one_line.size() <= line_length) {
    return one_line;
  }
  const std::string margin(indent + 2, ' ');
  std::string text = json.is_object() ? "{" : "[";
  std::string separator = "\n";
  for (const auto& [key, child] : json.items()) {
    text += separator + margin;
    if (json.is_object()) text += Json(key).dump() + ": ";
    text += laid_out(child, indent + 2);
    separator = ",\n";
  }
  return text + "\n" + std::string(indent, ' ') + (json.is_object() ? "}" : "]");
}

std::string to_json(const Model& model) { return laid_out(model_json(model)) + "\n"; }

void write_model(const Model& model, const std::string& path) { write_file(path, to_json(model)); }

std::string read_model_text(const std::string& path) {
  const std::string kind = kind_unreadable_once(path);
  std::ifstream file;
  if (kind.empty()) file.open(path);
  if (!file.is_open()) {
    throw FileError(path + ": cannot be read, expected a machine model (a JSON file)" +
                    (kind.empty() ? "" : ", found " + kind));
  }
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

Model read_model(const std::string& path) { return parse_model(read_model_text(path), path); }

}  // namespace revprof
