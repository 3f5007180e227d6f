// SPDX-License-Identifier: BSD-3-Clause
// The lines of a text file, one after the other, in little memory.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace revprof {

// Reads block by block and holds no file open meanwhile, so that thousands of files can be read
// side by side.
class LineFile {
 public:
  explicit LineFile(std::string path) : path_(std::move(path)) {}

  // The next line without its end, until the next call; false: there is none, or only a part of
  // one. Throws std::runtime_error "path: reason".
  bool next(std::string_view& line);
  // After a line: whether it was the last one, and ends with the file.
  bool at_end();
  const std::string& path() const { return path_; }

 private:
  bool read_block();

  std::string path_;
  std::string block_;
  std::size_t next_ = 0;     // in the block
  std::int64_t offset_ = 0;  // of the block's end in the file
  bool ended_ = false;       // nothing follows the block
};

}  // namespace revprof
