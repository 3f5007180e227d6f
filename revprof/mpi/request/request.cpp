// SPDX-License-Identifier: BSD-3-Clause
// Records are reused; requests that the user freed are watched until they are complete.
#include "revprof/mpi/request/request.hpp"

#include <type_traits>
#include <utility>

#include "revprof/mpi/host/host.hpp"
#include "revprof/mpi/message/point_to_point.hpp"
#include "revprof/mpi/process.hpp"

namespace revprof {

namespace {

constexpr std::size_t spare_limit = 256;

int empty_status(void*, MPI_Status* status) {
  PMPI_Status_set_elements(status, MPI_BYTE, 0);
  PMPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = MPI_ANY_SOURCE;
  status->MPI_TAG = MPI_ANY_TAG;
  status->MPI_ERROR = MPI_SUCCESS;
  return MPI_SUCCESS;
}
int nothing_to_free(void*) { return MPI_SUCCESS; }
int nothing_to_cancel(void*, int) { return MPI_SUCCESS; }

MPI_Request complete_request() {
  MPI_Request handle = MPI_REQUEST_NULL;
  PMPI_Grequest_start(empty_status, nothing_to_free, nothing_to_cancel, nullptr, &handle);
  PMPI_Grequest_complete(handle);
  return handle;
}

}  // namespace

void unshare(MPI_Request* handle) {
  if (!host().is_shared(*handle)) return;
  PMPI_Wait(handle, MPI_STATUS_IGNORE);
  *handle = complete_request();
}

std::int64_t begin_request(const Engine& engine, RequestEvent::What what) {
  const std::int64_t number = active_process->requests.next_number();
  if (EventSink* const trace = engine.listener()) trace->request({number, engine.now()[0], what});
  return number;
}

std::int64_t begin_collective_request(const Engine& engine, const Request& record, int root,
                                      std::int64_t bytes) {
  const std::int64_t number = active_process->requests.next_number();
  if (EventSink* const trace = engine.listener()) {
    trace->request({number, engine.now()[0], RequestEvent::What::collective,
                    name(std::get<Request::Collective>(record.what).call), bytes, root,
                    record.communicator});
  }
  return number;
}

void Requests::give_back(std::unique_ptr<Request> request) {
  if (auto* const receive = request->as<Request::Receive>()) tell_ended(*receive);
  const auto keep = [&](auto& what) {
    auto& spare = std::get<Spare<std::decay_t<decltype(what)>>>(spare_).records;
    if (spare.size() >= spare_limit) return;
    request->reset();  // its packet's buffer goes back to the pool
    spare.push_back(std::move(request));
  };
  std::visit(keep, request->what);
}

void Requests::orphan(MPI_Request handle) { orphans_.push_back({handle, take(handle)}); }

bool Requests::let_go(MPI_Request* handle) {
  if (has_let_many_go()) return false;
  std::unique_ptr<Request> record = take(*handle);
  auto& send = *record->as<Request::Send>();
  let_go(*handle, std::move(send.packet), std::move(send.copy));
  *handle = complete_request();
  add(*handle, std::move(record));
  return true;
}

void Requests::let_go(MPI_Request handle, Packet packet, std::vector<char> bytes) {
  auto rest = make<Request::Send>();
  auto& send = *rest->as<Request::Send>();
  send.packet = std::move(packet);
  send.copy = std::move(bytes);
  orphans_.push_back({handle, std::move(rest), true});
  let_go_.fetch_add(1, std::memory_order_relaxed);
}

void Requests::complete_orphans(std::size_t stamp_bytes) {
  for (std::size_t i = 0; i < orphans_.size();) {
    MPI_Status status;
    int done = 0;
    PMPI_Test(&orphans_[i].handle, &done, &status);
    if (done == 0) {
      ++i;
      continue;
    }
    Request& request = *orphans_[i].request;
    if (auto* const receive = request.as<Request::Receive>()) {
      if (receive->packet.stamp().mark == Stamp::mark_value) {
        tell_posted(*receive, status.MPI_TAG);
        note_received(receive->packet.stamp());
      }
      receive->packet.deliver(take_stamp_off(status, stamp_bytes));
    }
    // A persistent request is only inactive now.
    if (orphans_[i].handle != MPI_REQUEST_NULL) PMPI_Request_free(&orphans_[i].handle);
    if (orphans_[i].is_let_go) let_go_.fetch_sub(1, std::memory_order_relaxed);
    give_back(std::move(orphans_[i].request));
    orphans_[i] = std::move(orphans_.back());
    orphans_.pop_back();
  }
}

void Requests::abandon(std::size_t stamp_bytes) {
  complete_orphans(stamp_bytes);
  for (Orphan& orphan : orphans_) {
    PMPI_Request_free(&orphan.handle);
    orphan.request.release();
  }
  orphans_.clear();
  // Requests that were never completed are left alone, too: live_ does not delete them.
}

}  // namespace revprof
