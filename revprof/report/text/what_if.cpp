// SPDX-License-Identifier: BSD-3-Clause
// A faster call makes the path shorter, and the ways beside it that hold such calls, too. The
// predicted time is then that of the longest of them.
#include "revprof/report/text/what_if.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

#include "revprof/report/text/quantity.hpp"
#include "revprof/report/text/site_table.hpp"
#include "revprof/report/text/text_table.hpp"

namespace revprof {

namespace {

constexpr std::size_t most_sentences = 3;
constexpr double least_share = 0.02;

// What a charge gets shorter by.
using Change = double (*)(const PathCharge& charge);

double half(const PathCharge& charge) { return seconds(charge.picoseconds) / 2; }
double latency(const PathCharge& charge) {
  return charge.equation.empty() ? 0 : charge.latency_seconds;
}
double transfer(const PathCharge& charge) {
  return charge.equation.empty() ? 0 : seconds(charge.picoseconds) - charge.latency_seconds;
}

// What a charge belongs to; empty: to nothing that is asked for.
using Name = std::function<std::string(const PathCharge& charge)>;

std::map<std::string, double> sums(const std::vector<PathCharge>& charges, const Name& name,
                                   Change change) {
  std::map<std::string, double> by_name;
  for (const PathCharge& charge : charges) {
    const std::string found = name(charge);
    if (!found.empty()) by_name[found] += change(charge);
  }
  return by_name;
}

std::map<std::string, Saving> savings(const CriticalPath& path, const Name& name, Change change) {
  std::map<std::string, Saving> by_name;
  for (const auto& [key, saved] : sums(path.charges, name, change)) by_name[key] = {saved, false};
  // How much later than the path another way would then be there, at worst.
  std::map<std::string, double> leads;
  for (const PathAlternative& alternative : path.alternatives) {
    std::map<std::string, double> lead = sums(alternative.present, name, change);
    for (const auto& [key, saved] : sums(alternative.instead, name, change)) lead[key] -= saved;
    for (const auto& [key, gained] : lead) {
      double& worst = leads[key];
      worst = std::max(worst, gained - seconds(alternative.slack));
    }
  }
  // Times are whole picoseconds.
  for (const auto& [key, lead] : leads) {
    const auto saving = by_name.find(key);
    if (lead < 1e-12 || saving == by_name.end()) continue;
    saving->second = {saving->second.seconds - lead, true};
  }
  return by_name;
}

std::vector<PathShare> shares(const CriticalPath& path, const Name& name) {
  std::map<std::string, PathShare> by_name;
  for (const PathCharge& charge : path.charges) {
    const std::string found = name(charge);
    if (!found.empty()) by_name[found].picoseconds += charge.picoseconds;
  }
  auto twice_as_fast = savings(path, name, half);
  auto no_latency = savings(path, name, latency);
  auto no_transfer = savings(path, name, transfer);
  std::vector<PathShare> list;
  for (auto& [key, share] : by_name) {
    share.name = key;
    share.twice_as_fast = twice_as_fast[key];
    share.no_latency = no_latency[key];
    share.no_transfer = no_transfer[key];
    list.push_back(share);
  }
  std::stable_sort(list.begin(), list.end(), [](const PathShare& a, const PathShare& b) {
    return a.picoseconds > b.picoseconds;
  });
  return list;
}

constexpr const char* computation = "computation";

}  // namespace

std::vector<PathShare> path_by_call(const CriticalPath& path) {
  return shares(path, [](const PathCharge& charge) {
    return charge.call.empty() ? computation : charge.call;
  });
}

std::vector<PathShare> path_by_site(const CriticalPath& path) {
  return shares(path, [&](const PathCharge& charge) -> std::string {
    if (charge.site < 0 || charge.call.empty()) return "";
    const PathSite& site = path.sites[static_cast<std::size_t>(charge.site)];
    const std::string name = site_name(site.module, site.offset, site.place);
    return is_line(site.place) ? name : charge.call + ", " + name;
  });
}

std::string what_if_text(const CriticalPath& path) {
  const double all = seconds(path.picoseconds);
  std::string text;
  std::size_t sentences = 0;
  for (const PathShare& share : path_by_call(path)) {
    if (seconds(share.picoseconds) < least_share * all || sentences == most_sentences) break;
    if (share.name == computation) continue;
    std::string sentence = share.name + " is " + share_text(seconds(share.picoseconds) / all) +
                           " of the predicted time";
    const std::pair<const char*, Saving> changes[] = {
        {"; twice as fast saves ", share.twice_as_fast},
        {", no latency at all ", share.no_latency},
        {", no time for bytes ", share.no_transfer}};
    for (const auto& [change, saving] : changes) {
      sentence +=
          change + std::string(saving.at_most ? "up to " : "") + share_text(saving.seconds / all);
    }
    text += "  " + wrapped(sentence, 4) + "\n";
    ++sentences;
  }
  return text;
}

}  // namespace revprof
