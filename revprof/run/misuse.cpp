// SPDX-License-Identifier: BSD-3-Clause
// One line for each note.
#include "revprof/run/misuse.hpp"

#include <sstream>

namespace revprof {

std::vector<std::string> Misuse::gather(Team& team) const {
  constexpr std::size_t most_said = 16;
  std::string own;
  for (const std::string& text : texts_) own += text + "\n";
  std::vector<std::string> all;
  for (const std::string& of_one : team.gather(own)) {
    std::istringstream lines(of_one);
    for (std::string line; std::getline(lines, line) && all.size() < most_said;) {
      if (std::find(all.begin(), all.end(), line) == all.end()) all.push_back(line);
    }
  }
  return all;
}

}  // namespace revprof
