// SPDX-License-Identifier: BSD-3-Clause
// Where the processes of a benchmark were: what file names and options say of it.
#pragma once

#include <optional>
#include <string>

#include "fit/import/import_sample.hpp"

namespace revprof {

// The options cannot be true of the files.
struct WrongOption : MeasurementError {
  using MeasurementError::MeasurementError;
};

// "osu_bcast_np64.out", "bcast-64procs.txt", "p64/osu_bcast.out".
std::optional<int> processes_in_name(const std::string& file);

enum class Nodes { unknown, one, several };

// "latency_intranode.out", "1node/osu_bw.out"; "osu_latency_2nodes.out", "ppn1".
Nodes nodes_in_name(const std::string& file);

// The class of a sample from this file, whose processes are consecutive ranks; and, where it is of
// one node and nobody says how many ranks that holds, what the sample is. Throws WrongOption
// where more processes than the class's ran.
void place(ImportSample& sample, const std::string& file, const ImportOptions& options);

}  // namespace revprof
