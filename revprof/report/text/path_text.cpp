// SPDX-License-Identifier: BSD-3-Clause
// Puts a critical path into tables.
#include "revprof/report/text/path_text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "fit/model/estimate.hpp"
#include "revprof/report/text/quantity.hpp"
#include "revprof/report/text/text_table.hpp"

namespace revprof {

namespace {

constexpr std::size_t most_terms = 20, most_shares = 12;

std::string signed_time(double value) {
  return value < 0 ? "-" + time_text(-value) : time_text(value);
}

}  // namespace

std::string term_name(const PathTerm& term) {
  if (term.equation.empty()) return term.term;
  const std::string function = term.function.empty() ? "" : " " + term.function;
  return term.term + function + " of " + term.equation + ", " + term.distance_class + ", d " +
         std::to_string(term.min_bytes) + "-" + std::to_string(term.max_bytes) + ", p " +
         std::to_string(term.min_processes) + "-" + std::to_string(term.max_processes);
}

std::string number_text(double n) {
  if (n == std::floor(n) && std::abs(n) < 1e9) return count_text(static_cast<std::int64_t>(n));
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", n);
  return text;
}

std::string value_text(double value) {
  char text[48];
  std::snprintf(text, sizeof text, "%.4g s", value);
  return text;
}

std::string cost_expression_table(const std::vector<PathTerm>& terms, SimSum picoseconds) {
  TextTable table({Align::right, Align::right, Align::right, Align::right, Align::left});
  table.add({"n", "term", "time", "share", "which"});
  double rest = 0, sum = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    sum += terms[i].seconds();
    if (i >= most_terms) {
      rest += terms[i].seconds();
      continue;
    }
    table.add({number_text(terms[i].n), value_text(terms[i].value), signed_time(terms[i].seconds()),
               share_text(terms[i].seconds() / seconds(picoseconds)), term_name(terms[i])});
  }
  if (terms.size() > most_terms) {
    table.add({"", "", signed_time(rest), share_text(rest / seconds(picoseconds)),
               std::to_string(terms.size() - most_terms) + " more"});
  }
  table.add({"", "T =", time_text(sum), "", ""});
  return table.text(2, line_columns());
}

std::string sensitivity_table(const std::vector<PathShare>& shares, SimSum picoseconds) {
  const double all = seconds(picoseconds);
  bool bounded = false;
  const auto saved = [&](const Saving& saving) {
    if (saving.seconds < 0.0005 * all) return std::string();
    bounded |= saving.at_most;
    return "-" + share_text(saving.seconds / all) + (saving.at_most ? "*" : " ");
  };
  TextTable table(
      {Align::left, Align::right, Align::right, Align::right, Align::right, Align::right});
  table.add({"", "on the path", "share", "twice as fast", "no latency", "no transfer"});
  for (std::size_t i = 0; i < std::min(shares.size(), most_shares); ++i) {
    const PathShare& share = shares[i];
    table.add({share.name, time_text(seconds(share.picoseconds)),
               share_text(seconds(share.picoseconds) / all), saved(share.twice_as_fast),
               saved(share.no_latency), saved(share.no_transfer)});
  }
  std::string text = table.text(2, line_columns());
  if (shares.size() > most_shares) {
    text += "  (" + std::to_string(shares.size() - most_shares) + " more)\n";
  }
  if (bounded) text += "  * at most: another way then becomes the longest\n";
  return text;
}

std::string band_text(const PathBand& band, SimSum picoseconds) {
  if (band.known <= 0) {
    return wrapped(
        "the model has no errors of its coefficients, so it cannot be said how well this "
        "sum is known",
        2);
  }
  const double half = normal_95 * band.standard_deviation;
  std::string text = "the coefficients' errors, correlated as in the fit, make T " +
                     time_text(seconds(picoseconds)) + " +- " + time_text(half) + " (" +
                     share_text(half / seconds(picoseconds)) + ", 95 %)";
  if (band.known < 0.9995) {
    text += "; of " + share_text(1 - band.known) + " of the communication the model has none";
  }
  return wrapped(text, 2);
}

std::string path_text(const CriticalPath& path) {
  if (path.picoseconds == 0) return "  nothing takes any time\n";
  std::string text = "  lane " + path.lane + ", " + time_text(seconds(path.picoseconds)) +
                     ", ends on process " + std::to_string(path.latest_process) + "\n\n";
  text += cost_expression_table(path.terms, path.picoseconds);
  text += "  " + band_text(path.band, path.picoseconds) + "\n\n";
  text += sensitivity_table(path_by_call(path), path.picoseconds);
  const std::vector<PathShare> sites = path_by_site(path);
  if (!sites.empty()) text += "\n" + sensitivity_table(sites, path.picoseconds);
  const std::string sentences = what_if_text(path);
  if (!sentences.empty()) text += "\n" + sentences;
  if (path.untold_decisions > 0) {
    text +=
        "  note: " +
        wrapped("of " + count_text(path.untold_decisions) + " of " + count_text(path.decisions) +
                    " points on the path it is not known what other ways there are, so that "
                    "less may be saved; a scenario with factors says how much",
                8) +
        "\n";
  }
  return text;
}

}  // namespace revprof
