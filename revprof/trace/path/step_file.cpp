// SPDX-License-Identifier: BSD-3-Clause
// Steps are appended to mapped memory, and read from it.
#include "revprof/trace/path/step_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <type_traits>

#include "revprof/trace/plain/growing_file.hpp"

namespace revprof {

static_assert(std::is_trivially_copyable_v<PathStep>);

struct StepFile::Growing : GrowingFile {
  using GrowingFile::GrowingFile;
};

std::string step_file_name(const std::string& directory, int rank) {
  return directory + "/p" + std::to_string(rank) + ".steps";
}

StepFile::StepFile(const std::string& directory, int rank)
    : file_(std::make_unique<Growing>(step_file_name(directory, rank))) {}

StepFile::~StepFile() = default;

void StepFile::step(const PathStep& step) {
  char* const room = complete_ ? file_->room(sizeof(PathStep)) : nullptr;
  complete_ = room != nullptr;
  if (!complete_) return;
  std::memcpy(room, &step, sizeof(PathStep));
  file_->advance(sizeof(PathStep));
}

bool StepFile::is_complete() const { return complete_; }

void StepFile::close() { file_.reset(); }

StepReader::StepReader(const std::string& directory, int processes) {
  std::string unread;
  for (int rank = 0; rank < processes; ++rank) {
    const std::string path = step_file_name(directory, rank);
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat status {};
    Mapped mapped;
    bool read = file >= 0 && fstat(file, &status) == 0;
    if (read && status.st_size > 0) {
      mapped.bytes = static_cast<std::size_t>(status.st_size);
      void* const memory = mmap(nullptr, mapped.bytes, PROT_READ, MAP_PRIVATE, file, 0);
      read = memory != MAP_FAILED;
      mapped.steps = static_cast<const PathStep*>(memory);
    }
    const int error = errno;
    if (file >= 0) ::close(file);
    if (read) {
      processes_.push_back(mapped);
    } else {
      unread += (unread.empty() ? "" : "; ") + path + ": " + std::strerror(error);
    }
  }
  if (unread.empty()) return;
  unmap();
  throw std::runtime_error(unread);
}

StepReader::~StepReader() { unmap(); }

void StepReader::unmap() {
  for (const Mapped& mapped : processes_) {
    if (mapped.bytes > 0) munmap(const_cast<PathStep*>(mapped.steps), mapped.bytes);
  }
  processes_.clear();
}

const PathStep& StepReader::at(StepPlace place) const {
  const auto rank = static_cast<std::size_t>(rank_of(place));
  const auto number = static_cast<std::size_t>(number_of(place));
  if (place < 0 || rank >= processes_.size() ||
      (number + 1) * sizeof(PathStep) > processes_[rank].bytes) {
    throw std::runtime_error("step " + std::to_string(number) + " of process " +
                             std::to_string(rank) + " is missing");
  }
  return processes_[rank].steps[number];
}

}  // namespace revprof
