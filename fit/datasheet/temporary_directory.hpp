// SPDX-License-Identifier: BSD-3-Clause
// A directory of our own that is gone when its owner is, however the owner ends.
#pragma once

#include <sys/types.h>

#include <filesystem>

namespace revprof {

class TemporaryDirectory {
 public:
  // Throws DatasheetError where none can be made.
  explicit TemporaryDirectory(const char* name);
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  pid_t keeper_ = -1;
  int alive_ = -1;  // held open by this process alone: it closes when that ends
};

}  // namespace revprof
