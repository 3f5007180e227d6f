// SPDX-License-Identifier: BSD-3-Clause
// Pairs the parts of two summaries.
#include "revprof/report/check/baseline.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "revprof/report/text/quantity.hpp"
#include "revprof/report/text/site_table.hpp"

namespace revprof {

namespace {

// Settings that a prediction depends on, whatever the program does.
constexpr const char* decisive_settings[] = {"compute",     "step",  "cpu-scale",  "host",
                                             "cpu-threads", "order", "wtime-tick", "virtual-nodes",
                                             "instruction", "ghz",   "placement"};

std::string setting_of(const Summary& summary, const std::string& name) {
  for (const auto& [key, value] : summary.settings) {
    if (key == name) return value;
  }
  return name == "placement" ? "in-order" : "";  // as all runs were before there was that setting
}

std::string first_word(const std::string& text) { return text.substr(0, text.find(' ')); }

std::string file_name(const std::string& program) {
  const std::string path = first_word(program);
  return path.substr(path.rfind('/') + 1);  // npos + 1 is 0
}

std::string arguments(const std::string& program) {
  return program.substr(first_word(program).size());
}

double predicted_seconds(const Summary& summary) { return seconds(summary.predicted(0).predicted); }

using Parts = std::map<std::string, ChangedPart>;

template <class Row>
void add(Parts& parts, const std::string& name, const Row& row,
         ChangedPart::Side ChangedPart::*side) {
  ChangedPart& part = parts[name];
  part.name = name;
  ChangedPart::Side& sum = part.*side;
  sum.count += row.count;
  sum.bytes += row.bytes;
  sum.seconds += row.seconds;
  sum.waiting_seconds += row.waiting_seconds;
}

void add_calls(Parts& parts, const Summary& summary, ChangedPart::Side ChangedPart::*side) {
  for (const CallSummary& call : summary.calls) add(parts, call.call, call, side);
}

void add_sites(Parts& parts, const Summary& summary, ChangedPart::Side ChangedPart::*side) {
  for (const SiteSummary& site : summary.sites) {
    add(parts, site.call + ", " + site_name(site.module, site.offset, site.place), site, side);
  }
}

// Below a picosecond per process two doubles say the same.
bool differs(const ChangedPart& part) {
  return part.before.count != part.now.count || part.before.bytes != part.now.bytes ||
         std::abs(part.added_seconds()) > 1e-12 + 1e-12 * part.now.seconds;
}

std::vector<std::string> notes_on(const Summary& baseline, const Summary& run) {
  std::vector<std::string> notes;
  if (arguments(baseline.program) != arguments(run.program)) {
    notes.push_back("the baseline had other arguments:" +
                    (arguments(baseline.program).empty() ? " none" : arguments(baseline.program)));
  }
  if (!baseline.model_fingerprint.empty() && !run.model_fingerprint.empty() &&
      baseline.model_fingerprint != run.model_fingerprint) {
    notes.push_back(
        "the model holds something else than it did for the baseline: the difference may come from "
        "there");
  }
  if (!baseline.version.empty() && !run.version.empty() && baseline.version != run.version) {
    notes.push_back("the baseline was predicted by revprof " + baseline.version +
                    ", this run by revprof " + run.version);
  }
  return notes;
}

}  // namespace

double BaselineComparison::change() const {
  return before_seconds > 0 ? now_seconds / before_seconds - 1 : now_seconds > 0 ? 1 : 0;
}

const ChangedPart* BaselineComparison::cause() const {
  const ChangedPart* cause = nullptr;
  const auto rank = [](const ChangedPart& part) {
    return std::make_pair(
        part.more_often() || part.larger(),
        std::max(part.added_seconds(), part.now.own_seconds() - part.before.own_seconds()));
  };
  for (const ChangedPart& part : parts) {
    if (rank(part).second <= 0) continue;
    if (cause == nullptr || rank(part) > rank(*cause)) cause = &part;
  }
  return cause;
}

std::string why_not_comparable(const Summary& baseline, const Summary& run) {
  if (baseline.processes != run.processes) {
    return "it is of " + processes_text(baseline.processes) + ", this run of " +
           std::to_string(run.processes);
  }
  if (!run.program.empty() && file_name(baseline.program) != file_name(run.program)) {
    return "it is of another program: " + first_word(baseline.program);
  }
  if (!run.machine.empty() && baseline.machine != run.machine) {
    return "it is of another machine: " + baseline.machine;
  }
  if (!run.lanes.empty() && baseline.lanes.front().name != run.lanes.front().name) {
    return "its first lane is " + baseline.lanes.front().name + ", this run's " +
           run.lanes.front().name;
  }
  for (const char* name : decisive_settings) {
    const std::string before = setting_of(baseline, name), now = setting_of(run, name);
    if (before != now) return "it had --" + std::string(name) + " " + before + ", this run " + now;
  }
  // What --compute auto has come to.
  const std::string& before = baseline.computation.from;
  const std::string& now = run.computation.from;
  if (!before.empty() && !now.empty() && before != now) {
    return "its computation costs what \"" + before + "\" says, this run's what \"" + now +
           "\" says";
  }
  return "";
}

BaselineComparison compare_with_baseline(const Baseline& baseline, const Summary& run) {
  BaselineComparison comparison;
  comparison.file = baseline.file;
  comparison.tolerance = baseline.tolerance;
  comparison.before_seconds = predicted_seconds(baseline.summary);
  comparison.now_seconds = predicted_seconds(run);
  comparison.all_processes_seconds = seconds(baseline.summary.all_processes());

  Parts parts;
  const bool by_site = !baseline.summary.sites.empty() && !run.sites.empty();
  const auto add_all = by_site ? add_sites : add_calls;
  add_all(parts, baseline.summary, &ChangedPart::before);
  add_all(parts, run, &ChangedPart::now);
  ChangedPart computation;
  computation.name = "computation";
  computation.before.seconds = seconds(baseline.summary.all_processes(&LaneTimes::compute));
  computation.now.seconds = seconds(run.all_processes(&LaneTimes::compute));
  parts[computation.name] = computation;
  for (const auto& [name, part] : parts) {
    if (differs(part)) comparison.parts.push_back(part);
  }
  std::stable_sort(comparison.parts.begin(), comparison.parts.end(),
                   [](const ChangedPart& a, const ChangedPart& b) {
                     return a.added_seconds() > b.added_seconds();
                   });
  comparison.notes = notes_on(baseline.summary, run);
  return comparison;
}

}  // namespace revprof
