// SPDX-License-Identifier: BSD-3-Clause
// Searches PATH; reads the first line of scripts as the kernel does.
#include "revprof/launch/look/program_path.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace revprof {

namespace {

[[noreturn]] void refuse(const std::string& program, const std::string& reason) {
  throw std::runtime_error(program + ": " + reason);
}

bool is_executable_file(const std::string& path) {
  struct stat status;
  return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         access(path.c_str(), X_OK) == 0;
}

// The program that the first line names; env is passed over, with its options and variables.
std::string named_interpreter(const std::string& script) {
  std::string line;
  std::ifstream file(script, std::ios::binary);
  std::getline(file, line);
  std::istringstream words(line.substr(2));
  std::string word;
  words >> word;
  if (word != "env" && word.substr(word.rfind('/') + 1) != "env") return word;
  while (words >> word) {
    if (word[0] != '-' && word.find('=') == std::string::npos) return word;
  }
  return "env";
}

}  // namespace

void require_executable(const std::string& path) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0) refuse(path, std::strerror(errno));
  if (S_ISDIR(status.st_mode)) refuse(path, "expected a program, found a directory");
  if (!is_executable_file(path)) {
    refuse(path, "expected a program, found a file that is not executable (chmod +x?)");
  }
}

std::string find_program(const std::string& name) {
  if (name.empty()) refuse("\"\"", "expected the name of a program");
  if (name.find('/') != std::string::npos) {
    require_executable(name);
    return name;
  }
  const char* path = std::getenv("PATH");
  std::istringstream directories(path == nullptr ? "/usr/local/bin:/usr/bin:/bin" : path);
  for (std::string directory; std::getline(directories, directory, ':');) {
    const std::string candidate = (directory.empty() ? "." : directory) + "/" + name;
    if (is_executable_file(candidate)) return candidate;
  }
  refuse(name, is_executable_file("./" + name)
                   ? "no such program in PATH (did you mean ./" + name + "?)"
                   : "no such program in PATH");
}

bool is_script(const std::string& path) {
  char start[2] = {};
  std::ifstream(path, std::ios::binary).read(start, sizeof start);
  return start[0] == '#' && start[1] == '!';
}

std::vector<std::string> interpreters_of(const std::string& script) {
  constexpr std::size_t most = 5;  // as many as Linux follows
  std::vector<std::string> interpreters;
  for (std::string path = script; is_script(path) && interpreters.size() < most;
       path = interpreters.back()) {
    const std::string name = named_interpreter(path);
    if (name.empty()) refuse(path, "expected an interpreter behind #! in the first line");
    interpreters.push_back(find_program(name));
  }
  return interpreters;
}

}  // namespace revprof
