// SPDX-License-Identifier: BSD-3-Clause
// What a report means for the prediction, in sentences.
#include <algorithm>

#include "revprof/launch/look/check_output.hpp"

namespace revprof {

namespace {

// "a, b and 3 more".
std::string enumerated(const std::vector<std::string>& names) {
  constexpr std::size_t most = 4;
  const std::size_t shown = names.size() <= most ? names.size() : most - 1;
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) {
    const bool last = i + 1 == names.size() && i > 0;
    text += (i == 0 ? "" : last ? " and " : ", ") + names[i];
  }
  if (shown < names.size()) text += " and " + std::to_string(names.size() - shown) + " more";
  return text;
}

std::vector<std::string> calls_with(const ProgramReport& report, Forecast forecast) {
  std::vector<std::string> names;
  for (const auto& [call, found] : report.calls) {
    if (found.forecast.forecast == forecast) names.push_back(call);
  }
  return names;
}

template <class Does>
std::vector<std::string> files_that(const ProgramReport& report, Does does) {
  std::vector<std::string> names;
  for (const ProgramFile& file : report.files) {
    if (does(file.elf)) names.push_back(file.name);
  }
  return names;
}

// Clocks that decide nothing in MPI code (a library that seeds random numbers) are not worth one.
std::vector<std::string> clocks_of_mpi_code(const ProgramReport& report) {
  std::vector<std::string> clocks;
  for (const ClockUse& reading : report.clocks) {
    const bool known = std::find(clocks.begin(), clocks.end(), reading.clock) != clocks.end();
    if (reading.by_mpi_code && !known) clocks.push_back(reading.clock);
  }
  return clocks;
}

}  // namespace

std::vector<std::string> check_warnings(const ProgramReport& report) {
  std::vector<std::string> warnings;
  const auto unsupported = calls_with(report, Forecast::unsupported);
  if (!unsupported.empty()) {
    warnings.push_back("revprof does not see calls of " + enumerated(unsupported) +
                       " and charges nothing; where the program makes them, the prediction is "
                       "too early");
  }
  const auto assumed = calls_with(report, Forecast::assumed);
  if (!assumed.empty()) {
    warnings.push_back(enumerated(assumed) +
                       ": the model has neither an equation nor that of a stand-in; a nominal time "
                       "is assumed");
  }
  if (report.is_upc()) {
    warnings.push_back(
        "predicted is what the UPC compiler tells of (its options for GASP: --inst, --inst-local): "
        "flags and data that it does not tell of cost nothing, and are seen without their clocks");
  }
  if (report.calls.count("shmem_ptr") != 0) {
    warnings.push_back(
        "shmem_ptr gives the program an address of another process's memory: what it writes and "
        "reads there costs nothing, and a flag that it sets so is seen without its clock");
  }
  const auto clocks = clocks_of_mpi_code(report);
  if (!clocks.empty()) {
    warnings.push_back(
        enumerated(clocks) + (clocks.size() == 1 ? " shows" : " show") +
        " this host's time, not the simulated one: times that the program prints by "
        "it are this host's, and what it decides by it (a time limit, the fastest of "
        "several ways) may differ on the target; MPI_Wtime is simulated");
  }
  return warnings;
}

std::vector<std::string> check_unknowns(const ProgramReport& report) {
  std::vector<std::string> unknowns;
  if (report.look.is_script()) {
    unknowns.push_back("a script: of it only its interpreter was looked at (" +
                       report.look.interpreters.back() +
                       "); which libraries it loads, which programs it starts and which MPI they "
                       "use shows only when it runs");
  }
  const auto bound = files_that(
      report, [](const ElfSymbols& elf) { return elf.needed.count("libmpi_cxx.so.40") != 0; });
  if (!bound.empty()) {
    unknowns.push_back(enumerated(bound) +
                       " holds MPI's C++ bindings, which name nearly every call; which of them the "
                       "program makes itself cannot be told");
  }
  const auto loading =
      files_that(report, [](const ElfSymbols& elf) { return elf.loads_libraries; });
  if (!loading.empty()) {
    unknowns.push_back(enumerated(loading) +
                       " can load libraries while it runs (dlopen); what those call is not listed: "
                       "--with FILE looks into one");
  }
  const auto starting =
      files_that(report, [](const ElfSymbols& elf) { return elf.starts_programs; });
  if (!starting.empty()) {
    unknowns.push_back(enumerated(starting) +
                       " can start other programs; what those call is not listed");
  }
  unknowns.push_back(
      "listed is what the files can call, not what a run will call; clocks that are read by "
      "machine "
      "instructions (rdtsc) cannot be seen");
  return unknowns;
}

}  // namespace revprof
