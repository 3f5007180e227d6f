// SPDX-License-Identifier: BSD-3-Clause
// Reads placements, and tells hosts and turns into places.
#include "revprof/run/placement.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>

#include "fit/file/whole_file.hpp"

namespace revprof {

namespace {

constexpr int most = 1 << 24;  // places, or processes of a host

std::optional<int> number_in(const std::string& word) {
  int number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  const bool whole = error == std::errc() && end == word.data() + word.size();
  return whole && number >= 0 && number < most ? std::optional(number) : std::nullopt;
}

// "HOST", "HOST:N"; then perhaps "slots=N" and what else a host file says (max-slots=N).
std::pair<std::string, std::optional<int>> host_of(const std::vector<std::string>& words) {
  const std::size_t colon = words[0].rfind(':');
  std::string name = words[0].substr(0, colon);
  std::optional<int> slots = 1;
  if (colon != std::string::npos) slots = number_in(words[0].substr(colon + 1));
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::size_t equals = words[i].find('=');
    if (equals == std::string::npos) return {"", std::nullopt};
    if (words[i].substr(0, equals) == "slots") slots = number_in(words[i].substr(equals + 1));
  }
  return {name, slots};
}

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream text(line.substr(0, line.find('#')));
  std::vector<std::string> words;
  for (std::string word; text >> word;) words.push_back(word);
  return words;
}

int ranks_per_node(const std::vector<Lane>& lanes, const std::string& value) {
  const int first = lanes.front().model->machine.ranks_per_node;
  for (const Lane& lane : lanes) {
    const int other = lane.model->machine.ranks_per_node;
    if (other == first) continue;
    throw std::runtime_error(value + ": expected models with nodes of one size, found " +
                             std::to_string(first) + " and " + std::to_string(other) +
                             " processes; a file may name places instead");
  }
  return first;
}

std::vector<int> in_turns(int processes, int node) {
  const int nodes = (processes + node - 1) / node;
  std::vector<int> places;
  for (int rank = 0; rank < processes; ++rank) {
    places.push_back(rank % nodes * node + rank / nodes);
  }
  return places;
}

std::vector<int> on_hosts(const std::vector<int>& hosts, int node, const std::string& file) {
  std::map<int, int> held;
  std::vector<int> places;
  for (const int host : hosts) {
    const int slot = held[host]++;
    if (slot == node) {
      throw std::runtime_error(file + ": expected at most " + std::to_string(node) +
                               " processes on a host, as the model's nodes have, found more on "
                               "host number " +
                               std::to_string(host + 1));
    }
    places.push_back(host * node + slot);
  }
  return places;
}

}  // namespace

PlacementText parse_placement(const std::string& text, const std::string& file) {
  PlacementText placement;
  std::map<std::string, int> hosts;
  std::istringstream lines(text);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const std::vector<std::string> words = words_of(line);
    if (words.empty()) continue;
    const auto fail = [&](const std::string& expected) {
      throw std::runtime_error(file + ":" + std::to_string(number) + ": expected " + expected +
                               ", found \"" + line + '"');
    };
    if (placement.entries.empty()) placement.by_host = !number_in(words[0]).has_value();
    if (!placement.by_host) {
      for (const std::string& word : words) {
        const std::optional<int> place = number_in(word);
        if (!place) fail("numbers of places, one for each process");
        placement.entries.push_back(*place);
      }
      continue;
    }
    const auto [name, slots] = host_of(words);
    if (name.empty() || number_in(words[0]) || !slots || *slots == 0) {
      fail("a host and how many processes it gets, such as node1 slots=4");
    }
    const int host = hosts.insert({name, static_cast<int>(hosts.size())}).first->second;
    placement.entries.insert(placement.entries.end(), static_cast<std::size_t>(*slots), host);
  }
  return placement;
}

PlacementText read_placement(const std::string& file) {
  return parse_placement(read_file(file), file);
}

ProcessPlaces places_by(const std::string& value, int processes, const std::vector<Lane>& lanes) {
  if (value == in_order) return ProcessPlaces();
  if (value == round_robin) return ProcessPlaces(in_turns(processes, ranks_per_node(lanes, value)));
  PlacementText placement = read_placement(value);
  const auto all = static_cast<std::size_t>(processes);
  if (placement.entries.size() < all) {
    throw std::runtime_error(value + ": expected a place for each of the " +
                             std::to_string(processes) + " processes, found " +
                             std::to_string(placement.entries.size()));
  }
  placement.entries.resize(all);
  if (placement.by_host) {
    return ProcessPlaces(on_hosts(placement.entries, ranks_per_node(lanes, value), value));
  }
  std::set<int> taken;
  for (const int place : placement.entries) {
    if (taken.insert(place).second) continue;
    throw std::runtime_error(value + ": expected each place once, found " + std::to_string(place) +
                             " again");
  }
  return ProcessPlaces(std::move(placement.entries));
}

}  // namespace revprof
