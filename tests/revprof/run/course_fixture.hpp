// SPDX-License-Identifier: BSD-3-Clause
// A front end of a few lines, whose processes are threads, and a place for its results.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "revprof/calls/mpi_calls.hpp"
#include "revprof/run/call_scope.hpp"
#include "revprof/run/course.hpp"
#include "revprof/trace/results/summary.hpp"
#include "thread_team.hpp"

namespace revprof {

constexpr SimTime us = 1'000'000;  // in picoseconds

// Settings for a while, and a directory for the results.
class Environment : public ::testing::Test {
 protected:
  Environment() {
    std::string name = std::filesystem::temp_directory_path() / "revprof-run-XXXXXX";
    directory_ = mkdtemp(name.data());
    set("MODEL", REVPROF_TEST_MODEL);
    set("REVPROF_OUTPUT", output());
    set("REVPROF_STEP", "1e-6");
    set("REVPROF_QUIET", "1");
  }
  ~Environment() override {
    for (const std::string& name : names_) unsetenv(name.c_str());
    std::filesystem::remove_all(directory_);
  }

  void set(const std::string& name, const std::string& value) {
    setenv(name.c_str(), value.c_str(), 1);
    names_.push_back(name);
  }
  std::string output() const { return directory_ + "/out"; }
  Summary summary() const { return read_summary(output() + "/summary.json"); }

 private:
  std::string directory_;
  std::vector<std::string> names_;
};
using Course = Environment;

// What a front end does at its library's begin and end; `body(run)` is the program.
template <class Body>
void predict(int processes, Body body) {
  on_threads(processes, [&](std::unique_ptr<Team> team) {
    Plan plan = make_plan();
    agree_on(plan, *team);
    Run run;
    run.team = std::move(team);
    run.calls = &mpi_calls();
    begin_run(run, std::move(plan), "");
    CallScope::start_computation(run);
    body(run);
    EXPECT_TRUE(end_run(run));
  });
}

// ... and in a collective of all to all.
inline void meet(Run& run) {
  CallScope scope(run, Call::MPI_Allreduce);
  const SimTime* const now = run.engine->now();
  const std::vector<SimTime> ready = run.team->maximum({now, now + run.engine->lanes()});
  const int processes = run.team->processes();
  scope.book(0, -1, 0, [&](Engine& engine) {
    engine.collective({Call::MPI_Allreduce, processes, 0, {}}, ready.data());
  });
}

}  // namespace revprof
