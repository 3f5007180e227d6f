// SPDX-License-Identifier: BSD-3-Clause
// The datasheet: its pages, and the template.
#include "fit/datasheet/datasheet.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "datasheet_samples.hpp"
#include "fit/datasheet/datasheet_bandwidth.hpp"
#include "fit/datasheet/datasheet_equation.hpp"
#include "fit/datasheet/datasheet_graph.hpp"
#include "fit/datasheet/datasheet_text.hpp"

namespace revprof {

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

TEST(Datasheet, says_where_a_messages_time_jumps) {
  const Model model = model_of("transit", {howell_regime()});
  Measurements measured = measurements_of("transit", howell_regime());
  EXPECT_EQ(datasheet_tex(model, &measured).find("Jumps"), std::string::npos);
  measured.header.emplace_back("jumps", "1410 9360");
  EXPECT_NE(datasheet_tex(model, &measured).find("after 1410,\\brk{} 9360 bytes"),
            std::string::npos);
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

TEST(Datasheet, says_whose_calls_it_has) {
  const auto says = [](const Model& model, const std::string& whose) {
    return datasheet_tex(model, nullptr).find("how long every " + whose + " call takes") !=
           std::string::npos;
  };
  Model model = model_of("MPI_Bcast", {howell_regime()});
  EXPECT_TRUE(says(model, "MPI"));
  model.calls["shmem_put"] = model.calls["MPI_Bcast"];
  EXPECT_TRUE(says(model, "MPI and OpenSHMEM"));
  model.calls.erase("MPI_Bcast");
  EXPECT_TRUE(says(model, "OpenSHMEM"));
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

TEST(Datasheet, libraries_and_threads_have_a_page) {
  Model model = node_model();
  auto& times = model.computation->times;
  times["library.exp.call"] = one_takes(5e-9);
  times["library.memcpy.call"] = one_takes(2e-9);
  times["library.memcpy.byte"] = one_takes(0.05e-9);
  times["threads.region.fork_join"] = one_takes(1e-6);
  times["threads.region.fork_join"].cells = Cells{{1, 4, 32}, {2, 8}, {{0, 0}, {0, 0}, {0, 0}}};
  const std::string tex = datasheet_tex(model, nullptr);
  const auto has = [&](const std::string& text) {
    EXPECT_NE(tex.find(text), std::string::npos) << text;
  };
  has("{\\LARGE\\bfseries Libraries and threads on a node\\par}");
  has("\\texttt{exp} & 5 & 5 &  &  & 0.0~\\% \\\\");
  has("\\texttt{memcpy} & 2 & 2 & 0.05 & 0.05 & 0.0~\\% \\\\");
  has("A parallel region (OpenMP), 8 threads & 8000 & 8000 &  &  & 0.0~\\% \\\\");
  EXPECT_EQ(tex.find("texttt{tanh}"), std::string::npos);  // a row of nothing
  EXPECT_EQ(datasheet_tex(node_model(), nullptr).find("Libraries and threads"), std::string::npos);
}

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
