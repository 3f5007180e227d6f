// SPDX-License-Identifier: BSD-3-Clause
// Fits the model and builds the datasheet.
#include "characterize/finish.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "characterize/interruption.hpp"
#include "characterize/subject.hpp"
#include "fit/datasheet/datasheet.hpp"
#include "fit/fit/fit.hpp"
#include "fit/model/model_json.hpp"

namespace revprof {

namespace {

// A machine without LaTeX still gets its model, and the .tex for elsewhere.
void write_pages(const Options& options, const Model& model, const Measurements& measurements) {
  const std::string tex = options.output.substr(0, options.output.size() - 5) + ".tex";
  try {
    write_datasheet(model, &measurements, tex);
    say("datasheet in %s", build_pdf(tex).c_str());
  } catch (const DatasheetError& error) {
    say("%s", error.what());
  }
}

// mpirun has bound process 0 to a core, which documents that are built at once would share.
void use_every_core() {
  cpu_set_t every_core;
  std::memset(&every_core, 0xff, sizeof every_core);
  sched_setaffinity(0, sizeof every_core, &every_core);
}

}  // namespace

// Measured on a 2.5 GHz Xeon of 2 cores; LaTeX builds graphs four at once, if there are cores.
double finishing_seconds(const Options& options, int graphs) {
  constexpr double seconds = 4, seconds_of_a_graph = 0.7;
  const long cores = sysconf(_SC_NPROCESSORS_ONLN);
  const double at_once = static_cast<double>(std::clamp(cores, 1L, 4L));
  return options.fit ? seconds + seconds_of_a_graph * graphs / at_once : 0;
}

int finish(const Options& options, const Measurements& measurements) {
  const std::string csv = options.measurements_file();
  if (interrupted()) {
    say("interrupted; %s --resume %s goes on", subject().program, csv.c_str());
  }
  say("%zu cells measured, in %s", measurements.cells.size(), csv.c_str());
  if (!options.fit) return 0;
  use_every_core();
  try {
    const FitResult result = fit_model(measurements);
    for (const std::string& warning : result.warnings) {
      say("%s", warning.c_str());
    }
    write_model(result.model, options.output);
    say("model in %s", options.output.c_str());
    write_pages(options, result.model, measurements);
  } catch (const std::exception& error) {
    say("no model: %s; the measurements are kept, and `revprof fit %s` tries again", error.what(),
        csv.c_str());
    return 1;
  }
  return 0;
}

}  // namespace revprof
