// SPDX-License-Identifier: BSD-3-Clause
// What is copied on the target leaves as a copy of ours, at once or when the program waits for it.
#include "revprof/mpi/request/withheld.hpp"

#include <cstdint>

#include "revprof/mpi/message/packet.hpp"
#include "revprof/mpi/request/due.hpp"
#include "revprof/run/give_way.hpp"

namespace revprof {

namespace {

// So much every transport of the hosts copies: Open MPI's to the process itself 1024 bytes with the
// header.
constexpr std::int64_t most_copied_to_anybody = 900;

// More than the libraries of most machines copy; a model may say nothing of that.
constexpr std::int64_t most_copied_for_clocks = 1 << 20;

bool may_wait_for_each_other() {
  return active_process->withholds.load(std::memory_order_relaxed) ||
         active_process->requests.has_let_go();
}

bool has_receive(const Claim& claim) {
  for (int i = 0; i < claim.size(); ++i) {
    const Request* const record = claim.record(i);
    if (record != nullptr && record->active && record->as<Request::Receive>() != nullptr) {
      return true;
    }
  }
  return false;
}

// Its receiver may be about to take it.
bool leaves_by_itself(MPI_Request send) {
  constexpr int most_looks = 100;
  for (int i = 0; i < most_looks; ++i) {
    int has_left = 0;
    PMPI_Request_get_status(send, &has_left, MPI_STATUS_IGNORE);
    if (has_left != 0) return true;
    yield_core();
  }
  return false;
}

}  // namespace

void note_withheld(const Claim& claim, bool not_yet) {
  if (has_receive(claim)) active_process->withholds.store(not_yet, std::memory_order_relaxed);
}

bool is_copied_beside_withheld(int world_peer, int count, MPI_Datatype datatype) {
  const bool may_wait_for_itself =
      active_process->held.any() && world_peer == active_process->horizon.rank();
  if (!may_wait_for_itself && !may_wait_for_each_other()) return false;
  const std::int64_t bytes = type_bytes(datatype) * count;
  return bytes > most_copied_to_anybody && bytes <= most_copied_for_clocks &&
         !active_process->engine->costs().needs_receiver(0, bytes) &&
         !active_process->requests.has_let_most_go();
}

void let_go_beside_withheld(Claim& claim, MPI_Request* handles) {
  if (!may_wait_for_each_other() || !active_process->decides()) return;
  for (int i = 0; i < claim.size(); ++i) {
    Request* const record = claim.record(i);
    if (record == nullptr || !record->active || !can_leave(*record)) continue;
    if (leaves_by_itself(claim.handle(i))) continue;
    if (!active_process->requests.let_go(&handles[i])) return;
    record->as<Request::Send>()->posted = Horizon::Opening();  // on other lanes, too
    claim.rename(i, handles[i]);
  }
}

}  // namespace revprof
