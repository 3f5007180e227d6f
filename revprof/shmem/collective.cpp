// SPDX-License-Identifier: BSD-3-Clause
// Active sets as communicators of our own, and the clocks that are exchanged on them.
#include <algorithm>
#include <utility>

#include "revprof/shmem/collective_calls.hpp"

namespace revprof::shmem {

namespace {

constexpr int tag = 29'288;  // of the calls that make communicators

// Before a communicator is made, which waits for all members where nobody sees it.
void meet(Symmetric& symmetric, const ActiveSet& members) {
  Horizon& horizon = active_process->horizon;
  const std::uint64_t key = std::uint64_t{1} << 63 ^
                            static_cast<std::uint64_t>(members.start) << 40 ^
                            static_cast<std::uint64_t>(members.log_stride) << 32 ^
                            static_cast<std::uint64_t>(members.size);
  if (!horizon.is_open() || symmetric.last_changes.line_up(key) < 0) return;
  const int stride = 1 << std::max(members.log_stride, 0);
  for (int i = 0; i < members.size; ++i) horizon.made_change(members.start + i * stride);
  symmetric.land();
  symmetric.await([&] { return symmetric.last_changes.lined_up(key) >= members.size; });
}

// nullptr: this process is not one of them.
Communicator* communicator_of(Symmetric& symmetric, const ActiveSet& members) {
  Process& process = *active_process;
  const int processes = process.team->processes(), rank = process.team->rank();
  const bool all = members.size == 0 ||
                   (members.start == 0 && members.log_stride == 0 && members.size == processes);
  if (all) return process.communicators.find(symmetric.world);
  const int stride = 1 << std::max(members.log_stride, 0);
  const int last = members.start + (members.size - 1) * stride;
  const int from_start = rank - members.start;
  if (members.start < 0 || last >= processes || from_start < 0 || rank > last ||
      from_start % stride != 0) {
    return nullptr;
  }
  const auto [made, is_new] = symmetric.sets.try_emplace(members, MPI_COMM_NULL);
  if (is_new) {
    meet(symmetric, members);
    MPI_Group world = MPI_GROUP_NULL, group = MPI_GROUP_NULL;
    PMPI_Comm_group(process.world, &world);
    int range[1][3] = {{members.start, last, stride}};
    PMPI_Group_range_incl(world, 1, range, &group);
    PMPI_Comm_create_group(process.world, group, tag, &made->second);
    PMPI_Group_free(&group);
    PMPI_Group_free(&world);
    process.communicators.made(made->second);
  }
  return process.communicators.find(made->second);
}

}  // namespace

Collective::Collective(Symmetric& symmetric, const CollectiveCall& call, std::int64_t bytes)
    : symmetric_(symmetric), call_(call), as_mpi_{call.call, call.kind,   MPI_COMM_NULL,
                                                  call.root, call.uneven, symmetric.window} {
  Process& process = *active_process;
  {
    const Guard guard(process);
    symmetric.catch_up();
    communicator_ = communicator_of(symmetric, call.members);
  }
  if (communicator_ == nullptr) return;
  record_ =
      handle::prepare(process, as_mpi_, *communicator_, [&](const Communicator&) { return bytes; });
}

bool Collective::is_of_all() const { return communicator_->number == 0; }

void Collective::announce() {
  Process& process = *active_process;
  Exchange& exchange = record_->exchange();
  const Guard guard(process);
  const Clock& pending = symmetric_.contexts[SHMEM_CTX_DEFAULT].pending();
  if (call_.completes && !pending.empty()) {
    exchange.raise(process.engine->latest(pending).data());
  } else {
    exchange.arrive(*process.engine, call_.call);
  }
  exchange.announce();
}

void Collective::wait(const std::function<void()>& real) {
  Horizon& horizon = active_process->horizon;
  const Waiting waiting(*active_process, Horizon::State::running);
  const bool all = call_.kind == Kind::all_to_all && horizon.is_all(communicator_->size);
  if (all) horizon.wait_for_all();
  announce();
  if (!all) record_->exchange().wait(horizon);
  real();
  record_->exchange().collect();
}

void Collective::book(CallScope& scope) {
  Process& process = *active_process;
  Exchange& exchange = record_->exchange();
  const Guard guard(process);
  Outstanding& under_way = symmetric_.contexts[SHMEM_CTX_DEFAULT];
  if (call_.completes) symmetric_.note(under_way, Outstanding::Does::order);
  if (call_.completes && communicator_->is_alone()) {
    const Clock pending = under_way.pending();
    scope.book(
        0, -1, 0, [&](Engine& engine) { engine.finish_transfers(pending); }, symmetric_.window);
  } else {
    handle::book(process, scope, as_mpi_, *communicator_, exchange);
  }
  if (call_.completes) under_way.complete();
  if (call_.completes && is_of_all()) symmetric_.pass_barrier();
  handle::give_back(process, std::move(record_));
}

}  // namespace revprof::shmem
