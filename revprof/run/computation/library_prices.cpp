// SPDX-License-Identifier: BSD-3-Clause
// Calls, bytes and operations, by the rows of the machine's model.
#include "revprof/run/computation/library_prices.hpp"

#include <string>

#include "fit/measurements/computation_name.hpp"

namespace revprof {

namespace {

void add(const ComputationTimes& one, std::uint64_t amount, LibraryCharge& charge) {
  charge.takes_seconds = true;
  for (std::size_t l = 0; l < charge.seconds.size(); ++l) {
    charge.seconds[l] += static_cast<double>(amount) * one.of_lane[l];
  }
}

}  // namespace

LibraryCharge charge_of(const LibraryTable& calls, UnitTimes& units) {
  LibraryCharge charge;
  LibraryTable unknown{};
  for (std::size_t i = 0; i < library_call_count; ++i) {
    if (calls[i] == 0) continue;
    const LibraryFunction& function = library_calls[i];
    const std::size_t work = says_work(function) ? work_word(i) : i;
    const ComputationTimes* const call = units.of_one(library_name(function.name, "call"));
    const ComputationTimes* const unit =
        work == i ? call : units.of_one(library_name(function.name, function.unit));
    if (call == nullptr || unit == nullptr) {
      unknown[i] = calls[i];
      unknown[work] = calls[work];
      continue;
    }
    add(*call, calls[i], charge);
    if (work != i) add(*unit, calls[work], charge);
  }
  charge.instructions = instructions_of(unknown);
  return charge;
}

}  // namespace revprof
