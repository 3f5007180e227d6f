// SPDX-License-Identifier: BSD-3-Clause
// The measurement file: round trip, and what is wrong is refused with file and line.
#include "fit/measurements/measurements.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <locale>

namespace revprof {

namespace {

const std::string start =
    "# revprof-measurements 1\n# machine: a: b\n# block_sizes: 4 64\n# empty: \n"
    "call,class,processes,bytes,repetitions,minimum,lower_quartile,median,upper_quartile,maximum\n";

class MeasurementFile : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(directory_); }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  Measurements read(const std::string& text) {
    std::ofstream(path_) << text;
    return read_measurements(path_);
  }

  std::string complaint(const std::string& text) {
    try {
      read(text);
    } catch (const MeasurementError& error) {
      return error.what();
    }
    return "no complaint";
  }

  const std::filesystem::path directory_ =
      std::filesystem::temp_directory_path() / "revprof_measurements_test";
  const std::string path_ = directory_ / "m.csv";
};

}  // namespace

TEST_F(MeasurementFile, reads_header_and_cells) {
  const Measurements found = read(start +
                                  "MPI_Bcast,beyond,4,8,20,1e-06,1.5e-06,2e-06,2.5e-06,9e-06\n"
                                  "transit,within 4,2,0,1,0,0,0,0,0\r\n");
  EXPECT_EQ(found.header_value("machine"), "a: b");
  EXPECT_EQ(found.header_value("block_sizes"), "4 64");
  EXPECT_EQ(found.header_value("empty", "x"), "");
  EXPECT_EQ(found.header_value("absent", "x"), "x");
  ASSERT_EQ(found.cells.size(), 2U);
  EXPECT_EQ(found.cells[0].call, "MPI_Bcast");
  EXPECT_EQ(found.cells[0].processes, 4);
  EXPECT_EQ(found.cells[0].median, 2e-6);
  EXPECT_EQ(found.cells[1].within, 4);
  EXPECT_EQ(found.cells[1].repetitions, 1);
}

TEST_F(MeasurementFile, may_begin_with_an_editors_mark) {
  EXPECT_EQ(read("\xef\xbb\xbf" + start + "transit,within 4,2,0,1,0,0,0,0,0\n").cells.size(), 1U);
}

TEST_F(MeasurementFile, writes_what_it_reads) {
  Measurements written;
  written.header = {{"machine", "two\nlines"}, {"date", "today"}};
  written.cells = {{"MPI_Bcast", 0, 4, 8, 20, 0.1e-6, 0.2e-6, 0.1 + 0.2, 1, 2, 3, 5, 0.15e-6, 1.5},
                   {"gap", 64, 2, std::int64_t{1} << 40, 1, 0, 0, 0, 0, 0},
                   {"transit", -16, 2, 8, 1, 1, 1, 1, 1, 1}};
  write_measurements(written, path_);
  const Measurements found = read_measurements(path_);
  EXPECT_EQ(found.header_value("machine"), "two lines");
  EXPECT_EQ(found.header[1].first, "date");
  ASSERT_EQ(found.cells.size(), 3U);
  EXPECT_EQ(found.cells[2].within, -16);
  EXPECT_EQ(found.cells[0].median, 0.1 + 0.2);
  EXPECT_EQ(found.cells[0].launch, 3);
  EXPECT_EQ(found.cells[0].outliers, 5);
  EXPECT_EQ(found.cells[0].percentile_5, 0.15e-6);
  EXPECT_EQ(found.cells[0].percentile_95, 1.5);
  EXPECT_FALSE(found.cells[1].percentile_5 || found.cells[1].percentile_95);
  EXPECT_EQ(found.cells[1].within, 64);
  EXPECT_EQ(found.cells[1].bytes, std::int64_t{1} << 40);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(directory_), {}), 1);
}

// As where a program that is timed has chosen one.
TEST_F(MeasurementFile, is_the_same_in_any_locale) {
  struct Commas : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\3"; }
  };
  Measurements written;
  written.cells = {{"MPI_Bcast", 0, 4096, 1234567, 2000, 0.1e-6, 0.2e-6, 0.5, 1, 2}};
  const std::locale before = std::locale::global(std::locale(std::locale(), new Commas));
  write_measurements(written, path_);
  std::locale::global(before);
  const Measurements found = read_measurements(path_);
  ASSERT_EQ(found.cells.size(), 1U);
  EXPECT_EQ(found.cells[0].processes, 4096);
  EXPECT_EQ(found.cells[0].bytes, 1234567);
  EXPECT_EQ(found.cells[0].repetitions, 2000);
}

TEST_F(MeasurementFile, refuses_garbage_with_its_line) {
  const struct {
    const char *line, *complaint;
  } table[] = {
      {"garbage\n", ":6: expected 10 columns"},
      {"\n", ":6: expected 10 columns"},
      {"MPI_Bcast,beyond,4,8,20,1e-06,1e-06,1e-06,1e-06\n", ":6: expected 10 columns"},
      {"MPI_Bcast,beyond,4,8,20,1e-06,1e-06,1e-06,1e-06,1e-06,1\n", ":6: expected 10 columns"},
      {",beyond,4,8,20,1,1,1,1,1\n", ":6: expected the name of a call"},
      {"MPI_Bcast,within,4,8,20,1,1,1,1,1\n", ":6: expected the class"},
      {"MPI_Bcast,within x,4,8,20,1,1,1,1,1\n", ":6: expected the class"},
      {"MPI_Bcast,beyond,0,8,20,1,1,1,1,1\n", ":6: expected a number of processes"},
      {"MPI_Bcast,beyond,4.5,8,20,1,1,1,1,1\n", "found \"4.5\""},
      {"MPI_Bcast,beyond,4,-8,20,1,1,1,1,1\n", ":6: expected a number of bytes"},
      {"MPI_Bcast,beyond,4,99999999999999999999,20,1,1,1,1,1\n", ":6: expected a number of bytes"},
      {"MPI_Bcast,beyond,4,8,0,1,1,1,1,1\n", ":6: expected a number of repetitions"},
      {"MPI_Bcast,beyond,4,8,20,nan,1,1,1,1\n", ":6: expected a time in seconds"},
      {"MPI_Bcast,beyond,4,8,20,1,1,1,1,inf\n", ":6: expected a time in seconds"},
      {"MPI_Bcast,beyond,4,8,20,-1,1,1,1,1\n", ":6: expected a time in seconds"},
      {"MPI_Bcast,beyond,4,8,20,1,1,1,1,1000001\n",
       ":6: expected a time in seconds from 0 to 1e+06, found \"1000001\""},
      {"MPI_Bcast,beyond,4,8,20,1,1,1s,1,1\n", "found \"1s\""},
      {"MPI_Bcast,beyond,4,8,20,1,2,1,1,1\n", ":6: expected minimum <= lower_quartile"},
      {"MPI_Bcast,beyond,4,8,20,1,1,1,1,1", ":6: expected a whole line"},
      {"gap,beyond,2,8,1,1,1,1,1,1\ngap,beyond,2,8,1,1,1,1,1,1\n", ":7: expected each call"},
  };
  for (const auto& row : table) {
    const std::string found = complaint(start + row.line);
    EXPECT_EQ(found.rfind(path_ + ":", 0), 0U) << row.line << found;
    EXPECT_NE(found.find(row.complaint), std::string::npos) << row.line << found;
  }
}

TEST_F(MeasurementFile, roots_and_overlaps_are_kept_and_checked) {
  const std::string head =
      "# revprof-measurements 3\n"
      "call,class,processes,bytes,launch,repetitions,outliers,minimum,percentile_5,lower_quartile,"
      "median,upper_quartile,percentile_95,maximum,root,overlap\n";
  const std::string cell = "MPI_Ibcast,beyond,4,8,1,20,0,1,1,1,2,3,3,3,";
  for (const bool again : {false, true}) {
    const Measurements found =
        again ? read_measurements(path_)
              : read(head + cell + "1.5,0.25\ntransit,beyond,2,8,1,20,0,1,1,1,2,3,3,3,,\n");
    ASSERT_EQ(found.cells.size(), 2U);
    EXPECT_EQ(found.cells[0].root, 1.5);
    EXPECT_EQ(found.cells[0].overlap, 0.25);
    EXPECT_FALSE(found.cells[1].root || found.cells[1].overlap);
    write_measurements(found, path_);
  }
  EXPECT_NE(complaint(head + cell + "1.5\n").find(":3: expected 16 columns"), std::string::npos);
  EXPECT_NE(complaint(head + cell + "-1,\n").find(":3: expected a time"), std::string::npos);
  for (const char* const part : {"1.01", "-0.1", "nan", "all"}) {
    EXPECT_NE(complaint(head + cell + "1," + part + "\n").find(":3: expected nothing, or a part"),
              std::string::npos)
        << part;
  }
}

TEST_F(MeasurementFile, touched_memory_is_kept_and_checked) {
  const std::string head =
      "# revprof-measurements 4\n"
      "call,class,processes,bytes,launch,repetitions,outliers,minimum,percentile_5,lower_quartile,"
      "median,upper_quartile,percentile_95,maximum,root,overlap,touched\n";
  const std::string cell = "a -> b,beyond,4,8,1,20,0,1,1,1,2,3,3,3,,,";
  for (const bool again : {false, true}) {
    const Measurements found =
        again ? read_measurements(path_)
              : read(head + cell + "4096\nb -> a,beyond,2,8,1,20,0,1,1,1,2,3,3,3,,,\n");
    ASSERT_EQ(found.cells.size(), 2U);
    EXPECT_EQ(found.cells[0].touched, 4096);
    EXPECT_FALSE(found.cells[1].touched);
    write_measurements(found, path_);
  }
  EXPECT_NE(complaint(head + cell + "-1\n").find(":3: expected nothing, or a number of bytes"),
            std::string::npos);
}

TEST_F(MeasurementFile, launches_are_told_apart_and_checked) {
  const std::string head =
      "# revprof-measurements 2\n"
      "call,class,processes,bytes,launch,repetitions,outliers,minimum,percentile_5,lower_quartile,"
      "median,upper_quartile,percentile_95,maximum\n";
  const Measurements found = read(head +
                                  "MPI_Bcast,beyond,4,8,1,20,0,1,1,1,2,3,3,3\n"
                                  "MPI_Bcast,beyond,4,8,2,20,4,1,,1,2,3,,9\n");
  ASSERT_EQ(found.cells.size(), 2U);
  EXPECT_EQ(found.cells[1].launch, 2);
  EXPECT_EQ(found.cells[1].outliers, 4);
  EXPECT_EQ(found.cells[0].percentile_5, 1);
  EXPECT_FALSE(found.cells[1].percentile_5.has_value());
  const struct {
    const char *line, *complaint;
  } table[] = {
      {"MPI_Bcast,beyond,4,8,20,1,1,1,1,1\n", ":3: expected 14 columns"},
      {"MPI_Bcast,beyond,4,8,0,20,0,1,1,1,2,3,3,3\n", ":3: expected a launch of at least 1"},
      {"MPI_Bcast,beyond,4,8,1,20,21,1,1,1,2,3,3,3\n", ":3: expected a number of outliers"},
      {"MPI_Bcast,beyond,4,8,1,20,-1,1,1,1,2,3,3,3\n", ":3: expected a number of outliers"},
      {"MPI_Bcast,beyond,4,8,1,20,0,1,1.5,1,2,3,3,3\n", ":3: expected minimum <= lower_quartile"},
      {"MPI_Bcast,beyond,4,8,1,20,0,1,1,1,2,3,x,3\n", ":3: expected a time in seconds"},
      {"gap,beyond,2,8,2,1,0,1,1,1,1,1,1,1\ngap,beyond,2,8,2,1,0,1,1,1,1,1,1,1\n",
       ":4: expected each call"},
  };
  for (const auto& row : table) {
    const std::string text = complaint(head + row.line);
    EXPECT_NE(text.find(row.complaint), std::string::npos) << row.line << text;
  }
}

TEST_F(MeasurementFile, refuses_what_is_no_measurement_file) {
  EXPECT_NE(complaint("").find(":1: expected the column line"), std::string::npos);
  EXPECT_NE(complaint("call\n").find(":1: expected \"# revprof-measurements 4\""),
            std::string::npos);
  EXPECT_NE(complaint("# revprof-measurements 5\n").find(":1: expected"), std::string::npos);
  EXPECT_NE(complaint("# revprof-measurements 0\n").find(":1: expected"), std::string::npos);
  EXPECT_NE(complaint("# revprof-measurements 1\n# machine\n").find(":2: expected a header line"),
            std::string::npos);
  EXPECT_NE(complaint("# revprof-measurements 1\ncall,p\n").find(":2: expected the column line"),
            std::string::npos);
  EXPECT_THROW(read_measurements(directory_ / "absent.csv"), MeasurementError);
  EXPECT_THROW(read_measurements(directory_), MeasurementError);
  EXPECT_THROW(write_measurements({}, directory_ / "absent" / "m.csv"), MeasurementError);
}

}  // namespace revprof
