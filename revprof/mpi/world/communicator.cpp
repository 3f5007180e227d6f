// SPDX-License-Identifier: BSD-3-Clause
// Describes communicators when they are first used.
#include "revprof/mpi/world/communicator.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>

#include "revprof/mpi/process.hpp"
#include "revprof/mpi/world/topology.hpp"

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

// The members of a channel over `handle` in the mail's ranks: of an intercommunicator the local
// group first.
std::vector<int> member_ranks(MPI_Comm handle, bool inter, const Mail& mail) {
  MPI_Group group = MPI_GROUP_NULL;
  PMPI_Comm_group(handle, &group);
  std::vector<int> ranks = mail.translate(group);
  PMPI_Group_free(&group);
  if (inter) {
    PMPI_Comm_remote_group(handle, &group);
    const std::vector<int> remote = mail.translate(group);
    PMPI_Group_free(&group);
    ranks.insert(ranks.end(), remote.begin(), remote.end());
  }
  return ranks;
}

// Everybody's place, in the same order, by calls on the new communicator itself: nobody else knows
// it yet.
std::vector<Channel::Place> gather_places(MPI_Comm handle, const Communicator& record,
                                          Channel::Place own) {
  const auto size = static_cast<std::size_t>(record.size);
  std::vector<Channel::Place> places(static_cast<std::size_t>(record.processes));
  if (!record.inter) {
    PMPI_Allgather(&own, 1, MPI_UINT64_T, places.data(), 1, MPI_UINT64_T, handle);
    return places;
  }
  Channel::Place* const remote = places.data() + size;
  PMPI_Allgather(&own, 1, MPI_UINT64_T, remote, 1, MPI_UINT64_T, handle);
  // The other group knows those of this one: its first process tells them.
  std::vector<int> counts(static_cast<std::size_t>(record.peers)), from(counts.size());
  counts[0] = record.size;
  PMPI_Allgatherv(remote, record.rank == 0 ? record.peers : 0, MPI_UINT64_T, places.data(),
                  counts.data(), from.data(), MPI_UINT64_T, handle);
  return places;
}

// A communicator of our own over all processes of another one.
MPI_Comm duplicate(MPI_Comm handle, bool inter) {
  MPI_Comm made = MPI_COMM_NULL;
  if (inter) {
    PMPI_Intercomm_merge(handle, 0, &made);
    return made;
  }
  // Not MPI_Comm_dup, which would call back for the user's attributes.
  MPI_Group group = MPI_GROUP_NULL;
  PMPI_Comm_group(handle, &group);
  PMPI_Comm_create(handle, group, &made);
  PMPI_Group_free(&group);
  return made;
}

// Once its channel is there, if it has one.
void note_context(Communicator& record) {
  const auto& others = record.world_ranks;
  if (record.is_alone()) {
    record.context = Communicator::foreign_context + 1 + static_cast<std::uint64_t>(record.number);
  } else if (std::find(others.begin(), others.end(), -1) != others.end()) {
    record.context = Communicator::foreign_context;
  } else if (record.channel != nullptr) {
    record.context = record.channel->key();
  }
}

}  // namespace

void Communicators::start(MPI_Comm world, const CostTable& costs) {
  costs_ = &costs;
  all_ = world;
  PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, &Communicators::forget, &keyval_, this);
  PMPI_Comm_group(world, &world_);
  const int rank = find(world)->rank;  // number 0
  made(world);
  PMPI_Comm_split(world, rank, 0, &quiet_);  // there is no MPI_COMM_SELF without MPI_Init
  PMPI_Comm_set_errhandler(quiet_, MPI_ERRORS_RETURN);
}

void Communicators::stop() {
  // Records of communicators that the program never freed go with their communicators in
  // PMPI_Finalize.
  PMPI_Comm_delete_attr(all_, keyval_);
  PMPI_Group_free(&world_);
  PMPI_Comm_free(&quiet_);
  PMPI_Comm_free_keyval(&keyval_);
}

Communicator* Communicators::look_up(MPI_Comm handle) {
  if (handle == MPI_COMM_NULL) return nullptr;
  const Guard guard(*active_process);
  for (const Leaving* leaving : leaving_) {
    if (leaving->handle == handle) return leaving->record;
  }
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
  record->span = costs_->places().span(costs_->blocks(), all);
  describe_topology(handle, *record);
  note_context(*record);

  if (active_process != nullptr && active_process->trace != nullptr) {
    active_process->trace->communicator({record->number,
                                         std::vector<std::int32_t>(all.begin(), all.end()),
                                         record->inter ? record->processes - record->peers : 0});
  }
  PMPI_Comm_set_attr(handle, keyval_, record.get());
  return record.release();
}

bool Communicators::made(MPI_Comm handle, const std::shared_ptr<Mail>& mail,
                         const std::vector<Channel::Found>& found) {
  forget_namesake(handle);
  Communicator& record = *find(handle);
  if (!record.is_the_programs) ++made_;
  record.is_the_programs = true;
  if (record.is_alone()) return false;
  std::vector<int> ranks = member_ranks(handle, record.inter, *mail);
  record.channel = make_channel(active_process->board, mail, std::move(ranks), record.rank, found);
  note_context(record);
  return true;
}

void Communicators::made(MPI_Comm handle) {
  forget_namesake(handle);
  Communicator& record = *find(handle);
  if (record.is_alone()) return;
  Process& process = *active_process;
  const auto& others = record.world_ranks;
  const bool foreign = std::find(others.begin(), others.end(), -1) != others.end();
  const auto mail = !foreign ? process.mail
                             : std::make_shared<Mail>(duplicate(handle, record.inter),
                                                      Exchange::values(*process.engine));
  auto places = gather_places(handle, record, new_place(process.board));
  auto ranks = member_ranks(handle, record.inter, *mail);
  record.channel = std::make_shared<Channel>(process.board, mail, std::move(ranks), record.rank,
                                             std::move(places));
  note_context(record);
}

// A callback that finds no record would make a second one, on some processes.
int Communicators::release(MPI_Comm handle, const std::function<int()>& free) {
  void* value = nullptr;
  int found = 0;
  PMPI_Comm_get_attr(handle, keyval_, &value, &found);
  if (found == 0) return free();
  Leaving leaving{handle, static_cast<Communicator*>(value)};
  {
    const Guard guard(*active_process);
    leaving_.push_back(&leaving);
  }
  PMPI_Comm_delete_attr(handle, keyval_);
  PMPI_Comm_set_attr(handle, keyval_, value);
  leaving.is_let_go = false;
  const int error = free();
  {
    const Guard guard(*active_process);
    leaving_.erase(std::find(leaving_.begin(), leaving_.end(), &leaving));
  }
  if (!leaving.is_let_go) return error;  // MPICH needs it still, or does not let go of it
  if (error == MPI_SUCCESS) return forget(handle, keyval_, value, this);
  PMPI_Comm_set_attr(handle, keyval_, value);
  return error;
}

// Another thread may have freed one whose handle is given to a new one already.
void Communicators::forget_namesake(MPI_Comm handle) {
  const Guard guard(*active_process);
  for (Leaving* leaving : leaving_) {
    if (leaving->handle != handle) continue;
    leaving->handle = MPI_COMM_NULL;
    recent_[slot_of(handle)] = {};
  }
}

int Communicators::forget(MPI_Comm handle, int, void* value, void* self) {
  std::optional<Guard> guard;  // MPI_Comm_free calls us from any thread
  if (active_process != nullptr) guard.emplace(*active_process);
  auto* record = static_cast<Communicator*>(value);
  auto* communicators = static_cast<Communicators*>(self);
  for (Leaving* leaving : communicators->leaving_) {
    if (leaving->record == record) return leaving->is_let_go = true, MPI_SUCCESS;
  }
  if (active_process != nullptr) {
    active_process->held.leave(handle);
    active_process->horizon.forget(record->context);
  }
  Slot& slot = communicators->recent_[slot_of(handle)];
  if (slot.record == record) slot = {};
  if (record->is_the_programs) --communicators->made_;
  delete record;
  return MPI_SUCCESS;
}

}  // namespace revprof
