// SPDX-License-Identifier: BSD-3-Clause
// Tells words from data by their size and by what is done to them.
#include "revprof/mpi/window/word_use.hpp"

#include <utility>

#include "revprof/mpi/process.hpp"
#include "revprof/mpi/wait/own_turn.hpp"

namespace revprof {

namespace {

constexpr std::int64_t most_of_a_word = 8;

bool is_atomic(Call call) {
  return call == Call::MPI_Fetch_and_op || call == Call::MPI_Compare_and_swap ||
         call == Call::MPI_Get_accumulate || call == Call::MPI_Rget_accumulate;
}

bool is_get(Call call) { return call == Call::MPI_Get || call == Call::MPI_Rget; }

}  // namespace

// Who holds the only lock, or is in an epoch with the target, has nobody beside it. Who gets its
// own word looks for what others have done to it.
WordUse::Kind WordUse::kind_of(Call call, const Window& window, int target, MPI_Aint displacement,
                               std::int64_t bytes) {
  if (!window.is_locked(target) || window.locks.holds(target)) return Kind::data;
  if (is_atomic(call)) return Kind::atomic;
  if (bytes == 0 || bytes > most_of_a_word) return Kind::data;
  if (!is_get(call)) return Kind::changes;
  const bool is_again = window.read == std::pair(target, displacement);
  return is_again || target == window.place.rank ? Kind::looks : Kind::reads;
}

WordUse::WordUse(Call call, Window& window, int target, MPI_Aint displacement, std::int64_t bytes)
    : kind_(Kind::data), window_(&window), target_(target), displacement_(displacement) {
  {
    const Guard guard(*active_process);
    kind_ = kind_of(call, window, target, displacement, bytes);
    window.read = {is_get(call) ? target : MPI_PROC_NULL, displacement};
    at_ = active_process->engine->now()[0];
  }
  const bool asks = kind_ == Kind::atomic || kind_ == Kind::looks;
  if (asks) window.locks.ask();
  if (asks || window.locks.is_asked()) turn_ = await_turn(window.place.world_ranks);
}

bool WordUse::is_hosts_choice() {
  using Done = LockClocks::Done;
  LockClocks& locks = window_->locks;
  if (turn_ == Turn::lost) return true;
  const bool has_none = turn_ == Turn::unknown;
  switch (kind_) {
    case Kind::atomic: {
      const bool follows = locks.follows_another(target_);
      return (has_none && follows) ||
             locks.is_done_after(Done::changed, target_, LockClocks::any_word, at_);
    }
    case Kind::reads:
      if (has_none) locks.note(Done::read, target_, displacement_, at_);
      return locks.is_done_after(Done::changed, target_, displacement_, at_);
    case Kind::looks:
      return locks.is_done_after(Done::changed, target_, displacement_, at_);
    case Kind::changes:
      if (has_none) locks.note(Done::changed, target_, displacement_, at_);
      return locks.is_done_after(Done::read, target_, displacement_, at_);
    case Kind::data:
      return false;
  }
  return false;
}

int WordUse::complete(MPI_Win handle) {
  if (kind_ == Kind::data) return MPI_SUCCESS;
  const int error = has_turn() ? PMPI_Win_flush(target_, handle) : MPI_SUCCESS;
  const Guard guard(*active_process);
  if (is_hosts_choice()) active_process->choices.note(&ChoiceCounts::atomics);
  return error;
}

}  // namespace revprof
