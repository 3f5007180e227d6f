// SPDX-License-Identifier: BSD-3-Clause
// Runs `ld.so --list PROGRAM` and reads its lines: "name => path (0x...)" or "name => not found".
#include "revprof/launch/look/loaded_libraries.hpp"

#include <sstream>
#include <stdexcept>

#include "revprof/launch/run/process.hpp"

namespace revprof {

namespace {

std::string without_address(const std::string& text) {
  const std::size_t address = text.rfind(" (0x");
  return address == std::string::npos ? text : text.substr(0, address);
}

}  // namespace

std::vector<LoadedLibrary> loaded_libraries(const std::string& loader, const std::string& program) {
  const CapturedOutput listing = capture({loader, "--list", program});
  std::vector<LoadedLibrary> libraries;
  std::istringstream lines(listing.text);
  std::string line;
  while (std::getline(lines, line)) {
    const std::size_t arrow = line.find(" => ");
    if (line.empty() || line[0] != '\t' || arrow == std::string::npos) continue;
    const std::string found = line.substr(arrow + 4);
    libraries.push_back(
        {line.substr(1, arrow - 1), found == "not found" ? "" : without_address(found)});
  }
  if (libraries.empty() && listing.exit_code != 0) {
    throw std::runtime_error("its loader " + loader + " cannot load it: " + listing.text);
  }
  return libraries;
}

}  // namespace revprof
