// SPDX-License-Identifier: BSD-3-Clause
// Lanes become curves, bands and speed-ups; the table letter by letter.
#include "revprof/report/sweep/scalability.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <stdexcept>

#include "fit/datasheet/datasheet.hpp"
#include "fit/file/whole_file.hpp"
#include "scratch_directory.hpp"

namespace revprof {
namespace {

std::vector<ScalabilityRow> sweep() {
  return {{4,
           {{"mean", 0.5},
            {"low", 0.4, "low", "mean"},
            {"high", 0.8, "high", "mean"},
            {"equation", 0.6, "equation", "mean"}}},
          {1,
           {{"mean", 1.0},
            {"low", 0.8, "low", "mean"},
            {"high", 1.2, "high", "mean"},
            {"equation", 1.0, "equation", "mean"}}}};
}

TEST(ScalabilitySeries, takes_low_and_high_as_the_band_of_mean) {
  const auto series = scalability_series(sweep());
  ASSERT_EQ(series.size(), 2u);
  EXPECT_EQ(series[0].name, "mean");
  EXPECT_TRUE(series[0].band);
  EXPECT_EQ(series[1].name, "equation");
  EXPECT_FALSE(series[1].band);
  ASSERT_EQ(series[0].points.size(), 2u);
  const ScalabilityPoint& four = series[0].points[1];
  EXPECT_EQ(four.processes, 4);
  EXPECT_DOUBLE_EQ(four.low_seconds, 0.4);
  EXPECT_DOUBLE_EQ(four.high_seconds, 0.8);
  EXPECT_DOUBLE_EQ(four.speedup, 2);
  EXPECT_DOUBLE_EQ(four.high_speedup, 2);   // 0.8 / 0.4: the low machine against itself
  EXPECT_DOUBLE_EQ(four.low_speedup, 1.5);  // 1.2 / 0.8
}

TEST(ScalabilitySeries, takes_bands_of_other_lanes_but_not_what_is_called_so) {
  const auto series = scalability_series({{1,
                                           {{"0.1 us", 1},
                                            {"0.1 us low", 0.9, "low", "0.1 us"},
                                            {"0.1 us high", 1.1, "high", "0.1 us"},
                                            {"1 us", 10},
                                            {"slow", 5},
                                            {"slow low", 4, "low", "slow"},
                                            {"1 us low", 3},
                                            {"1 us high", 4}}}});
  ASSERT_EQ(series.size(), 6u);
  EXPECT_TRUE(series[0].band);
  EXPECT_EQ(series[1].name, "1 us");
  EXPECT_EQ(series[3].name, "slow low");  // no high: a curve like any other
  EXPECT_FALSE(series[1].band);           // "1 us low" and "1 us high" are a user's names
}

TEST(ScalabilitySeries, counts_speedup_from_the_fewest_processes) {
  const auto series = scalability_series({{2, {{"mean", 1.0}}}, {8, {{"mean", 0.5}}}});
  EXPECT_DOUBLE_EQ(series[0].points[0].speedup, 2);
  EXPECT_DOUBLE_EQ(series[0].points[1].speedup, 4);
}

TEST(ScalabilitySeries, scales_the_speedup_where_the_work_grows) {
  const auto series =
      scalability_series({{2, {{"mean", 1.0}}}, {8, {{"mean", 1.25}}}}, Scaling::weak);
  EXPECT_DOUBLE_EQ(series[0].points[0].efficiency(), 1);
  EXPECT_DOUBLE_EQ(series[0].points[1].speedup, 6.4);
  EXPECT_DOUBLE_EQ(series[0].points[1].efficiency(), 0.8);
}

TEST(ScalabilityTable, of_an_argument_shows_how_the_time_grows) {
  const std::vector<ScalabilityRow> rows = {{4, {{"mean", 4.0}}, 200, "200"},
                                            {4, {{"mean", 1.0}}, 100, "100"}};
  ScalabilityGraph graph = {"", "", scalability_series(rows, Scaling::none), Scaling::none, "n"};
  EXPECT_EQ(scalability_table(graph),
            "    n     time  growth\n"
            "  100  1.000 s  x 1.00\n"
            "  200  4.000 s  x 4.00\n");
  EXPECT_EQ(scalability_csv(graph),
            "series,processes,seconds,low_seconds,high_seconds,\"n\",extrapolated\n"
            "\"mean\",4,1,1,1,100,0\n\"mean\",4,4,4,4,200,0\n");
  const std::string tex = scalability_tex(graph);
  EXPECT_NE(tex.find("coordinates {(100,1) (200,4) }"), std::string::npos) << tex;
  EXPECT_EQ(tex.find("speed-up"), std::string::npos);
  EXPECT_EQ(scalability_svg(graph).find("speed-up"), std::string::npos);
}

TEST(ScalabilitySeries, survives_a_run_without_time) {
  ScalabilityGraph graph;
  graph.series = scalability_series({{1, {{"mean", 0.0}}}});
  EXPECT_EQ(graph.series[0].points[0].speedup, 0);
  EXPECT_EQ(scalability_cells(graph, graph.series[0])[1],
            (std::vector<std::string>{"1", "0 s", "", ""}));  // it is not known
}

TEST(ScalabilitySeries, refuses_rows_that_do_not_fit_together) {
  EXPECT_THROW(scalability_series({}), std::runtime_error);
  EXPECT_THROW(scalability_series({{1, {}}}), std::runtime_error);
  EXPECT_THROW(scalability_series({{1, {{"mean", 1}}}, {2, {{"fast", 1}}}}), std::runtime_error);
  EXPECT_THROW(scalability_series({{2, {{"mean", 1}}}, {2, {{"mean", 1}}}}), std::runtime_error);
}

TEST(ScalabilityTable, shows_time_band_speedup_and_efficiency) {
  EXPECT_EQ(scalability_table({"outer", "Cray T3D", scalability_series(sweep())}),
            "mean\n"
            "  processes      time       low      high  speed-up  efficiency\n"
            "          1   1.000 s  800.0 ms   1.200 s      1.00     100.0 %\n"
            "          4  500.0 ms  400.0 ms  800.0 ms      2.00      50.0 %\n"
            "\n"
            "equation\n"
            "  processes      time  speed-up  efficiency\n"
            "          1   1.000 s      1.00     100.0 %\n"
            "          4  600.0 ms      1.67      41.7 %\n");
}

TEST(ScalabilityCsv, has_the_shortest_numbers_that_are_exact) {
  EXPECT_EQ(scalability_csv({"", "", scalability_series({{1, {{"a \"b\"", 0.1}}}})}),
            "series,processes,seconds,low_seconds,high_seconds,speedup,low_speedup,high_speedup,"
            "efficiency,extrapolated\n"
            "\"a \"\"b\"\"\",1,0.1,0.1,0.1,1,1,1,1,0\n");
  EXPECT_NE(scalability_csv({"", "", scalability_series({{1, {{"third", 1.0 / 3}}}})})
                .find(",0.3333333333333333,"),
            std::string::npos);
}

// A model of p = 2 that is swept to 16.
TEST(ScalabilityTable, marks_what_was_not_measured) {
  std::vector<ScalabilityRow> rows = {{2, {{"mean", 1.0}}}, {16, {{"mean", 0.5}}}};
  rows[1].extrapolated = 0.25;
  const ScalabilityGraph graph = {"", "machine", scalability_series(rows)};
  EXPECT_EQ(scalability_table(graph),
            "  processes      time  speed-up  efficiency\n"
            "          2   1.000 s      2.00     100.0 %\n"
            "       16 *  500.0 ms      4.00      25.0 %\n"
            "  * beyond what the machine was measured for: up to 25.0 % of the communication is "
            "extrapolated.\n");
  EXPECT_NE(scalability_csv(graph).find(",0.25\n"), std::string::npos);
  const std::string svg = scalability_svg(graph);
  EXPECT_NE(svg.find("machine; open: beyond what the machine"), std::string::npos) << svg;
  std::size_t open = 0;
  for (std::size_t at = 0; (at = svg.find("fill=\"#ffffff\"/>", at + 1)) != std::string::npos;)
    ++open;
  EXPECT_EQ(open, 2u);  // in both panels
  const std::string tex = scalability_tex(graph);
  EXPECT_NE(tex.find(" beyond what the machine was measured for"), std::string::npos) << tex;
  EXPECT_NE(tex.find("\\addplot[extrapolated, series0] coordinates {(16,500) };"),
            std::string::npos)
      << tex;
  EXPECT_NE(tex.find("\\addplot[extrapolated, series0] coordinates {(16,4) };"), std::string::npos);
}

TEST(ScalabilityTex, plots_bands_and_escapes_names) {
  const std::string tex = scalability_tex({"./a_b 50%", "R&D", scalability_series(sweep())});
  EXPECT_NE(tex.find("a\\_"), std::string::npos) << tex;
  EXPECT_NE(tex.find(" 50\\%"), std::string::npos);
  EXPECT_NE(tex.find("R\\&D"), std::string::npos);
  EXPECT_NE(tex.find("coordinates {(1,800) (4,400) (4,800) (1,1200) } -- cycle"),
            std::string::npos);
  EXPECT_NE(tex.find("coordinates {(1,1) (4,2) }"), std::string::npos);
  EXPECT_NE(tex.find("\\addlegendentry{mean (low to high)}"), std::string::npos);
  EXPECT_NE(tex.find("\\addlegendentry{equation}"), std::string::npos);
  EXPECT_EQ(tex.find("\\addplot[extrapolated"), std::string::npos);
  EXPECT_THROW(scalability_tex({}), std::runtime_error);
}

TEST(ScalabilityFiles, are_written_in_every_form) {
  const ScratchDirectory scratch;
  const std::string stem = scratch / "sweep";
  const auto files =
      write_scalability({"./a_b <1> \xff", "Universit\u00e4t", scalability_series(sweep())}, stem);
  ASSERT_EQ(files.size(), 3u);
  EXPECT_EQ(files[0], stem + ".csv");
  for (const std::string& file : files) EXPECT_GT(std::filesystem::file_size(file), 100u) << file;
  try {
    EXPECT_EQ(read_file(build_pdf(files[2])).substr(0, 5), "%PDF-");
  } catch (const PdflatexMissing&) {  // as on most hosts
  }
}

}  // namespace
}  // namespace revprof
