// SPDX-License-Identifier: BSD-3-Clause
// What a datasheet consists of: exact texts of equations, escaping, axes, graphs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "datasheet_samples.hpp"
#include "fit/datasheet/datasheet_axis.hpp"
#include "fit/datasheet/datasheet_equation.hpp"
#include "fit/datasheet/datasheet_graph.hpp"
#include "fit/datasheet/datasheet_text.hpp"

namespace revprof {

TEST(DatasheetEquation, quantities_are_rounded_to_their_error) {
  const struct {
    double value;
    std::optional<double> error;
    const char* text;
  } rows[] = {
      {50, 20.0, "(50 \\pm 20)"},
      {40, 1.0, "(40 \\pm 1)"},
      {1, 0.9, "(1.0 \\pm 0.9)"},
      {53.4, 21.2, "(50 \\pm 20)"},
      {53.4, 14.2, "(53 \\pm 14)"},
      {53.4, 1.96, "(53 \\pm 2)"},
      {53.4, 0.0961, "(53.4 \\pm 0.1)"},
      {53.46, 0.0961, "(53.5 \\pm 0.1)"},
      {0.3, 0.009, "(0.300 \\pm 0.009)"},
      {-3.21, 0.4, "(-3.2 \\pm 0.4)"},
      {3, 20.0, "(3 \\pm 20)"},  // a value below its error keeps one digit
      {0, 20.0, "(0 \\pm 20)"},
      {1234567, 2000.0, "(1.235 \\pm 0.002)\\cdot 10^{6}"},
      {0.00321, 0.0004, "(3.2 \\pm 0.4)\\cdot 10^{-3}"},
      {4, 1e-9, "(4.00000 \\pm 0.00001)"},  // an error too small to print is rounded up
      {38.6449, std::nullopt, "38.6"},
      {40, std::nullopt, "40"},
      {0.25, std::nullopt, "0.25"},
      {12345, std::nullopt, "12345"},
      {2.5e-5, std::nullopt, "2.5\\cdot 10^{-5}"},
      {0, std::nullopt, "0"},
      {40, 0.0, "40"},
      {40, std::nan(""), "40"},
  };
  for (const auto& row : rows) EXPECT_EQ(quantity(row.value, row.error), row.text);
}

TEST(DatasheetEquation, prints_as_in_howells_figure_1) {
  EXPECT_EQ(equation_text(howell_regime()),
            "t = (50 \\pm 20) + (40 \\pm 1)\\,p + {(1.0 \\pm 0.9)}^{\\circ}\\,d");
}

TEST(DatasheetEquation, every_form_has_its_functions) {
  const auto text = [](Startup startup, Data data) {
    return equation_text(regime({startup, data}, 1e-6, 2e-6, 3e-9));
  };
  EXPECT_EQ(text(Startup::log_p, Data::log_p_d), "t = 1 + 2\\,\\log_2(p) + 3\\,\\log_2(p)\\,d");
  EXPECT_EQ(text(Startup::p_squared, Data::p_squared_d), "t = 1 + 2\\,p^2 + 3\\,p^2 d");
  EXPECT_EQ(text(Startup::p, Data::p_d), "t = 1 + 2\\,p + 3\\,p\\,d");
  EXPECT_EQ(text(Startup::none, Data::d), "t = 1 + 3\\,d");
}

TEST(DatasheetEquation, leaves_out_coefficients_at_their_bound) {
  const StandardErrors only_k{0, 0, 1e-10};
  const Regime bounded = regime({Startup::p, Data::d}, 0, 0, 3e-9, only_k);
  EXPECT_EQ(equation_text(bounded), "t = (3.0 \\pm 0.1)\\,d");
  EXPECT_EQ(coefficient_texts(bounded).c, "0 (bound)");
  EXPECT_EQ(coefficient_texts(bounded).s, "0 (bound)");
  EXPECT_EQ(coefficient_texts(bounded).k, "$3.0 \\pm 0.1$");
  EXPECT_EQ(equation_text(regime({Startup::p, Data::d}, 0, 0, 0)), "t = 0");
  EXPECT_EQ(coefficient_texts(regime({Startup::none, Data::d}, 1e-6, 0, 0)).s, "--");
}

TEST(DatasheetEquation, joins_negative_terms_with_a_minus) {
  EXPECT_EQ(equation_text(regime({Startup::p, Data::d}, -5e-6, -2e-6, 3e-9)),
            "t = -5 - 2\\,p + 3\\,d");
}

TEST(DatasheetText, escapes_what_latex_would_read) {
  EXPECT_EQ(latex_escape("a_b %&#$"), "a\\_b \\%\\&\\#\\$");
  EXPECT_EQ(latex_escape("\\~^{}"), "\\textbackslash{}\\textasciitilde{}\\textasciicircum{}\\{\\}");
  EXPECT_EQ(latex_escape("line\nend\t"), "line end ");
  EXPECT_EQ(latex_escape("--np"), "-{}-{}np");
  EXPECT_EQ(latex_escape("\xC3\xA9"), "\xC3\xA9");      // e with an acute accent
  EXPECT_EQ(latex_escape("\xE4\xB8\xAD"), "[U+4E2D]");  // a Chinese character
  EXPECT_EQ(latex_escape("\xFF"), "[?]");
  EXPECT_EQ(latex_escape("\xE2\x82"), "[?][?]");  // cut short
}

TEST(DatasheetText, long_names_may_break) {
  EXPECT_EQ(latex_escape("MPI_Reduce_scatter"), "MPI\\_\\brk{}Reduce\\_\\brk{}scatter");
  const std::string text = latex_escape(std::string(40, 'x'));
  EXPECT_EQ(text, std::string(16, 'x') + "\\brk{}" + std::string(16, 'x') + "\\brk{}xxxxxxxx");
}

TEST(DatasheetText, sizes_and_ranges) {
  EXPECT_EQ(size_text(0), "0~B");
  EXPECT_EQ(size_text(4097), "4097~B");
  EXPECT_EQ(size_text(4096), "4~KiB");
  EXPECT_EQ(size_text(1536), "1.5~KiB");
  EXPECT_EQ(size_text(1 << 20), "1~MiB");
  EXPECT_EQ(size_text(1000000), "977~KiB");
  EXPECT_EQ(size_range(0, 2048), "0~B--2~KiB");
  EXPECT_EQ(size_range(2049, 65536), "$>$\\,2~KiB--64~KiB");
  EXPECT_EQ(process_range(2, 64), "2--64");
  EXPECT_EQ(process_range(2, 2), "2");
  EXPECT_EQ(percent_text(0.034), "3.4~\\%");
  EXPECT_EQ(percent_text(0.123), "12~\\%");
}

TEST(DatasheetAxis, no_bytes_stand_one_doubling_before_the_first) {
  const SizeAxis axis = size_axis(0, 1, 65536);
  EXPECT_EQ(axis.at(0), 0.5);
  EXPECT_EQ(axis.at(8), 8);
  EXPECT_LT(axis.low, 0.5);
  EXPECT_GT(axis.high, 65536);
  EXPECT_EQ(axis.tick_labels(), "{0},{1},{8},{64},{512},{4\\,Ki},{32\\,Ki}");
  EXPECT_EQ(axis.tick_positions(), "-0.30103,0,0.90309,1.8062,2.7093,3.6124,4.5154");
}

TEST(DatasheetGraph, shows_what_varies) {
  DistanceClass equations;
  equations.regimes = {howell_regime()};
  const Graphs both = graphs(equations, {}, {});
  EXPECT_TRUE(both.surface && both.over_bytes && both.over_processes);

  const Graphs over_processes = graphs(equations, {{2, 0, 1e-4}, {4, 0, 2e-4}}, {});
  EXPECT_FALSE(over_processes.surface || over_processes.over_bytes);
  EXPECT_TRUE(over_processes.over_processes);

  const Graphs over_bytes = graphs(equations, {{2, 1, 1e-4}, {2, 8, 2e-4}}, {});
  EXPECT_FALSE(over_bytes.surface || over_bytes.over_processes);
  ASSERT_TRUE(over_bytes.over_bytes);
  ASSERT_EQ(over_bytes.over_bytes->series.size(), 1u);
  EXPECT_EQ(over_bytes.over_bytes->series[0].points, "(0,2)(0.90309,2.301)");
}

// Measurements with one process say nothing of how two of them grow: a surface would be a line.
TEST(DatasheetGraph, equations_of_one_process_count_have_no_surface) {
  DistanceClass equations;
  equations.regimes = {howell_regime()};
  equations.regimes[0].max_processes = 2;
  const Graphs shown =
      graphs(equations, {{1, 1, 1e-6}, {1, 8, 2e-6}, {2, 1, 1e-4}, {2, 8, 2e-4}}, {});
  EXPECT_FALSE(shown.surface || shown.over_processes);
  ASSERT_TRUE(shown.over_bytes);
  ASSERT_EQ(shown.over_bytes->series.size(), 2u);
  const GraphSeries& alone = shown.over_bytes->series[0];
  EXPECT_TRUE(alone.curve.empty());
  EXPECT_EQ(alone.end, "axis cs:0.90309,0.30103");  // labelled beside its last point
}

TEST(DatasheetGraph, points_come_from_the_cells_where_there_are_no_measurements) {
  DistanceClass equations;
  equations.regimes = {regime({Startup::p, Data::d}, 1e-6, 1e-6, 0)};
  equations.cells = Cells{{2}, {0, 8}, {{std::log(2.0), std::nan("")}}};
  const std::vector<MeasuredPoint> points = measured_points("MPI_Bcast", equations, nullptr);
  ASSERT_EQ(points.size(), 1u);
  EXPECT_EQ(points[0].processes, 2);
  EXPECT_EQ(points[0].bytes, 0);
  EXPECT_DOUBLE_EQ(points[0].seconds, 6e-6);
}

TEST(DatasheetGraph, labels_never_touch_and_stay_beside_the_axis) {
  DistanceClass equations;
  equations.regimes = {regime({Startup::none, Data::d}, 1e-6, 0, 1e-9)};
  const Graphs shown = graphs(equations, {}, {});
  ASSERT_TRUE(shown.over_bytes);
  std::vector<double> heights;
  for (const GraphSeries& each : shown.over_bytes->series) heights.push_back(each.label_height);
  ASSERT_GE(heights.size(), 4u);
  std::sort(heights.begin(), heights.end());
  EXPECT_LE(heights.back(), 1 + 1e-9);
  EXPECT_GE(heights.front(), 0);
  for (std::size_t i = 1; i < heights.size(); ++i) EXPECT_GE(heights[i] - heights[i - 1], 0.05);
}

}  // namespace revprof
