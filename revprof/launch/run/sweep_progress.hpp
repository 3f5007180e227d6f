// SPDX-License-Identifier: BSD-3-Clause
// What a sweep says on standard error while it goes on.
#pragma once

#include <cstddef>
#include <string>

namespace revprof {

// A line for each run that has ended; on a terminal also one, overwritten by the next, for the run
// that is going on.
class SweepProgress {
 public:
  SweepProgress(std::size_t runs, bool quiet);

  void begins(const std::string& run);
  void goes_on(const std::string& run, const std::string& state) const;  // on a terminal
  void ended(const std::string& run, const std::string& outcome);
  void failed(const std::string& run, const std::string& outcome);  // said even when quiet

 private:
  void clear() const;
  void say(const std::string& run, const std::string& outcome) const;

  std::size_t runs_, number_ = 0;
  bool quiet_, terminal_;
};

}  // namespace revprof
