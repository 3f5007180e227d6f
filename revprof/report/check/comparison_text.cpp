// SPDX-License-Identifier: BSD-3-Clause
// A comparison in words: how far the prediction is off, and which part of it.
#include <cmath>
#include <cstdio>

#include "revprof/report/check/comparison.hpp"
#include "revprof/report/text/quantity.hpp"
#include "revprof/report/text/text_table.hpp"

namespace revprof {

namespace {

constexpr std::size_t most_calls = 10;
constexpr double negligible = 0.01;  // of the run time

// "+4.7 %" or, where that says little, "x 12"; of nothing: empty.
std::string share_or_factor(double part, double whole) {
  if (whole <= 0) return "";
  char text[32];
  const double share = part / whole;
  std::snprintf(text, sizeof text, share < 9.995 ? "%+.1f %%" : "x %.0f",
                share < 9.995 ? 100 * share : 1 + share);
  return text;
}

std::string range_text(const Spread& spread) {
  return time_text(spread.least) + " to " + time_text(spread.greatest);
}

std::string headline(const Comparison& comparison) {
  const Spread& measured = comparison.measured;
  const Spread& predicted = comparison.predicted;
  TextTable table({Align::left, Align::right, Align::left});
  table.add({"measured", time_text(measured.median), "(" + range_text(measured) + ")"});
  table.add({"predicted", time_text(predicted.median),
             "(" + range_text(predicted) + "; band " + time_text(comparison.low) + " to " +
                 time_text(comparison.high) + ")"});
  const bool inside = predicted.median >= measured.least && predicted.median <= measured.greatest;
  table.add({"error", share_or_factor(predicted.median - measured.median, measured.median),
             inside ? "(within the spread of the measured runs)" : ""});
  return table.text(2);
}

std::string basis(const ComparedPart& part, const std::string& compute) {
  if (part.name == "computation") return compute == "cpu" ? "CPU time" : "--compute " + compute;
  if (part.source == "stand_in") return "as " + part.stand_in;
  return part.source.empty() ? "no prediction" : part.source;
}

void add_row(TextTable& table, const ComparedPart& part, double whole_seconds,
             const std::string& rests_on) {
  table.add({part.name, part.measured_count > 0 ? count_text(part.measured_count) : "",
             time_text(part.measured_seconds), time_text(part.predicted_seconds),
             time_text(part.waiting_seconds),
             share_or_factor(part.error_seconds(), part.measured_seconds),
             share_or_factor(part.error_seconds(), whole_seconds), rests_on});
}

std::string parts_table(const Comparison& comparison) {
  TextTable table({Align::left, Align::right, Align::right, Align::right, Align::right,
                   Align::right, Align::right, Align::left});
  table.add({"", "count", "measured", "predicted", "waiting", "error", "of all", "rests on"});
  const double whole = comparison.whole.measured_seconds;
  const std::size_t calls = comparison.parts.size();
  const std::size_t shown = calls > most_calls + 1 ? most_calls : calls;
  for (std::size_t i = 0; i < shown; ++i) {
    const ComparedPart& part = comparison.parts[i];
    add_row(table, part, whole, basis(part, comparison.compute));
  }
  if (shown < calls) {
    ComparedPart rest;
    rest.name = std::to_string(calls - shown) + " more";
    for (std::size_t i = shown; i < calls; ++i) {
      const ComparedPart& part = comparison.parts[i];
      rest.measured_count += part.measured_count;
      rest.measured_seconds += part.measured_seconds;
      rest.predicted_seconds += part.predicted_seconds;
      rest.waiting_seconds += part.waiting_seconds;
    }
    add_row(table, rest, whole, "");
  }
  add_row(table, comparison.whole, whole, "");
  return table.text(2);
}

// Why that part may be off, and what can be done.
std::string hint(const ComparedPart& part, const std::string& compute) {
  if (part.name == "computation" && compute != "cpu") {
    return "It costs what --compute " + compute + " says; --compute cpu takes its CPU time.";
  }
  if (part.name == "computation") {
    return part.error_seconds() > 0
               ? "Its prediction is the CPU time that it took under revprof, whose own work "
                 "between the calls leaves the caches colder."
               : "Its prediction is its CPU time; what the measured runs spent beyond that, they "
                 "waited for a core or slept.";
  }
  if (part.source.empty()) return "revprof gives it no cost.";
  if (part.source == "stand_in" || part.source == "assumed") {
    return "The model has no equation for it: characterize --calls " + part.name + " measures one.";
  }
  if (part.waiting_seconds > part.predicted_seconds / 2) {
    return "Most of its prediction is waiting for processes that come later: it follows from "
           "what these do before.";
  }
  if (part.name == "MPI_Send" && part.error_seconds() < 0) {
    return "Senders of long messages wait for a receiver that is late; in a prediction they go "
           "on, and the receiver waits.";
  }
  if (part.source == "inferred") {
    return "What others send over the same links meanwhile, or how far they are, is inferred.";
  }
  if (part.source == "extrapolated") {
    return "The model was measured on other numbers of processes or sizes than this program uses.";
  }
  return "Is it the model? characterize --calls " + part.name + " measures it again.";
}

std::string verdict(const Comparison& comparison) {
  const ComparedPart& worst = comparison.worst();
  const double whole = comparison.whole.measured_seconds;
  if (std::abs(worst.error_seconds()) <= negligible * whole) {
    return "No part is off by more than " + share_text(negligible) + " of the run time.";
  }
  const char* const direction = worst.error_seconds() > 0 ? " more" : " less";
  return worst.name + " is off most: it is predicted to take " +
         time_text(std::abs(worst.error_seconds())) + direction + " than it took, " +
         share_or_factor(worst.error_seconds(), whole) + " of the run time. " +
         hint(worst, comparison.compute);
}

}  // namespace

std::string comparison_text(const Comparison& comparison) {
  const std::string runs = std::to_string(comparison.runs);
  std::string text = shortened("revprof: " + comparison.program, page_columns) + "\n  " +
                     std::to_string(comparison.processes) +
                     (comparison.processes == 1 ? " process" : " processes") +
                     ", this host against " + comparison.machine + ", " + runs +
                     (comparison.runs == 1 ? " run of each\n\n" : " runs of each\n\n");
  text += headline(comparison) + "\n" + parts_table(comparison);
  text += "  (a process's time, in the mean over all; medians over the runs)\n\n";
  text += "  " + wrapped(verdict(comparison), 2) + "\n";
  for (const std::string& note : comparison.notes) text += "  note: " + wrapped(note, 8) + "\n";
  return text;
}

}  // namespace revprof
