// SPDX-License-Identifier: BSD-3-Clause
// Fills the template: the machine, all equations at a glance, then one page per call and class.
#include "fit/datasheet/datasheet.hpp"

#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "datasheet_tex.hpp"
#include "fit/datasheet/datasheet_bandwidth.hpp"
#include "fit/datasheet/datasheet_computation.hpp"
#include "fit/datasheet/datasheet_equation.hpp"
#include "fit/datasheet/datasheet_graph.hpp"
#include "fit/datasheet/datasheet_overlap.hpp"
#include "fit/datasheet/datasheet_page.hpp"
#include "fit/datasheet/datasheet_residuals.hpp"
#include "fit/datasheet/datasheet_split.hpp"
#include "fit/datasheet/datasheet_text.hpp"
#include "fit/datasheet/datasheet_times.hpp"
#include "fit/file/whole_file.hpp"
#include "fit/measurements/computation_name.hpp"
#include "fit/model/self_consistency.hpp"
#include "report_templates/filled_template.hpp"

namespace revprof {

namespace {

// Headers of the measurements that the machine's own table already shows.
bool is_shown_elsewhere(const std::string& key) {
  static const std::set<std::string> keys = {"machine",        "description", "mpi",
                                             "date",           "statistic",   "size_meaning",
                                             "ranks_per_node", "block_sizes", "eager_limit_bytes",
                                             "launches",       "source",      "provenance",
                                             "jumps"};
  return keys.count(key) > 0;
}

template <typename Values>
std::string listed(const Values& values) {
  std::string text;
  for (const auto& value : values) text += (text.empty() ? "" : ", ") + std::to_string(value);
  return text;
}

// What was measured at all: process counts, sizes and how many cells.
struct Coverage {
  std::set<int> processes;
  std::set<std::int64_t> bytes;
  std::size_t cells = 0;
  std::set<int> launches;
  long repetitions = 0, outliers = 0;  // where outliers were counted
};

Coverage coverage(const Model& model, const Measurements* measurements) {
  Coverage result;
  if (measurements) {
    for (const Measurement& cell : measurements->cells) {
      if (computation_name(cell.call)) continue;
      ++result.cells;
      result.processes.insert(cell.processes);
      result.bytes.insert(cell.bytes);
      result.launches.insert(cell.launch);
      if (!cell.percentile_5) continue;  // imported, or by an early characterize
      result.repetitions += cell.repetitions;
      result.outliers += cell.outliers;
    }
    return result;
  }
  for (const auto& [call, classes] : model.calls) {
    for (const DistanceClass& each : classes) {
      const std::vector<MeasuredPoint> points = measured_points(call, each, nullptr);
      for (const MeasuredPoint& point : points) {
        result.processes.insert(point.processes);
        result.bytes.insert(point.bytes);
      }
      result.cells += points.size();
    }
  }
  return result;
}

void add_row(TagList& rows, const std::string& what, const std::string& value) {
  if (!value.empty()) rows.push_back(Tags{{"what", what}, {"value", value}});
}

bool by_ranks_apart(const Model& model) {
  for (const auto& [call, classes] : model.calls) {
    for (const DistanceClass& each : classes) {
      if (each.within < 0) return true;
    }
  }
  return false;
}

TagList machine_rows(const Model& model, const Measurements* measurements) {
  TagList rows;
  const Machine& machine = model.machine;
  add_row(rows, "MPI", machine.mpi);
  add_row(rows, "Date", machine.date);
  add_row(rows, "Ranks per node", std::to_string(machine.ranks_per_node));
  std::vector<int> blocks = model.point_to_point.block_sizes;
  if (!blocks.empty() && blocks.front() == 1)
    blocks.erase(blocks.begin());  // a process with itself
  const int mapped = model.point_to_point.distances.places();
  const std::string flat = mapped > 0 ? "none"
                           : by_ranks_apart(model)
                               ? "none: pairs are as far as their ranks are apart"
                               : "none: all pairs equally far";
  add_row(rows, "Blocks of ranks", blocks.empty() ? flat : listed(blocks));
  if (mapped > 0) {
    add_row(rows, "Distances", "a map of all pairs of " + std::to_string(mapped) + " places");
  }
  const std::int64_t eager = model.point_to_point.eager_limit_bytes;
  add_row(rows, "Eager limit", eager == 0 ? "not known" : std::to_string(eager) + " bytes");
  std::istringstream found(measurements ? measurements->header_value("jumps") : "");
  const std::vector<std::int64_t> jumps(std::istream_iterator<std::int64_t>(found), {});
  if (!jumps.empty())
    add_row(rows, "Jumps", "of a message's time: after " + listed(jumps) + " bytes");
  const Coverage measured = coverage(model, measurements);
  if (measured.cells > 0) {
    add_row(rows, "Processes", listed(measured.processes));
    add_row(rows, "Sizes",
            std::to_string(measured.bytes.size()) + " from " +
                std::to_string(*measured.bytes.begin()) + " to " +
                std::to_string(*measured.bytes.rbegin()) + " bytes");
    add_row(rows, "Measured points", std::to_string(measured.cells));
  }
  if (measured.launches.size() > 1) {
    add_row(rows, "Launches", std::to_string(measured.launches.size()));
  } else if (measurements && measured.cells > 0) {
    add_row(rows, "Launches",
            "one: what differs from one run to the next is not measured, every cell is of a single "
            "run");
  }
  if (measured.repetitions > 0) {
    add_row(rows, "Repetitions",
            std::to_string(measured.repetitions) + ", of which " +
                std::to_string(measured.outliers) + " are outliers (they count)");
  }
  add_row(rows, "Statistic", machine.statistic);
  add_row(rows, "Meaning of d", machine.size_meaning);
  return rows;
}

// How the numbers were obtained, with every setting of the measurement.
TagList provenance_rows(const Model& model, const Measurements* measurements) {
  TagList rows;
  add_row(rows, "Obtained by", model.machine.source);
  if (!measurements) return rows;
  for (const auto& [key, value] : measurements->header) {
    if (!is_shown_elsewhere(key)) add_row(rows, key, value);
  }
  return rows;
}

// One row per regime; the call and the class stand in their first rows only.
TagList glance_rows(const Model& model) {
  TagList rows;
  int page = 0;
  for (const auto& [call, classes] : model.calls) {
    bool first_of_call = true;
    for (const DistanceClass& each : classes) {
      bool first_of_class = true;
      ++page;
      for (const Regime& regime : each.regimes) {
        const EquationTerms terms = equation_terms(regime);
        rows.push_back(
            Tags{{"first_of_call", Tag(first_of_call)},
                 {"first_of_class", Tag(first_of_class)},
                 {"last_of_class", Tag(&regime == &each.regimes.back())},
                 {"call", call},
                 {"linked", Tag(has_page(call, each))},
                 {"target", std::to_string(page)},
                 {"class", class_text(each.within)},
                 {"processes", process_range(regime.min_processes, regime.max_processes)},
                 {"bytes", size_range(regime.min_bytes, regime.max_bytes)},
                 {"constant", terms.constant},
                 {"startup", terms.startup},
                 {"data", terms.data},
                 {"error", median_error_text(each)}});
        first_of_call = first_of_class = false;
      }
    }
  }
  return rows;
}

// Whose calls it has.
std::string library_of(const Model& model) {
  const auto has = [&](const std::string& prefix) {
    const auto first = model.calls.lower_bound(prefix);
    return first != model.calls.end() && first->first.compare(0, prefix.size(), prefix) == 0;
  };
  if (!has("shmem_")) return "MPI";
  return has("MPI_") ? "MPI and OpenSHMEM" : "OpenSHMEM";
}

}  // namespace

std::string datasheet_tex(const Model& model, const Measurements* measurements) {
  TagList pages;
  int number = 0;
  for (const auto& [call, classes] : model.calls) {
    for (const DistanceClass& each : classes) {
      const std::string target = std::to_string(++number);
      if (has_page(call, each)) {
        pages.push_back(
            datasheet_page(call, each, measurements, model.point_to_point.block_sizes, target));
      }
    }
  }
  const Machine& machine = model.machine;
  const TagList provenance = provenance_rows(model, measurements);
  TagList hints;
  for (const std::string& hint : self_consistency_hints(model)) {
    hints.push_back(Tags{{"text", hint}});
  }
  TagList tables = time_pages(model);
  for (const Tag& page : bandwidth_pages(model)) tables.push_back(page);
  for (const Tag& page : overlap_pages(measurements)) tables.push_back(page);
  for (const Tag& page : computation_pages(model)) tables.push_back(page);
  const TagList residuals = residual_graphs(model);
  const Tag tags =
      Tags{{"machine", machine.name.empty() ? "A machine without a name" : machine.name},
           {"description", machine.description},
           {"library", library_of(model)},
           {"machine_rows", machine_rows(model, measurements)},
           {"hints", hints},
           {"has_hints", Tag(!hints.empty())},
           {"provenance", provenance},
           {"has_provenance", Tag(!provenance.empty())},
           {"glance", glance_rows(model)},
           {"tables", tables},
           {"residuals", residuals},
           {"has_residuals", Tag(!residuals.empty())},
           {"pages", pages}};
  return filled_template(report_templates::datasheet_tex, "report_templates/datasheet.tex", tags,
                         [](const std::string& text) { return latex_escape(text); });
}

std::size_t write_datasheet(const Model& model, const Measurements* measurements,
                            const std::string& tex_path) {
  const std::string text = datasheet_tex(model, measurements);
  try {
    write_file(tex_path, text);
  } catch (const FileError& error) {
    throw DatasheetError(error.what());
  }
  return count_graphs(text);
}

}  // namespace revprof
