// SPDX-License-Identifier: BSD-3-Clause
// Describes communicators when they are first used.
#include "revprof/mpi/communicator.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>

#include "revprof/mpi/process.hpp"

namespace revprof {

namespace {

// Ranks of a group among all processes; -1 where it is not there.
std::vector<int> translate(MPI_Group group, MPI_Group world) {
  int size = 0;
  PMPI_Group_size(group, &size);
  std::vector<int> ranks(static_cast<std::size_t>(size)), translated(ranks.size());
  std::iota(ranks.begin(), ranks.end(), 0);
  PMPI_Group_translate_ranks(group, size, ranks.data(), world, translated.data());
  for (int& rank : translated) {
    if (rank == MPI_UNDEFINED) rank = -1;
  }
  return translated;
}

void describe_topology(MPI_Comm handle, Communicator& record) {
  int topology = MPI_UNDEFINED;
  if (!record.inter) PMPI_Topo_test(handle, &topology);
  record.has_topology = topology != MPI_UNDEFINED;
  if (topology == MPI_CART) {
    int dimensions = 0;
    PMPI_Cartdim_get(handle, &dimensions);
    record.in_degree = record.out_degree = 2 * dimensions;
  } else if (topology == MPI_GRAPH) {
    PMPI_Graph_neighbors_count(handle, record.rank, &record.in_degree);
    record.out_degree = record.in_degree;
  } else if (topology == MPI_DIST_GRAPH) {
    int weighted = 0;
    PMPI_Dist_graph_neighbors_count(handle, &record.in_degree, &record.out_degree, &weighted);
  }
}

}  // namespace

void Communicators::start(MPI_Comm world, const Blocks& blocks) {
  blocks_ = &blocks;
  PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, &Communicators::forget, &keyval_, this);
  PMPI_Comm_group(world, &world_);
  const int rank = find(world)->rank;        // number 0
  PMPI_Comm_split(world, rank, 0, &quiet_);  // there is no MPI_COMM_SELF without MPI_Init
  PMPI_Comm_set_errhandler(quiet_, MPI_ERRORS_RETURN);
}

void Communicators::stop(MPI_Comm world) {
  // Records of communicators that the program never freed go with their communicators in
  // PMPI_Finalize.
  PMPI_Comm_delete_attr(world, keyval_);
  PMPI_Group_free(&world_);
  PMPI_Comm_free(&quiet_);
  PMPI_Comm_free_keyval(&keyval_);
}

Communicator* Communicators::look_up(MPI_Comm handle) {
  if (handle == MPI_COMM_NULL) return nullptr;
  void* value = nullptr;
  int found = 0;
  if (PMPI_Comm_get_attr(handle, keyval_, &value, &found) != MPI_SUCCESS) return nullptr;
  auto* record = found != 0 ? static_cast<Communicator*>(value) : describe(handle);
  recent_[slot_of(handle)] = {handle, record};
  return record;
}

Communicator* Communicators::describe(MPI_Comm handle) {
  auto record = std::make_unique<Communicator>();
  record->number = next_number_++;
  PMPI_Comm_rank(handle, &record->rank);
  PMPI_Comm_size(handle, &record->size);
  int inter = 0;
  PMPI_Comm_test_inter(handle, &inter);
  record->inter = inter != 0;

  MPI_Group group = MPI_GROUP_NULL;
  PMPI_Comm_group(handle, &group);
  std::vector<int> all = translate(group, world_);
  PMPI_Group_free(&group);
  record->world_ranks = all;
  if (record->inter) {
    PMPI_Comm_remote_group(handle, &group);
    record->world_ranks = translate(group, world_);
    PMPI_Group_free(&group);
    all.insert(all.end(), record->world_ranks.begin(), record->world_ranks.end());
  }
  record->peers = static_cast<int>(record->world_ranks.size());
  record->processes = static_cast<int>(all.size());
  const auto [lowest, highest] = std::minmax_element(all.begin(), all.end());
  const bool inside = *lowest >= 0;  // this MPI_COMM_WORLD
  record->span = {blocks_->between(*lowest, *highest), inside ? *highest - *lowest : 0, *lowest};
  describe_topology(handle, *record);

  if (active_process != nullptr && active_process->trace != nullptr) {
    active_process->trace->communicator({record->number,
                                         std::vector<std::int32_t>(all.begin(), all.end()),
                                         record->inter ? record->processes - record->peers : 0});
  }
  PMPI_Comm_set_attr(handle, keyval_, record.get());
  return record.release();
}

int Communicators::forget(MPI_Comm handle, int, void* value, void* self) {
  std::optional<Guard> guard;  // MPI_Comm_free calls us from any thread
  if (active_process != nullptr) guard.emplace(*active_process);
  auto* communicators = static_cast<Communicators*>(self);
  Slot& slot = communicators->recent_[slot_of(handle)];
  if (slot.record == value) slot = {};
  delete static_cast<Communicator*>(value);
  return MPI_SUCCESS;
}

}  // namespace revprof
