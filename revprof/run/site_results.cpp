// SPDX-License-Identifier: BSD-3-Clause
// Places travel as text: every process has met others.
#include "revprof/run/site_results.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>

namespace revprof {

namespace {

using Json = nlohmann::json;

std::string own_sites(const Run& run) {
  Json rows = Json::array();
  const std::vector<CallAccount>& accounts = run.engine->sites();
  const auto& sites = run.call_sites->list();
  for (std::size_t i = 0; i < sites.size(); ++i) {
    const CallAccount spent = i < accounts.size() ? accounts[i] : CallAccount();
    rows.push_back({name(sites[i].call), sites[i].module, sites[i].offset, spent.count, spent.bytes,
                    spent.time, spent.waiting});
  }
  return rows.dump(-1, ' ', false, Json::error_handler_t::replace);
}

using Place = std::tuple<std::string, std::string, std::int64_t>;

struct Sum {
  std::int64_t count = 0, bytes = 0;
  SimSum time, waiting;
};

SiteSummary summary_of(const Place& place, const Sum& sum) {
  SiteSummary site;
  std::tie(site.call, site.module, site.offset) = place;
  site.count = sum.count;
  site.bytes = sum.bytes;
  site.seconds = seconds(sum.time);
  site.waiting_seconds = seconds(sum.waiting);
  return site;
}

}  // namespace

GatheredSites gather_sites(const Run& run) {
  GatheredSites gathered;
  if (run.call_sites == nullptr) return gathered;
  const std::vector<std::string> texts = run.team->gather(own_sites(run));
  std::map<Place, Sum> sums;
  std::vector<std::vector<Place>> places;
  for (const std::string& text : texts) {
    places.emplace_back();
    for (const Json& row : Json::parse(text)) {
      places.back().emplace_back(row[0], row[1], row[2]);
      Sum& sum = sums[places.back().back()];
      sum.count += row[3].get<std::int64_t>();
      sum.bytes += row[4].get<std::int64_t>();
      sum.time += row[5].get<SimTime>();
      sum.waiting += row[6].get<SimTime>();
    }
  }
  std::vector<std::pair<Place, Sum>> order(sums.begin(), sums.end());
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.second.time > b.second.time; });
  std::map<Place, int> index;
  for (const auto& [place, sum] : order) {
    index[place] = static_cast<int>(gathered.sites.size());
    gathered.sites.push_back(summary_of(place, sum));
  }
  for (const auto& of_process : places) {
    gathered.numbers.emplace_back();
    for (const Place& place : of_process) gathered.numbers.back().push_back(index[place]);
  }
  return gathered;
}

}  // namespace revprof
