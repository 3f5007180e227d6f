// SPDX-License-Identifier: BSD-3-Clause
// Sends and sorts the library's own messages.
#include "revprof/mpi/collective/mail.hpp"

#include <algorithm>
#include <numeric>

#include "revprof/mpi/process.hpp"

namespace revprof {

namespace {

constexpr int tag = 0;
constexpr std::size_t subject_words = 2;

}  // namespace

Mail::Mail(MPI_Comm communicator, std::size_t values)
    : communicator_(communicator), values_(values) {
  PMPI_Comm_group(communicator_, &group_);
  PMPI_Comm_rank(communicator_, &rank_);
}

Mail::~Mail() {
  if (active_process == nullptr) return;  // MPI ends, and with it all communicators
  for (Sent& sent : under_way_) PMPI_Wait(&sent.request, MPI_STATUS_IGNORE);
  PMPI_Group_free(&group_);
  PMPI_Comm_free(&communicator_);
}

std::vector<int> Mail::translate(MPI_Group group) const {
  int size = 0;
  PMPI_Group_size(group, &size);
  std::vector<int> ranks(static_cast<std::size_t>(size)), translated(ranks.size());
  std::iota(ranks.begin(), ranks.end(), 0);
  PMPI_Group_translate_ranks(group, size, ranks.data(), group_, translated.data());
  return translated;
}

void Mail::send(int to, const Subject& subject, const SimTime* values) {
  Words words(subject_words + values_);
  words[0] = static_cast<std::int64_t>(subject.key);
  words[1] = subject.number;
  std::copy_n(values, values_, words.begin() + subject_words);
  const std::lock_guard<std::mutex> lock(mutex_);
  under_way_.push_back({MPI_REQUEST_NULL, std::move(words)});
  Sent& sent = under_way_.back();
  PMPI_Isend(sent.words.data(), static_cast<int>(sent.words.size()), MPI_INT64_T, to, tag,
             communicator_, &sent.request);
  for (int gone = 1; gone != 0 && !under_way_.empty();) {
    PMPI_Test(&under_way_.front().request, &gone, MPI_STATUS_IGNORE);
    if (gone != 0) under_way_.pop_front();
  }
}

// All that has come.
void Mail::take_in() {
  for (;;) {
    int there = 0;
    MPI_Status status;
    PMPI_Iprobe(MPI_ANY_SOURCE, tag, communicator_, &there, &status);
    if (there == 0) return;
    Words words(subject_words + values_);
    PMPI_Recv(words.data(), static_cast<int>(words.size()), MPI_INT64_T, status.MPI_SOURCE, tag,
              communicator_, MPI_STATUS_IGNORE);
    const Address address(static_cast<std::uint64_t>(words[0]), words[1], status.MPI_SOURCE);
    come_[address].push_back(std::move(words));
  }
}

bool Mail::receive(int from, const Subject& subject, SimTime* values) {
  const std::lock_guard<std::mutex> lock(mutex_);
  auto found = come_.find(Address(subject.key, subject.number, from));
  if (found == come_.end()) {
    take_in();
    found = come_.find(Address(subject.key, subject.number, from));
    if (found == come_.end()) return false;
  }
  const Words& words = found->second.front();
  std::copy_n(words.begin() + subject_words, values_, values);
  found->second.pop_front();
  if (found->second.empty()) come_.erase(found);
  return true;
}

}  // namespace revprof
