// SPDX-License-Identifier: BSD-3-Clause
// A file, or a directory, on its way to the place where it is to stand.
#pragma once

#include <string>

namespace revprof {

// Written beside its place, under a name of its own, and put there when it is whole: a reader never
// sees half of it, and where it fails what was there stays. A symbolic link is followed: what it
// names is replaced. Where a device or a FIFO stands, and where this process's own output goes,
// nothing can be replaced: that is written to as it is.
class NewFile {
 public:
  // Throws FileError "path: cannot be written: reason", as the others do.
  explicit NewFile(const std::string& path);
  // What was not put in place is removed.
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  // The name under which it is to be written until it is whole, and the one under which it will
  // stand.
  const std::string& name() const { return name_; }
  const std::string& place() const { return place_; }

  // Opens that name to be written; the caller closes it.
  int open() const;
  void put_in_place();
  [[noreturn]] void fail(int error) const;

 private:
  bool is_replaced() const { return name_ != place_; }

  std::string path_, place_, name_;
  int own_output_ = -1;  // the descriptor that is this place already
  bool is_pending_ = true;
};

}  // namespace revprof
