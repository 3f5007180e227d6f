// SPDX-License-Identifier: BSD-3-Clause
// measured.json: its way back, and what its reader refuses.
#include <gtest/gtest.h>

#include "fit/file/whole_file.hpp"
#include "revprof/trace/results/measured.hpp"
#include "revprof/trace/results/summary.hpp"
#include "scratch_directory.hpp"

namespace revprof {
namespace {

Measured two_processes() {
  Measured measured;
  measured.program = "./ring 10";
  measured.processes = 2;
  measured.process_seconds = {0.5, 0.75};
  measured.core_shares = {1, 0.5};
  measured.calls = {{"MPI_Send", 10, 0.125}, {"MPI_Recv", 10, 0.25}};
  return measured;
}

TEST(Measured, comes_back) {
  const ScratchDirectory scratch;
  const std::string path = scratch.path() + "/measured.json";
  write_measured(two_processes(), path);
  const Measured read = read_measured(path);
  EXPECT_EQ(to_json(read), to_json(two_processes()));
  EXPECT_EQ(read.calls.at(1).call, "MPI_Recv");
  EXPECT_EQ(read.latest_seconds(), 0.75);
  EXPECT_EQ(read.compute_seconds(), 0.875);
}

// Threads in MPI at the same time spend more there than the process lasts.
TEST(Measured, computation_is_never_negative) {
  Measured measured = two_processes();
  measured.calls.push_back({"MPI_Barrier", 4, 9});
  EXPECT_EQ(measured.compute_seconds(), 0);
}

struct Wrong {
  const char* from;
  const char* to;
  const char* expected;
};

TEST(Measured, what_is_wrong_is_named) {
  const ScratchDirectory scratch;
  const std::string path = scratch.path() + "/measured.json";
  const Wrong cases[] = {
      {"\"revprof-measured\"", "\"revprof-summary\"", "format: expected \"revprof-measured\""},
      {"\"version\": 1", "\"version\": 2", "version: expected 1"},
      {"\"processes\": 2", "\"processes\": 3", "process_seconds: expected one number for each"},
      {"\"count\": 10", "\"count\": -1", "calls[0].count: expected an integer of at least 0"},
      {"0.125", "\"long\"", "calls[0].seconds: expected a number"},
      {"\"core_shares\"", "\"shares\"", "expected the key \"core_shares\""},
      {"{", "", "expected a measured run in JSON"}};
  for (const Wrong& wrong : cases) {
    std::string text = to_json(two_processes());
    text.replace(text.find(wrong.from), std::string(wrong.from).size(), wrong.to);
    write_file(path, text);
    try {
      read_measured(path);
      FAIL() << wrong.to;
    } catch (const FileError& error) {
      EXPECT_NE(std::string(error.what()).find(path + ": "), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find(wrong.expected), std::string::npos) << error.what();
    }
  }
}

}  // namespace
}  // namespace revprof
