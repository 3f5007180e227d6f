// SPDX-License-Identifier: BSD-3-Clause
// Who does not come to a collective that this process waits in, or has come to another one.
#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "revprof/mpi/collective/exchange.hpp"
#include "revprof/mpi/process.hpp"

namespace revprof {

namespace {

constexpr int root_bits = 32;
constexpr std::size_t most_named = 8;

std::string names(const std::vector<int>& processes) {
  std::string text = processes.size() == 1 ? "process " : "processes ";
  for (std::size_t i = 0; i < std::min(processes.size(), most_named); ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(processes[i]);
  }
  if (processes.size() > most_named) {
    text += " and " + std::to_string(processes.size() - most_named) + " more";
  }
  return text;
}

// Of which every process gives as many bytes.
bool has_one_size(Call call) {
  constexpr Call calls[] = {Call::MPI_Bcast,      Call::MPI_Gather,
                            Call::MPI_Scatter,    Call::MPI_Allgather,
                            Call::MPI_Alltoall,   Call::MPI_Reduce,
                            Call::MPI_Allreduce,  Call::MPI_Reduce_scatter_block,
                            Call::MPI_Scan,       Call::MPI_Exscan,
                            Call::MPI_Ibcast,     Call::MPI_Igather,
                            Call::MPI_Iscatter,   Call::MPI_Iallgather,
                            Call::MPI_Ialltoall,  Call::MPI_Ireduce,
                            Call::MPI_Iallreduce, Call::MPI_Iscan,
                            Call::MPI_Iexscan,    Call::MPI_Ireduce_scatter_block};
  return std::find(std::begin(calls), std::end(calls), call) != std::end(calls);
}

std::string name_of(std::uint64_t what) {
  const auto root = static_cast<std::int32_t>(what & 0xffffffffu);
  return call_traits[what >> root_bits].name +
         (root == no_root ? "" : " with root " + std::to_string(root));
}

}  // namespace

std::uint64_t Exchange::packed_what() const {
  return static_cast<std::uint64_t>(what_.call) << root_bits |
         static_cast<std::uint32_t>(what_.root);
}

// What another process has said of the same collective.
void Exchange::compare(int member, const SimTime* record) const {
  if (what_.constructs || what_.everybody || inter_ || !channel_->shares_memory()) return;
  const auto call = static_cast<Call>(record[what_at] >> call_bits);
  const auto root = static_cast<std::int32_t>(record[what_at] & 0xffffffff);
  const bool other_call = call != what_.call, other_root = what_.root >= 0 && root != what_.root;
  const std::int64_t bytes = record[record_.size() - 1];
  const bool other_size = has_one_size(call) && bytes != own_bytes_;
  if (!other_call && !other_root && !other_size) return;
  const auto said = [&](Call its_call, int its_root, std::int64_t its_bytes, int process) {
    std::string text = traits(its_call).name;
    if (other_root) text += " with root " + std::to_string(its_root);
    if (!other_call && other_size) text += " of " + std::to_string(its_bytes) + " bytes";
    return text + " on process " + std::to_string(process);
  };
  const int own = channel_->rank(channel_->own()), other = channel_->rank(member);
  std::string mine = said(what_.call, what_.root, own_bytes_, own);
  std::string theirs = said(call, root, bytes, other);
  if (other < own) std::swap(mine, theirs);
  active_process->misuse.note("collectives that do not match: " + mine + ", " + theirs);
}

std::optional<std::vector<int>> Exchange::absent() const {
  std::vector<int> processes;
  if (number() == 0) return processes;
  if (inter_ || !channel_->shares_memory() || channel_->has_failed()) return std::nullopt;
  for (int member = 0; member < channel_->members(); ++member) {
    const Board::Member& other = channel_->board().member(channel_->place(member));
    if (other.begun.load(std::memory_order_acquire) >= number()) continue;
    processes.push_back(channel_->rank(member));
  }
  return processes;
}

void Exchange::tell(Needs& needs) const {
  const std::int64_t number = this->number();
  if (number == 0 || !channel_->shares_memory() || channel_->has_failed()) {
    needs.can_go_on = true;
    return;
  }
  needs.bytes += own_bytes_ * processes_;
  std::vector<bool> needed(static_cast<std::size_t>(channel_->members()));
  for_each_other(sources_, [&](int member) { needed[static_cast<std::size_t>(member)] = true; });
  const bool neighbours = what_.kind == Kind::neighbour;
  std::vector<int> missing;
  for (int member = 0; member < channel_->members(); ++member) {
    const bool is_needed = needed[static_cast<std::size_t>(member)];
    if (member == channel_->own() || (neighbours && !is_needed)) continue;
    const Board::Member& other = channel_->board().member(channel_->place(member));
    const std::int64_t begun = other.begun.load(std::memory_order_acquire);
    const int process = channel_->rank(member);
    // After an error they may disagree, and go on (channel.hpp).
    if (other.failures.load(std::memory_order_acquire) != 0) needs.can_go_on = true;
    if (begun < number) {
      missing.push_back(process);
      needs.lacks(is_needed ? Needs::How::proven : Needs::How::helped, process);
    } else if (begun == number) {
      const std::uint64_t what = other.what.load(std::memory_order_relaxed);
      const std::uint64_t own = packed_what();
      if (what == own || (inter_ && what >> root_bits == own >> root_bits)) continue;
      needs.lacks(Needs::How::helped, process);
      needs.remarks += "    process " + std::to_string(process) + " has called " + name_of(what) +
                       " there instead\n";
    }
  }
  if (!missing.empty()) needs.text = ", which " + names(missing) + " did not call";
}

}  // namespace revprof
