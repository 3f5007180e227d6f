// SPDX-License-Identifier: BSD-3-Clause
// Reads the text of a model file, strictly: what models/model.schema.json says, and what a schema
// cannot say (regimes without holes and overlaps, tables of the right shape).
#include <algorithm>
#include <iterator>
#include <limits>

#include "fit/file/json_node.hpp"
#include "fit/measurements/computation_name.hpp"
#include "fit/model/equations_json.hpp"
#include "fit/model/model_json.hpp"
#include "fit/model/size_keys.hpp"
#include "fit/model/tiling.hpp"
#include "revprof/calls/known_call.hpp"

namespace revprof {

namespace {

constexpr std::int64_t largest_bytes = std::numeric_limits<std::int64_t>::max();

Startup read_startup(const JsonNode& node) {
  if (node.is_null()) return Startup::none;
  const std::string text = node.text();
  const auto startup = startup_from_name(text);
  if (!startup || *startup == Startup::none) node.fail(R"~("p", "log(p)", "p^2" or null)~");
  return *startup;
}

Data read_data(const JsonNode& node) {
  const auto data = data_from_name(node.text());
  if (!data) node.fail(R"~("d", "p*d", "log(p)*d" or "p^2*d")~");
  return *data;
}

StandardErrors read_standard_errors(const JsonNode& node) {
  node.expect_keys({"c", "s", "k"});
  return {node["c"].number(0), node["s"].number(0), node["k"].number(0)};
}

std::array<std::array<double, 3>, 3> read_covariance(const JsonNode& node) {
  std::array<std::array<double, 3>, 3> covariance{};
  const std::vector<JsonNode> rows = node.elements(3);
  for (std::size_t i = 0; i < 3; ++i) {
    const std::vector<JsonNode> row = rows[i].elements(3);
    for (std::size_t j = 0; j < 3; ++j) covariance[i][j] = row[j].number();
  }
  return covariance;
}

RunnerUp read_runner_up(const JsonNode& node) {
  node.expect_keys({"startup", "data", "bic_difference"});
  return {{read_startup(node["startup"]), read_data(node["data"])},
          node["bic_difference"].number()};
}

Quality read_quality(const JsonNode& node) {
  node.expect_keys({"points", "median_error", "p90_error", "max_error", "coverage"},
                   {"left_out_error", "each_left_out_error"});
  Quality quality;
  quality.points = node["points"].count(0);
  quality.median_error = node["median_error"].number(0);
  quality.p90_error = node["p90_error"].number(0);
  quality.max_error = node["max_error"].number(0);
  quality.coverage = node["coverage"].number(0, 1);
  if (node.has("left_out_error")) quality.left_out_error = node["left_out_error"].number(0);
  if (node.has("each_left_out_error")) {
    quality.each_left_out_error = node["each_left_out_error"].number(0);
  }
  return quality;
}

Regime read_regime(const JsonNode& node, const SizeKeys& keys) {
  node.expect_keys(
      {keys.least, keys.most, "min_processes", "max_processes", "startup", "data", "c", "s", "k"},
      {"standard_errors", "covariance", "log_residual", "band_factor", "repetition_spread",
       "cell_error", "runner_up", "quality"});
  Regime regime;
  regime.min_bytes = node[keys.least].integer(0, largest_bytes);
  regime.max_bytes = node[keys.most].integer(regime.min_bytes, largest_bytes);
  regime.min_processes = node["min_processes"].count(1);
  regime.max_processes = node["max_processes"].count(regime.min_processes);
  regime.form = {read_startup(node["startup"]), read_data(node["data"])};
  regime.c = node["c"].number();
  regime.s = node["s"].number();
  regime.k = node["k"].number();
  if (node.has("standard_errors")) {
    regime.standard_errors = read_standard_errors(node["standard_errors"]);
  }
  if (node.has("covariance")) regime.covariance = read_covariance(node["covariance"]);
  if (node.has("log_residual")) regime.log_residual = node["log_residual"].number(0);
  if (node.has("band_factor")) regime.band_factor = node["band_factor"].number(1);
  if (node.has("repetition_spread")) {
    regime.repetition_spread = node["repetition_spread"].number(0);
  }
  if (node.has("cell_error")) regime.cell_error = node["cell_error"].number(0);
  if (node.has("runner_up")) regime.runner_up = read_runner_up(node["runner_up"]);
  if (node.has("quality")) regime.quality = read_quality(node["quality"]);
  return regime;
}

std::vector<Regime> read_regimes(const JsonNode& node, const SizeKeys& keys) {
  std::vector<Regime> regimes;
  for (const JsonNode& element : node.elements()) regimes.push_back(read_regime(element, keys));
  if (regimes.empty()) node.fail("at least one regime");
  if (const auto flaw = tiling_flaw(regimes)) node.fail_at_all(*flaw);
  return regimes;
}

template <typename Number>
std::vector<Number> read_ascending(const JsonNode& node, std::int64_t at_least) {
  std::vector<Number> values;
  for (const JsonNode& element : node.elements()) {
    const std::int64_t lowest = values.empty() ? at_least : std::int64_t{values.back()} + 1;
    values.push_back(
        static_cast<Number>(element.integer(lowest, std::numeric_limits<Number>::max())));
  }
  return values;
}

Cells read_cells(const JsonNode& node, const SizeKeys& keys) {
  node.expect_keys({"processes", keys.all, "log_residuals"});
  Cells cells;
  cells.processes = read_ascending<int>(node["processes"], 1);
  cells.bytes = read_ascending<std::int64_t>(node[keys.all], 0);
  for (const JsonNode& row : node["log_residuals"].elements(cells.processes.size())) {
    std::vector<double>& residuals = cells.log_residuals.emplace_back();
    for (const JsonNode& value : row.elements(cells.bytes.size())) {
      residuals.push_back(value.is_null() ? std::numeric_limits<double>::quiet_NaN()
                                          : value.number());
    }
  }
  return cells;
}

int read_within(const JsonNode& node) {
  const std::optional<int> within = distance_from_name(node.text());
  if (!within) node.fail(std::string(distance_expected));
  return *within;
}

DistanceClass read_class(const JsonNode& node) {
  node.expect_keys({"regimes"}, {"class", "cells"});
  DistanceClass equations;
  if (node.has("class")) equations.within = read_within(node["class"]);
  equations.regimes = read_regimes(node["regimes"], of_bytes);
  if (node.has("cells")) equations.cells = read_cells(node["cells"], of_bytes);
  return equations;
}

}  // namespace

DistanceClass read_equations(const JsonNode& node, const SizeKeys& keys) {
  node.expect_keys({"regimes"}, {"cells"});
  DistanceClass equations;
  equations.regimes = read_regimes(node["regimes"], keys);
  if (node.has("cells")) equations.cells = read_cells(node["cells"], keys);
  return equations;
}

namespace {

Computation read_computation(const JsonNode& node) {
  node.expect_keys({"cache_bytes", "simd_bytes", "times"});
  Computation computation;
  const JsonNode caches = node["cache_bytes"];
  for (const auto& [level, bytes] : caches.members()) {
    const bool known = std::find(std::begin(memory_levels), std::end(memory_levels), level) !=
                       std::end(memory_levels);
    if (!known || level == "main") caches.fail_at_all("unknown cache \"" + level + '"');
    computation.cache_bytes[level] = bytes.integer(1, largest_bytes);
  }
  computation.simd_bytes = node["simd_bytes"].count(0);
  const JsonNode times = node["times"];
  for (const auto& [name, equations] : times.members()) {
    if (!computation_name(name)) {
      times.fail_at_all("unknown computation \"" + name + "\", expected " +
                        std::string(computation_expected));
    }
    computation.times[name] = read_equations(equations, of_work);
  }
  return computation;
}

std::vector<DistanceClass> read_classes(const JsonNode& node) {
  std::vector<DistanceClass> classes;
  for (const JsonNode& element : node.elements()) {
    DistanceClass equations = read_class(element);
    for (const DistanceClass& earlier : classes) {
      if (earlier.within == equations.within) {
        element.fail_at_all("expected each distance class once, found it twice");
      }
    }
    classes.push_back(std::move(equations));
  }
  if (classes.empty()) node.fail("at least one distance class");
  return classes;
}

// Printed on terminals, which obey control characters; lines and tabs are text.
std::string read_plain_text(const JsonNode& node) {
  const std::string text = node.text();
  const bool plain = std::none_of(text.begin(), text.end(), [](unsigned char character) {
    return (character < 0x20 && character != '\n' && character != '\t') || character == 0x7f;
  });
  if (!plain) node.fail("a text without control characters");
  return text;
}

Machine read_machine(const JsonNode& node) {
  node.expect_keys({"name", "description", "mpi", "date", "ranks_per_node", "source", "statistic",
                    "size_meaning"});
  const auto text = [&](const char* key) { return read_plain_text(node[key]); };
  return {text("name"),
          text("description"),
          text("mpi"),
          text("date"),
          node["ranks_per_node"].count(1),
          text("source"),
          text("statistic"),
          text("size_meaning")};
}

// All pairs of so many places, of each the place that is as far from place 0.
DistanceMap read_distances(const JsonNode& node) {
  DistanceMap map;
  const std::vector<JsonNode> rows = node.elements();
  for (std::size_t a = 0; a < rows.size(); ++a) {
    const std::vector<JsonNode> row = rows[a].elements();
    if (row.size() != rows.size() - a) {
      rows[a].fail(std::to_string(rows.size() - a) + " numbers, one for each later place");
    }
    map.as_far.emplace_back();
    for (const JsonNode& place : row) {
      map.as_far.back().push_back(place.count(1));
      if (map.as_far.back().back() > static_cast<int>(rows.size())) place.fail("one of the places");
    }
  }
  return map;
}

PointToPoint read_point_to_point(const JsonNode& node) {
  node.expect_keys({"eager_limit_bytes", "block_sizes"}, {"distances"});
  const JsonNode blocks = node["block_sizes"];
  if (blocks.elements().size() > most_block_sizes) {
    blocks.fail("at most " + std::to_string(most_block_sizes) + " block sizes");
  }
  return {node["eager_limit_bytes"].integer(0, largest_bytes), read_ascending<int>(blocks, 1),
          node.has("distances") ? read_distances(node["distances"]) : DistanceMap()};
}

}  // namespace

std::shared_ptr<const JsonDocument> model_document(const std::string& text,
                                                   const std::string& path_for_messages) {
  return std::make_shared<const JsonDocument>(text, path_for_messages, "a machine model");
}

Model parse_model(const std::string& text, const std::string& path_for_messages) {
  return parse_model(model_document(text, path_for_messages));
}

Model parse_model(const std::shared_ptr<const JsonDocument>& document) {
  const JsonNode root(document);
  root.expect_format("revprof-model");  // first: of another version's file the keys may be unknown
  root.expect_keys({"format", "version", "machine", "point_to_point", "calls"}, {"computation"});
  Model model;
  model.machine = read_machine(root["machine"]);
  model.point_to_point = read_point_to_point(root["point_to_point"]);
  const JsonNode calls = root["calls"];
  for (const auto& [call, classes] : calls.members()) {
    if (!is_known_call(call)) {
      // A misspelled equation would be passed over, and another call's stand for it.
      calls.fail_at_all("unknown call \"" + call + "\", did you mean " + nearest_call(call) + "?");
    }
    model.calls[call] = read_classes(classes);
  }
  if (root.has("computation")) model.computation = read_computation(root["computation"]);
  return model;
}

}  // namespace revprof
