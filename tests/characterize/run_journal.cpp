// SPDX-License-Identifier: BSD-3-Clause
// The journal of a run: what is read is what was written, also after a crash in mid-line.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "characterize/journal.hpp"
#include "characterize/past.hpp"
#include "fit/measurements/measurements.hpp"

namespace revprof {
namespace {

class RunJournal : public testing::Test {
 protected:
  RunJournal() { std::filesystem::create_directories(directory_); }
  ~RunJournal() override { std::filesystem::remove_all(directory_); }

  std::string complaint(const std::string& text) const {
    std::ofstream(path_) << text;
    try {
      read_journal(path_);
    } catch (const MeasurementError& error) {
      return error.what();
    }
    return "no complaint";
  }

  const std::filesystem::path directory_ =
      std::filesystem::temp_directory_path() / ("run_journal-" + std::to_string(getpid()));
  const std::string path_ = directory_ / "m.journal";
};

TEST_F(RunJournal, reads_what_was_written) {
  {
    JournalWriter writer(path_, {{{"machine", "two\nlines"}, {"launch", "2"}}, {}, {}});
    writer.add(
        Layout{{4, 64}, 63, FoundEagerLimit{4056, true}, {64, 128}, {{{1, 2}, {1}}}, {1410, 4056}});
    writer.add({"MPI_Bcast", 4, 8, 1024, {1.5, 30, 2}, {1.2e-6, 1.23456789e-3}, {1e-6}, {0.25, 1}});
    writer.add({"transit", 0, 2, 0, {2.5, 33, 2}, {}, {}, {}});
  }
  const Journal journal = read_journal(path_);
  ASSERT_EQ(journal.header.size(), 2U);
  EXPECT_EQ(journal.header[0].second, "two lines");
  ASSERT_TRUE(journal.layout && journal.layout->eager_limit);
  EXPECT_EQ(journal.layout->block_sizes, (std::vector<int>{4, 64}));
  EXPECT_EQ(journal.layout->partner, 63);
  EXPECT_EQ(journal.layout->ranks_apart, (std::vector<int>{64, 128}));
  EXPECT_EQ(text_of(journal.layout->distances), "1 2;1");
  EXPECT_EQ(journal.layout->jumps, (std::vector<std::int64_t>{1410, 4056}));
  EXPECT_EQ(journal.layout->eager_limit->bytes, 4056);
  EXPECT_TRUE(journal.layout->eager_limit->at_least);
  ASSERT_EQ(journal.entries.size(), 2U);
  EXPECT_EQ(journal.entries[0].within, 4);
  EXPECT_EQ(journal.entries[0].seconds, (std::vector<double>{1.2e-6, 0.001234567890}));
  EXPECT_EQ(journal.entries[0].root_seconds, std::vector<double>{1e-6});
  EXPECT_EQ(journal.entries[0].overlap, (std::vector<double>{0.25, 1}));
  EXPECT_EQ(journal.entries[1].spent.seconds, 2.5);
  EXPECT_EQ(journal.entries[1].spent.repetitions, 33);
  EXPECT_TRUE(journal.entries[1].seconds.empty());
}

TEST_F(RunJournal, a_line_that_was_cut_short_is_dropped) {
  const std::string whole =
      "# revprof-journal 4\n# launch: 1\nlayout,,0,0,none,,,\ntransit,beyond,2,0,1,9,0,1e-6 "
      "2e-6,,\n";
  EXPECT_EQ(complaint(whole + "transit,beyond,2,8,1,9,0,1e-6 2e"), "no complaint");
  const Journal journal = read_journal(path_);
  EXPECT_EQ(journal.entries.size(), 1U);
  EXPECT_FALSE(journal.layout->eager_limit);
  EXPECT_TRUE(journal.layout->block_sizes.empty());
}

TEST_F(RunJournal, refuses_garbage_with_its_line) {
  const std::string start = "# revprof-journal 4\n# launch: 1\n";
  const struct {
    std::string text, complaint;
  } table[] = {
      {"", ":1: expected the journal of a run"},
      {"# revprof-journal 3\n", ":1: expected \"# revprof-journal 4\""},
      {start + "layout,4,0\n", ":3: expected \"layout\""},
      {start + "layout,4 x,0,9,exact,,,\n", "found \"x\""},
      {start + "layout,4,0,9,about,,,\n", ":3: expected \"layout\""},
      {start + "layout,4,0,9,exact,,,1k\n", "found \"1k\""},
      {start + "layout,4,0,9,exact,8,1 2;3,\n", ":3: expected \"layout\""},
      {start + "transit,beyond,2,0,1,9,0\n", ":3: expected call, class"},
      {start + "transit,near,2,0,1,9,0,1,,\n", ":3: expected the class"},
      {start + "transit,beyond,2,0,1,9,0,1 x,,\n", "found \"x\""},
      {start + "transit,beyond,2,0,1,9,0,-1,,\n", ":3: expected a time in seconds"},
  };
  for (const auto& row : table) {
    const std::string found = complaint(row.text);
    EXPECT_EQ(found.rfind(path_ + ":", 0), 0U) << row.text << found;
    EXPECT_NE(found.find(row.complaint), std::string::npos) << row.text << found;
  }
  EXPECT_THROW(read_journal(directory_ / "absent"), MeasurementError);
  EXPECT_THROW(JournalWriter(directory_ / "absent" / "m.journal", Journal()), MeasurementError);
}

TEST_F(RunJournal, a_further_launch_takes_over_layout_and_settings) {
  Measurements first;
  first.header = {{"block_sizes", "1 4"}, {"partner", "7"},           {"eager_limit_bytes", "4056"},
                  {"jumps", "1410 4056"}, {"started_processes", "8"}, {"precision", "0.02"}};
  first.cells = {{"transit", 4, 2, 8, 20, 1, 1, 1, 1, 1}};
  Options options;
  options.output = (directory_ / "m.json").string();
  options.append = (directory_ / "m.csv").string();
  write_measurements(first, options.append);
  const Past past = read_past(options, 8);
  EXPECT_EQ(past.launch, 2);
  EXPECT_EQ(past.earlier.size(), 1U);
  ASSERT_TRUE(past.journal.layout);
  EXPECT_EQ(past.journal.layout->block_sizes, std::vector<int>{4});
  EXPECT_EQ(past.journal.layout->partner, 7);
  EXPECT_EQ(past.journal.layout->eager_limit->bytes, 4056);
  EXPECT_EQ(past.journal.layout->jumps, (std::vector<std::int64_t>{1410, 4056}));
  EXPECT_THROW(read_past(options, 4), OptionError);

  const char* const arguments[] = {"characterize", "--append", options.append.c_str()};
  const Options taken = parse_options(3, arguments, past.journal.header);
  EXPECT_EQ(taken.precision, 0.02);
  EXPECT_EQ(taken.measurements_file(), options.append);
  const char* const other[] = {"characterize", "--append", options.append.c_str(), "--precision",
                               "0.1"};
  EXPECT_THROW(parse_options(5, other, past.journal.header), OptionError);
}

TEST_F(RunJournal, earlier_measurements_are_kept_under_another_name) {
  Options options;
  options.output = (directory_ / "m.json").string();
  EXPECT_EQ(keep_earlier(options), "");
  write_measurements({{{"machine", "nothing was measured"}}, {}}, options.measurements_file());
  EXPECT_EQ(keep_earlier(options), "");
  const auto measured = [&](int processes) {
    Measurements times;
    times.cells = {{"transit", 0, processes, 8, 20, 1, 1, 1, 1, 1}};
    write_measurements(times, options.measurements_file());
  };
  measured(2);
  { JournalWriter(options.journal_file(), Journal()); }
  EXPECT_EQ(keep_earlier(options), directory_ / "m.old.csv");
  EXPECT_TRUE(std::filesystem::exists(directory_ / "m.old.journal"));
  EXPECT_FALSE(std::filesystem::exists(options.measurements_file()));
  EXPECT_FALSE(std::filesystem::exists(options.journal_file()));
  measured(3);
  EXPECT_EQ(keep_earlier(options), directory_ / "m.old.2.csv");
  EXPECT_EQ(read_measurements(directory_ / "m.old.csv").cells[0].processes, 2);
  EXPECT_EQ(read_measurements(directory_ / "m.old.2.csv").cells[0].processes, 3);
  measured(4);
  options.append = options.measurements_file();
  EXPECT_EQ(keep_earlier(options), "");
  EXPECT_EQ(read_measurements(options.append).cells[0].processes, 4);
}

}  // namespace
}  // namespace revprof
