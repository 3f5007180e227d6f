// SPDX-License-Identifier: BSD-3-Clause
// Puts places and regions into words.
#include "revprof/run/computation/segment_name.hpp"

#include <cstdio>
#include <fstream>
#include <iterator>

#include "revprof/run/call_site.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

namespace {

std::string last_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::string text_of(const CallPlace& place) {
  if (place.address == nullptr) return call_name(place);
  const CallSites::Site site = CallSites::at(place.call, place.address);
  char offset[32];
  std::snprintf(offset, sizeof offset, "+0x%llx", static_cast<unsigned long long>(site.offset));
  return std::string(name(place.call)) + " " + last_name(site.module) + offset;
}

std::string plain(std::string text) {
  for (char& character : text) {
    const auto code = static_cast<unsigned char>(character);
    if (character == ',') character = ';';
    if (code < 0x20 || code == 0x7f) character = '?';
  }
  return text;
}

}  // namespace

std::string call_name(const CallPlace& place) {
  // The call that an empty place has is none that a program makes.
  return place == CallPlace() ? "begin" : name(place.call);
}

std::string segment_name(const Segment& segment, const std::vector<Region>& regions) {
  if (segment.region != Regions::none) {
    return plain("region " + regions[static_cast<std::size_t>(segment.region)].name);
  }
  return plain(text_of(segment.from) + " -> " + text_of(segment.to));
}

std::string build_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return text.empty() ? "unreadable" : fingerprint(text);
}

std::vector<std::pair<std::string, std::string>> modules_of(const Segment& segment) {
  std::vector<std::pair<std::string, std::string>> modules;
  for (const CallPlace& place : {segment.from, segment.to}) {
    if (segment.region != Regions::none || place.address == nullptr) continue;
    const std::string path = CallSites::at(place.call, place.address).module;
    if (!path.empty()) modules.emplace_back(plain(last_name(path)), path);
  }
  return modules;
}

}  // namespace revprof
