// SPDX-License-Identifier: BSD-3-Clause
// Asks llvm-mca: each block is a region of one file, and its answer is JSON.
#include "revprof/counted/processor_cycles.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "revprof/counted/count.hpp"
#include "revprof/counted/forwarding.hpp"

namespace revprof {

namespace {

constexpr int executions = 100;  // until what one block leaves to the next is a matter of course

// Those in PATH, Debian's with their number behind them, the newest first.
std::vector<std::string> analyzers() {
  constexpr int newest = 30, oldest = 11;
  std::vector<std::string> names;
  for (int version = newest; version >= oldest; --version) {
    names.push_back("llvm-mca-" + std::to_string(version));
  }
  names.emplace_back("llvm-mca");
  std::vector<std::string> found;
  const char* const path = std::getenv("PATH");
  for (const std::string& name : names) {
    std::istringstream folders(path == nullptr ? "" : path);
    for (std::string folder; std::getline(folders, folder, ':');) {
      const std::string candidate = folder + "/" + name;
      if (!folder.empty() && access(candidate.c_str(), X_OK) == 0) found.push_back(candidate);
    }
  }
  if (!found.empty()) return found;
  throw std::runtime_error(
      "found no llvm-mca, which knows the cycles of processors: expected it in PATH (Debian: "
      "llvm)");
}

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

File unnamed_file(const std::string& text) {
  File file(std::tmpfile(), std::fclose);
  if (file == nullptr || std::fwrite(text.data(), 1, text.size(), file.get()) != text.size() ||
      std::fflush(file.get()) != 0) {
    throw std::runtime_error("cannot write a temporary file for llvm-mca");
  }
  std::rewind(file.get());
  return file;
}

std::string text_of(const File& file) {
  std::rewind(file.get());
  std::string text;
  char buffer[1 << 16];
  for (std::size_t read = 0; (read = std::fread(buffer, 1, sizeof buffer, file.get())) > 0;) {
    text.append(buffer, read);
  }
  return text;
}

struct Answer {
  bool is_good = false;
  std::string output, errors;
};

Answer ask(const std::string& program, const std::string& assembly, const std::string& processor) {
  const std::vector<std::string> words = {program, "-mtriple=x86_64-unknown-linux-gnu",
                                          "-mcpu=" + processor, "-json",
                                          "-iterations=" + std::to_string(executions)};
  const File input = unnamed_file(assembly), output = unnamed_file(""), errors = unnamed_file("");
  const pid_t child = fork();
  if (child == 0) {
    dup2(fileno(input.get()), STDIN_FILENO);
    dup2(fileno(output.get()), STDOUT_FILENO);
    dup2(fileno(errors.get()), STDERR_FILENO);
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    execv(program.c_str(), arguments.data());
    _exit(127);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) {
    throw std::runtime_error("cannot start " + program);
  }
  return {WIFEXITED(status) && WEXITSTATUS(status) == 0, text_of(output), text_of(errors)};
}

using Blocks = std::vector<Block>::const_iterator;

// nothing: something of it is not known.
std::optional<std::vector<long>> cycles_of(Blocks first, Blocks last, const std::string& program,
                                           const std::string& processor) {
  std::string assembly;
  for (Blocks block = first; block != last; ++block) {
    assembly += "# LLVM-MCA-BEGIN b\n" + with_forwarding(block->code()) + "# LLVM-MCA-END\n";
  }
  const Answer answer = ask(program, assembly, processor);
  if (!answer.is_good) return std::nullopt;
  const nlohmann::json all = nlohmann::json::parse(answer.output, nullptr, false);
  if (!all.is_object() || !all.contains("CodeRegions")) return std::nullopt;
  std::vector<long> cycles;
  for (const nlohmann::json& region : all["CodeRegions"]) {
    const auto total = region["SummaryView"]["TotalCycles"].get<double>();
    cycles.push_back(std::max(1L, std::lround(total * cycle_parts / executions)));
  }
  if (cycles.size() != static_cast<std::size_t>(last - first)) return std::nullopt;
  return cycles;
}

// Where something is not known, the half without it is.
void add_cycles(Blocks first, Blocks last, const std::string& program, const std::string& processor,
                std::vector<long>& all) {
  if (first == last) return;
  if (const auto known = cycles_of(first, last, program, processor)) {
    all.insert(all.end(), known->begin(), known->end());
    return;
  }
  if (last - first == 1) return all.push_back(long{first->instructions()} * cycle_parts);
  const Blocks middle = first + (last - first) / 2;
  add_cycles(first, middle, program, processor, all);
  add_cycles(middle, last, program, processor, all);
}

// "  znver3   - Select the znver3 processor.", until the list of features.
std::vector<std::string> processors_of(const std::string& program) {
  std::istringstream lines(ask(program, "", "help").errors);
  std::vector<std::string> names;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name, dash, select;
    const bool is_processor = words >> name >> dash >> select && dash == "-" &&
                              select == "Select" && line.find(" processor.") != std::string::npos;
    const bool is_new = std::find(names.begin(), names.end(), name) == names.end();
    if (is_processor && is_new) names.push_back(name);
  }
  return names;
}

// The newest that knows the processor.
std::string analyzer_of(const std::string& processor) {
  const std::vector<std::string> programs = analyzers();
  const bool is_name =
      !processor.empty() && processor != "help" &&
      processor.find_first_not_of(
          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == std::string::npos;
  for (const std::string& program : programs) {
    // It warns of a name that it does not know, and takes another processor.
    if (is_name && ask(program, "\tnop\n", processor).errors.empty()) return program;
  }
  std::string known;
  for (const std::string& name : processors_of(programs.front())) {
    known += (known.empty() ? " " : ", ") + name;
  }
  throw std::runtime_error("expected a processor that " + programs.front() + " knows, found \"" +
                           processor + "\"; it knows" + known + ".");
}

}  // namespace

std::vector<std::string> known_processors() { return processors_of(analyzers().front()); }

void check_processor(const std::string& processor) { analyzer_of(processor); }

std::vector<long> processor_cycles(const std::vector<Block>& blocks, const std::string& processor) {
  const std::string program = analyzer_of(processor);
  std::vector<long> all;
  all.reserve(blocks.size());
  add_cycles(blocks.begin(), blocks.end(), program, processor, all);
  return all;
}

}  // namespace revprof
