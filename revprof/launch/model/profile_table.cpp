// SPDX-License-Identifier: BSD-3-Clause
// Holds the equations of segments against what was timed.
#include "revprof/launch/model/profile_table.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "fit/fit/quality.hpp"
#include "fit/measurements/quantile.hpp"
#include "fit/model/estimate.hpp"
#include "revprof/report/text/quantity.hpp"
#include "revprof/report/text/text_table.hpp"

namespace revprof {

namespace {

constexpr std::size_t most_rows = 20;

struct TimedSegment {
  std::string name;
  double seconds = 0;  // of all visits
  std::vector<double> errors;
  std::size_t inside = 0;  // the band
};

std::string equation_text(const Regime& regime) {
  char text[96];
  std::string all;
  const auto add = [&](double coefficient, const std::string& term) {
    if (coefficient == 0) return;
    std::snprintf(text, sizeof text, "%s%.3g%s", all.empty() ? "" : " + ", coefficient,
                  term.empty() ? "" : (" " + term).c_str());
    all += text;
  };
  const auto words = [](std::string_view term, char d, char p) {
    std::string renamed(term);
    // The functions' names are in p and d; "log(p)" has one p alone.
    for (char& letter : renamed) letter = letter == 'd' ? d : letter == 'p' ? p : letter;
    return renamed;
  };
  add(regime.c, "");
  add(regime.s, words(name(regime.form.startup), 'w', 'q'));
  add(regime.k, words(name(regime.form.data), 'w', 'q'));
  return all.empty() ? "0" : all;
}

}  // namespace

std::string profile_table(const Measurements& measurements, const ProfileFit& fit) {
  std::map<std::string, TimedSegment> timed;
  double whole = 0;
  for (const Measurement& cell : measurements.cells) {
    const double seconds = cell.median * cell.repetitions;
    whole += seconds;
    const auto found = fit.profile.segments.find(cell.call);
    if (found == fit.profile.segments.end() || cell.median <= 0) continue;
    TimedSegment& segment = timed[cell.call];
    segment.name = cell.call;
    segment.seconds += seconds;
    const Estimate foretold = estimate(found->second, cell.processes, cell.bytes);
    segment.errors.push_back(std::abs(foretold.equation / cell.median - 1));
    segment.inside += band_holds(foretold, cell.median);
  }
  std::vector<TimedSegment> order;
  for (const auto& [name, segment] : timed) order.push_back(segment);
  std::stable_sort(order.begin(), order.end(), [](const TimedSegment& a, const TimedSegment& b) {
    return a.seconds > b.seconds;
  });
  TextTable table({Align::left, Align::right, Align::right, Align::right, Align::right,
                   Align::right, Align::left});
  table.add({"segment", "time", "cells", "median", "worst", "in band", "t(q,w) in s"});
  for (std::size_t i = 0; i < std::min(order.size(), most_rows); ++i) {
    const TimedSegment& segment = order[i];
    const auto& regimes = fit.profile.segments.at(segment.name).regimes;
    const std::string more =
        regimes.size() > 1 ? " (and " + std::to_string(regimes.size() - 1) + " more)" : "";
    table.add({segment.name, share_text(segment.seconds / whole),
               std::to_string(segment.errors.size()), share_text(quantile(segment.errors, 0.5)),
               share_text(quantile(segment.errors, 1)),
               share_text(static_cast<double>(segment.inside) /
                          static_cast<double>(segment.errors.size())),
               equation_text(regimes.front()) + more});
  }
  std::string text = table.text(0, line_columns());
  if (order.size() > most_rows) {
    text += std::to_string(order.size() - most_rows) + " more segments\n";
  }
  if (fit.proportional > 0) {
    text += std::to_string(fit.proportional) +
            " of them by their mean time alone: profile further sizes and processes of a node\n";
  }
  if (fit.rare > 0) {
    text += std::to_string(fit.rare) + " rare ones (" + share_text(fit.rare_share) +
            " of the time) share one equation\n";
  }
  return text;
}

}  // namespace revprof
