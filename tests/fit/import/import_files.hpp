// SPDX-License-Identifier: BSD-3-Clause
// Files to import, as they were printed (tests/fit/logs) or written here, and what has come of
// them.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "fit/import/import.hpp"

namespace revprof {

inline const std::string logs = REVPROF_TEST_LOGS;

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

inline const Measurement* find(const Imported& imported, const std::string& call, int processes,
                               std::int64_t bytes) {
  for (const Measurement& cell : imported.measurements.cells) {
    if (cell.call == call && cell.processes == processes && cell.bytes == bytes) return &cell;
  }
  return nullptr;
}

inline double time_of(const Imported& imported, const std::string& call, int processes,
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

inline bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

inline bool notes_hold(const Imported& imported, const std::string& part) {
  for (const std::string& note : imported.notes) {
    if (holds(note, part)) return true;
  }
  return false;
}

}  // namespace revprof
