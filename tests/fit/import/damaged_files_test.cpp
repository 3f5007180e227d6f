// SPDX-License-Identifier: BSD-3-Clause
// Logs as they are found: foreign, empty, torn, cut short, marked by an editor.
#include "import_files.hpp"

namespace revprof {

using ImportDamaged = Import;

TEST_F(ImportDamaged, foreign_empty_and_torn_files_are_passed_over) {
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

TEST_F(ImportDamaged, a_file_cut_short_and_strangers_between_rows) {
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

TEST_F(ImportDamaged, a_file_cut_inside_its_last_number) {
  const Imported read = import_osu(
      {file("cut", "# OSU MPI Latency Test v7.1\n# Size       Avg Latency(us)\n8 1.5\n16 1")}, {});
  EXPECT_EQ(read.measurements.cells.size(), 1U);
  EXPECT_TRUE(notes_hold(read, "cut:4: the file ends within this row"));
}

TEST_F(ImportDamaged, a_file_that_begins_with_an_editors_mark) {
  const Imported read = import_osu(
      {file("mark",
            "\xef\xbb\xbf# OSU MPI Latency Test v7.1\n# Size       Avg Latency(us)\n8 1.5\n")},
      {});
  EXPECT_DOUBLE_EQ(time_of(read, "transit", 2, 8), 1.5e-6);
}

}  // namespace revprof
