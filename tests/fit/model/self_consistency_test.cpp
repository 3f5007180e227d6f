// SPDX-License-Identifier: BSD-3-Clause
// Models that contradict themselves in known places.
#include "fit/model/self_consistency.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace revprof {

namespace {

// c seconds for every measured p and d, times what `residual` says.
template <typename Residual>
DistanceClass constant(double seconds, const Residual& residual) {
  DistanceClass equations;
  Regime regime;
  regime.min_processes = 2, regime.max_processes = 8;
  regime.min_bytes = 1, regime.max_bytes = 1024;
  regime.form = {Startup::log_p, Data::d};
  regime.c = seconds;
  equations.regimes = {regime};
  Cells cells;
  cells.processes = {2, 4, 8};
  cells.bytes = {1, 32, 1024};
  for (const int p : cells.processes) {
    cells.log_residuals.emplace_back();
    for (const std::int64_t d : cells.bytes) {
      cells.log_residuals.back().push_back(std::log(residual(p, d)));
    }
  }
  equations.cells = cells;
  return equations;
}

DistanceClass constant(double seconds) {
  return constant(seconds, [](int, std::int64_t) { return 1.0; });
}

}  // namespace

TEST(SelfConsistency, a_sound_machine_gets_no_hint) {
  Model model;
  model.calls["MPI_Allreduce"] = {constant(2e-6)};
  model.calls["MPI_Reduce"] = {constant(1e-6)};
  model.calls["MPI_Bcast"] = {constant(1e-6)};
  EXPECT_TRUE(self_consistency_hints(model).empty());
}

TEST(SelfConsistency, a_collective_slower_than_its_parts) {
  Model model;
  model.calls["MPI_Allreduce"] = {
      constant(2e-6, [](int p, std::int64_t d) { return p == 8 && d == 1024 ? 3.0 : 1.0; })};
  model.calls["MPI_Reduce"] = {constant(1e-6)};
  model.calls["MPI_Bcast"] = {constant(1e-6)};
  const std::vector<std::string> hints = self_consistency_hints(model);
  ASSERT_EQ(hints.size(), 1U);
  EXPECT_EQ(hints[0],
            "MPI_Allreduce takes up to 3 times as long as MPI_Reduce and MPI_Bcast, which together "
            "do the same (p = 8, 1 KiB: 6 us against 2 us)");
}

// MPI_Bcast would have to carry p * d bytes, which was measured for the smallest sizes only.
TEST(SelfConsistency, nothing_is_judged_outside_what_was_measured) {
  Model model;
  model.calls["MPI_Allgather"] = {
      constant(2e-6, [](int, std::int64_t d) { return d == 1024 ? 9.0 : 1.0; })};
  model.calls["MPI_Gather"] = {constant(1e-6)};
  model.calls["MPI_Bcast"] = {constant(1e-6)};
  EXPECT_TRUE(self_consistency_hints(model).empty());
}

TEST(SelfConsistency, times_that_fall) {
  Model model;
  model.calls["MPI_Bcast"] = {
      constant(1e-6, [](int p, std::int64_t d) { return p == 4 && d == 32 ? 2.0 : 1.0; })};
  const std::vector<std::string> hints = self_consistency_hints(model);
  ASSERT_EQ(hints.size(), 2U);
  EXPECT_EQ(hints[0], "MPI_Bcast gets faster as d grows: 2 us for 32 B, 1 us for 1 KiB (p = 4)");
  EXPECT_EQ(hints[1], "MPI_Bcast gets faster as p grows: 2 us for p = 4, 1 us for p = 8 (32 B)");
}

}  // namespace revprof
