// SPDX-License-Identifier: BSD-3-Clause
// What a process knows of its run before it meets the others: settings and lanes, which decide how
// large a stamp is.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "revprof/run/lanes.hpp"
#include "revprof/run/run.hpp"
#include "revprof/settings.hpp"
#include "revprof/trace/plain/selection.hpp"

namespace revprof {

// This host's times instead of predicted ones: of the calls, or of what is between them.
enum class Measures { nothing, calls, segments };

struct Plan {
  Settings settings;
  Measures measures = Measures::nothing;
  bool plain = false;  // nobody has asked for a prediction: a program that is linked with revprof
  // Where neither is so:
  std::optional<Lanes> lanes;
  std::size_t stamp_bytes = 0;  // what a stamp adds to every message
  Compute compute = Compute::steps;
  std::string processor;  // counted: whose cycles; empty: instructions
  double cpu_scale = 1;
  bool all_threads_compute = false;
  int ranks_per_virtual_node = 0;  // 0: there are none, and this host answers
  std::vector<std::string> trace_formats;
  Selection traced;

  std::string error;  // what is wrong with the settings, or empty
};

// Of this process's environment.
Plan make_plan();

// All processes have the same plan without an error, or end with exit code 2 after one message.
void agree_on(const Plan& plan, Team& team);

constexpr int exit_code_of_bad_input = 2;

// Whether one of the processes has an error, which the lowest such rank says.
bool say_error(const std::string& error, Team& team);
// Then every process ends with that exit code.
void stop_on_error(const std::string& error, Team& team);

}  // namespace revprof
