// SPDX-License-Identifier: BSD-3-Clause
// Each word is a file that appears whole and goes when it is read.
#include "revprof/run/file_team.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "fit/file/whole_file.hpp"
#include "revprof/run/stand_by.hpp"

namespace revprof {

namespace {

using namespace std::chrono_literals;

// All processes are there; this is for one that is killed meanwhile.
constexpr std::chrono::seconds patience = 60s;

std::vector<std::int64_t> numbers(const std::string& text) {
  std::vector<std::int64_t> list(text.size() / sizeof(std::int64_t));
  if (!list.empty()) std::memcpy(list.data(), text.data(), text.size());
  return list;
}

std::string bytes(const std::vector<std::int64_t>& list) {
  return {reinterpret_cast<const char*>(list.data()), list.size() * sizeof(std::int64_t)};
}

template <class Merge>
std::vector<std::int64_t> merge(const std::vector<std::string>& all, std::size_t size, Merge two) {
  std::vector<std::int64_t> merged;
  for (const std::string& text : all) {
    const std::vector<std::int64_t> one = numbers(text);
    if (one.size() != size) throw std::runtime_error("processes do not say the same");
    if (merged.empty()) {
      merged = one;
    } else {
      std::transform(one.begin(), one.end(), merged.begin(), merged.begin(), two);
    }
  }
  merged.resize(size);
  return merged;
}

}  // namespace

// What `process` says, or is told.
std::string FileTeam::name(int process) const {
  return directory_ + "/.word-" + std::to_string(number_) + "-" + std::to_string(process);
}

void FileTeam::say(int process, const std::string& text) const { write_file(name(process), text); }

void FileTeam::await(int process, bool is_there) const {
  const auto last = std::chrono::steady_clock::now() + patience;
  while ((access(name(process).c_str(), R_OK) == 0) != is_there) {
    if (std::chrono::steady_clock::now() > last) {
      throw std::runtime_error(name(process) + (is_there ? ": does not come" : ": is not read"));
    }
    stand_by(1ms);
  }
}

std::string FileTeam::hear(int process) const {
  await(process, true);
  std::ifstream file(name(process), std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  std::remove(name(process).c_str());
  return text;
}

std::vector<std::string> FileTeam::gather(const std::string& own) {
  ++number_;
  std::vector<std::string> all;
  if (rank() != 0) {
    say(rank(), own);
    return all;
  }
  all.push_back(own);
  for (int from = 1; from < processes(); ++from) all.push_back(hear(from));
  return all;
}

std::vector<std::int64_t> FileTeam::sum(const std::vector<std::int64_t>& own) {
  return merge(gather(bytes(own)), own.size(), [](auto a, auto b) { return a + b; });
}

std::vector<std::int64_t> FileTeam::maximum(const std::vector<std::int64_t>& own) {
  const auto all =
      merge(gather(bytes(own)), own.size(), [](auto a, auto b) { return std::max(a, b); });
  return numbers(tell(bytes(all)));
}

// One word for each of the others, as whoever reads one takes it away.
std::string FileTeam::tell(const std::string& text) {
  ++number_;
  if (rank() != 0) return hear(rank());
  for (int to = 1; to < processes(); ++to) say(to, text);
  return text;
}

bool FileTeam::meet(const std::function<bool()>&) {
  meet();
  return true;
}

void FileTeam::meet() { maximum({0}); }

std::string FileTeam::hand_in(int from, const std::string& own) {
  if (rank() != from) return hear(from);
  await(from, false);
  say(from, own);
  return {};
}

void FileTeam::stop_all(int code) { std::_Exit(code); }

}  // namespace revprof
