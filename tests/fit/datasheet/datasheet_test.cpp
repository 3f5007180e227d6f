// SPDX-License-Identifier: BSD-3-Clause
// The datasheet: exact texts of equations, escaping, graphs, and the template.
#include "fit/datasheet/datasheet.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "datasheet_samples.hpp"
#include "fit/datasheet/datasheet_axis.hpp"
#include "fit/datasheet/datasheet_bandwidth.hpp"
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

TEST(DatasheetBandwidth, pages_show_latency_bandwidth_and_eager_limit) {
  // 1 us + 0.1 ns for each byte, up to 64 KiB; an Allreduce of 32 processes takes twice as long.
  Model model = model_of("transit", {regime({Startup::none, Data::d}, 1e-6, 0, 1e-10)});
  model.point_to_point.eager_limit_bytes = 4056;
  model.calls["MPI_Allreduce"] =
      model_of("x", {regime({Startup::none, Data::d}, 2e-6, 0, 2e-10)}).calls["x"];
  const std::string text = datasheet_tex(model, nullptr);
  EXPECT_NE(text.find("4056~bytes"), std::string::npos);
  // At 64 KiB 65.536 kB in 7.5536 us; half of it from 8 KiB on (4.5 GB/s).
  EXPECT_NE(text.find("transit,\\brk{} beyond & 1 & 1~B & 8.68 & 64~KiB & 8~KiB"),
            std::string::npos);
  EXPECT_NE(text.find("MPI\\_\\brk{}Allreduce} & 32 & 2 & 4.34 & 8.4 & 64~KiB"), std::string::npos);
  EXPECT_EQ(datasheet_tex(model_of("MPI_Barrier", {howell_regime()}), nullptr).find("GB/s"),
            std::string::npos);
}

TEST(DatasheetOverlap, is_shown_at_the_most_processes) {
  const Model model = model_of("MPI_Ibcast", {howell_regime()});
  Measurements measured = measurements_of("MPI_Ibcast", howell_regime());
  EXPECT_EQ(datasheet_tex(model, &measured).find("Overlap of"), std::string::npos);
  Measurement cell = measured.cells.front();
  measured.cells.clear();
  for (const auto& [processes, bytes, overlap] :
       {std::tuple{4, 8, 0.9}, {64, 8, 0.25}, {64, 1024, 1.0}}) {
    cell.processes = processes;
    cell.bytes = bytes;
    cell.overlap = overlap;
    measured.cells.push_back(cell);
  }
  cell.launch = 2;
  cell.overlap = 0.5;
  measured.cells.push_back(cell);
  const std::string text = datasheet_tex(model, &measured);
  EXPECT_NE(text.find("Overlap of nonblocking collectives"), std::string::npos);
  EXPECT_NE(text.find("Ibcast} & 64 & 25~\\% & 75~\\% \\\\"), std::string::npos);
  EXPECT_EQ(text.find("90~\\%"), std::string::npos);
}

TEST(Datasheet, parts_and_messages_to_oneself_have_no_page) {
  Model model = model_of("MPI_Bcast", {howell_regime()});
  model.calls["MPI_Bcast.late"] = model.calls["MPI_Bcast"];
  model.calls["MPI_Send"] = model.calls["MPI_Bcast"];
  model.calls["MPI_Send"].front().within = 1;
  const std::string text = datasheet_tex(model, nullptr);
  EXPECT_NE(text.find("\\hyperlink{call.1}"), std::string::npos);
  EXPECT_NE(text.find("\\hypertarget{call.1}"), std::string::npos);
  EXPECT_NE(text.find("late} & beyond"), std::string::npos) << "among all equations";
  for (const char* const number : {"call.2", "call.3"}) {
    EXPECT_EQ(text.find(number), std::string::npos) << number;
  }
}

TEST(DatasheetResiduals, show_each_cell_against_its_equation) {
  Model model = model_of("MPI_Bcast", {regime({Startup::p, Data::d}, 1e-6, 1e-6, 0)});
  EXPECT_EQ(datasheet_tex(model, nullptr).find("Residuals"), std::string::npos);
  model.calls["MPI_Bcast"][0].cells =
      Cells{{2, 4}, {0, 8}, {{std::log(10.0), std::nan("")}, {0, -std::log(2.0)}}};
  const std::string text = datasheet_tex(model, nullptr);
  EXPECT_NE(text.find("Residuals"), std::string::npos);
  // Ten times as long stands at the edge, at eight times; half as long below the middle.
  EXPECT_NE(text.find(",1.000)}"), std::string::npos);
  EXPECT_NE(text.find(",0.500)("), std::string::npos);
  EXPECT_NE(text.find(",0.333)}"), std::string::npos);
}

TEST(Datasheet, leaves_no_tag_of_the_template_unfilled) {
  const Measurements measured = measurements_of("MPI_Bcast", howell_regime());
  const std::string full = datasheet_tex(model_of("MPI_Bcast", {howell_regime()}), &measured);
  const std::string bare = datasheet_tex(
      model_of("MPI_Bcast", {regime({Startup::p, Data::d}, 1e-6, 2e-6, 3e-9)}), nullptr);
  for (const std::string& text : {full, bare, datasheet_tex(Model{}, nullptr)}) {
    EXPECT_EQ(text.find("<<"), std::string::npos);
    EXPECT_EQ(text.find(">>"), std::string::npos);
    EXPECT_EQ(text.find("{{="), std::string::npos);
    EXPECT_NE(text.find("\\end{document}"), std::string::npos);
  }
  EXPECT_NE(full.find("$t = (50 \\pm 20) + (40 \\pm 1)\\,p + {(1.0 \\pm 0.9)}^{\\circ}\\,d$"),
            std::string::npos);
}

TEST(Datasheet, an_unwritable_place_is_an_error_that_names_it) {
  const std::string nowhere = "/no/such/directory/machine.tex";
  try {
    write_datasheet(Model{}, nullptr, nowhere);
    FAIL() << "expected DatasheetError";
  } catch (const DatasheetError& error) {
    EXPECT_EQ(std::string(error.what()).rfind(nowhere, 0), 0u) << error.what();
  }
  EXPECT_THROW(build_pdf(nowhere), DatasheetError);
}

TEST(Datasheet, numbers_are_plain) {
  EXPECT_EQ(significant(6678, 3), "6680");
  EXPECT_EQ(significant(0.00001234, 3), "0.0000123");
  EXPECT_EQ(significant(99.96, 3), "100");
  EXPECT_EQ(significant(-2030.4, 3), "-2030");
  EXPECT_EQ(significant(1e15, 3), "1e+15");
  EXPECT_EQ(significant(1.25, 3), "1.25");
}

TEST(Datasheet, coefficients_that_may_be_none_have_a_ring) {
  const Regime may_be =
      regime({Startup::p, Data::d}, 50e-6, 40e-6, 1e-9, StandardErrors{30e-6, 1e-6, 0.4e-9});
  EXPECT_EQ(equation_text(may_be),
            "t = {(50 \\pm 30)}^{\\circ} + (40 \\pm 1)\\,p + (1.0 \\pm 0.4)\\,d");
  EXPECT_EQ(coefficient_texts(may_be).c, "${50 \\pm 30}^{\\circ}$");
}

TEST(Datasheet, a_runner_up_may_have_the_better_criterion) {
  Regime tied = howell_regime();
  tied.runner_up->bic_difference = -0.2;
  const std::string page = datasheet_tex(model_of("MPI_Bcast", {tied}), nullptr);
  EXPECT_NE(page.find("(BIC $-$0.2)"), std::string::npos);
  tied.runner_up->bic_difference = -0.04;
  EXPECT_NE(datasheet_tex(model_of("MPI_Bcast", {tied}), nullptr).find("(BIC $+$0.0)"),
            std::string::npos);
}

TEST(Datasheet, full_blocks_have_a_line_in_graphs_over_p) {
  Model model = model_of("MPI_Bcast", {howell_regime()});
  const auto dotted = [&] {
    const std::string page = datasheet_tex(model, nullptr);
    std::size_t count = 0;
    for (std::size_t at = page.find("densely dotted"); at != std::string::npos;
         at = page.find("densely dotted", at + 1)) {
      ++count;
    }
    return count;
  };
  EXPECT_EQ(dotted(), 0U);
  model.point_to_point.block_sizes = {4, 16, 64};  // measured up to 32
  EXPECT_EQ(dotted(), 2U);
}

TEST(Datasheet, times_at_a_few_p_and_d) {
  Model model = model_of("MPI_Bcast", {howell_regime()});
  model.calls["MPI_Barrier"] = {model.calls.at("MPI_Bcast")};
  Regime& barrier = model.calls.at("MPI_Barrier")[0].regimes[0];
  barrier.max_bytes = 0;
  const std::string page = datasheet_tex(model, nullptr);
  // 50 + 40 p us + 1 ns a byte, for 2 and 32 processes; measured to 64 KiB.
  EXPECT_NE(page.find("\\texttt{MPI\\_\\brk{}Bcast} & beyond & 2 & 130 & 131 & 196 & --"),
            std::string::npos);
  EXPECT_NE(page.find("\\texttt{MPI\\_\\brk{}Bcast} & beyond & 32 & 1330 & 1330 & 1400 & --"),
            std::string::npos);
  EXPECT_NE(page.find("\\texttt{MPI\\_\\brk{}Barrier} & beyond & 2 & 130 &  &  & "),
            std::string::npos);
}

TEST(Datasheet, says_where_every_cell_is_of_a_single_run) {
  const Model model = model_of("MPI_Bcast", {howell_regime()});
  Measurements once = measurements_of("MPI_Bcast", howell_regime());
  EXPECT_NE(datasheet_tex(model, &once).find("every cell is of a single run"), std::string::npos);
  once.cells.push_back(once.cells.front());
  once.cells.back().launch = 2;
  EXPECT_EQ(datasheet_tex(model, &once).find("every cell is of a single run"), std::string::npos);
}

namespace {

// So long for one of so many, where q processes share it.
DistanceClass one_takes(double seconds, Data data = Data::d) {
  DistanceClass equations;
  equations.regimes = {regime({Startup::none, data}, 0, 0, seconds)};
  equations.regimes[0].min_processes = 1;
  equations.cells = Cells{{1, 4, 32}, {65536}, {{0}, {0}, {0}}};
  return equations;
}

Model node_model() {
  Model model = model_of("MPI_Bcast", {howell_regime()});
  Computation& node = model.computation.emplace();
  node.cache_bytes = {{"L1", 49152}, {"L2", 1 << 20}};
  node.simd_bytes = 32;
  node.times["operation.float_add.chain"] = one_takes(0.5e-9);
  node.times["operation.float_add.throughput"] = one_takes(0.125e-9);
  node.times["operation.branch_missed.throughput"] = one_takes(4e-9);
  node.times["memory.L1.latency"] = one_takes(1.25e-9);
  node.times["memory.L1.read"] = one_takes(0.01e-9);
  node.times["memory.main.read"] = one_takes(0.02e-9, Data::p_d);
  return model;
}

}  // namespace

TEST(Datasheet, computation_has_two_pages) {
  const std::string tex = datasheet_tex(node_model(), nullptr);
  const auto has = [&](const std::string& text) {
    EXPECT_NE(tex.find(text), std::string::npos) << text;
  };
  has("{\\LARGE\\bfseries Computation on a node\\par}");
  has("Float add & 0.5 & 0.5 & 0.5 & 0.0~\\% & 0.125 & 0.125 & 0.125 & 0.0~\\% \\\\");
  has("Branch missed & -- & -- & -- &  & 4 & 4 & 4 & 0.0~\\% \\\\");
  has("vector of 32~bytes");
  EXPECT_EQ(tex.find("SIMD add"), std::string::npos);  // a row of nothing
  has("{\\LARGE\\bfseries Memory of a node\\par}");
  // 100 GB/s for everybody; 50 GB/s for one, 1.56 for each of 32.
  has("L1 & 48~KiB & 1.25 & 1.25 & 100 & 100 & -- & -- \\\\");
  has("Main memory &  & -- & -- & 50 & 1.56 & -- & -- \\\\");
  has("xlabel={\\strut$q$}, ylabel={read by one process [GB/s]}");
  // Sizes and counts of the machine's table are those of calls.
  EXPECT_EQ(datasheet_tex(model_of("MPI_Bcast", {howell_regime()}), nullptr).find("on a node"),
            std::string::npos);
}

TEST(Datasheet, computation_by_one_process_has_no_graph) {
  Model model = node_model();
  for (auto& [name, equations] : model.computation->times) {
    equations.cells = Cells{{1}, {65536}, {{0}}};
  }
  const std::string tex = datasheet_tex(model, nullptr);
  EXPECT_NE(tex.find("Main memory &  & -- & 50 & -- \\\\"), std::string::npos);
  EXPECT_EQ(tex.find("read by one process"), std::string::npos);
}

}  // namespace revprof
