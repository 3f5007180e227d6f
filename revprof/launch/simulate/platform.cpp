// SPDX-License-Identifier: BSD-3-Clause
// Reads the elements of a platform that stand for hosts; SimGrid reads the rest.
#include "revprof/launch/simulate/platform.hpp"

#include <algorithm>
#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <charconv>
#include <sstream>
#include <string_view>

#include "fit/file/whole_file.hpp"

namespace revprof {

namespace {

namespace pt = boost::property_tree;

std::string attribute(const pt::ptree& element, const char* name) {
  return element.get<std::string>(std::string("<xmlattr>.") + name, "");
}

[[noreturn]] void fail(const std::string& file, const std::string& expected,
                       const std::string& found) {
  throw FileError(file + ": expected " + expected + ", found \"" + found + "\"");
}

int number(const std::string& file, const std::string& what, std::string_view text) {
  int value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || value < 0) fail(file, what, std::string(text));
  return value;
}

int cores(const std::string& file, const pt::ptree& element) {
  const std::string text = attribute(element, "core");
  return text.empty() ? 1 : std::max(1, number(file, "a number of cores", text));
}

// "0-15,20,24-31"
std::vector<int> numbers_of(const std::string& file, const std::string& radical) {
  const std::string expected = "a radical such as 0-15,20";
  std::vector<int> all;
  std::istringstream ranges(radical);
  for (std::string range; std::getline(ranges, range, ',');) {
    const std::size_t dash = range.find('-');
    const int first = number(file, expected, std::string_view(range).substr(0, dash));
    const int last = dash == std::string::npos
                         ? first
                         : number(file, expected, std::string_view(range).substr(dash + 1));
    for (int each = first; each <= last; ++each) all.push_back(each);
  }
  return all;
}

void add_hosts(const std::string& file, const pt::ptree& parent, std::vector<PlatformHost>& hosts) {
  for (const auto& [name, element] : parent) {
    if (name == "host" || name == "peer") {
      hosts.push_back({attribute(element, "id"), cores(file, element)});
    } else if (name == "cluster" || name == "cabinet") {
      for (const int each : numbers_of(file, attribute(element, "radical"))) {
        hosts.push_back(
            {attribute(element, "prefix") + std::to_string(each) + attribute(element, "suffix"),
             cores(file, element)});
      }
    } else if (name == "zone" || name == "AS") {
      add_hosts(file, element, hosts);
    }
  }
}

}  // namespace

std::vector<PlatformHost> platform_hosts(const std::string& file) {
  std::istringstream text(read_file(file));
  pt::ptree document;
  try {
    pt::read_xml(text, document);
  } catch (const pt::xml_parser_error& error) {
    throw FileError(file + ':' + std::to_string(error.line()) +
                    ": expected a SimGrid platform in XML, found what is no XML (" +
                    error.message() + ")");
  }
  const auto platform = document.get_child_optional("platform");
  if (!platform) {
    fail(file, "a SimGrid platform, an element <platform>",
         document.empty() ? "" : document.front().first);
  }
  std::vector<PlatformHost> hosts;
  add_hosts(file, *platform, hosts);
  if (hosts.empty()) {
    throw FileError(file + ": expected hosts (<host>, <peer>, <cluster> or <cabinet>), found none");
  }
  return hosts;
}

std::vector<std::string> hosts_of_processes(const std::vector<PlatformHost>& hosts,
                                            int ranks_per_node, std::size_t processes) {
  std::vector<std::string> places;
  for (const PlatformHost& host : hosts) {
    const auto ranks = static_cast<std::size_t>(ranks_per_node > 0 ? ranks_per_node : host.cores);
    places.insert(places.end(), std::min(ranks, processes - places.size()), host.name);
  }
  return places;
}

}  // namespace revprof
