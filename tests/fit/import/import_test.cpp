// SPDX-License-Identifier: BSD-3-Clause
// The importers, on output as it was printed (tests/fit/logs) and on small tables written here in
// the tools' documented formats.
#include "fit/import/import.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace revprof {

namespace {

const std::string logs = REVPROF_TEST_LOGS;

class Import : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "revprof-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    // A directory's name may hold the number of processes, and a random one now and then does.
    directory_ = std::filesystem::path(name) / "outputs";
    std::filesystem::create_directory(directory_);
  }
  void TearDown() override { std::filesystem::remove_all(directory_.parent_path()); }

  std::string file(const std::string& name, const std::string& text) const {
    const std::string path = (directory_ / name).string();
    std::ofstream(path) << text;
    return path;
  }

 private:
  std::filesystem::path directory_;
};

const Measurement* find(const Imported& imported, const std::string& call, int processes,
                        std::int64_t bytes) {
  for (const Measurement& cell : imported.measurements.cells) {
    if (cell.call == call && cell.processes == processes && cell.bytes == bytes) return &cell;
  }
  return nullptr;
}

double time_of(const Imported& imported, const std::string& call, int processes,
               std::int64_t bytes) {
  const Measurement* cell = find(imported, call, processes, bytes);
  return cell == nullptr ? -1 : cell->median;
}

template <typename Function>
std::string message(const Function& function) {
  try {
    function();
  } catch (const MeasurementError& error) {
    return error.what();
  }
  return "no error";
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

bool notes_hold(const Imported& imported, const std::string& part) {
  for (const std::string& note : imported.notes) {
    if (holds(note, part)) return true;
  }
  return false;
}

}  // namespace

using ImportOsu = Import;
using ImportImb = Import;
using ImportCsv = Import;

TEST_F(ImportOsu, collectives_and_point_to_point_as_printed) {
  const Imported read =
      import_osu({logs + "/alaska/Osu_allreduce.out", logs + "/alaska/Osu_latency.out"}, {64, 0});
  EXPECT_EQ(read.measurements.cells.size(), 19U + 24U);
  EXPECT_DOUBLE_EQ(time_of(read, "MPI_Allreduce", 64, 1024), 15.07e-6);
  EXPECT_DOUBLE_EQ(time_of(read, "transit", 2, 0), 1.00e-6);
  ASSERT_EQ(read.notes.size(), 1U);
  EXPECT_TRUE(notes_hold(read, "every call was run once"));
  EXPECT_EQ(read.measurements.header_value("statistic"),
            "mean (OSU, latency); mean over the processes (OSU, average)");
}

TEST_F(ImportOsu, a_stream_of_one_pair_is_the_gap) {
  const Imported read = import_osu(
      {logs + "/alaska/Osu_mbw_mr_2.out", logs + "/alaska/Osu_mbw_mr_16.out"}, ImportOptions{});
  EXPECT_DOUBLE_EQ(time_of(read, "gap", 2, 1024), 1024 / 3616.08e6);
  EXPECT_TRUE(notes_hold(read, "Osu_mbw_mr_16.out:2: a stream of 8 pairs is left out"));
  EXPECT_EQ(read.measurements.cells.size(), 23U);
}

TEST_F(ImportOsu, full_output_takes_the_slowest_process) {
  const Imported read = import_osu({file("osu_gather_np8.out",
                                         "\n# OSU MPI Gather Latency Test v5.6.2\n"
                                         "# Size       Avg Latency(us)   Min Latency(us)   Max "
                                         "Latency(us)  Iterations\n"
                                         "0   0.03  0.02  0.04  1000\n"
                                         "8   2.50  1.00  4.00  1000\n")},
                                   {});
  EXPECT_DOUBLE_EQ(time_of(read, "MPI_Gather", 8, 8), 4e-6);
  EXPECT_EQ(find(read, "MPI_Gather", 8, 0), nullptr);
  EXPECT_EQ(read.measurements.header_value("statistic"),
            "mean of the slowest process (OSU, maximum)");
}

TEST_F(ImportOsu, version_7_with_percentiles_datatype_and_validation) {
  const Imported read = import_osu(
      {file("osu_bcast.txt",
            "# OSU MPI Broadcast Latency Test v7.4\n"
            "# Datatype: MPI_CHAR.\n"
            "# Size       Avg Latency(us)    P50 Tail Lat(us)    P90 Tail Lat(us)    P99 Tail "
            "Lat(us)        Validation\n"
            "1                       2.40                2.00               3.00                "
            "9.00              Pass\n"
            "2                       2.50                2.10               3.00                "
            "9.00              Fail\n")},
      {16, 0});
  EXPECT_DOUBLE_EQ(time_of(read, "MPI_Bcast", 16, 1), 2e-6);
  EXPECT_EQ(find(read, "MPI_Bcast", 16, 2), nullptr);
  EXPECT_TRUE(notes_hold(read, "osu_bcast.txt:5: left out, as the benchmark's own check failed"));
}

TEST_F(ImportOsu, barrier_nonblocking_and_one_sided) {
  const Imported read = import_osu(
      {file("a_np4.out",
            "# OSU MPI Barrier Latency Test v5.8\n# Avg Latency(us)\n             8.63\n"
            "\n# OSU MPI Non-blocking All-to-All Latency Test v5.8\n"
            "# Overall = Coll. Init + Compute + MPI_Test + MPI_Wait\n\n"
            "# Size           Overall(us)       Compute(us)    Pure Comm.(us)        Overlap(%)\n"
            "16                     30.00             14.00             15.50             90.00\n"
            "\n# OSU MPI_Put Latency Test v5.8\n# Window creation: MPI_Win_allocate\n"
            "# Synchronization: MPI_Win_flush\n# Size          Latency (us)\n8  1.75\n"
            "\n# OSU MPI_Get Latency Test v5.8\n# Window creation: MPI_Win_allocate\n"
            "# Synchronization: MPI_Win_fence\n# Size          Latency (us)\n8  5.75\n")},
      {});
  EXPECT_DOUBLE_EQ(time_of(read, "MPI_Barrier", 4, 0), 8.63e-6);
  EXPECT_DOUBLE_EQ(time_of(read, "MPI_Ialltoall", 4, 16), 15.5e-6);
  EXPECT_DOUBLE_EQ(time_of(read, "MPI_Put", 2, 8), 1.75e-6);
  EXPECT_EQ(find(read, "MPI_Get", 2, 8), nullptr);
  EXPECT_TRUE(notes_hold(read, "MPI_Win_fence is left out"));
}

TEST_F(ImportOsu, a_reduce_scatters_size_is_that_of_all_peers) {
  const Imported read = import_osu(
      {file(
          "osu.out",
          "# OSU MPI Reduce_scatter Latency Test v5.6.2\n# Size       Avg Latency(us)\n64 9.0\n")},
      {8, 0});
  EXPECT_DOUBLE_EQ(time_of(read, "MPI_Reduce_scatter", 8, 8), 9e-6);
}

TEST_F(ImportOsu, each_file_and_each_repeated_table_is_a_launch) {
  const std::string head = "# OSU MPI Latency Test v7.1\n# Size       Avg Latency(us)\n";
  const Imported read = import_osu({file("1", head + "8 1.0\n16 2.0\n"),
                                    file("2", head + "8 1.5\n\n" + head + "8 1.2\n16 2.1\n")},
                                   {});
  ASSERT_EQ(read.measurements.cells.size(), 5U);
  const double expected[][3] = {
      {8, 1, 1e-6}, {8, 2, 1.5e-6}, {8, 3, 1.2e-6}, {16, 1, 2e-6}, {16, 3, 2.1e-6}};
  for (std::size_t i = 0; i < 5; ++i) {
    const Measurement& cell = read.measurements.cells[i];
    EXPECT_EQ(cell.bytes, expected[i][0]);
    EXPECT_EQ(cell.launch, expected[i][1]);
    EXPECT_DOUBLE_EQ(cell.median, expected[i][2]);
    EXPECT_EQ(cell.repetitions, 1);
  }
  EXPECT_TRUE(read.notes.empty());  // more than one run, and they agree
}

TEST_F(ImportOsu, tables_that_can_hardly_be_launches_of_the_same_are_named) {
  const std::string head = "# OSU MPI Latency Test v7.1\n# Size       Avg Latency(us)\n";
  const Imported read = import_osu(
      {file("x", head + "8 0.3\n16 0.3\n32 1.0\n"), file("y", head + "8 1.5\n16 0.9\n32 1.9\n")},
      {});
  EXPECT_TRUE(notes_hold(read, "y:3: transit for 2 processes and 8 bytes took 5 times as long"));
  EXPECT_TRUE(notes_hold(read, "x:3), and 1 other sizes differ by more than 2"));
}

TEST_F(ImportOsu, buffers_of_a_gpu_stand_only_where_the_call_has_no_other_times) {
  const std::string gpu = "# OSU MPI-CUDA Latency Test v7.1\n# Size       Avg Latency(us)\n8 9.0\n";
  const std::string host = "# OSU MPI Latency Test v7.1\n# Size       Avg Latency(us)\n8 1.0\n";
  const Imported alone = import_osu({file("gpu", gpu)}, {});
  EXPECT_DOUBLE_EQ(time_of(alone, "transit", 2, 8), 9e-6);
  EXPECT_TRUE(notes_hold(alone, "gpu:3: transit is of buffers of a GPU (MPI-CUDA): taken"));
  const Imported both = import_osu({file("gpu", gpu), file("host", host)}, {});
  EXPECT_EQ(both.measurements.cells.size(), 1U);
  EXPECT_DOUBLE_EQ(time_of(both, "transit", 2, 8), 1e-6);
  EXPECT_TRUE(notes_hold(both, "buffers of a GPU (MPI-CUDA): left out"));
}

TEST_F(ImportOsu, pairs_and_collectives_of_one_node_have_a_class_of_their_own) {
  const std::string pair = "# OSU MPI Latency Test v7.1\n# Size       Avg Latency(us)\n";
  const std::string bcast = "# OSU MPI Broadcast Latency Test v7.1\n# Size       Avg Latency(us)\n";
  ImportOptions options;
  options.ranks_per_node = 48;
  const std::vector<std::string> files = {file("osu_latency_intranode.out", pair + "8 0.3\n"),
                                          file("osu_latency_internode.out", pair + "8 1.5\n"),
                                          file("osu_bcast_np48.out", bcast + "8 3\n"),
                                          file("osu_bcast_np96.out", bcast + "8 7\n"),
                                          file("osu_bcast_2nodes_np4.out", bcast + "8 5\n")};
  const Imported read = import_osu(files, options);
  const auto within = [&](const Imported& imported, double seconds) {
    for (const Measurement& cell : imported.measurements.cells) {
      if (std::abs(cell.median - seconds) < 1e-12) return cell.within;
    }
    return -1;
  };
  EXPECT_EQ(within(read, 0.3e-6), 48);
  EXPECT_EQ(within(read, 1.5e-6), 0);
  EXPECT_EQ(within(read, 3e-6), 48);
  EXPECT_EQ(within(read, 7e-6), 0);
  EXPECT_EQ(within(read, 5e-6), 0);
  EXPECT_EQ(read.measurements.header_value("ranks_per_node"), "48");
  EXPECT_EQ(read.measurements.header_value("block_sizes"), "48");
  // Nobody says how many ranks a node holds: the pair of one node is not mixed with the other.
  const Imported unknown = import_osu({files[0], files[1]}, {});
  EXPECT_EQ(unknown.measurements.cells.size(), 1U);
  EXPECT_EQ(within(unknown, 1.5e-6), 0);
  EXPECT_TRUE(notes_hold(unknown, "transit is of one node, as its name says"));
  EXPECT_EQ(import_osu({files[0]}, {}).measurements.cells.size(), 1U);
}

TEST_F(ImportOsu, processes_by_file) {
  const std::string bcast = "# OSU MPI Broadcast Latency Test v7.1\n# Size       Avg Latency(us)\n";
  ImportOptions options;
  options.processes = 4;
  options.processes.named = {{"*_full.out", 64}, {"b.out", 16}};
  const Imported read = import_osu({file("a_full.out", bcast + "8 3\n"),
                                    file("b.out", bcast + "8 2\n"), file("c.out", bcast + "8 1\n")},
                                   options);
  EXPECT_DOUBLE_EQ(time_of(read, "MPI_Bcast", 64, 8), 3e-6);
  EXPECT_DOUBLE_EQ(time_of(read, "MPI_Bcast", 16, 8), 2e-6);
  EXPECT_DOUBLE_EQ(time_of(read, "MPI_Bcast", 4, 8), 1e-6);
}

TEST_F(ImportOsu, more_processes_than_the_block_holds_are_refused) {
  const std::string error = message([&] {
    import_osu({logs + "/alaska/Osu_allreduce.out"}, {64, 4});
  });
  EXPECT_TRUE(holds(error, "Osu_allreduce.out:")) << error;
  EXPECT_TRUE(holds(error, "expected at most 4 processes inside a block")) << error;
}

// A glob takes along what others left there.
TEST_F(ImportOsu, foreign_empty_and_torn_files_are_passed_over) {
  const std::string head = "# OSU MPI Latency Test v7.1\n# Size       Avg Latency(us)\n";
  const Imported read = import_osu(
      {file("job.sh", "#!/bin/bash\nmpirun osu_latency\n"), file("empty", ""),
       file("aborted", head), logs + "/alaska/IMB_PingPong.out",
       file("good", head + "8 1.0\n16 srun: er1.2\n32 1.4 x\n64 1.6\n128 nan\n256 a b\n512 1 2\n"
                           "slurmstepd: error\n1024 2.5\n")},
      {});
  EXPECT_EQ(read.measurements.cells.size(), 3U);
  EXPECT_DOUBLE_EQ(time_of(read, "transit", 2, 1024), 2.5e-6);
  EXPECT_TRUE(notes_hold(read, "job.sh:1: expected output of the OSU micro-benchmarks"));
  EXPECT_TRUE(notes_hold(read, "empty:1: expected output"));
  EXPECT_TRUE(notes_hold(read, "(import this with --import imb); passed over"));
  EXPECT_TRUE(
      notes_hold(read, "good:4: expected 2 columns, found \"16 srun: er1.2\"; passed over"));
  EXPECT_TRUE(notes_hold(read, "good: 2 more lines were passed over"));
  EXPECT_TRUE(notes_hold(read, "good:10: 1 lines that belong to no table"));
}

TEST_F(ImportOsu, errors_name_file_line_and_what_was_expected) {
  const std::string no_count = message([&] {
    import_osu({file("bcast.out",
                     "# OSU MPI Broadcast Latency Test v5.3\n"
                     "# Size       Avg Latency(us)\n1  3.3\n")},
               {});
  });
  EXPECT_TRUE(holds(no_count, "bcast.out:3: expected the number of processes")) << no_count;
  const std::string other = message([&] {
    import_osu({logs + "/alaska/IMB_PingPong.out"}, {2, 0});
  });
  EXPECT_TRUE(holds(other, "IMB_PingPong.out:1: expected output of the OSU")) << other;
  EXPECT_TRUE(holds(other, "--import imb")) << other;
  const std::string wrong = message([&] { import_osu({logs + "/alaska/LICENSE"}, {}); });
  EXPECT_TRUE(holds(wrong, "LICENSE:1: expected output of the OSU micro-benchmarks")) << wrong;
  const std::string torn = message([&] {
    import_osu({file("x", "# OSU MPI Latency Test v7.1\n# Size       Avg Latency(us)\n8\n")}, {});
  });
  EXPECT_TRUE(holds(torn, ":3: expected 2 columns, found \"8\"")) << torn;
  const std::string empty = message([&] { import_osu({file("y", "")}, {}); });
  EXPECT_TRUE(holds(empty, "y:1: expected output")) << empty;
  EXPECT_TRUE(holds(message([&] { import_osu({"/no/such"}, {}); }), "/no/such: cannot be read"));
}

TEST_F(ImportOsu, a_file_cut_short_and_strangers_between_rows) {
  const Imported read = import_osu({file("p2p",
                                         "mpirun: starting\n"
                                         "# OSU MPI Latency Test v7.1\n"
                                         "# Size       Avg Latency(us)\n8 1.5\n"
                                         "[node1] UCX  WARN  something\n16 2.5\n32")},
                                   {});
  EXPECT_EQ(read.measurements.cells.size(), 2U);
  EXPECT_TRUE(notes_hold(read, "p2p:1: 2 lines that belong to no table"));
  EXPECT_TRUE(notes_hold(read, "p2p:7: the file ends within this row"));
}

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
  EXPECT_DOUBLE_EQ(time_of(read, "MPI_Barrier", 8, 0), 2.5e-6);
  EXPECT_DOUBLE_EQ(time_of(read, "MPI_Reduce_scatter", 4, 8), 9e-6);
  EXPECT_DOUBLE_EQ(time_of(read, "MPI_Ibcast", 8, 8), 5e-6);
  EXPECT_DOUBLE_EQ(time_of(read, "MPI_Iallreduce", 8, 8), 6.5e-6);
  EXPECT_DOUBLE_EQ(time_of(read, "MPI_Put", 2, 8), 1.9e-6);
  EXPECT_TRUE(notes_hold(read, "Unidir_put is left out: many transfers"));
  EXPECT_TRUE(notes_hold(read, "Window is left out: no equation"));
  EXPECT_EQ(read.measurements.cells.size(), 7U);
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
  const std::string nothing =
      message([&] { import_imb({logs + "/alaska/IMB_Biband_1_0_excerpt.out"}, {}); });
  EXPECT_TRUE(holds(nothing, "nothing to import")) << nothing;
}

CsvMapping broadcast() {
  CsvMapping mapping;
  mapping.columns = {{"processes", "cores"}, {"bytes", "size"}, {"median", "latency"}};
  mapping.where = {{"algorithm", CsvCondition::Relation::equal, "0"}};
  mapping.call = "bcast";
  mapping.units_per_second = 1e6;
  return mapping;
}

TEST_F(ImportCsv, named_columns_of_a_real_table) {
  const Imported read = import_csv({logs + "/orfeo/bcast_node_excerpt.csv"}, {0, 256}, broadcast());
  EXPECT_EQ(read.measurements.cells.size(), 10U);
  const Measurement* cell = find(read, "MPI_Bcast", 130, 8);
  ASSERT_NE(cell, nullptr);
  EXPECT_EQ(cell->within, 256);
  EXPECT_EQ(read.measurements.header_value("statistic"), "column \"latency\" of the table");
}

TEST_F(ImportCsv, rows_in_a_range) {
  using Relation = CsvCondition::Relation;
  CsvMapping mapping = broadcast();
  mapping.where.push_back({"cores", Relation::at_least, "128"});
  mapping.where.push_back({"size", Relation::at_most, "4"});
  const Imported read = import_csv({logs + "/orfeo/bcast_node_excerpt.csv"}, {}, mapping);
  EXPECT_EQ(read.measurements.cells.size(), 3U);
  EXPECT_NE(find(read, "MPI_Bcast", 130, 4), nullptr);
}

TEST_F(ImportCsv, whole_vectors_quotes_and_no_line_of_names) {
  CsvMapping mapping;
  mapping.columns = {
      {"call", "what"}, {"processes", "p"}, {"bytes", "d"}, {"median", "t"}, {"maximum", "most"}};
  mapping.names = {"what", "p", "d", "t", "most"};
  mapping.whole_vector = true;
  const Imported read = import_csv(
      {file("t.csv", "\"ALLGATHER\",8,64.0,2e-6,5e-6\nBcast,8,64,1e-6,2e-6\nIalltoall,8,0,1,1\n")},
      {}, mapping);
  EXPECT_DOUBLE_EQ(time_of(read, "MPI_Allgather", 8, 8), 2e-6);
  EXPECT_DOUBLE_EQ(find(read, "MPI_Allgather", 8, 8)->maximum, 5e-6);
  EXPECT_DOUBLE_EQ(time_of(read, "MPI_Bcast", 8, 64), 1e-6);
  EXPECT_EQ(read.measurements.cells.size(), 2U);
}

TEST_F(ImportCsv, launches_by_a_column_and_by_file) {
  CsvMapping mapping;
  mapping.columns = {{"processes", "p"}, {"bytes", "d"}, {"median", "t"}, {"launch", "job"}};
  mapping.call = "bcast";
  const std::string first =
      file("1.csv", "p,d,t,job\n8,64,1,a17\n8,64,1.2,a17\n8,64,3,b20\n8,64,4,a17\n");
  const Imported read = import_csv({first, file("2.csv", "p,d,t,job\n8,64,5,a17\n")}, {}, mapping);
  ASSERT_EQ(read.measurements.cells.size(), 3U);
  EXPECT_DOUBLE_EQ(read.measurements.cells[0].median, 1.2);  // of three repetitions
  EXPECT_EQ(read.measurements.cells[0].repetitions, 3);
  EXPECT_DOUBLE_EQ(read.measurements.cells[1].median, 3);
  EXPECT_DOUBLE_EQ(read.measurements.cells[2].median, 5);
  EXPECT_EQ(read.measurements.cells[2].launch, 3);
}

TEST_F(ImportCsv, a_barrier_has_no_bytes) {
  CsvMapping mapping;
  mapping.columns = {{"call", "what"}, {"processes", "p"}, {"median", "t"}};
  const std::string table = file("t.csv", "what,p,t,d\nMPI_Barrier,8,3,\nMPI_Bcast,8,4,\n");
  const Imported none = import_csv({table}, {}, mapping);
  EXPECT_DOUBLE_EQ(time_of(none, "MPI_Barrier", 8, 0), 3);
  EXPECT_EQ(none.measurements.cells.size(), 1U);
  EXPECT_TRUE(notes_hold(none, "t.csv:3: expected --columns bytes=COLUMN for MPI_Bcast"));
  mapping.columns["bytes"] = "d";
  const Imported empty = import_csv({table}, {}, mapping);
  EXPECT_DOUBLE_EQ(time_of(empty, "MPI_Barrier", 8, 0), 3);
  EXPECT_TRUE(notes_hold(empty, "t.csv:3: expected bytes"));
}

TEST_F(ImportCsv, errors_name_file_line_and_what_was_expected) {
  CsvMapping other = broadcast();
  other.columns["median"] = "p50";
  const std::string column =
      message([&] { import_csv({logs + "/orfeo/bcast_node_excerpt.csv"}, {}, other); });
  EXPECT_TRUE(holds(column, ".csv:1: expected a column \"p50\" (median)")) << column;
  const std::string size = message([&] {
    import_csv({file("t.csv", "algorithm,cores,size,latency\n1,2,8,1\n0,2,x,1\n")}, {},
               broadcast());
  });
  EXPECT_TRUE(holds(size, "t.csv:3: expected bytes, a whole number of at least 0, found \"x\""))
      << size;
  CsvMapping unknown = broadcast();
  unknown.call = "MPI_Frobnicate";
  const std::string call =
      message([&] { import_csv({logs + "/orfeo/bcast_node_excerpt.csv"}, {}, unknown); });
  EXPECT_TRUE(holds(call, "expected the name of a call")) << call;
}

TEST(Joined, files_add_up_and_a_cell_stands_in_one_of_them) {
  Measurements first, second;
  first.header = {{"machine", "a"}, {"statistic", "median"}};
  second.header = {{"machine", "b"}, {"statistic", "mean"}};
  first.cells = {{"MPI_Bcast", 0, 2, 8, 1, 1, 1, 1, 1, 1}};
  second.cells = {{"transit", 0, 2, 8, 1, 1, 1, 1, 1, 1}};
  const Measurements all = joined({{"1.csv", first}, {"2.csv", second}});
  EXPECT_EQ(all.cells.size(), 2U);
  EXPECT_EQ(all.header_value("machine"), "a");
  EXPECT_EQ(all.header_value("statistic"), "median; mean");
  const std::string twice = message([&] { joined({{"1.csv", first}, {"2.csv", first}}); });
  EXPECT_TRUE(holds(twice, "2.csv: expected cells that no other file has")) << twice;
}

}  // namespace revprof
