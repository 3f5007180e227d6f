// SPDX-License-Identifier: BSD-3-Clause
// What the host decided is said in one line: each kind with the places where that was most often.
#include "revprof/run/host_choices.hpp"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <vector>

#include "revprof/run/team.hpp"

namespace revprof {

namespace {

using Json = nlohmann::json;

struct Choice {
  std::int64_t ChoiceCounts::*times;
  const char* what;
};
constexpr Choice all_choices[] = {
    {&ChoiceCounts::wildcards, "receives from MPI_ANY_SOURCE"},
    {&ChoiceCounts::completions, "completions of one among several requests"},
    {&ChoiceCounts::failed_tests, "Tests that failed before the clock moved on"},
    {&ChoiceCounts::locks, "locks that another process had held before"},
    {&ChoiceCounts::atomics, "atomic operations that another process had preceded"},
    {&ChoiceCounts::pointers, "places in a file by the pointer that its processes share"},
    {&ChoiceCounts::forgotten, "waits for what had been forgotten, as more had come since"},
    {&ChoiceCounts::late, "changes of words, heard of after a wait that they might have ended"},
    {&ChoiceCounts::postings,
     "ends of sends that wait for their receivers, which had not said when they were ready"},
    {&ChoiceCounts::threads, "calls by another thread than the one before"},
    {&ChoiceCounts::shares, "parallel regions whose threads took their work as they came"}};

constexpr std::size_t most_places = 2;  // of each kind, by name

std::string own_text(const HostChoices& own) {
  Json rows = Json::array();
  for (const auto& [place, counts] : own.places) {
    Json row = Json::array({place_text(place)});
    for (const Choice& choice : all_choices) row.push_back(counts.*choice.times);
    rows.push_back(row);
  }
  return rows.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// "102 receives from MPI_ANY_SOURCE: MPI_Recv at FILE+0x12 100, ...".
std::string sentence(const char* what, const std::map<std::string, std::int64_t>& by_place) {
  std::vector<std::pair<std::string, std::int64_t>> order(by_place.begin(), by_place.end());
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::int64_t all = 0;
  std::string list;
  for (std::size_t i = 0; i < order.size(); ++i) {
    all += order[i].second;
    if (i >= most_places) continue;
    list += (i == 0 ? "" : ", ") + order[i].first;
    if (order.size() > 1) list += " " + std::to_string(order[i].second);
  }
  if (order.size() > most_places) {
    list += " and " + std::to_string(order.size() - most_places) + " other places";
  }
  return std::to_string(all) + " " + what + ": " + list;
}

}  // namespace

std::string place_text(const HostChoices::Place& place) {
  const CallSites::Site site = CallSites::at(place.first, place.second);
  const std::string call = traits(place.first).name;
  const bool is_call = place.first != HostChoices::no_call;
  if (site.module.empty()) return is_call ? call : "somewhere";
  char offset[32];
  std::snprintf(offset, sizeof offset, "+0x%llx", static_cast<unsigned long long>(site.offset));
  return (is_call ? call + " at " : "") + site.module.substr(site.module.rfind('/') + 1) + offset;
}

std::string warning_of_choices(const HostChoices& own, Team& team) {
  const std::vector<std::string> texts = team.gather(own_text(own));
  std::map<std::string, std::int64_t> found[std::size(all_choices)];
  for (const std::string& text : texts) {
    for (const Json& row : Json::parse(text)) {
      for (std::size_t i = 0; i < std::size(all_choices); ++i) {
        const auto times = row[i + 1].get<std::int64_t>();
        if (times > 0) found[i][row[0]] += times;
      }
    }
  }
  std::string list;
  for (std::size_t i = 0; i < std::size(all_choices); ++i) {
    if (found[i].empty()) continue;
    list += (list.empty() ? "" : "; ") + sentence(all_choices[i].what, found[i]);
  }
  if (list.empty()) return "";
  return "the host's timing decided an order (" + list +
         "): the prediction may vary from run to run";
}

}  // namespace revprof
