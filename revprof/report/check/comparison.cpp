// SPDX-License-Identifier: BSD-3-Clause
// Medians over the runs, call by call.
#include "revprof/report/check/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "revprof/calls/known_call.hpp"
#include "revprof/report/text/quantity.hpp"

namespace revprof {

namespace {

constexpr double noisy = 0.1;  // of the median, between the fastest and the slowest run
constexpr double enough_core = 0.97;

template <class Run, class Value>
double median(const std::vector<Run>& runs, Value value) {
  std::vector<double> values;
  for (const Run& run : runs) values.push_back(value(run));
  return spread_of(std::move(values)).median;
}

// A run's record of a call; nothing but zeros where it did not make it.
template <class Call>
Call find_call(const std::vector<Call>& calls, const std::string& name) {
  const auto found =
      std::find_if(calls.begin(), calls.end(), [&](const Call& call) { return call.call == name; });
  return found == calls.end() ? Call() : *found;
}

double measured_sum(const Measured& run) {
  double sum = 0;
  for (const double one : run.process_seconds) sum += one;
  return sum;
}

class PartsOfRuns {
 public:
  PartsOfRuns(const std::vector<Measured>& measured, const std::vector<Summary>& predicted)
      : measured_(measured), predicted_(predicted), processes_(predicted.front().processes) {}

  ComparedPart whole() const {
    ComparedPart part;
    part.name = "all";
    part.measured_seconds = median(measured_, measured_sum) / processes_;
    part.predicted_seconds = predicted(&LaneTimes::predicted);
    part.waiting_seconds = predicted(&LaneTimes::waiting);
    return part;
  }

  ComparedPart computation() const {
    ComparedPart part;
    part.name = "computation";
    part.measured_seconds =
        median(measured_, [](const Measured& run) { return run.compute_seconds(); }) / processes_;
    part.predicted_seconds = predicted(&LaneTimes::compute);
    return part;
  }

  ComparedPart call(const std::string& name) const {
    const auto measured = [&](const Measured& run) { return find_call(run.calls, name); };
    const auto predicted = [&](const Summary& run) { return find_call(run.calls, name); };
    ComparedPart part;
    part.name = name;
    part.measured_count = std::llround(
        median(measured_, [&](const Measured& run) { return double(measured(run).count); }));
    part.predicted_count = std::llround(
        median(predicted_, [&](const Summary& run) { return double(predicted(run).count); }));
    part.measured_seconds =
        median(measured_, [&](const Measured& run) { return measured(run).seconds; }) / processes_;
    part.predicted_seconds =
        median(predicted_, [&](const Summary& run) { return predicted(run).seconds; }) / processes_;
    part.waiting_seconds =
        median(predicted_, [&](const Summary& run) { return predicted(run).waiting_seconds; }) /
        processes_;
    const CallSummary any = predicted(predicted_.front());
    part.source = any.source;
    part.stand_in = any.stand_in;
    return part;
  }

  std::set<std::string> calls() const {
    std::set<std::string> names;
    for (const Measured& run : measured_) {
      for (const MeasuredCall& call : run.calls) names.insert(call.call);
    }
    for (const Summary& run : predicted_) {
      for (const CallSummary& call : run.calls) names.insert(call.call);
    }
    return names;
  }

 private:
  double predicted(SimTime LaneTimes::*part) const {
    return median(predicted_,
                  [&](const Summary& run) { return seconds(run.all_processes(part)); }) /
           processes_;
  }

  const std::vector<Measured>& measured_;
  const std::vector<Summary>& predicted_;
  int processes_;
};

// What the primary lane's low or high predicts; itself where it has no band.
double bound_seconds(const Summary& run, const char* estimate) {
  return seconds(run.predicted(std::max(0, run.lane_of(0, estimate))).predicted);
}

// A loop of Tests ends sooner or later; other calls are made as often, unless the program decides
// by the clock.
bool may_fail(const std::string& call) {
  const CallTraits* const known = find_traits(call);
  return known != nullptr && known->polls;
}

std::string spread_note(const Spread& spread, const std::string& which) {
  if (spread.greatest - spread.least <= noisy * spread.median) return "";
  return "the " + which + " runs took between " + time_text(spread.least) + " and " +
         time_text(spread.greatest) +
         ": is the host busy with something else? More runs (--runs) give a steadier median";
}

// What the library sets up is no call of the program's.
bool is_call(const std::string& name) {
  const CallTraits* const known = find_traits(name);
  return known == nullptr || known->kind != Kind::equation;
}

// Calls that lead nowhere (MPI_PROC_NULL) are not predicted: there may be fewer of those.
std::string counts_note(const std::vector<ComparedPart>& parts) {
  std::string list;
  for (const ComparedPart& part : parts) {
    if (part.predicted_count <= part.measured_count || may_fail(part.name)) continue;
    if (!is_call(part.name)) continue;
    list += (list.empty() ? "" : ", ") + part.name + " " + count_text(part.predicted_count) +
            " times instead of " + count_text(part.measured_count);
  }
  if (list.empty()) return "";
  return "the predicted runs made other calls than the measured ones (" + list +
         "): the program decides by the clock";
}

// An MPI that waits by polling uses its core all the time.
std::string core_note(const std::vector<Measured>& measured) {
  const double share = median(measured, [](const Measured& run) {
    return *std::min_element(run.core_shares.begin(), run.core_shares.end());
  });
  if (share >= enough_core) return "";
  return "a process of the measured runs had a core for " + share_text(share) +
         " of the time only: others wanted it, or it slept (files, MPI calls that do not poll)";
}

}  // namespace

Spread spread_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  const double median =
      values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  return {values.front(), median, values.back()};
}

const ComparedPart& Comparison::worst() const {
  return *std::max_element(parts.begin(), parts.end(),
                           [](const ComparedPart& a, const ComparedPart& b) {
                             return std::abs(a.error_seconds()) < std::abs(b.error_seconds());
                           });
}

Comparison compare(const std::vector<Measured>& measured, const std::vector<Summary>& predicted) {
  const Summary& first = predicted.front();
  Comparison result;
  result.program = first.program;
  result.model = first.model;
  result.machine = first.machine;
  for (const auto& [name, value] : first.settings) {
    if (name == "compute") result.compute = value;
  }
  result.processes = first.processes;
  result.runs = static_cast<int>(predicted.size());

  std::vector<double> measured_seconds, primary_seconds;
  for (const Measured& run : measured) measured_seconds.push_back(run.latest_seconds());
  for (const Summary& run : predicted)
    primary_seconds.push_back(seconds(run.predicted(0).predicted));
  result.measured = spread_of(measured_seconds);
  result.predicted = spread_of(primary_seconds);
  const auto bound = [&](const char* estimate) {
    return median(predicted, [&](const Summary& run) { return bound_seconds(run, estimate); });
  };
  result.low = bound("low");
  result.high = bound("high");

  const PartsOfRuns parts(measured, predicted);
  result.whole = parts.whole();
  for (const std::string& call : parts.calls()) result.parts.push_back(parts.call(call));
  std::stable_sort(result.parts.begin(), result.parts.end(),
                   [](const ComparedPart& a, const ComparedPart& b) {
                     return std::abs(a.error_seconds()) > std::abs(b.error_seconds());
                   });
  result.parts.insert(result.parts.begin(), parts.computation());
  for (const std::string& note :
       {core_note(measured), spread_note(result.measured, "measured"),
        spread_note(result.predicted, "predicted"), counts_note(result.parts)}) {
    if (!note.empty()) result.notes.push_back(note);
  }
  return result;
}

}  // namespace revprof
