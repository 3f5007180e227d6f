// SPDX-License-Identifier: BSD-3-Clause
// Runs the built `revprof` in a directory of the test's own.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "revprof/launch/run/process.hpp"

namespace revprof {

inline const std::string programs = REVPROF_TEST_PROGRAMS;
inline const std::string exact_model = REVPROF_TEST_MODEL;

// The test runs in a fresh directory, so that relative names mean its own files.
class CommandLine : public testing::Test {
 protected:
  void SetUp() override {
    before_ = std::filesystem::current_path();
    std::string name = (std::filesystem::temp_directory_path() / "revprof-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    directory_ = name;
    std::filesystem::current_path(directory_);
  }

  void TearDown() override {
    std::filesystem::current_path(before_);
    std::filesystem::remove_all(directory_);
  }

  // `variables` such as "REVPROF_TYPO=1". Bounded in time: a hang is a failure, not a wait.
  static CapturedOutput revprof(const std::vector<std::string>& words,
                                const std::vector<std::string>& variables = {}) {
    std::vector<std::string> line = {"timeout", "--kill-after=5", "60", "env",
                                     "-u",      "MODEL",          "-u", "REVPROF_MODEL"};
    line.insert(line.end(), variables.begin(), variables.end());
    line.push_back(REVPROF_TEST_COMMAND);
    line.insert(line.end(), words.begin(), words.end());
    return capture(line);
  }

  static void write(const std::string& file, const std::string& text) {
    std::ofstream(file) << text;
  }

  static std::string read(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  }

  // Refused: code 2, a message that holds these words, and nothing left behind.
  static void expect_refused(const CapturedOutput& output, const std::string& words) {
    EXPECT_EQ(output.exit_code, 2) << output.text;
    EXPECT_NE(output.text.find(words), std::string::npos) << output.text;
    EXPECT_FALSE(std::filesystem::exists("revprof-out"));
    EXPECT_FALSE(std::filesystem::exists("revprof-sweep"));
  }

 private:
  std::filesystem::path before_, directory_;
};

}  // namespace revprof
