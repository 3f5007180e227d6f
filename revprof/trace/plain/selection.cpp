// SPDX-License-Identifier: BSD-3-Clause
// Reads what a user writes for processes and times.
#include "revprof/trace/plain/selection.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <stdexcept>

namespace revprof {

namespace {

[[noreturn]] void refuse(const std::string& expected, const std::string& found) {
  throw std::runtime_error("expected " + expected + ", found \"" + found + "\"");
}

struct Unit {
  const char* name;
  double seconds;
};
constexpr Unit units[] = {{"min", 60},   {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9},
                          {"ps", 1e-12}, {"s", 1},     {"h", 3600}};

// Takes a time off the front of `text`; false: there is none.
bool take_time(const char*& text, SimTime& time) {
  if (!std::isdigit(static_cast<unsigned char>(*text)) && *text != '.') return false;
  char* end = nullptr;
  double seconds = std::strtod(text, &end);
  if (end == text) return false;
  text = end;
  for (const Unit& unit : units) {
    const std::string name = unit.name;
    if (name.compare(0, std::string::npos, text, name.size()) != 0) continue;
    seconds *= unit.seconds;
    text += name.size();
    break;
  }
  if (!std::isfinite(seconds) || seconds > revprof::seconds(Selection::latest) / 2) return false;
  time = from_seconds(seconds);
  return true;
}

}  // namespace

bool Selection::has_process(int rank) const {
  return ranks.empty() || std::any_of(ranks.begin(), ranks.end(), [rank](const auto& range) {
           return range.first <= rank && rank <= range.second;
         });
}

std::vector<std::pair<int, int>> parse_ranks(const std::string& text) {
  constexpr const char* expected = "all, or ranks such as 0-3,7";
  std::vector<std::pair<int, int>> ranks;
  if (text == "all") return ranks;
  const char* next = text.data();
  const char* const end = next + text.size();
  const auto take_rank = [&] {
    int rank = 0;
    const auto [stop, error] = std::from_chars(next, end, rank);
    if (error != std::errc() || rank < 0 || *next == '-') refuse(expected, text);
    next = stop;
    return rank;
  };
  while (true) {
    const int first = take_rank();
    int last = first;
    if (next != end && *next == '-') {
      ++next;
      last = take_rank();
    }
    if (last < first) refuse(expected, text);
    ranks.emplace_back(first, last);
    if (next == end) return ranks;
    if (*next++ != ',') refuse(expected, text);
  }
}

SimTime parse_time(const std::string& text) {
  SimTime time = 0;
  const char* next = text.c_str();
  if (!take_time(next, time) || *next != '\0') refuse("a time such as 0.1s, 150us or 2e-3", text);
  return time;
}

std::pair<SimTime, SimTime> parse_window(const std::string& text) {
  constexpr const char* expected =
      "all, or FROM-TO with FROM before TO, such as 0.1s-0.2s, 150us- or -2ms";
  SimTime from = 0, to = Selection::latest;
  if (text == "all") return {from, to};
  const char* next = text.c_str();
  const bool begins = take_time(next, from);
  if (*next != '-') refuse(expected, text);
  ++next;
  const bool ends = take_time(next, to);
  if (*next != '\0' || from >= to || !(begins || ends)) refuse(expected, text);
  return {from, to};
}

}  // namespace revprof
