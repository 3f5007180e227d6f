// SPDX-License-Identifier: BSD-3-Clause
// A comparison with the baseline in words: how much slower, and what the time goes to.
#include <cmath>
#include <cstdio>

#include "revprof/report/check/baseline.hpp"
#include "revprof/report/text/quantity.hpp"
#include "revprof/report/text/text_table.hpp"

namespace revprof {

namespace {

constexpr std::size_t most_parts = 10;

// "+4.7 %"; what is new has no such share.
std::string signed_share(double part, double whole) {
  if (whole <= 0) return part > 0 ? "new" : "";
  char text[32];
  std::snprintf(text, sizeof text, "%+.1f %%", 100 * part / whole);
  return text;
}

std::string parts_table(const BaselineComparison& comparison) {
  TextTable table({Align::left, Align::right, Align::right, Align::right, Align::right});
  table.add({"", "before", "now", "change", "of all"});
  for (std::size_t i = 0; i < comparison.parts.size() && i < most_parts; ++i) {
    const ChangedPart& part = comparison.parts[i];
    table.add({part.name, time_text(part.before.seconds), time_text(part.now.seconds),
               signed_share(part.added_seconds(), part.before.seconds),
               signed_share(part.added_seconds(), comparison.all_processes_seconds)});
  }
  std::string text = table.text(2);
  if (comparison.parts.size() > most_parts) {
    text += "  (and " + std::to_string(comparison.parts.size() - most_parts) + " more)\n";
  }
  return text;
}

std::string counts(std::int64_t before, std::int64_t now) {
  return count_text(before) + " -> " + count_text(now) + " calls";
}

// "more often (100 -> 200 calls) and larger (8 B -> 16 B a call)"; empty: as before.
std::string doings(const ChangedPart& part) {
  const auto& [before, now] = std::pair(part.before, part.now);
  std::string text;
  if (before.count == 0 && now.count > 0) return "new (" + count_text(now.count) + " calls)";
  if (now.count == 0 && before.count > 0) return "gone (" + count_text(before.count) + " calls)";
  if (before.count != now.count) {
    text = (part.more_often() ? "more often (" : "less often (") + counts(before.count, now.count) +
           ")";
  }
  if (before.mean_bytes() != now.mean_bytes()) {
    text += (text.empty() ? "" : " and ") + std::string(part.larger() ? "larger (" : "smaller (") +
            bytes_text(before.mean_bytes()) + " -> " + bytes_text(now.mean_bytes()) + " a call)";
  }
  return text;
}

std::string doings_text(const BaselineComparison& comparison) {
  std::string text;
  for (const ChangedPart& part : comparison.parts) {
    const std::string what = doings(part);
    if (!what.empty()) text += "  " + wrapped(part.name + ": " + what, 4) + "\n";
  }
  return text;
}

std::string cause_text(const ChangedPart& part) {
  const std::string what = doings(part);
  if (!what.empty()) return part.name + " is " + what;
  if (part.name == "computation") return "computation takes longer";
  const double waiting = part.now.waiting_seconds - part.before.waiting_seconds;
  if (waiting > part.added_seconds() / 2) {
    return part.name +
           " waits longer, as often and for as much as before: what it waits for comes "
           "later";
  }
  return part.name + " is slower, as often and for as much as before";
}

}  // namespace

std::string baseline_text(const BaselineComparison& comparison) {
  std::string text;
  if (!comparison.parts.empty()) {
    text += "  Against " + comparison.file + ", all processes together:\n\n";
    text += parts_table(comparison) + "\n" + doings_text(comparison);
  }
  const ChangedPart* const cause = comparison.cause();
  if (comparison.slower() && cause != nullptr) {
    text += "  " + wrapped("The cause, as it seems: " + cause_text(*cause) + ".", 2) + "\n";
  }
  for (const std::string& note : comparison.notes) text += "  note: " + wrapped(note, 8) + "\n";
  return text;
}

std::string baseline_check_name(double tolerance) {
  char text[64];
  std::snprintf(text, sizeof text, "predicted <= baseline + %.10g %%", 100 * tolerance);
  return text;
}

Verdict verdict_of(const BaselineComparison& comparison) {
  Verdict verdict;
  verdict.name = baseline_check_name(comparison.tolerance);
  verdict.finding = comparison.slower() ? Finding::not_met : Finding::met;
  verdict.found = time_text(comparison.before_seconds) + " -> " + time_text(comparison.now_seconds);
  if (comparison.now_seconds != comparison.before_seconds) {
    verdict.found += ", " + signed_share(comparison.now_seconds - comparison.before_seconds,
                                         comparison.before_seconds);
  }
  verdict.details = baseline_text(comparison);
  return verdict;
}

}  // namespace revprof
