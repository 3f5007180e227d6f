// SPDX-License-Identifier: BSD-3-Clause
// The locks, and the wait that looks at them now and then.
#include "revprof/run/attendance.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace revprof {

namespace {

using namespace std::chrono_literals;
using Steady = std::chrono::steady_clock;

// Looks cost a system call for each process, and nearly all waits are in vain.
constexpr std::chrono::milliseconds first_look = 20ms, rarest_look = 1s;
constexpr int looked_at_once = 64;

constexpr char unnamed[] = "/.attendance-XXXXXX";

struct flock byte_lock(int byte) {
  struct flock lock = {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = byte;
  lock.l_len = 1;
  return lock;
}

bool take(int file, int byte) {
  struct flock lock = byte_lock(byte);
  return file >= 0 && fcntl(file, F_SETLK, &lock) == 0;
}

}  // namespace

void Attendance::open(const std::string& directory, Team& team) {
  team_ = &team;
  rank_ = team.rank();
  processes_ = team.processes();
  next_ = 0;
  if (processes_ == 1) return;
  std::string path;
  if (rank_ == 0) {
    path = directory + unnamed;
    file_ = ::mkostemp(path.data(), O_CLOEXEC);
    if (!take(file_, rank_)) {
      if (file_ >= 0) ::unlink(path.c_str());
      path.clear();
    }
  }
  path = team.tell(path);
  if (rank_ != 0) file_ = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  // Some file systems keep a lock to its node.
  const bool all = team.all(take(file_, rank_) && !has_ended(0));
  if (rank_ == 0) ::unlink(path.c_str());
  if (all || file_ < 0) return;
  ::close(file_);
  file_ = -1;
}

bool Attendance::has_ended(int process) const {
  if (process == rank_) return false;
  struct flock lock = byte_lock(process);
  return fcntl(file_, F_GETLK, &lock) == 0 && lock.l_type == F_UNLCK;
}

// A process that has ended, or -1. Of very many processes a part is looked at each time: one that
// has seen somebody missing leaves, and is missed in turn.
int Attendance::missing() {
  for (int looked_at = 0; looked_at < std::min(looked_at_once, processes_); ++looked_at) {
    const int process = next_;
    next_ = (next_ + 1) % processes_;
    if (has_ended(process)) return process;
  }
  return -1;
}

// Who has the lock behind the processes' own, and finds the file still empty.
void Attendance::say_once(int process) const {
  struct stat status = {};
  if (!take(file_, processes_) || fstat(file_, &status) != 0 || status.st_size > 0) return;
  if (::pwrite(file_, "!", 1, 0) != 1) return;
  std::fprintf(stderr, "revprof: no results: process %d ended before %s\n", process,
               team_->library().ends);
}

bool Attendance::is_complete() {
  if (file_ < 0) return true;
  auto pause = first_look;
  Steady::time_point look = Steady::now() + pause;
  return team_->meet([&] {
    if (Steady::now() < look) return true;
    const int process = missing();
    if (process >= 0) {
      say_once(process);
      return false;
    }
    pause = std::min(2 * pause, rarest_look);
    look = Steady::now() + pause;
    return true;
  });
}

void Attendance::close(bool complete) {
  if (file_ < 0) return;
  if (complete) team_->meet();
  ::close(file_);
  file_ = -1;
}

}  // namespace revprof
