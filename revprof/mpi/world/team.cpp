// SPDX-License-Identifier: BSD-3-Clause
// The team's words in MPI's.
#include "revprof/mpi/world/team.hpp"

#include <sched.h>

#include <numeric>
#include <utility>

#include "revprof/mpi/world/front_end.hpp"
#include "revprof/run/stand_by.hpp"

namespace revprof {

namespace {

constexpr int team_tag = 1;  // mail (mail.cpp), on the same communicator, has 0

int rank_in(MPI_Comm world) {
  int rank = 0;
  PMPI_Comm_rank(world, &rank);
  return rank;
}

int size_of(MPI_Comm world) {
  int size = 1;
  PMPI_Comm_size(world, &size);
  return size;
}

}  // namespace

MpiTeam::MpiTeam(MPI_Comm world, std::function<void()> leave)
    : Team(front_end().library, rank_in(world), size_of(world)),
      world_(world),
      leave_(std::move(leave)) {}

std::vector<std::string> MpiTeam::gather(const std::string& own) {
  const bool gathers = rank() == 0;
  const int length = static_cast<int>(own.size());
  std::vector<int> lengths(static_cast<std::size_t>(gathers ? processes() : 0));
  PMPI_Gather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, world_);
  std::vector<int> begins(lengths.size());
  if (gathers) std::partial_sum(lengths.begin(), lengths.end() - 1, begins.begin() + 1);
  std::string all(gathers ? static_cast<std::size_t>(begins.back() + lengths.back()) : 0, '\0');
  PMPI_Gatherv(own.data(), length, MPI_CHAR, all.data(), lengths.data(), begins.data(), MPI_CHAR, 0,
               world_);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    texts.push_back(
        all.substr(static_cast<std::size_t>(begins[i]), static_cast<std::size_t>(lengths[i])));
  }
  return texts;
}

std::vector<std::int64_t> MpiTeam::sum(const std::vector<std::int64_t>& own) {
  std::vector<std::int64_t> all(own.size());
  PMPI_Reduce(own.data(), all.data(), static_cast<int>(own.size()), MPI_INT64_T, MPI_SUM, 0,
              world_);
  return all;
}

std::vector<std::int64_t> MpiTeam::maximum(const std::vector<std::int64_t>& own) {
  std::vector<std::int64_t> all(own.size());
  PMPI_Allreduce(own.data(), all.data(), static_cast<int>(own.size()), MPI_INT64_T, MPI_MAX,
                 world_);
  return all;
}

std::string MpiTeam::tell(const std::string& text) {
  int length = static_cast<int>(text.size());
  PMPI_Bcast(&length, 1, MPI_INT, 0, world_);
  std::string told = text;
  told.resize(static_cast<std::size_t>(length));
  PMPI_Bcast(told.data(), length, MPI_CHAR, 0, world_);
  return told;
}

void MpiTeam::make_progress() {
  int there = 0;
  PMPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, world_, &there, MPI_STATUS_IGNORE);
}

bool MpiTeam::meet(const std::function<bool()>& go_on) {
  MPI_Request request = MPI_REQUEST_NULL;
  PMPI_Ibarrier(world_, &request);
  for (int all_here = 0;; sched_yield()) {
    PMPI_Test(&request, &all_here, MPI_STATUS_IGNORE);
    if (all_here != 0) return true;
    if (!go_on()) return false;
  }
}

void MpiTeam::meet() { PMPI_Barrier(world_); }

bool MpiTeam::on_one_node() {
  MPI_Comm node = MPI_COMM_NULL;
  PMPI_Comm_split_type(world_, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  const int size = size_of(node);
  PMPI_Comm_free(&node);
  return size == processes();
}

std::string MpiTeam::hand_in(int from, const std::string& own) {
  if (rank() == from) {
    PMPI_Send(own.data(), static_cast<int>(own.size()), MPI_CHAR, 0, team_tag, world_);
    return {};
  }
  MPI_Status status;
  PMPI_Probe(from, team_tag, world_, &status);
  int length = 0;
  PMPI_Get_count(&status, MPI_CHAR, &length);
  std::string text(static_cast<std::size_t>(length), '\0');
  PMPI_Recv(text.data(), length, MPI_CHAR, from, team_tag, world_, MPI_STATUS_IGNORE);
  return text;
}

void MpiTeam::leave() { leave_(); }

// Why has been said.
void MpiTeam::stop_all(int code) {
  let_words_out();
  PMPI_Abort(world_, code);
}

}  // namespace revprof
