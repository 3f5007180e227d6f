// SPDX-License-Identifier: BSD-3-Clause
// Whether all processes come to the end of a run. Where a launcher goes on without those that have
// ended (MPICH's -disable-auto-cleanup, Open MPI's --enable-recovery: an abort on a part of the
// processes, exit without the last call, a crash), the others must not wait for them in revprof's
// own collectives.
#pragma once

#include <string>

#include "revprof/run/team.hpp"

namespace revprof {

// Each process locks its byte of a file (fcntl): the system lets go of it when the process ends, in
// whatever way. Where the processes share no directory, or its file system has no locks, nobody is
// ever missed.
class Attendance {
 public:
  // Of all processes. Nothing stays in `directory`.
  void open(const std::string& directory, Team& team);

  // Of a process that has come to its end: waits for the others. False as soon as one of them has
  // ended before, which one process says: no collective can follow then.
  bool is_complete();

  // Of all processes where all came: they leave together, as one that has left counts as ended.
  void close(bool complete);

 private:
  bool has_ended(int process) const;
  int missing();
  void say_once(int process) const;

  Team* team_ = nullptr;
  int file_ = -1;  // -1: nobody can be missed
  int rank_ = 0, processes_ = 1;
  int next_ = 0;  // to be looked at
};

}  // namespace revprof
