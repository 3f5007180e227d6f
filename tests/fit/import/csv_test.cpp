// SPDX-License-Identifier: BSD-3-Clause
// Any table whose columns are named; several files together.
#include "import_files.hpp"

namespace revprof {

using ImportCsv = Import;

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

TEST_F(ImportCsv, a_file_cut_inside_its_last_number) {
  CsvMapping mapping;
  mapping.columns = {{"processes", "p"}, {"bytes", "d"}, {"median", "t"}};
  mapping.call = "bcast";
  const Imported read = import_csv({file("cut.csv", "p,d,t\n8,64,1.5\n8,128,1")}, {}, mapping);
  EXPECT_EQ(read.measurements.cells.size(), 1U);
  EXPECT_TRUE(notes_hold(read, "cut.csv:3: the file ends within this row"));
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
  const std::string time = message([&] {
    import_csv({file("t.csv", "algorithm,cores,size,latency\n0,2,8,1e306\n")}, {}, broadcast());
  });
  EXPECT_TRUE(holds(time, "t.csv:2: expected at most 1e+06 seconds, found \"1e306\"")) << time;
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
  const auto [all, notes] = joined({{"1.csv", first}, {"2.csv", second}});
  EXPECT_EQ(all.cells.size(), 2U);
  EXPECT_EQ(all.header_value("machine"), "a");
  EXPECT_EQ(all.header_value("statistic"), "median; mean");
  const std::string twice = message([&] { joined({{"1.csv", first}, {"2.csv", first}}); });
  EXPECT_TRUE(holds(twice, "2.csv: expected cells that no other file has")) << twice;
}

TEST(Joined, files_that_contradict_each_other_of_the_machine_say_so) {
  Measurements first, second;
  first.header = {{"machine", "a"}, {"block_sizes", "4"}, {"date", "Monday"}};
  second.header = {{"machine", "a"}, {"block_sizes", "8"}, {"date", "Tuesday"}};
  const Imported all = joined({{"1.csv", first}, {"2.csv", second}});
  EXPECT_EQ(all.measurements.header_value("block_sizes"), "4");
  EXPECT_EQ(all.notes, std::vector<std::string>{"2.csv: its block_sizes is \"8\", and that of a "
                                                "file before \"4\", which is taken"});
}

}  // namespace revprof
