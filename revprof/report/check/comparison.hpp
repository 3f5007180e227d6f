// SPDX-License-Identifier: BSD-3-Clause
// What `revprof compare` finds: a program's measured times on this host beside the predicted ones,
// part by part, by medians over several runs of each.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "revprof/trace/results/measured.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

struct Spread {
  double least = 0, median = 0, greatest = 0;
};
Spread spread_of(std::vector<double> values);  // of at least one

// What a process spends on one call, or between the calls: means over the processes.
struct ComparedPart {
  std::string name;                                      // "computation" or the call's
  std::int64_t measured_count = 0, predicted_count = 0;  // over all processes; 0: no call
  double measured_seconds = 0, predicted_seconds = 0;
  double waiting_seconds = 0;    // the part of the prediction that waits for other processes
  std::string source, stand_in;  // as in CallSummary; empty for computation

  double error_seconds() const { return predicted_seconds - measured_seconds; }
};

struct Comparison {
  std::string program, model, machine, compute;  // compute: the setting
  int processes = 0, runs = 0;
  Spread measured, predicted;       // of the process that ends last
  double low = 0, high = 0;         // of the prediction; equal where it has no such lanes
  ComparedPart whole;               // all parts together
  std::vector<ComparedPart> parts;  // computation, then the calls, the largest error first
  std::vector<std::string> notes;   // what makes the comparison less worth

  double error() const { return predicted.median / measured.median - 1; }
  const ComparedPart& worst() const;
};

// As many measured runs as predicted ones, at least one.
Comparison compare(const std::vector<Measured>& measured, const std::vector<Summary>& predicted);

std::string comparison_text(const Comparison& comparison);
std::string to_json(const Comparison& comparison);

}  // namespace revprof
