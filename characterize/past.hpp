// SPDX-License-Identifier: BSD-3-Clause
// What a run goes on from: nothing, the journal of a run that was killed, or earlier launches.
#pragma once

#include <vector>

#include "characterize/journal.hpp"
#include "characterize/options.hpp"
#include "fit/measurements/measurements.hpp"

namespace revprof {

struct Past {
  int launch = 1;                    // the one that is measured now
  Journal journal;                   // of it; empty where it begins
  std::vector<Measurement> earlier;  // of the other launches

  LaunchSpent spent() const {
    return journal.entries.empty() ? LaunchSpent() : journal.entries.back().spent;
  }
};

// As --resume or --append says. Throws MeasurementError where a file cannot be read, OptionError
// where it belongs to another number of processes.
Past read_past(const Options& options, int processes);

// Measurements and journal that stand where a new launch writes: they are kept under another name,
// "machine.old.csv" or the first of "machine.old.2.csv", ... that is free. Returns it; empty: there
// was nothing to lose. Throws std::filesystem::filesystem_error.
std::string keep_earlier(const Options& options);

}  // namespace revprof
