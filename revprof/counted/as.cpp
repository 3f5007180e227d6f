// SPDX-License-Identifier: BSD-3-Clause
// The program that GCC takes for its assembler: makes the assembly count, and hands it to the real
// one.
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "revprof/counted/counting.hpp"

namespace revprof {

namespace {

constexpr const char* name = "as";
const std::string processor_option = "--revprof-processor=";  // of `revprof flags --processor`

bool is_this_program(const std::string& path) {
  struct stat own {};
  struct stat other {};
  return stat("/proc/self/exe", &own) == 0 && stat(path.c_str(), &other) == 0 &&
         own.st_dev == other.st_dev && own.st_ino == other.st_ino;
}

// The next one where GCC would look for it: its own folders, which it tells, then PATH.
std::string real_assembler() {
  for (const char* variable : {"COMPILER_PATH", "PATH"}) {
    const char* const value = std::getenv(variable);
    std::istringstream folders(value == nullptr ? "" : value);
    for (std::string folder; std::getline(folders, folder, ':');) {
      const std::string path = (folder.empty() ? "." : folder) + "/" + name;
      if (access(path.c_str(), X_OK) == 0 && !is_this_program(path)) return path;
    }
  }
  throw std::runtime_error("found no other assembler: expected as in PATH (Debian: binutils)");
}

struct CommandLine {
  std::vector<std::string> words;  // but for the input
  std::string input;               // empty: standard input
  bool asks = false;               // for a version, say: there is nothing to assemble
  Count count;
};

CommandLine read_words(const std::vector<std::string>& words) {
  static const std::vector<std::string> with_value = {"-o", "-I", "--defsym", "--MD", "-MD", "-t"};
  static const std::vector<std::string> asking = {"--version", "-version", "--help",
                                                  "--target-help"};
  static const std::vector<std::string> other_machines = {"--32", "--x32"};
  const auto holds = [](const std::vector<std::string>& list, const std::string& word) {
    return std::find(list.begin(), list.end(), word) != list.end();
  };
  CommandLine line;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (holds(other_machines, word)) {
      throw std::runtime_error("expected code for 64 bits of x86-64, found the option " + word);
    }
    line.asks = line.asks || holds(asking, word);
    if (word == "-" || word == "--") continue;
    if (word.compare(0, processor_option.size(), processor_option) == 0) {
      line.count.processor = word.substr(processor_option.size());
      continue;
    }
    if (word[0] == '-') {
      line.words.push_back(word);
      if (holds(with_value, word) && i + 1 < words.size()) line.words.push_back(words[++i]);
    } else if (line.input.empty()) {
      line.input = word;
    } else {
      throw std::runtime_error("expected one file to assemble, found " + line.input + " and " +
                               word);
    }
  }
  return line;
}

std::string read_input(const std::string& path) {
  std::ifstream file;
  if (!path.empty()) {
    file.open(path, std::ios::binary);
    if (!file.is_open()) throw std::runtime_error(path + ": " + std::strerror(errno));
  }
  std::istream& input = path.empty() ? std::cin : file;
  return {std::istreambuf_iterator<char>(input), std::istreambuf_iterator<char>()};
}

// A file without a name becomes standard input.
void give_as_input(const std::string& text) {
  std::FILE* const file = std::tmpfile();
  const bool written = file != nullptr &&
                       std::fwrite(text.data(), 1, text.size(), file) == text.size() &&
                       std::fflush(file) == 0;
  if (!written || lseek(fileno(file), 0, SEEK_SET) != 0 || dup2(fileno(file), STDIN_FILENO) < 0) {
    throw std::runtime_error(std::string("cannot hand on the assembly: ") + std::strerror(errno));
  }
}

[[noreturn]] void become(const std::string& program, const std::vector<std::string>& words) {
  std::vector<char*> arguments = {const_cast<char*>(program.c_str())};
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execv(program.c_str(), arguments.data());
  throw std::runtime_error(program + ": " + std::strerror(errno));
}

[[noreturn]] void assemble(const std::vector<std::string>& words) {
  const std::string real = real_assembler();
  const CommandLine line = read_words(words);
  if (line.asks) become(real, words);
  const std::string text = read_input(line.input);
  give_as_input(counting(text, line.count));
  become(real, line.words);
}

}  // namespace
}  // namespace revprof

int main(int argc, char** argv) {
  try {
    revprof::assemble({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::cerr << "revprof as: " << error.what() << '\n';
    return 2;
  }
}
