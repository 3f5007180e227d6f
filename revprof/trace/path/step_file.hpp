// SPDX-License-Identifier: BSD-3-Clause
// The steps of every process, from the run to its end, where the critical path is found among them.
// p<rank>.steps is gone then: it holds memory as it is, and is no format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "revprof/engine/path_step.hpp"

namespace revprof {

class StepFile : public StepSink {
 public:
  // Throws std::runtime_error naming the file that could not be made.
  StepFile(const std::string& directory, int rank);
  ~StepFile() override;
  StepFile(const StepFile&) = delete;
  StepFile& operator=(const StepFile&) = delete;

  void step(const PathStep& step) override;
  // The disk was full: what came then is missing.
  bool is_complete() const;
  // No more steps come; a reader sees all of them from now on.
  void close();

 private:
  struct Growing;
  std::unique_ptr<Growing> file_;
  bool complete_ = true;
};

std::string step_file_name(const std::string& directory, int rank);

// Looks steps up, in the files of all processes.
class StepReader {
 public:
  // Throws std::runtime_error naming the file that could not be read.
  StepReader(const std::string& directory, int processes);
  ~StepReader();
  StepReader(const StepReader&) = delete;
  StepReader& operator=(const StepReader&) = delete;

  // Throws std::runtime_error where there is no such step.
  const PathStep& at(StepPlace place) const;

 private:
  struct Mapped {
    const PathStep* steps = nullptr;
    std::size_t bytes = 0;
  };
  void unmap();
  std::vector<Mapped> processes_;
};

}  // namespace revprof
