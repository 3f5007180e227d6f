// SPDX-License-Identifier: BSD-3-Clause
// Puts together what the program's files say and what this host has.
#include "revprof/launch/look/program_report.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include "revprof/launch/host/host_gasp.hpp"

namespace revprof {

namespace {

// The program, or who runs the script.
const std::string& started_file(const ProgramLook& look) {
  return look.is_script() ? look.interpreters.back() : look.path;
}

void add_files(std::vector<ProgramFile>& files, const std::vector<ProgramFile>& more) {
  for (const ProgramFile& file : more) {
    const bool known = std::any_of(files.begin(), files.end(), [&](const ProgramFile& other) {
      return other.path == file.path;
    });
    if (!known) files.push_back(file);
  }
}

std::set<std::string> wrapped_symbols(const std::string& library) {
  if (library.empty()) return {};
  const auto elf = read_elf_symbols(library);
  return elf ? elf->mpi_defined : std::set<std::string>();
}

constexpr const char* beginnings[] = {"MPI_Init",   "MPI_Init_thread",   "MPI_Session_init",
                                      "shmem_init", "shmem_init_thread", "start_pes"};

// How the program begins MPI: a run sees nothing unless it sees that.
std::optional<Obstacle> obstacle_to_begin(const ProgramReport& report) {
  const ProgramCall* init = nullptr;
  for (const char* name : beginnings) {
    const auto found = report.calls.find(name);
    if (found == report.calls.end()) continue;
    if (found->second.unseen.empty()) return std::nullopt;
    init = &found->second;
  }
  if (init != nullptr) {
    return Obstacle{"init_not_seen",
                    "calls " + *init->unseen.begin() + ", which revprof cannot get before on " +
                        (report.host.mpi == nullptr ? "this MPI" : report.host.mpi->name) +
                        ", so that it sees no MPI call"};
  }
  const bool may_load = std::any_of(
      report.files.begin(), report.files.end(),
      [](const ProgramFile& file) { return file.elf.loads_libraries || file.elf.starts_programs; });
  if (may_load) return std::nullopt;
  return Obstacle{"no_mpi",
                  "makes no MPI call: it is linked with MPI, but neither it nor a library of it "
                  "calls MPI_Init"};
}

void judge(ProgramReport& report) {
  report.obstacle = report.look.obstacle ? report.look.obstacle : report.host.obstacle;
  if (report.is_upc()) {
    report.preloading = report.obstacle ? Preloading::fails : Preloading::works;
    return;
  }
  const bool begins = std::any_of(std::begin(beginnings), std::end(beginnings),
                                  [&](const char* name) { return report.calls.count(name) != 0; });
  if (!report.obstacle && (!report.look.is_open() || begins)) {
    report.obstacle = obstacle_to_begin(report);
  }
  const bool open = report.look.is_open() || !begins;
  report.preloading = report.obstacle ? Preloading::fails
                      : open          ? Preloading::unknown
                                      : Preloading::works;
}

}  // namespace

bool ProgramReport::is_upc() const { return !gasp_library(look.libraries).empty(); }

const char* name(Preloading preloading) {
  switch (preloading) {
    case Preloading::works:
      return "works";
    case Preloading::fails:
      return "fails";
    case Preloading::unknown:
      break;
  }
  return "unknown";
}

ProgramReport report_on(const ProgramLook& look, const RunHost& host, const Model* model) {
  ProgramReport report;
  report.look = look;
  report.host = host;
  if (look.elf.for_this_machine) {
    add_files(report.files, program_files(started_file(look), look.elf, look.libraries));
  }
  for (const LoadedFile& file : look.loaded) {
    add_files(report.files, program_files(file.path, file.elf, file.libraries));
  }
  const Interception interception = {host.mpi, wrapped_symbols(host.library)};
  if (!report.is_upc()) report.calls = program_calls(report.files, interception, model);
  report.clocks = clock_readings(report.files);
  if (model != nullptr) report.machine = model->machine.name;
  judge(report);
  return report;
}

}  // namespace revprof
