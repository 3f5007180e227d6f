// SPDX-License-Identifier: BSD-3-Clause
// What a unit of computation takes on each lane: as the settings say, else as the lane's model says
// of computation, else as an instruction of any processor.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "revprof/engine/lane.hpp"
#include "revprof/engine/source.hpp"
#include "revprof/settings.hpp"

namespace revprof {

struct UnitTime {
  std::array<double, max_lanes> of_lane{};
  Source source = Source::measured;  // stated, or the model's; else assumed
};

class UnitTimes {
 public:
  // Lanes whose step_seconds nobody has said (not_said) get it of their models: an instruction.
  // What it rests on.
  static Source fill_instruction(std::vector<Lane>& lanes, int processes);
  static constexpr double not_said = -1;

  void start(const Settings& settings, const std::vector<Lane>& lanes, int processes);
  const UnitTime& of(const std::string& unit);
  // Of a row of the machine's computation (fit/measurements/computation_name.hpp): of one of many,
  // or of all `work`. nullptr where the machine does not have it.
  const UnitTime* of_one(const std::string& row) { return of_row(row, 0); }
  const UnitTime* of_all(const std::string& row, std::int64_t work) { return of_row(row, work); }
  // By name: those that nobody says anything of.
  std::vector<std::string> assumed() const;

 private:
  const UnitTime* of_row(const std::string& row, std::int64_t work);

  Settings settings_;
  std::vector<Lane> lanes_;
  int processes_ = 1;
  std::map<std::string, UnitTime> known_;
  std::map<std::pair<std::string, std::int64_t>, std::optional<UnitTime>> rows_;
};

}  // namespace revprof
