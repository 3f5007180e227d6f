// SPDX-License-Identifier: BSD-3-Clause
// Where files are measured: a directory of characterize's own, inside the one that was asked for.
#pragma once

#include <cstdint>
#include <string>

namespace revprof {

// On process 0; the others have an empty one. Goes with this object, and all that is in it.
class IoDirectory {
 public:
  IoDirectory() = default;
  IoDirectory(const IoDirectory&) = delete;
  IoDirectory& operator=(const IoDirectory&) = delete;
  ~IoDirectory();

  // Throws OptionError where `parent` is not a directory that can be written to.
  void make_in(const std::string& parent);
  // Empty: there is none.
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// Bytes that still fit into the file system of a directory.
std::int64_t room_in(const std::string& directory);

// "/scratch (lustre)"
std::string with_file_system(const std::string& directory);

}  // namespace revprof
