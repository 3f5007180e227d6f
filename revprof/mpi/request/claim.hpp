// SPDX-License-Identifier: BSD-3-Clause
// The requests of a call, found before the PMPI_ call that may complete them.
#pragma once

#include <mpi.h>

#include "revprof/mpi/process.hpp"
#include "revprof/mpi/request/small_array.hpp"

namespace revprof {

// The records of the requests that a call may complete. MPI may give a handle to another thread's
// new request as soon as it has completed this one, so with several threads the records leave the
// table before the call, and those that are still to be completed return to it afterwards.
class Claim {
 public:
  Claim(MPI_Request* handles, int count);
  // Of a call that only looks at them.
  Claim(const MPI_Request* handles, int count);
  ~Claim();
  Claim(const Claim&) = delete;
  Claim& operator=(const Claim&) = delete;

  MPI_Request handle(int i) const { return handles_[i]; }
  int size() const { return handles_.size(); }
  // nullptr: not a request of ours.
  Request* record(int i) const { return records_[i]; }
  // No other one is open.
  bool has_all() const;
  // The request is gone for the program; the record with it.
  void end(int i);
  // It has another handle now.
  void rename(int i, MPI_Request handle) { handles_[i] = handle; }

 private:
  void find();
  void give_back();

  MPI_Request* users_ = nullptr;
  SmallArray<MPI_Request> handles_;
  SmallArray<Request*> records_;
  bool taken_;
};

}  // namespace revprof
