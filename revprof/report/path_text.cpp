// SPDX-License-Identifier: BSD-3-Clause
// Puts a critical path into tables.
#include "revprof/report/path_text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "revprof/report/quantity.hpp"
#include "revprof/report/text_table.hpp"

namespace revprof {

namespace {

constexpr std::size_t most_terms = 20, most_shares = 12;

double seconds(std::int64_t picoseconds) { return static_cast<double>(picoseconds) / 1e12; }

std::string signed_time(double value) {
  return value < 0 ? "-" + time_text(-value) : time_text(value);
}

// "12", "1,234", "31.25", "6.7e+08".
std::string number_text(double n) {
  if (n == std::floor(n) && std::abs(n) < 1e9) return count_text(static_cast<std::int64_t>(n));
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", n);
  return text;
}

// A coefficient by itself: what it is a time of, the equation says.
std::string value_text(const PathTerm& term) {
  char text[48];
  std::snprintf(text, sizeof text, "%.4g s", term.value);
  return text;
}

std::vector<PathShare> sorted(const std::map<std::string, PathShare>& by_name) {
  std::vector<PathShare> shares;
  for (const auto& [name, share] : by_name) shares.push_back(share);
  std::stable_sort(shares.begin(), shares.end(), [](const PathShare& a, const PathShare& b) {
    return a.picoseconds > b.picoseconds;
  });
  return shares;
}

void add(std::map<std::string, PathShare>& by_name, const std::string& name,
         const PathCharge& charge) {
  PathShare& share = by_name[name];
  share.name = name;
  share.count += charge.call.empty() ? 0 : charge.count;
  share.picoseconds += charge.picoseconds;
  if (charge.equation.empty()) return;
  share.latency_seconds += charge.latency_seconds;
  share.transfer_seconds += seconds(charge.picoseconds) - charge.latency_seconds;
}

std::string call_name(const PathCharge& charge) {
  return charge.call.empty() ? "computation" : charge.call;
}

std::string site_name(const PathSite& site) {
  if (!site.place.empty()) return site.place;
  char offset[32];
  std::snprintf(offset, sizeof offset, "+0x%llx", static_cast<unsigned long long>(site.offset));
  const auto slash = site.module.rfind('/');
  return (slash == std::string::npos ? site.module : site.module.substr(slash + 1)) + offset;
}

}  // namespace

std::vector<PathShare> path_by_call(const CriticalPath& path) {
  std::map<std::string, PathShare> by_call;
  for (const PathCharge& charge : path.charges) add(by_call, call_name(charge), charge);
  return sorted(by_call);
}

std::vector<PathShare> path_by_site(const CriticalPath& path) {
  std::map<std::string, PathShare> by_site;
  for (const PathCharge& charge : path.charges) {
    if (charge.site < 0 || charge.call.empty()) continue;
    const PathSite& site = path.sites[static_cast<std::size_t>(charge.site)];
    add(by_site, charge.call + "  " + site_name(site), charge);
  }
  return sorted(by_site);
}

std::string term_name(const PathTerm& term) {
  if (term.equation.empty()) return term.term;
  const std::string function = term.function.empty() ? "" : " " + term.function;
  return term.term + function + " of " + term.equation + ", " + term.distance_class + ", d " +
         std::to_string(term.min_bytes) + "-" + std::to_string(term.max_bytes) + ", p " +
         std::to_string(term.min_processes) + "-" + std::to_string(term.max_processes);
}

std::string cost_expression_table(const std::vector<PathTerm>& terms, std::int64_t picoseconds) {
  TextTable table({Align::right, Align::right, Align::right, Align::right, Align::left});
  table.add({"n", "term", "time", "share", "which"});
  double rest = 0, sum = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    sum += terms[i].seconds();
    if (i >= most_terms) {
      rest += terms[i].seconds();
      continue;
    }
    table.add({number_text(terms[i].n), value_text(terms[i]), signed_time(terms[i].seconds()),
               share_text(terms[i].seconds() / seconds(picoseconds)), term_name(terms[i])});
  }
  if (terms.size() > most_terms) {
    table.add({"", "", signed_time(rest), share_text(rest / seconds(picoseconds)),
               std::to_string(terms.size() - most_terms) + " more"});
  }
  table.add({"", "T =", time_text(sum), "", ""});
  return table.text(2);
}

std::string sensitivity_table(const std::vector<PathShare>& shares, std::int64_t picoseconds) {
  const double all = seconds(picoseconds);
  const auto saved = [&](double time) {
    return time >= 0.0005 * all ? "-" + share_text(time / all) : "";
  };
  TextTable table(
      {Align::left, Align::right, Align::right, Align::right, Align::right, Align::right});
  table.add({"", "on the path", "share", "twice as fast", "no latency", "no transfer"});
  for (std::size_t i = 0; i < std::min(shares.size(), most_shares); ++i) {
    const PathShare& share = shares[i];
    table.add({share.name, time_text(seconds(share.picoseconds)),
               share_text(seconds(share.picoseconds) / all), saved(seconds(share.picoseconds) / 2),
               saved(share.latency_seconds), saved(share.transfer_seconds)});
  }
  std::string text = table.text(2);
  if (shares.size() > most_shares) {
    text += "  (" + std::to_string(shares.size() - most_shares) + " more)\n";
  }
  return text;
}

std::string band_text(const PathBand& band, std::int64_t picoseconds) {
  if (band.known <= 0) {
    return wrapped(
        "the model has no errors of its coefficients, so it cannot be said how well this "
        "sum is known",
        2);
  }
  const double half = 1.96 * band.standard_deviation;
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
  text += "  " +
          wrapped(
              "A change saves what is shown, or less where another way becomes the longest; a "
              "scenario with factors says how much less.",
              2) +
          "\n";
  return text;
}

}  // namespace revprof
