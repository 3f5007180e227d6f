// SPDX-License-Identifier: BSD-3-Clause
// Sorts, sums and aligns the places.
#include "revprof/report/text/site_table.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <utility>

#include "revprof/report/text/quantity.hpp"
#include "revprof/report/text/text_table.hpp"

namespace revprof {

bool is_line(const std::string& place) { return place.find(':') != std::string::npos; }

std::string site_name(const std::string& module, std::int64_t offset, const std::string& place) {
  if (!place.empty()) return place;
  char text[32];
  std::snprintf(text, sizeof text, "+0x%llx", static_cast<unsigned long long>(offset));
  const auto slash = module.rfind('/');
  return (slash == std::string::npos ? module : module.substr(slash + 1)) + text;
}

std::vector<SiteSummary> sites_by_line(const Summary& summary) {
  std::vector<SiteSummary> lines;
  std::map<std::pair<std::string, std::string>, std::size_t> known;
  for (const SiteSummary& site : summary.sites) {
    const auto name = std::pair(site_name(site.module, site.offset, site.place), site.call);
    const auto [found, is_new] = known.try_emplace(name, lines.size());
    if (is_new) {
      lines.push_back(site);
      continue;
    }
    SiteSummary& line = lines[found->second];
    line.count += site.count;
    line.bytes += site.bytes;
    line.seconds += site.seconds;
    line.waiting_seconds += site.waiting_seconds;
  }
  std::stable_sort(lines.begin(), lines.end(), [](const SiteSummary& a, const SiteSummary& b) {
    return a.seconds > b.seconds;
  });
  return lines;
}

std::string site_table(const Summary& summary, std::size_t most) {
  TextTable table({Align::left, Align::left, Align::right, Align::right, Align::right, Align::right,
                   Align::right});
  table.add({"place", "call", "count", "mean size", "time", "waiting", "share"});
  const double whole = seconds(summary.all_processes());
  const std::vector<SiteSummary> sites = sites_by_line(summary);
  const std::size_t shown = sites.size() > most + 1 ? most : sites.size();  // as in call_table()
  double rest = 0;
  for (std::size_t i = 0; i < sites.size(); ++i) {
    const SiteSummary& site = sites[i];
    if (i >= shown) {
      rest += site.seconds;
      continue;
    }
    const double mean =
        site.count > 0 ? static_cast<double>(site.bytes) / static_cast<double>(site.count) : 0;
    table.add({site_name(site.module, site.offset, site.place), site.call, count_text(site.count),
               bytes_text(mean), time_text(site.seconds), time_text(site.waiting_seconds),
               share_text(whole > 0 ? site.seconds / whole : 0)});
  }
  if (shown < sites.size()) {
    table.add({std::to_string(sites.size() - shown) + " more", "", "", "", time_text(rest), "",
               share_text(whole > 0 ? rest / whole : 0)});
  }
  return table.text(2, page_columns);
}

std::string site_note(const Summary& summary) {
  const auto unknown =
      summary.sites.size() - static_cast<std::size_t>(std::count_if(
                                 summary.sites.begin(), summary.sites.end(),
                                 [](const SiteSummary& site) { return is_line(site.place); }));
  if (unknown == 0) return "";
  return count_text(static_cast<std::int64_t>(unknown)) + " of " +
         count_text(static_cast<std::int64_t>(summary.sites.size())) +
         " places are no lines, but functions or addresses: their code has no debug information "
         "here (compile with -g)";
}

}  // namespace revprof
