// SPDX-License-Identifier: BSD-3-Clause
// The tables of path_text.cpp as tags of the template.
#include "revprof/report/html/html_path.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>

#include "revprof/report/html/html_tables.hpp"
#include "revprof/report/text/path_text.hpp"
#include "revprof/report/text/quantity.hpp"

namespace revprof {

namespace {

constexpr std::size_t most_terms = 40, most_shares = 30;

std::string signed_time(double time) {
  return time < 0 ? "\u2212" + html_time(-time) : html_time(time);
}

std::string saved(const Saving& saving, double all) {
  if (saving.seconds <= 0) return "\u2013";
  const std::string text = share_text(saving.seconds / all);
  return (text[0] == '<' ? "" : "\u2212") + text + (saving.at_most ? "*" : "");
}

TagList share_rows(const std::vector<PathShare>& shares, double all) {
  TagList rows;
  for (std::size_t i = 0; i < std::min(shares.size(), most_shares); ++i) {
    const PathShare& share = shares[i];
    const double time = seconds(share.picoseconds);
    rows.push_back(Tags{{"name", share.name},
                        {"path_time", html_time(time)},
                        {"path_share", share_text(time / all)},
                        {"half", saved(share.twice_as_fast, all)},
                        {"no_latency", saved(share.no_latency, all)},
                        {"no_transfer", saved(share.no_transfer, all)}});
  }
  return rows;
}

TagList term_rows(const CriticalPath& path, double all) {
  TagList rows;
  double rest = 0;
  for (std::size_t i = 0; i < path.terms.size(); ++i) {
    const PathTerm& term = path.terms[i];
    if (i >= most_terms) {
      rest += term.seconds();
      continue;
    }
    std::string value = value_text(term.value);
    if (term.standard_error) value += " \u00b1 " + value_text(*term.standard_error);
    rows.push_back(Tags{{"n", number_text(term.n)},
                        {"value", value},
                        {"term_time", signed_time(term.seconds())},
                        {"term_share", share_text(term.seconds() / all)},
                        {"which", term_name(term)}});
  }
  if (path.terms.size() > most_terms) {
    rows.push_back(Tags{{"n", ""},
                        {"value", ""},
                        {"term_time", signed_time(rest)},
                        {"term_share", share_text(rest / all)},
                        {"which", std::to_string(path.terms.size() - most_terms) + " more"}});
  }
  return rows;
}

// The text without its line breaks, and with the signs that a terminal may lack.
std::string in_html(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\n';
    if (!blank || (!result.empty() && result.back() != ' ')) result += blank ? ' ' : c;
  }
  for (const auto& [plain, sign] : {std::pair{"+-", "\u00b1"}, std::pair{" us ", " \u00b5s "}}) {
    for (std::size_t at = 0; (at = result.find(plain, at)) != std::string::npos;) {
      result.replace(at, std::string(plain).size(), sign);
    }
  }
  return result;
}

}  // namespace

Tags html_path(const std::optional<CriticalPath>& path) {
  if (!path || path->picoseconds == 0) return {{"has_path", Tag(false)}};
  const double all = seconds(path->picoseconds);
  const TagList sites = share_rows(path_by_site(*path), all);
  return {{"has_path", Tag(true)},
          {"path_lane", path->lane},
          {"path_predicted", html_time(all)},
          {"path_process", std::to_string(path->latest_process)},
          {"path_band", in_html(band_text(path->band, path->picoseconds))},
          {"path_calls", share_rows(path_by_call(*path), all)},
          {"path_sites", sites},
          {"has_path_sites", Tag(!sites.empty())},
          {"terms", term_rows(*path, all)},
          {"terms_count", count_text(static_cast<std::int64_t>(path->terms.size()))}};
}

}  // namespace revprof
