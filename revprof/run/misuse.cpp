// SPDX-License-Identifier: BSD-3-Clause
// One line for each note, whoever has noted it.
#include "revprof/run/misuse.hpp"

#include <sstream>
#include <utility>

namespace revprof {

namespace {

constexpr char own_mark = '*', sentence_mark = ' ';

// "process 3", "each of processes 0 to 3, 5".
std::string subject(const std::vector<int>& processes) {
  if (processes.size() == 1) return "process " + std::to_string(processes[0]);
  std::string text = "each of processes ";
  for (std::size_t first = 0; first < processes.size();) {
    std::size_t last = first;
    while (last + 1 < processes.size() && processes[last + 1] == processes[last] + 1) ++last;
    if (first > 0) text += ", ";
    text += std::to_string(processes[first]);
    if (last > first) text += (last > first + 1 ? " to " : ", ") + std::to_string(processes[last]);
    first = last + 1;
  }
  return text;
}

}  // namespace

std::vector<std::string> Misuse::gather(Team& team) const {
  constexpr std::size_t most_said = 16;
  std::string own;
  for (const Note& note : notes_) {
    own += (note.is_own ? own_mark : sentence_mark) + note.text + "\n";
  }
  std::vector<std::pair<std::string, std::vector<int>>> all;
  int process = 0;
  for (const std::string& of_one : team.gather(own)) {
    std::istringstream lines(of_one);
    for (std::string line; std::getline(lines, line);) {
      const auto known = std::find_if(all.begin(), all.end(),
                                      [&](const auto& said) { return said.first == line; });
      if (known != all.end()) known->second.push_back(process);
      if (known == all.end() && all.size() < most_said) all.push_back({line, {process}});
    }
    ++process;
  }
  std::vector<std::string> texts;
  for (const auto& [line, processes] : all) {
    const std::string text = line.substr(1);
    texts.push_back(line[0] == own_mark ? subject(processes) + " " + text : text);
  }
  return texts;
}

}  // namespace revprof
