// SPDX-License-Identifier: BSD-3-Clause
// Tables of the OSU benchmarks, as they were printed and in the tools' documented formats.
#include "import_files.hpp"

namespace revprof {

using ImportOsu = Import;

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

TEST_F(ImportOsu, openshmem) {
  const std::string sizes = "# Size           Latency (us)\n";
  const Imported read = import_osu(
      {file("a_np4.out", "# OSU OpenSHMEM Put Test v5.9\n" + sizes +
                             "8                        1.25\n"
                             "\n# OSU OpenSHMEM Get Test v5.9\n" +
                             sizes +
                             "8                        1.75\n"
                             "\n# OSU OpenSHMEM Barrier Latency Test v5.9\n# Avg Latency(us)\n"
                             "             2.63\n"
                             "\n# OSU OpenSHMEM Reduce Latency Test v5.9\n"
                             "# Size       Avg Latency(us)\n"
                             "4                       3.50\n"
                             "\n# OSU OpenSHMEM Put Message Rate Test v5.9\n"
                             "# Size           Messages/s\n"
                             "8             1000000.00\n"),
       file("b.out",
            "# OSU OpenSHMEM Atomic Operation Rate Test v5.9\n"
            "# Operation                Million ops/s        Latency (us)\n"
            "shmem_int_fadd                      0.50                2.00\n"
            "shmem_longlong_cswap                0.40                2.50\n"
            "shmem_int_frob                      0.40                2.50\n")},
      {});
  EXPECT_DOUBLE_EQ(time_of(read, "shmem_put_nbi", 2, 8), 1.25e-6);
  EXPECT_DOUBLE_EQ(time_of(read, "shmem_get", 2, 8), 1.75e-6);
  EXPECT_DOUBLE_EQ(time_of(read, "shmem_barrier_all", 4, 0), 2.63e-6);
  EXPECT_DOUBLE_EQ(time_of(read, "shmem_sum_to_all", 4, 4), 3.5e-6);
  EXPECT_DOUBLE_EQ(time_of(read, "shmem_atomic_fetch_add", 2, 0), 2e-6);
  EXPECT_DOUBLE_EQ(time_of(read, "shmem_atomic_compare_swap", 2, 0), 2.5e-6);
  EXPECT_EQ(read.measurements.cells.size(), 6U);
  EXPECT_TRUE(notes_hold(read, "\"OpenSHMEM Put Message Rate\" is left out"));
  EXPECT_TRUE(notes_hold(read, "b.out:5: expected an atomic operation, found \"shmem_int_frob\""));
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

TEST_F(ImportOsu, nodes_of_some_files_are_blocks_of_the_machine) {
  const std::string latency = "# OSU MPI Latency Test v7.1\n# Size       Avg Latency(us)\n";
  ImportOptions options;
  options.ranks_per_node.named = {{"a.out", 48}};
  const std::vector<std::string> files = {file("a.out", latency + "8 0.5\n"),
                                          file("b.out", latency + "8 3\n")};
  const Imported read = import_osu(files, options);
  EXPECT_EQ(read.measurements.cells.size(), 2U);
  EXPECT_EQ(read.measurements.header_value("ranks_per_node"), "48");
  EXPECT_EQ(read.measurements.header_value("block_sizes"), "48");
  options.ranks_per_node.named.push_back({"b.out", 16});
  const Imported both = import_osu(files, options);
  EXPECT_EQ(both.measurements.header_value("ranks_per_node"), "48");
  EXPECT_EQ(both.measurements.header_value("block_sizes"), "16 48");
  EXPECT_TRUE(notes_hold(both, "the machine's is taken to be 48"));
  EXPECT_EQ(import_osu({files[0]}, {0, 24}).measurements.header_value("block_sizes"), "24");
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
  const std::string slow = message([&] {
    import_osu({file("z", "# OSU MPI Latency Test v7.1\n# Size       Avg Latency(us)\n8 2e12\n")},
               {});
  });
  EXPECT_TRUE(holds(slow, "z:3: expected at most 1e+06 seconds, found \"2e12\"")) << slow;
  const std::string empty = message([&] { import_osu({file("y", "")}, {}); });
  EXPECT_TRUE(holds(empty, "y:1: expected output")) << empty;
  EXPECT_TRUE(holds(message([&] { import_osu({"/no/such"}, {}); }), "/no/such: cannot be read"));
}

}  // namespace revprof
