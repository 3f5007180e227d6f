// SPDX-License-Identifier: BSD-3-Clause
// N.csv is a run's measurements once it has ended; until then it writes N.run.csv and its journal.
#include "revprof/launch/simulate/parts.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <tuple>

#include "fit/file/whole_file.hpp"

namespace revprof {

namespace {

namespace fs = std::filesystem;

// Of a simulated machine every repetition is the same, so one is enough; its clock is simulated,
// too, so that the budget says nothing of how long it takes. How much overlaps follows from what is
// left for a late Wait (.wait), and to time it takes as long again.
constexpr const char* once =
    "no-fit = true\nno-overlap = true\nwarm-up = 0\nmin-repetitions = 1\nmax-repetitions = 1\n"
    "time-budget = 100000\n";

std::string lines_of(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += word + '\n';
  return text;
}

// All that the measurements depend on.
std::string identity_of(const SimulatedMachine& machine) {
  return "name " + machine.name + "\ndescription " + machine.description + "\nprocesses on\n" +
         lines_of(machine.places) + "flags\n" + lines_of(machine.flags) + "grid\n" +
         grid_text(machine.grid) + "platform\n" + read_file(machine.platform);
}

// Of one run alone.
const std::set<std::string> not_of_all = {"calls",    "processes",  "bytes",         "late_starts",
                                          "left_out", "start_skew", "clock_residual"};

std::size_t words_in(const std::string& text) {
  std::istringstream words(text);
  return static_cast<std::size_t>(std::distance(std::istream_iterator<std::string>(words), {}));
}

// Blocks and eager limit are found in each run alike, but that a process with itself is a block,
// and how far apart all pairs are, only where that was measured.
bool knows_less(const Measurements& one, const Measurements& other) {
  const auto known = [](const Measurements& by) {
    return std::make_pair(words_in(by.header_value("distances")),
                          words_in(by.header_value("block_sizes")));
  };
  return known(one) < known(other);
}

}  // namespace

std::vector<SimulatedPart> parts_of(const SimulatedMachine& machine) {
  std::vector<SimulatedPart> parts;
  const int all = static_cast<int>(machine.places.size());
  for (std::size_t i = 0; i < machine.grid.size(); ++i) {
    const GridLine& line = machine.grid[i];
    const std::string number = std::to_string(i + 1);
    if (line.calls != start_up_call) {
      parts.push_back({line, all, number});
      continue;
    }
    std::istringstream counts(line.processes);
    for (std::string count; std::getline(counts, count, ',');) {
      const int processes = std::min(std::max(std::atoi(count.c_str()), 1), all);
      parts.push_back({{line.calls, count, line.bytes}, processes, number + '.' + count});
    }
  }
  return parts;
}

PartsFolder::PartsFolder(std::string path, const SimulatedMachine& machine)
    : path_(std::move(path)), machine_(machine) {
  const std::string identity = identity_of(machine), known = path_ + "/identity";
  if (fs::exists(path_)) {
    if (fs::exists(known) && read_file(known) == identity) return;
    throw FileError(path_ + ": expected what an interrupted run of the same command has left " +
                    "there, found another's; remove it, or choose another -o");
  }
  fs::create_directories(path_);
  write_file(path_ + "/hosts", lines_of(machine.places));
  // A file, as smpirun takes arguments apart at blanks.
  write_file(path_ + "/options",
             once + ("name = " + machine.name) + "\ndescription = " + machine.description + '\n');
  write_file(known, identity);
}

std::string PartsFolder::file(const SimulatedPart& part, const char* end) const {
  return path_ + '/' + part.name + end;
}

std::string PartsFolder::log(const SimulatedPart& part) const { return file(part, ".log"); }

bool PartsFolder::has_ended(const SimulatedPart& part) const {
  return fs::exists(file(part, ".csv"));
}

std::size_t PartsFolder::cells(const SimulatedPart& part) const {
  std::ifstream journal(file(part, ".run.journal"));
  std::size_t lines = 0;
  for (std::string line; std::getline(journal, line);) {
    lines += line.rfind('#', 0) != 0 && line.rfind("layout,", 0) != 0;
  }
  return lines;
}

std::vector<std::string> PartsFolder::command(const SimulatedPart& part,
                                              const Simulator& simulator) const {
  // A shell, for what it and its children say is to stand in one file.
  std::vector<std::string> words = {"/bin/sh", "-c", "log=$1; shift; exec \"$@\" >\"$log\" 2>&1",
                                    "sh", log(part)};
  const auto add = [&](const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
  };
  add({simulator.smpirun, "-quiet", "-platform", machine_.platform, "-hostfile", path_ + "/hosts",
       "-np", std::to_string(part.processes)});
  add(machine_.flags);
  add({simulator.characterize});
  const std::string known = file(part, ".run.csv");
  if (fs::exists(known) && cells(part) > 0) {
    add({"--resume", known});
    return words;
  }
  add({"--options", path_ + "/options", "--calls", part.line.calls, "--processes",
       part.line.processes, "--bytes", part.line.bytes, "-o", file(part, ".run.json")});
  return words;
}

void PartsFolder::keep(const SimulatedPart& part) const {
  fs::rename(file(part, ".run.csv"), file(part, ".csv"));
}

Measurements PartsFolder::joined(const std::vector<SimulatedPart>& parts,
                                 const std::string& command) const {
  std::vector<Measurements> all;
  for (const SimulatedPart& part : parts) all.push_back(read_measurements(file(part, ".csv")));
  Measurements joined;
  for (const auto& [key, value] : std::max_element(all.begin(), all.end(), knows_less)->header) {
    if (not_of_all.count(key) == 0)
      joined.header.emplace_back(key, key == "command" ? command : value);
  }
  for (const Measurements& one : all) {
    joined.cells.insert(joined.cells.end(), one.cells.begin(), one.cells.end());
  }
  const auto place = [](const Measurement& cell) {
    return std::tie(cell.call, cell.within, cell.processes, cell.bytes);
  };
  std::stable_sort(joined.cells.begin(), joined.cells.end(),
                   [&](const auto& a, const auto& b) { return place(a) < place(b); });
  return joined;
}

void PartsFolder::remove() const { fs::remove_all(path_); }

}  // namespace revprof
