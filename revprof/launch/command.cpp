// SPDX-License-Identifier: BSD-3-Clause
// The table of subcommands.
#include "revprof/launch/command.hpp"

namespace revprof {

const std::vector<Command>& all_commands() {
  static const std::vector<Command> table = {
      {"run", "predict one run of a program, unmodified", run_command},
      {"sweep", "predict a program over process counts: table and graphs", sweep_command},
      {"compare", "measured here against predicted here: which part of a model is off",
       compare_command},
      {"fit", "fit a machine model to measurements", fit_command},
      {"models", "which models there are, what they cover and how well", models_command},
      {"model", "check a model file, evaluate a call of it, or make its datasheet", model_command},
      {"diff", "what has changed between two models of a machine", diff_command},
      {"simulate", "the model of a machine that exists as a SimGrid platform file",
       simulate_command},
      {"check", "what of a program revprof will see and predict, before it runs", check_command},
      {"profile", "time what a program computes, by segment, as it runs here", profile_command},
      {"flags", "what to tell a compiler so that a program counts its computation", flags_command},
      {"reprice", "the critical path of a run, charged by another model, at once", reprice_command},
      {"report", "tables and timing diagram of a run", report_command},
      {"trace", "a run's traces for other tools: Perfetto, Vampir (OTF2), ViTE (Paje)",
       trace_command},
  };
  return table;
}

}  // namespace revprof
