// SPDX-License-Identifier: BSD-3-Clause
// Takes the difference of two runs apart.
#include "revprof/report/sweep/scaling_loss.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "revprof/report/text/quantity.hpp"
#include "revprof/report/text/text_table.hpp"

namespace revprof {

namespace {

constexpr std::size_t most_columns = 6;
constexpr double worth_a_word = 0.9;  // of what added processes should bring
const char* const computation = "computation";

double seconds_of(const RunCost& parts, const std::string& name) {
  for (const CostPart& part : parts.parts) {
    if (part.name == name) return part.seconds;
  }
  return 0;
}

// Each process's share of what the parts have grown by. In a strong scaling without loss all
// processes together spend the same on a part, in a weak one each process does.
std::vector<CostPart> losses(const RunCost& before, const RunCost& now, Scaling scaling) {
  std::map<std::string, double> grown;
  const double work =
      scaling == Scaling::weak ? static_cast<double>(now.processes) / before.processes : 1;
  for (const CostPart& part : now.parts) grown[part.name] += part.seconds;
  for (const CostPart& part : before.parts) grown[part.name] -= part.seconds * work;
  std::vector<CostPart> list;
  for (const auto& [name, seconds] : grown) {
    if (seconds > 0) list.push_back({name, seconds / now.processes});
  }
  std::stable_sort(list.begin(), list.end(),
                   [](const CostPart& a, const CostPart& b) { return a.seconds > b.seconds; });
  return list;
}

// The part that most of the time goes to, computation apart.
std::string dearest(const RunCost& parts) {
  const CostPart* most = nullptr;
  for (const CostPart& part : parts.parts) {
    if (part.name == computation) continue;
    if (most == nullptr || part.seconds > most->seconds) most = &part;
  }
  return most == nullptr ? "" : most->name;
}

std::string percent(double share) { return std::to_string(std::lround(100 * share)) + " %"; }

std::string verdict_text(const ScalingFindings& findings) {
  const ScalingStep* const straw = findings.last_straw();
  if (straw == nullptr) {
    return "pays up to " + std::to_string(findings.tried) + " processes, the most that were tried.";
  }
  const std::string effect = straw->added_speed <= 0
                                 ? " are no faster."
                                 : " bring " + percent(straw->added_speed) + " more speed for " +
                                       percent(straw->added_processes) + " more processes.";
  return "pays up to " + processes_text(straw->from) + "; " + std::to_string(straw->to) + effect;
}

// The step that says most: the last straw, or else the one with the greatest loss.
const ScalingStep* telling_step(const ScalingFindings& findings) {
  if (findings.last_straw() != nullptr) return findings.last_straw();
  const ScalingStep* worst = nullptr;
  for (const ScalingStep& step : findings.steps) {
    if (step.added_speed > worth_a_word * step.added_processes) continue;
    if (worst == nullptr || step.loss_seconds > worst->loss_seconds) worst = &step;
  }
  return worst;
}

std::string cause_text(const ScalingFindings& findings, const ScalingStep& step) {
  const CostPart& most = step.lost_to.front();
  double all = 0;
  for (const CostPart& part : step.lost_to) all += part.seconds;
  const auto parts_of = [&](int processes) {
    return *std::find_if(findings.parts.begin(), findings.parts.end(),
                         [&](const RunCost& parts) { return parts.processes == processes; });
  };
  return "From " + std::to_string(step.from) + " to " + processes_text(step.to) + " " +
         time_text(step.loss_seconds) + " are lost, " + share_text(most.seconds / all) +
         " of it to " + most.name + ": " + share_text(parts_of(step.from).share(most.name)) +
         " -> " + share_text(parts_of(step.to).share(most.name)) + " of the time.";
}

// What was said so far rests on more than was measured.
std::string extrapolation_text(const ScalingFindings& findings) {
  for (const RunCost& run : findings.parts) {
    if (run.extrapolated < 0.0005) continue;
    return "From " + processes_text(run.processes) +
           " on times lie beyond what the machine was measured for.";
  }
  return "";
}

// Where a part first takes more time than computation.
std::string takeover_text(const ScalingFindings& findings) {
  for (std::size_t i = 1; i < findings.parts.size(); ++i) {
    const RunCost& before = findings.parts[i - 1];
    const RunCost& now = findings.parts[i];
    const std::string name = dearest(now);
    const bool over = !name.empty() && seconds_of(now, name) > seconds_of(now, computation);
    const std::string name_before = dearest(before);
    const bool over_before =
        !name_before.empty() && seconds_of(before, name_before) > seconds_of(before, computation);
    if (over && !over_before && seconds_of(now, computation) > 0) {
      return "From " + processes_text(now.processes) + " on more time goes to " + name +
             " than to computation.";
    }
  }
  return "";
}

}  // namespace

double RunCost::share(const std::string& name) const {
  return seconds > 0 ? seconds_of(*this, name) / (processes * seconds) : 0;
}

RunCost run_cost(const Summary& summary) {
  const SimTime end = summary.predicted(0).predicted;
  RunCost parts;
  parts.processes = summary.processes;
  parts.seconds = seconds(end);
  parts.extrapolated = summary.trust.extrapolated;
  SimSum idle;
  for (const auto& lanes : summary.times) idle += end - lanes[0].predicted;
  const auto add = [&parts](const std::string& name, double seconds) {
    if (seconds > 0) parts.parts.push_back({name, seconds});
  };
  add(computation, seconds(summary.all_processes(&LaneTimes::compute)));
  for (const CallSummary& call : summary.calls) {
    add(call.call, call.seconds - call.waiting_seconds);
    add("waiting in " + call.call, call.waiting_seconds);
  }
  add("idle at the end", seconds(idle));
  return parts;
}

const ScalingStep* ScalingFindings::last_straw() const {
  const auto found = std::find_if(steps.begin(), steps.end(),
                                  [](const ScalingStep& step) { return !step.pays(); });
  return found == steps.end() ? nullptr : &*found;
}

ScalingFindings scaling_findings(const ScalabilitySeries& curve, Scaling scaling,
                                 const std::vector<RunCost>& parts) {
  ScalingFindings findings;
  findings.curve = curve.name == "mean" ? "" : curve.name;
  findings.tried = curve.points.back().processes;
  findings.parts = parts;
  for (std::size_t i = 1; i < curve.points.size(); ++i) {
    const ScalabilityPoint& before = curve.points[i - 1];
    const ScalabilityPoint& now = curve.points[i];
    if (before.speedup <= 0 || now.speedup <= 0) continue;  // runs that take no time
    ScalingStep step;
    step.from = before.processes;
    step.to = now.processes;
    step.added_processes = static_cast<double>(now.processes) / before.processes - 1;
    step.added_speed = now.speedup / before.speedup - 1;
    step.loss_seconds = now.seconds * (1 - (1 + step.added_speed) / (1 + step.added_processes));
    if (!parts.empty()) step.lost_to = losses(parts[i - 1], parts[i], scaling);
    findings.steps.push_back(std::move(step));
  }
  return findings;
}

std::string scaling_text(const ScalingFindings& findings) {
  if (findings.steps.empty()) return "";
  const std::string name = findings.curve.empty() ? "It " : findings.curve + ": ";
  std::string text = "  " + wrapped(name + verdict_text(findings), 2) + "\n";
  const ScalingStep* const step = telling_step(findings);
  if (step != nullptr && step->loss_seconds > 0 && !step->lost_to.empty()) {
    text += "    " + wrapped(cause_text(findings, *step), 4) + "\n";
  }
  const std::string takeover = takeover_text(findings);
  if (!takeover.empty()) text += "    " + wrapped(takeover, 4) + "\n";
  const std::string extrapolation = extrapolation_text(findings);
  if (!extrapolation.empty()) text += "    " + wrapped(extrapolation, 4) + "\n";
  return text;
}

std::vector<std::vector<std::string>> share_cells(const std::vector<RunCost>& parts,
                                                  const std::vector<std::string>& places,
                                                  const std::string& axis) {
  std::map<std::string, double> greatest;
  for (const RunCost& run : parts) {
    for (const CostPart& part : run.parts) {
      greatest[part.name] = std::max(greatest[part.name], run.share(part.name));
    }
  }
  std::vector<std::pair<std::string, double>> columns(greatest.begin(), greatest.end());
  std::stable_sort(columns.begin(), columns.end(), [](const auto& a, const auto& b) {
    if ((a.first == computation) != (b.first == computation)) return a.first == computation;
    return a.second > b.second;
  });
  const bool cut = columns.size() > most_columns + 1;
  if (cut) columns.resize(most_columns);
  std::vector<std::vector<std::string>> rows = {{axis}};
  for (const auto& [name, share] : columns) rows.front().push_back(name);
  if (cut) rows.front().emplace_back("the rest");
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::vector<std::string> row = {places[i]};
    double rest = 1;
    for (const auto& [name, share] : columns) {
      row.push_back(share_text(parts[i].share(name)));
      rest -= parts[i].share(name);
    }
    if (cut) row.push_back(share_text(std::max(rest, 0.0)));
    rows.push_back(row);
  }
  return rows;
}

}  // namespace revprof
