// SPDX-License-Identifier: BSD-3-Clause
// The difference of two models in plain text.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "revprof/report/check/model_diff.hpp"
#include "revprof/report/text/amount.hpp"
#include "revprof/report/text/quantity.hpp"
#include "revprof/report/text/text_table.hpp"

namespace revprof {

namespace {

// "+12 %", "x 3.1" from a factor of two on, "x 0.33".
std::string change_text(double ratio) {
  char text[32];
  const double percent = 100 * (ratio - 1);
  if (ratio < 0.5 || ratio >= 2) {
    std::snprintf(text, sizeof text, ratio >= 10 ? "x %.0f" : "x %.2g", ratio);
  } else {
    std::snprintf(text, sizeof text, "%+.*f %%", std::abs(percent) < 10 ? 1 : 0, percent);
  }
  return text;
}

std::string place_text(const CallDiff& diff, const DiffPoint& point) {
  return "p " + count_text(point.processes) + ", " + amount_text(diff.call, point.bytes);
}

template <typename Values, typename Text>
std::string range_text(const Values& values, const Text& text) {
  if (values.front() == values.back()) return text(values.front());
  return text(values.front()) + "-" + text(values.back());
}

std::string processes_text(const CallDiff& diff) {
  return range_text(diff.processes, [](int p) { return count_text(p); });
}

std::string sizes_text(const CallDiff& diff) {
  return range_text(diff.bytes, [&](std::int64_t bytes) { return amount_text(diff.call, bytes); });
}

// For each number of processes the sizes in a run: "p 8: 1.00 KiB-64.0 KiB, up to x 2.3".
std::string where(const CallDiff& diff, bool slower) {
  std::string text;
  const auto counts = [&](const DiffPoint& point) {
    return point.beyond && (point.ratio() > 1) == slower;
  };
  for (std::size_t row = 0; row < diff.processes.size(); ++row) {
    const auto begin = diff.points.begin() + static_cast<std::ptrdiff_t>(row * diff.bytes.size());
    const auto end = begin + static_cast<std::ptrdiff_t>(diff.bytes.size());
    std::string runs;
    double farthest = 1;
    for (auto first = std::find_if(begin, end, counts); first != end;
         first = std::find_if(first, end, counts)) {
      const auto behind = std::find_if_not(first, end, counts);
      const std::vector<std::int64_t> ends = {first->bytes, std::prev(behind)->bytes};
      runs += (runs.empty() ? "" : ", ") +
              range_text(ends, [&](std::int64_t bytes) { return amount_text(diff.call, bytes); });
      for (; first != behind; ++first) {
        farthest = slower ? std::max(farthest, first->ratio()) : std::min(farthest, first->ratio());
      }
    }
    if (runs.empty()) continue;
    text += "    " + std::string(slower ? "slower" : "faster") + " at p " +
            count_text(diff.processes[row]) + ": " + runs + "; up to " + change_text(farthest) +
            "\n";
  }
  return text;
}

std::string names(const std::vector<std::string>& calls) {
  std::string text;
  for (const std::string& call : calls) text += (text.empty() ? "" : ", ") + call;
  return text;
}

}  // namespace

bool ModelDiff::is_unchanged(const CallDiff& call) const {
  return call.slower + call.faster == 0 &&
         std::all_of(call.points.begin(), call.points.end(), [this](const DiffPoint& point) {
           return std::abs(point.ratio() - 1) <= at_least;
         });
}

std::string diff_text(const ModelDiff& diff) {
  using A = Align;
  TextTable table({A::left, A::right, A::right, A::right, A::right, A::right, A::right, A::right});
  table.add({"call", "p", "bytes", "median", "least", "most", "slower", "faster"});
  std::size_t unchanged = 0;
  for (const CallDiff& call : diff.calls) {
    if (diff.is_unchanged(call)) {
      ++unchanged;
      continue;
    }
    const std::string of = " of " + std::to_string(call.points.size());
    table.add({call.label(), processes_text(call), sizes_text(call), change_text(call.median_ratio),
               change_text(call.points[call.least].ratio()),
               change_text(call.points[call.most].ratio()), std::to_string(call.slower) + of,
               std::to_string(call.faster) + of});
  }
  std::string text = "from  " + diff.before + "\nto    " + diff.after + "\n\n";
  if (unchanged < diff.calls.size()) {
    text += table.text(2) + "  (slower, faster: points whose bands do not meet)\n";
  }
  if (unchanged > 0) {
    text += (unchanged < diff.calls.size() ? "\n" : "") + std::string("  unchanged: ") +
            std::to_string(unchanged) + (unchanged == 1 ? " call" : " calls") +
            " (everywhere less than " + share_text(diff.at_least) + " apart)\n";
  }
  for (const CallDiff& call : diff.calls) {
    if (call.slower + call.faster == 0) continue;
    text += "\n  " + call.label() + ", most at " +
            place_text(call, call.points[call.median_ratio >= 1 ? call.most : call.least]) + "\n" +
            where(call, true) + where(call, false);
  }
  if (!diff.only_before.empty())
    text += "\n  only before: " + wrapped(names(diff.only_before), 15) + "\n";
  if (!diff.only_after.empty())
    text += "\n  only now: " + wrapped(names(diff.only_after), 12) + "\n";
  for (const std::string& note : diff.notes) text += "\n  note: " + wrapped(note, 8) + "\n";
  return text;
}

}  // namespace revprof
