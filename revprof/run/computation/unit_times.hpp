// SPDX-License-Identifier: BSD-3-Clause
// What a unit of computation takes on each lane: as the settings say, else as the lane's model says
// of computation, else as an instruction of any processor.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "revprof/run/computation/computation_times.hpp"
#include "revprof/settings.hpp"

namespace revprof {

// What is stated, and what a model says, is measured; else it is assumed.
class UnitTimes {
 public:
  // Lanes whose step_seconds nobody has said (not_said) get it of their models: an instruction.
  // What it rests on.
  static Source fill_instruction(std::vector<Lane>& lanes, int processes);
  static constexpr double not_said = -1;

  void start(const Settings& settings, const std::vector<Lane>& lanes, int processes);
  const ComputationTimes& of(const std::string& unit);
  // Of a row of the machine's computation (fit/measurements/computation_name.hpp): of one of many,
  // or of all `work`. nullptr where the machine does not have it.
  const ComputationTimes* of_one(const std::string& row) { return of_row(row, 0); }
  const ComputationTimes* of_all(const std::string& row, std::int64_t work) {
    return of_row(row, work);
  }
  // By name: those that were asked for, and of them those that nobody says anything of.
  std::vector<std::string> announced() const;
  std::vector<std::string> assumed() const;

 private:
  const ComputationTimes* of_row(const std::string& row, std::int64_t work);

  Settings settings_;
  std::vector<Lane> lanes_;
  int processes_ = 1;
  std::map<std::string, ComputationTimes> known_;
  std::map<std::pair<std::string, std::int64_t>, std::optional<ComputationTimes>> rows_;
};

}  // namespace revprof
