// SPDX-License-Identifier: BSD-3-Clause
// With several threads the claimed records are out of the table meanwhile.
#include "revprof/mpi/request/claim.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "revprof/mpi/process.hpp"

namespace revprof {

Claim::Claim(MPI_Request* handles, int count)
    : Claim(static_cast<const MPI_Request*>(handles), count) {
  users_ = handles;
}

Claim::Claim(const MPI_Request* handles, int count)
    : handles_(std::max(0, count)), records_(handles_.size()), taken_(active_process->threaded) {
  std::copy_n(handles, handles_.size(), handles_.begin());
  find();
}

Claim::~Claim() {
  give_back();
  GeneralisedRequests& generalised = active_process->generalised;
  if (generalised.empty() || users_ == nullptr) return;
  for (int i = 0; i < size(); ++i) {
    if (users_[i] == MPI_REQUEST_NULL) generalised.end(handles_[i]);
  }
}

void Claim::find() {
  const Guard guard(*active_process);
  Requests& requests = active_process->requests;
  for (int i = 0; i < size(); ++i) {
    records_[i] = taken_ ? requests.take(handles_[i]).release() : requests.find(handles_[i]);
  }
}

void Claim::give_back() {
  if (!taken_) return;
  const Guard guard(*active_process);
  for (int i = 0; i < size(); ++i) {
    if (records_[i] == nullptr) continue;
    active_process->requests.add(handles_[i], std::unique_ptr<Request>(records_[i]));
  }
}

bool Claim::has_all() const {
  int known = 0;
  for (int i = 0; i < size(); ++i) known += records_[i] != nullptr ? 1 : 0;
  return known == active_process->requests.size();
}

void Claim::end(int i) {
  const auto* const receive = record(i)->as<Request::Receive>();
  const bool has_own = receive != nullptr && receive->own_handle;
  if (has_own && users_[i] != MPI_REQUEST_NULL) PMPI_Request_free(&users_[i]);
  Requests& requests = active_process->requests;
  Request* const ended = std::exchange(records_[i], nullptr);
  requests.give_back(taken_ ? std::unique_ptr<Request>(ended) : requests.take(handles_[i]));
}

}  // namespace revprof
