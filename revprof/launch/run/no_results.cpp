// SPDX-License-Identifier: BSD-3-Clause
// Looks for the reason where `revprof check` would.
#include "revprof/launch/run/no_results.hpp"

#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "revprof/launch/look/program_report.hpp"

namespace revprof {

namespace {

std::optional<ProgramReport> try_report(const std::string& path, const RunHost& host) {
  try {
    return report_on(look_into(path), host, nullptr);
  } catch (const std::runtime_error&) {
    return std::nullopt;  // no program
  }
}

bool is_program(const std::string& word) {
  return std::filesystem::is_regular_file(word) && access(word.c_str(), X_OK) == 0;
}

// What speaks against one of the programs that the command line names; empty: nothing.
std::string reason_against(const std::string& path, const RunHost& host) {
  const auto report = try_report(path, host);
  if (!report) return "";
  const ElfSymbols& elf = report->look.elf;
  const bool is_library = !elf.dynamically_linked() && !elf.needed.empty();
  if (is_library) return "";  // which a program may load, and nobody starts
  if (report->obstacle && report->obstacle->name != "no_mpi") {
    return path + ": " + report->obstacle->reason;
  }
  const HostMpi* const linked = report->look.mpi;
  if (linked != nullptr && linked != host.mpi) {
    return path + ": linked with " + linked->name + ", and the run was one of " + host.mpi->name +
           " (--mpi " + linked->option + ")";
  }
  return "";
}

RunHost host_of(const Launch& launch) {
  return {launch.mpi, launch.library, launch.launcher.path, std::nullopt};
}

}  // namespace

std::string known_obstacle(const Launch& launch) {
  const RunHost host = host_of(launch);
  std::vector<std::string> words = launch.program;
  words.front() = launch.path;
  for (const std::string& word : words) {
    if (!is_program(word)) continue;
    const std::string reason = reason_against(word, host);
    if (!reason.empty()) return reason;
  }
  return "";
}

std::string why_no_call_was_seen(const Launch& launch, bool may_have_begun) {
  const std::string obstacle = known_obstacle(launch);
  if (!obstacle.empty()) return obstacle;
  const std::string& program = launch.program[0];
  const auto report = try_report(launch.path, host_of(launch));
  if (report && report->preloading == Preloading::works) {
    return program +
           (may_have_begun ? " can call MPI_Init" : " can call MPI_Init, and did not in this run") +
           ": see what it printed";
  }
  if (report && report->preloading == Preloading::fails) {
    return program + ": " + report->obstacle->reason;
  }
  return "what " + program +
         " started or loaded makes no MPI call, is linked with another MPI than " +
         launch.mpi->name +
         " (--mpi), or holds MPI statically; `revprof check` looks into each program and library";
}

}  // namespace revprof
