// SPDX-License-Identifier: BSD-3-Clause
// Puts a summary into words: how long, what the time goes to, and how far to trust it.
#include "revprof/report/text/summary_text.hpp"

#include <algorithm>
#include <cmath>

#include "revprof/report/svg/lane_graph.hpp"
#include "revprof/report/text/call_table.hpp"
#include "revprof/report/text/quantity.hpp"
#include "revprof/report/text/segment_table.hpp"
#include "revprof/report/text/text_table.hpp"

namespace revprof {

namespace {

constexpr std::size_t most_calls = 8;

std::string predicted_text(const Summary& summary, const Ink& ink) {
  std::string text =
      "  predicted time  " + ink.strong(time_text(seconds(summary.predicted(0).predicted)));
  const char* separator = "  (";
  for (const char* estimate : {"low", "high", "equation"}) {
    const int lane = summary.lane_of(0, estimate);
    if (lane < 0) continue;
    text += separator + std::string(estimate) + " " +
            time_text(seconds(summary.predicted(lane).predicted));
    separator = ", ";
  }
  return text + (separator[0] == ',' ? ")\n" : "\n");
}

std::string share(std::int64_t part, std::int64_t whole) {
  return share_text(whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0);
}

std::string parts_text(const Summary& summary) {
  const LaneTimes& times = summary.predicted(0);
  TextTable table({Align::left, Align::right, Align::right});
  table.add({"compute", time_text(seconds(times.compute)), share(times.compute, times.predicted)});
  table.add({"communication", time_text(seconds(times.communication)),
             share(times.communication, times.predicted)});
  table.add({"waiting", time_text(seconds(times.waiting)), share(times.waiting, times.predicted)});
  const std::string whose =
      summary.processes == 1
          ? ""
          : "  of process " + std::to_string(summary.latest_process(0)) + ", which ends last:\n";
  return whose + table.text(4);
}

// Only then is there anything to trust.
bool takes_time(const Summary& summary) {
  return std::any_of(summary.times.begin(), summary.times.end(),
                     [](const auto& lanes) { return lanes[0].predicted > 0; });
}

std::string trust_text(const Summary& summary) {
  const Trust& trust = summary.trust;
  const bool covers_all = summary.all_processes(&LaneTimes::compute) > 0;
  const char* const whole =
      covers_all ? " of communication and computation " : " of the communication ";
  const std::pair<double, const char*> sources[] = {{trust.measured, "measured"},
                                                    {trust.inferred, "inferred"},
                                                    {trust.extrapolated, "extrapolated"},
                                                    {trust.stand_in, "stand-in"},
                                                    {trust.assumed, "assumed"}};
  std::string list;
  for (const auto& [part, name] : sources) {
    if (part <= 0) continue;
    list += list.empty() ? share_text(part) + whole : ", " + share_text(part) + " ";
    list += name;
  }
  return list.empty() ? "" : "  trust: " + wrapped(list, 9) + "\n";
}

std::string divergences_text(const Summary& summary) {
  const std::int64_t divergences = summary.trust.divergences;
  if (divergences == 0) return "";
  std::string lanes;
  for (std::size_t lane = 0; lane < summary.divergences.size(); ++lane) {
    if (summary.divergences[lane] == 0) continue;
    lanes += (lanes.empty() ? "" : ", ") + summary.lanes[lane].name + ": " +
             count_text(summary.divergences[lane]);
  }
  return "  note: " +
         wrapped(count_text(divergences) + (divergences == 1 ? " message" : " messages") +
                     " from anybody would have been received earlier, in place of another one, on "
                     "some lanes' clocks (" +
                     lanes + "): what follows there may differ from what is predicted",
                 8) +
         "\n";
}

// Of `revprof run --runs`.
std::string runs_text(const Summary& summary) {
  for (const auto& [setting, value] : summary.settings) {
    if (setting != "visits" || value == "none" || value == "keep") continue;
    return ", each visit's median of " + value + " runs";
  }
  return "";
}

}  // namespace

std::string computation_note(const Summary& summary) {
  const ComputationSummary& computation = summary.computation;
  if (computation.from == "counted") {
    return "computation: " + count_text(std::llround(computation.work)) + " " + work_unit(summary) +
           ", counted in " + computation.counted;
  }
  if (computation.from == "profile") {
    return "computation: each segment by the program's profile (--profile)";
  }
  if (computation.from == "cpu") {
    return "computation: this host's CPU time" + runs_text(summary) + ", times --cpu-scale";
  }
  const bool computes = std::any_of(summary.times.begin(), summary.times.end(),
                                    [](const auto& lanes) { return lanes[0].compute > 0; });
  if (computes || computation.from.empty()) return "";
  const std::string alone = "communication alone: ";
  if (computation.from == "none") return alone + "--compute none leaves computation out";
  if (computation.work > 0) {
    return alone + "what the program announces (" + count_text(std::llround(computation.work)) +
           " steps) is charged with 0 s";
  }
  return alone +
         "nothing of this program counts or announces its computation; compile it with `revprof "
         "flags` (C, C++, Fortran), call revprof_compute(N), or add this host's CPU time by "
         "--compute cpu (any program, Python too)";
}

std::string summary_text(const Summary& summary, const Ink& ink) {
  const std::string where = summary.machine.empty() ? "an unnamed machine" : summary.machine;
  const std::string note = computation_note(summary);
  std::string text =
      ink.strong(shortened("revprof: " + summary.program, page_columns)) + "\n" +
      shortened("  " + processes_text(summary.processes) + " on " + where, page_columns) + "\n" +
      (note.empty() ? "" : "  " + wrapped(note, 2) + "\n") + "\n";
  text += has_default_lanes(summary) ? predicted_text(summary, ink) + parts_text(summary)
                                     : lane_table(summary);
  if (!summary.calls.empty()) {
    text += "\n" + call_table(summary, most_calls);
    if (summary.processes > 1) text += "  (all processes together)\n";
  }
  const std::string trust =
      (takes_time(summary) ? trust_text(summary) : "") + divergences_text(summary);
  if (!trust.empty()) text += "\n" + trust;
  if (!summary.warnings.empty()) text += "\n";
  for (const std::string& warning : summary.warnings) {
    text += "  " + ink.caution("warning:") + " " + wrapped(warning, 11) + "\n";
  }
  return text;
}

bool lists_every_call(const Summary& summary) { return summary.calls.size() <= most_calls + 1; }

}  // namespace revprof
