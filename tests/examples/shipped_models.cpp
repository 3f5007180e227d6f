// SPDX-License-Identifier: BSD-3-Clause
// The models that ship say what their documentation says.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "fit/model/estimate.hpp"
#include "fit/model/model_json.hpp"

using namespace revprof;

namespace {

Estimate at(const Model& model, const std::string& call, int processes, std::int64_t bytes,
            int within = 0) {
  return estimate(distance_class(model.calls.at(call), within), processes, bytes);
}

TEST(ExactModel, has_the_times_of_the_table_in_its_documentation) {
  const Model model = read_model(MODELS "/exact.json");
  EXPECT_DOUBLE_EQ(at(model, "MPI_Send", 2, 1000).mean, 2e-6);
  EXPECT_DOUBLE_EQ(at(model, "MPI_Recv", 2, 1000).mean, 2e-6);
  EXPECT_DOUBLE_EQ(at(model, "transit", 2, 1000, 4).mean, 7e-6);
  EXPECT_DOUBLE_EQ(at(model, "transit", 2, 1000).mean, 14e-6);
  EXPECT_DOUBLE_EQ(at(model, "MPI_Wait", 2, 0).mean, 0.5e-6);
  EXPECT_DOUBLE_EQ(at(model, "MPI_Barrier", 8, 0).mean, 40e-6);
  EXPECT_DOUBLE_EQ(at(model, "MPI_Bcast", 4, 4096).mean, 38.192e-6);
  EXPECT_DOUBLE_EQ(at(model, "MPI_Bcast", 4, 5000).mean, 70e-6);
  EXPECT_DOUBLE_EQ(at(model, "MPI_Allgather", 4, 1000).mean, 54e-6);
  EXPECT_DOUBLE_EQ(at(model, "MPI_Allreduce", 4, 1000).mean, 38e-6);
}

TEST(ExactModel, low_is_half_and_high_is_twice) {
  const Model model = read_model(MODELS "/exact.json");
  for (const auto& [call, classes] : model.calls) {
    const Estimate times = estimate(classes.front(), 2, 64);
    EXPECT_EQ(times.mean, times.equation) << call;
    EXPECT_EQ(times.low, times.mean / 2) << call;
    EXPECT_EQ(times.high, times.mean * 2) << call;
  }
}

TEST(ExactModel, has_every_blocking_collective_and_all_of_point_to_point) {
  const Model model = read_model(MODELS "/exact.json");
  for (const char* call : {"MPI_Barrier",
                           "MPI_Bcast",
                           "MPI_Gather",
                           "MPI_Gatherv",
                           "MPI_Scatter",
                           "MPI_Scatterv",
                           "MPI_Allgather",
                           "MPI_Allgatherv",
                           "MPI_Alltoall",
                           "MPI_Alltoallv",
                           "MPI_Alltoallw",
                           "MPI_Reduce",
                           "MPI_Allreduce",
                           "MPI_Reduce_scatter",
                           "MPI_Reduce_scatter_block",
                           "MPI_Scan",
                           "MPI_Exscan",
                           "MPI_Send",
                           "MPI_Recv",
                           "MPI_Ssend",
                           "MPI_Isend",
                           "MPI_Irecv",
                           "MPI_Wait",
                           "MPI_Sendrecv",
                           "transit",
                           "gap",
                           "exchange"}) {
    EXPECT_EQ(model.calls.count(call), 1u) << call;
  }
  EXPECT_EQ(model.point_to_point.block_sizes, std::vector<int>{4});
}

// The equations as Howell prints them: microseconds, d in 4-byte integers, log the natural one.
double printed_allgather(double p, double d) {
  return d <= 32 ? 50 + 40 * p + 1 * d : 4 + 40 * p + 0.3 * p * d;
}
double printed_allreduce(double p, double d) {
  return d <= 32 ? 50 + 200 * std::log(p) + 4 * d : 300 + 20 * p + 0.9 * std::log(p) * d;
}

TEST(CrayT3d, is_what_the_paper_prints) {
  const Model model = read_model(MODELS "/cray-t3d.json");
  for (const int processes : {2, 3, 8, 31, 32}) {
    for (const std::int64_t integers : {0, 1, 31, 32, 33, 1000, 16384}) {
      const double p = processes;
      const double d = static_cast<double>(integers);
      const double allgather = at(model, "MPI_Allgather", processes, 4 * integers).mean;
      const double allreduce = at(model, "MPI_Allreduce", processes, 4 * integers).mean;
      EXPECT_NEAR(allgather * 1e6 / printed_allgather(p, d), 1, 1e-9) << p << ", " << d;
      EXPECT_NEAR(allreduce * 1e6 / printed_allreduce(p, d), 1, 1e-9) << p << ", " << d;
    }
  }
}

TEST(CrayT3d, has_the_printed_standard_errors) {
  const Model model = read_model(MODELS "/cray-t3d.json");
  const auto& small = model.calls.at("MPI_Allgather")[0].regimes[0].standard_errors;
  const auto& large = model.calls.at("MPI_Allreduce")[0].regimes[1].standard_errors;
  ASSERT_TRUE(small && large);
  EXPECT_DOUBLE_EQ(small->c, 20e-6);
  EXPECT_DOUBLE_EQ(small->s, 1e-6);
  EXPECT_DOUBLE_EQ(small->k, 0.9e-6 / 4);
  EXPECT_DOUBLE_EQ(large->c, 30e-6);
  EXPECT_DOUBLE_EQ(large->s, 2e-6);
  EXPECT_NEAR(large->k, 0.03e-6 / 4 * std::log(2.0), 1e-18);
}

TEST(CrayT3d, band_is_as_wide_as_the_printed_errors_at_a_typical_point) {
  const Model model = read_model(MODELS "/cray-t3d.json");
  // 8 processes, 16 integers: 386 us, errors 20, 8 and 14.4 us; 1.96 of them are 13 %.
  const Estimate times = at(model, "MPI_Allgather", 8, 64);
  EXPECT_NEAR(times.high / times.mean, 1.13, 0.01);
  EXPECT_NEAR(times.mean / times.low, 1.13, 0.01);
}

}  // namespace
