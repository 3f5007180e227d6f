// SPDX-License-Identifier: BSD-3-Clause
// Places travel as text: every process has met others.
#include "revprof/mpi/site_results.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <tuple>

namespace revprof {

namespace {

using Json = nlohmann::json;

std::string own_sites(const Process& process) {
  Json rows = Json::array();
  const std::vector<CallAccount>& accounts = process.engine->sites();
  const auto& sites = process.call_sites->list();
  for (std::size_t i = 0; i < sites.size(); ++i) {
    const CallAccount spent = i < accounts.size() ? accounts[i] : CallAccount();
    rows.push_back({name(sites[i].call), sites[i].module, sites[i].offset, spent.count, spent.bytes,
                    spent.time, spent.waiting});
  }
  return rows.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// One text of each process, on rank 0.
std::vector<std::string> gather(const std::string& own, MPI_Comm world) {
  int processes = 1, rank = 0;
  PMPI_Comm_size(world, &processes);
  PMPI_Comm_rank(world, &rank);
  const int length = static_cast<int>(own.size());
  std::vector<int> lengths(static_cast<std::size_t>(processes));
  PMPI_Gather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, world);
  std::vector<int> begins(lengths.size());
  std::partial_sum(lengths.begin(), lengths.end() - 1, begins.begin() + 1);
  std::string all(static_cast<std::size_t>(begins.back() + lengths.back()), '\0');
  PMPI_Gatherv(own.data(), length, MPI_CHAR, all.data(), lengths.data(), begins.data(), MPI_CHAR, 0,
               world);
  std::vector<std::string> texts;
  if (rank != 0) return texts;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    texts.push_back(
        all.substr(static_cast<std::size_t>(begins[i]), static_cast<std::size_t>(lengths[i])));
  }
  return texts;
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

GatheredSites gather_sites(const Process& process) {
  GatheredSites gathered;
  if (process.call_sites == nullptr) return gathered;
  const std::vector<std::string> texts = gather(own_sites(process), process.world);
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
