// SPDX-License-Identifier: BSD-3-Clause
// Which sizes of a simulated machine are measured after the first ones.
#include "revprof/launch/simulate/refined_grid.hpp"

#include <gtest/gtest.h>

namespace revprof {
namespace {

constexpr const char* sizes = "1,1k,2k,4k,8k,16k,32k,64k";

// 1 us and 1 ns a byte, and 8 us more from a size on.
Measurements times_of(const std::string& call, const std::vector<std::int64_t>& measured,
                      std::int64_t slow_from, const std::string& jumps = "") {
  Measurements times;
  if (!jumps.empty()) times.header = {{"jumps", jumps}};
  for (const std::int64_t bytes : measured) {
    Measurement cell;
    cell.call = call;
    cell.processes = 4;
    cell.bytes = bytes;
    cell.median = 1e-6 + 1e-9 * static_cast<double>(bytes) + (bytes < slow_from ? 0 : 8e-6);
    times.cells.push_back(cell);
  }
  return times;
}

const std::vector<std::int64_t> powers = {1, 1024, 2048, 4096, 8192, 16384, 32768, 65536};

std::string refined(const std::vector<GridLine>& grid, const Measurements& times) {
  std::string text;
  for (const GridLine& line : refined_grid(grid, times)) {
    text += line.calls + ' ' + line.processes + ' ' + line.bytes + '\n';
  }
  return text;
}

TEST(RefinedGrid, halves_where_times_jump) {
  const std::vector<GridLine> grid = {{"MPI_Bcast,MPI_Reduce", "2,4", sizes}};
  EXPECT_EQ(refined(grid, times_of("MPI_Reduce", powers, 3000)), "MPI_Bcast,MPI_Reduce 2,4 2896\n");
  EXPECT_EQ(refined(grid, times_of("MPI_Reduce", {1, 1024, 2048, 2896, 3444, 4096, 8192}, 3000)),
            "MPI_Bcast,MPI_Reduce 2,4 3158\n");
  EXPECT_EQ(refined(grid, times_of("MPI_Reduce", {1, 1024, 2048, 2896, 3158, 3444, 4096}, 3000)),
            "");
}

TEST(RefinedGrid, measures_both_sides_of_a_messages_jump_instead) {
  const std::vector<GridLine> grid = {{"exchange", "4", sizes}};
  EXPECT_EQ(refined(grid, times_of("exchange", powers, 3001, "3000 30000")),
            "exchange 4 3000,3001\n");
  EXPECT_EQ(refined(grid, times_of("exchange", {1, 1024, 2048, 3000, 3001, 4096, 8192}, 3001,
                                   "3000 30000")),
            "");
  // It has one of its own in the same interval.
  EXPECT_EQ(refined(grid, times_of("exchange", {1, 1024, 2048, 3000, 3001, 4096, 8192}, 3500,
                                   "3000 30000")),
            "exchange 4 3506\n");
}

TEST(RefinedGrid, no_more_sizes_in_a_run_than_before) {
  const std::vector<GridLine> grid = {{"exchange", "4", "1,1k"},
                                      {"exchange", "4", "2k,4k"},
                                      {"exchange", "4", "8k,16k"},
                                      {"exchange", "4", "32k,64k"}};
  EXPECT_EQ(refined(grid, times_of("exchange", powers, 3001, "2500 3000")),
            "exchange 4 2500,2501\nexchange 4 3000,3001\n");
}

TEST(RefinedGrid, none_of_smooth_times_or_of_few_sizes) {
  EXPECT_EQ(refined({{"exchange", "4", sizes}}, times_of("exchange", powers, 1 << 20, "3000")), "");
  EXPECT_EQ(refined({{"MPI_Scan", "4", "1,1k,2k,4k,8k,16k"}}, times_of("MPI_Scan", powers, 3000)),
            "");
  EXPECT_EQ(refined({{"MPI_Scan", "4", sizes}}, times_of("MPI_Bcast", powers, 3000)), "");
}

}  // namespace
}  // namespace revprof
