// SPDX-License-Identifier: BSD-3-Clause
// Multiplies models, arguments and numbers of processes, and names what comes out.
#include "revprof/launch/run/sweep_plan.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "revprof/launch/command.hpp"
#include "revprof/report/text/quantity.hpp"

namespace revprof {

namespace fs = std::filesystem;

namespace {

bool is_positive_number(const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  return !text.empty() && *end == '\0' && std::isfinite(number) && number > 0;
}

// The argument that is the axis; nullptr: the processes are.
const Placeholder* axis_of(const SweepRange& range) {
  if (range.weak || range.processes.size() > 1) return nullptr;
  const Placeholder* axis = nullptr;
  for (const Placeholder& argument : range.arguments) {
    if (argument.values.size() < 2) continue;
    if (axis != nullptr) return nullptr;
    axis = &argument;
  }
  const bool drawn =
      axis != nullptr && std::all_of(axis->values.begin(), axis->values.end(), is_positive_number);
  return drawn ? axis : nullptr;
}

void check(const SweepRange& range) {
  std::vector<std::string> names = {"processes"};
  for (const Placeholder& argument : range.arguments) names.push_back(argument.name);
  check_mentioned(range.program, names);
  for (const Placeholder& argument : range.arguments) {
    if (!mentions(range.program, argument.name)) {
      throw UsageError("--arg: {" + argument.name + "} does not stand in the program's words");
    }
    const auto same_name = [&](const Placeholder& other) { return other.name == argument.name; };
    if (std::count_if(range.arguments.begin(), range.arguments.end(), same_name) > 1) {
      throw UsageError("--arg: " + argument.name + " comes twice");
    }
    if (range.weak && argument.values.size() != range.processes.size()) {
      throw UsageError("--weak: expected a value of " + argument.name +
                       " for each of the numbers of processes, found " +
                       std::to_string(argument.values.size()) + " values for " +
                       std::to_string(range.processes.size()) + " numbers");
    }
  }
}

std::string named(const PlaceholderValues& values) {
  std::string text;
  for (const auto& [name, value] : values) text += (text.empty() ? "" : ", ") + name + "=" + value;
  return text;
}

// Any value as part of a file's name.
std::string folder_name(const PlaceholderValues& values) {
  std::string name;
  for (const auto& [key, value] : values) name += (name.empty() ? "" : ",") + key + "=" + value;
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
}

std::string joined(const std::string& a, const std::string& b) {
  return a.empty() || b.empty() ? a + b : a + ", " + b;
}

// A place on the axis.
struct AxisPlace {
  int processes = 1;
  PlaceholderValues values;  // besides those of the curve
  double position = 0;
  std::string label;
};

std::vector<AxisPlace> steps_of(const SweepRange& range, const Placeholder* axis) {
  std::vector<AxisPlace> steps;
  if (axis != nullptr) {
    for (const std::string& value : axis->values) {
      steps.push_back(
          {range.processes.front(), {{axis->name, value}}, std::atof(value.c_str()), value});
    }
    std::stable_sort(steps.begin(), steps.end(), [](const AxisPlace& a, const AxisPlace& b) {
      return a.position < b.position;
    });
    return steps;
  }
  for (std::size_t i = 0; i < range.processes.size(); ++i) {
    AxisPlace step = {range.processes[i],
                      {},
                      static_cast<double>(range.processes[i]),
                      std::to_string(range.processes[i])};
    for (const Placeholder& argument : range.arguments) {
      if (range.weak) step.values.emplace_back(argument.name, argument.values[i]);
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

PlannedRun planned(const SweepRange& range, const PlannedCurve& curve, const fs::path& folder,
                   const PlaceholderValues& values, const AxisPlace& step) {
  PlannedRun run;
  run.processes = step.processes;
  run.position = step.position;
  run.position_label = step.label;
  run.label = joined(joined(curve.name, named(step.values)), processes_text(step.processes));
  const fs::path own = range.weak ? "" : folder_name(step.values);
  run.directory =
      (folder / own / ("p" + std::to_string(step.processes))).lexically_normal().string();
  PlaceholderValues all = values;
  all.insert(all.end(), step.values.begin(), step.values.end());
  all.emplace_back("processes", std::to_string(step.processes));
  run.program = filled(range.program, all);
  return run;
}

}  // namespace

std::size_t SweepPlan::runs() const {
  std::size_t runs = 0;
  for (const PlannedCurve& curve : curves) runs += curve.runs.size();
  return runs;
}

SweepPlan plan_sweep(const SweepRange& range) {
  check(range);
  const Placeholder* const axis = axis_of(range);
  SweepPlan plan;
  if (axis != nullptr) plan.axis = axis->name;
  std::vector<Placeholder> of_curves;
  for (const Placeholder& argument : range.arguments) {
    if (!range.weak && &argument != axis) of_curves.push_back(argument);
  }
  const std::vector<AxisPlace> steps = steps_of(range, axis);
  for (const std::string& model : range.models) {
    const std::string machine = range.models.size() > 1 ? fs::path(model).stem().string() : "";
    for (const PlaceholderValues& values : combinations(of_curves)) {
      PlannedCurve curve;
      curve.name = joined(machine, named(values));
      const fs::path folder = fs::path(machine) / folder_name(values);
      for (const AxisPlace& step : steps) {
        curve.runs.push_back(planned(range, curve, folder, values, step));
        curve.runs.back().model = model;
      }
      plan.curves.push_back(std::move(curve));
    }
  }
  return plan;
}

}  // namespace revprof
