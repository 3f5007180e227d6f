// SPDX-License-Identifier: BSD-3-Clause
// Every run gets a directory of its own, and no earlier one is touched.
#include "revprof/trace/results/run_directory.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <thread>
#include <vector>

#include "fit/file/whole_file.hpp"
#include "scratch_directory.hpp"

namespace revprof {
namespace {

TEST(RunDirectory, is_numbered_where_the_name_is_taken) {
  const ScratchDirectory scratch;
  EXPECT_EQ(make_run_directory(scratch / "out"), scratch / "out");
  EXPECT_EQ(make_run_directory(scratch / "out"), scratch / "out.2");
  EXPECT_EQ(make_run_directory(scratch / "out/"), scratch / "out.3");
  EXPECT_TRUE(std::filesystem::is_directory(scratch / "out.3"));
}

TEST(RunDirectory, does_not_replace_a_file) {
  const ScratchDirectory scratch;
  write_file(scratch / "out", "mine");
  EXPECT_EQ(make_run_directory(scratch / "out"), scratch / "out.2");
  EXPECT_EQ(read_file(scratch / "out"), "mine");
}

TEST(RunDirectory, makes_its_parents) {
  const ScratchDirectory scratch;
  EXPECT_EQ(make_run_directory(scratch / "a/b/out"), scratch / "a/b/out");
  EXPECT_TRUE(std::filesystem::is_directory(scratch / "a/b/out"));
}

TEST(RunDirectory, is_never_given_twice) {
  const ScratchDirectory scratch;
  std::vector<std::string> names(8);
  std::vector<std::thread> runs;
  for (std::string& name : names) {
    runs.emplace_back([&name, &scratch] { name = make_run_directory(scratch / "out"); });
  }
  for (std::thread& run : runs) run.join();
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  EXPECT_TRUE(std::filesystem::is_directory(scratch / "out.8"));
}

TEST(RunDirectory, says_where_it_cannot_be_made) {
  try {
    make_run_directory("/proc/out");
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(),
                 "/proc/out: cannot make this output directory: No such file or directory");
  }
  const ScratchDirectory scratch;
  write_file(scratch / "file", "");
  EXPECT_THROW(make_run_directory(scratch / "file/out"), std::runtime_error);
  EXPECT_THROW(make_run_directory(""), std::runtime_error);
}

}  // namespace
}  // namespace revprof
