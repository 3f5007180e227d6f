// SPDX-License-Identifier: BSD-3-Clause
// The results are written as at any other end, but the processes speak through files.
#include "revprof/run/broken_off.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>

#include "revprof/run/file_team.hpp"
#include "revprof/run/results.hpp"
#include "revprof/run/site_results.hpp"
#include "revprof/run/stand_by.hpp"
#include "revprof/trace/results/run_directory.hpp"

namespace revprof {

namespace {

// Under `revprof run` that says it, with the places in the program's sources.
void say(const Run& run, const std::string& why) {
  std::ofstream file(run.output + "/" + deadlock_file);
  file << why;
  file.close();
  if (file && run.settings.integer("output-exists") != 0) return;
  std::fprintf(stderr, "revprof: %s", why.c_str());
}

}  // namespace

void end_at_deadlock(Run& run, const std::string& why) {
  std::fflush(stdout);  // what the program has printed until here
  const int rank = run.engine->rank();
  if (rank == 0) say(run, "deadlock: " + why);
  try {
    FileTeam* const team =
        new FileTeam(run.team->library(), rank, run.team->processes(), run.output);
    run.team.release();  // its library is not to be called
    run.team.reset(team);
    run.broke_off = "the program deadlocked: times are those until then, see deadlock.txt";
    const GatheredSites sites = gather_sites(run);
    write_results(run, sites, "");
    if (run.trace != nullptr) run.trace->flush();
    team->gather("");
    // Process 0 ends first, as launchers kill the others then.
    if (rank != 0) stand_by(std::chrono::seconds(10));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "revprof: no summary was written: %s\n", error.what());
  }
  std::_Exit(deadlock_exit_code);
}

void end_at_timeout(Run& run, const std::string& why) {
  std::fflush(stdout);
  say(run, "timeout: " + why);
  std::_Exit(deadlock_exit_code);
}

}  // namespace revprof
