// SPDX-License-Identifier: BSD-3-Clause
// Tables of the Intel MPI Benchmarks, as they were printed and in the tools' documented formats.
#include "import_files.hpp"

namespace revprof {

using ImportImb = Import;

TEST_F(ImportImb, as_printed) {
  const Imported read =
      import_imb({logs + "/alaska/IMB_PingPong.out", logs + "/alaska/IMB_Uniband_2.out",
                  logs + "/alaska/IMB_Uniband_16.out", logs + "/alaska/IMB_Biband_1_0_excerpt.out"},
                 {});
  EXPECT_EQ(read.measurements.cells.size(), 24U + 24U);
  EXPECT_DOUBLE_EQ(time_of(read, "gap", 2, 1024), 1.0 / 3530616);
  EXPECT_GT(time_of(read, "transit", 2, 0), 0);
  EXPECT_TRUE(notes_hold(read, "IMB_Uniband_16.out:34: Uniband is left out: streams of 8 pairs"));
  EXPECT_TRUE(notes_hold(read, "Biband is left out"));
}

const std::string rule = "#----------------------------------------------------------------\n";
const std::string collective_columns =
    "       #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]\n";

TEST_F(ImportImb, waiting_processes_memory_and_time_limits) {
  const Imported read = import_imb(
      {file("imb.out",
            rule +
                "# Benchmarking Allgather \n# #processes = 4 \n"
                "# ( 12 additional processes waiting in MPI_Barrier)\n" +
                rule + collective_columns +
                "            0         1000         0.03         0.04         0.03\n"
                "            8         1000         2.00         4.00         3.00\n"
                "           16 out-of-mem.; needed X=   2.001 GB; use flag \"-mem X\" or "
                "MAX_MEM_USAGE>=X (IMB_mem_info.h)\n"
                "           32 time-out.; Time limit (secs_per_sample * msg_sizes_list_len) is "
                "over; use \"-time X\" or SECS_PER_SAMPLE=X (IMB_settings.h) to increase time "
                "limit.\n"
                "           64 int-overflow.; The production rank*size caused int overflow for "
                "given sample\n\n")},
      {});
  EXPECT_EQ(read.measurements.cells.size(), 1U);
  EXPECT_DOUBLE_EQ(time_of(read, "MPI_Allgather", 4, 8), 4e-6);
  EXPECT_EQ(find(read, "MPI_Allgather", 4, 8)->repetitions, 1000);
  EXPECT_TRUE(notes_hold(read, "imb.out:9: Allgather of 16 bytes for 4 processes: out-of-mem."));
  EXPECT_TRUE(notes_hold(read, "32 bytes for 4 processes: time-out."));
  EXPECT_TRUE(notes_hold(read, "int-overflow."));
}

TEST_F(ImportImb, processes_that_wait_are_on_the_same_node) {
  const std::string log =
      file("imb.out", rule +
                          "# Benchmarking PingPong \n# #processes = 2 \n"
                          "# ( 62 additional processes waiting in MPI_Barrier)\n" +
                          rule + "#bytes #repetitions t[usec] Mbytes/sec\n8 1000 0.4 10\n\n" +
                          rule + "# Benchmarking Bcast \n# #processes = 64 \n" + rule +
                          collective_columns + "8 1000 2 9 3\n");
  const Imported read = import_imb({log}, {});
  EXPECT_TRUE(notes_hold(read, "imb.out:6: PingPong is of processes 0 and 1 of 64"));
  ImportOptions options;
  options.ranks_per_node = 32;
  const Imported placed = import_imb({log}, options);
  EXPECT_EQ(find(placed, "transit", 2, 8)->within, 32);
  EXPECT_EQ(find(placed, "MPI_Bcast", 64, 8)->within, 0);
  EXPECT_FALSE(notes_hold(placed, "is of processes 0 and 1"));
}

TEST_F(ImportImb, a_line_torn_by_another_costs_one_row) {
  const Imported read =
      import_imb({file("imb.out", rule + "# Benchmarking Bcast \n# #processes = 4 \n" + rule +
                                      collective_columns +
                                      "8 1000 2 3 2.5\n16 1000 2 [node7:12] mca_btl: 3 2.5\n"
                                      "\nlibibverbs: warning\n32 1000 2 4 2.5\n64 1000 2\n")},
                 {});
  EXPECT_EQ(read.measurements.cells.size(), 2U);
  EXPECT_DOUBLE_EQ(time_of(read, "MPI_Bcast", 4, 32), 4e-6);
  EXPECT_TRUE(notes_hold(read, "imb.out:7: expected 5 columns"));
  EXPECT_TRUE(notes_hold(read, "imb.out:9: expected a row of the table"));
}

TEST_F(ImportImb, groups_at_the_same_time_only_where_nothing_was_measured_alone) {
  const std::string groups =
      rule +
      "# Benchmarking Multi-Bcast \n"
      "# ( 2 groups of 4 processes each running simultaneous ) \n"
      "# Group  0:     0    1    2    3\n# Group  1:     4    5    6    7\n" +
      rule +
      "Group       #bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]\n"
      "    0            8         1000         1.00         6.00         3.00\n"
      "    1            8         1000         1.00         7.00         3.00\n\n";
  const std::string alone = rule + "# Benchmarking Bcast \n# #processes = 4 \n" + rule +
                            collective_columns + "8 1000 1.00 5.00 3.00\n\n";
  EXPECT_DOUBLE_EQ(time_of(import_imb({file("a", groups)}, {}), "MPI_Bcast", 4, 8), 7e-6);
  EXPECT_DOUBLE_EQ(time_of(import_imb({file("b", groups + alone)}, {}), "MPI_Bcast", 4, 8), 5e-6);
}

TEST_F(ImportImb, every_kind_of_table) {
  const Imported read = import_imb(
      {file("all.out",
            rule + "# Benchmarking Sendrecv \n# #processes = 2 \n" + rule +
                "#bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]   Mbytes/sec\n"
                "8 1000 1.0 1.5 1.2 10.0\n\n" +
                rule + "# Benchmarking Exchange \n# #processes = 4 \n" + rule +
                "#bytes #repetitions  t_min[usec]  t_max[usec]  t_avg[usec]   Mbytes/sec\n"
                "8 1000 2.0 2.8 2.2 10.0\n\n" +
                rule + "# Benchmarking Barrier \n# #processes = 8 \n" + rule +
                "#repetitions  t_min[usec]  t_max[usec]  t_avg[usec]\n1000 2.0 2.5 2.2\n\n" + rule +
                "# Benchmarking Reduce_scatter \n# #processes = 4 \n" + rule + collective_columns +
                "32 1000 2.0 9.0 2.2\n\n" + rule + "# Benchmarking Ibcast \n# #processes = 8 \n" +
                rule +
                "#bytes #repetitions t_ovrl[usec] t_pure[usec] t_CPU[usec] overlap[%]\n"
                "8 1000 9.0 5.0 4.5 11.0\n\n" +
                rule + "# Benchmarking Iallreduce_pure \n# #processes = 8 \n" + rule +
                collective_columns + "8 1000 2.0 6.5 2.2\n\n" + rule +
                "# Benchmarking Unidir_put \n# #processes = 2 \n" + rule +
                "#\n#    MODE: AGGREGATE \n#\n#bytes #repetitions t[usec] Mbytes/sec\n"
                "8 1000 0.1 80.0\n\n" +
                rule + "# Benchmarking Unidir_put \n# #processes = 2 \n" + rule +
                "#\n#    MODE: NON-AGGREGATE \n#\n#bytes #repetitions t[usec] Mbytes/sec\n"
                "8 100 1.9 4.0\n\n" +
                rule + "# Benchmarking Window \n# #processes = 2 \n" + rule + collective_columns +
                "8 100 1.9 4.0 3.0\n\n# All processes entering MPI_Finalize\n")},
      {});
  EXPECT_DOUBLE_EQ(time_of(read, "exchange", 2, 8), 1.5e-6);
  EXPECT_DOUBLE_EQ(time_of(read, "MPI_Sendrecv", 2, 8), 1.5e-6);
  EXPECT_DOUBLE_EQ(time_of(read, "exchange_both", 4, 8), 2.8e-6);
  EXPECT_DOUBLE_EQ(time_of(read, "MPI_Barrier", 8, 0), 2.5e-6);
  EXPECT_DOUBLE_EQ(time_of(read, "MPI_Reduce_scatter", 4, 8), 9e-6);
  EXPECT_DOUBLE_EQ(time_of(read, "MPI_Ibcast", 8, 8), 5e-6);
  EXPECT_DOUBLE_EQ(time_of(read, "MPI_Iallreduce", 8, 8), 6.5e-6);
  EXPECT_DOUBLE_EQ(time_of(read, "MPI_Put", 2, 8), 1.9e-6);
  EXPECT_TRUE(notes_hold(read, "Unidir_put is left out: many transfers"));
  EXPECT_TRUE(notes_hold(read, "Window is left out: no equation"));
  EXPECT_EQ(read.measurements.cells.size(), 8U);
}

TEST_F(ImportImb, more_repetitions_than_any_benchmark_makes) {
  const Imported read =
      import_imb({file("many", "# Benchmarking Bcast\n# #processes = 2\n" + collective_columns +
                                   "8 3000000000 1.0 1.2 1.1\n\n")},
                 {});
  EXPECT_EQ(read.measurements.cells.at(0).repetitions, 1000000000);
}

TEST_F(ImportImb, a_file_cut_inside_its_last_number) {
  const Imported read =
      import_imb({file("cut", "# Benchmarking Bcast\n# #processes = 2\n" + collective_columns +
                                  "8 1000 1.0 1.2 1.1\n16 1000 1.0 12.5 1")},
                 {});
  EXPECT_EQ(read.measurements.cells.size(), 1U);
  EXPECT_TRUE(notes_hold(read, "cut:5: the file ends within this row"));
}

TEST_F(ImportImb, errors_name_file_line_and_what_was_expected) {
  const std::string osu = message([&] {
    import_imb({logs + "/alaska/Osu_allreduce.out"}, {2, 0});
  });
  EXPECT_TRUE(holds(osu, "Osu_allreduce.out:2: expected output of the Intel MPI Benchmarks"))
      << osu;
  EXPECT_TRUE(holds(osu, "--import osu")) << osu;
  const std::string none = message([&] { import_imb({logs + "/alaska/LICENSE"}, {}); });
  EXPECT_TRUE(holds(none, "LICENSE:1: expected output of the Intel MPI Benchmarks")) << none;
  const std::string torn = message([&] {
    import_imb({file("x", "# Benchmarking Bcast\n# #processes = 2\n" + collective_columns +
                              "8 1000 1.0 2.0\n\n")},
               {});
  });
  EXPECT_TRUE(holds(torn, "x:4: expected 5 columns")) << torn;
  const std::string slow = message([&] {
    import_imb({file("z", "# Benchmarking Bcast\n# #processes = 2\n" + collective_columns +
                              "8 1000 1.0 2e12 1.0\n\n")},
               {});
  });
  EXPECT_TRUE(holds(slow, "z:4: expected at most 1e+06 seconds, found \"2e12\"")) << slow;
  const std::string nothing =
      message([&] { import_imb({logs + "/alaska/IMB_Biband_1_0_excerpt.out"}, {}); });
  EXPECT_TRUE(holds(nothing, "nothing to import")) << nothing;
}

}  // namespace revprof
