// SPDX-License-Identifier: BSD-3-Clause
// Files' records come with MPI_File_open and go with MPI_File_close; what their calls cost.
#include "revprof/mpi/file/file.hpp"

#include <algorithm>
#include <vector>

#include "revprof/mpi/collective/collective_calls.hpp"
#include "revprof/mpi/collective/failure.hpp"
#include "revprof/mpi/file/file_calls.hpp"
#include "revprof/mpi/message/size.hpp"
#include "revprof/mpi/wait/own_turn.hpp"

namespace revprof {

namespace file {

std::int64_t bytes_of(int count, MPI_Datatype datatype) {
  return revprof::bytes_of(count, datatype);
}

void take_turn(Call call, const File& file) {
  const bool moves_shared =
      call == Call::MPI_File_read_shared || call == Call::MPI_File_write_shared ||
      call == Call::MPI_File_iread_shared || call == Call::MPI_File_iwrite_shared;
  const std::vector<int>& others = file.place.world_ranks;
  if (!moves_shared || others.size() < 2) return;
  if (await_turn(others) == Turn::own) return;
  const Guard guard(*active_process);
  active_process->choices.note(&ChoiceCounts::pointers);
}

std::unique_ptr<Request> prepare(const File& file, Call call, Whose whose, std::int64_t bytes,
                                 bool opens) {
  Process& process = *active_process;
  const Guard guard(process);
  auto record = process.requests.make<Request::Collective>();
  record->collective().call = call;
  record->collective().of_file = true;
  record->communicator = file.place.number;
  Exchange::What what;
  what.uneven = whose == Whose::all;
  what.constructs = opens;
  what.call = call;
  record->exchange().prepare(*process.engine, what, bytes, file.place);
  return record;
}

void book(CallScope& scope, Call call, const File& file, std::unique_ptr<Request> record) {
  Exchange& exchange = record->exchange();
  const SimTime* const ready = exchange.ready();
  scope.book(exchange.bytes(), -1, file.place.number,
             [&](Engine& engine) { engine.collective(exchange.of(call), ready); });
  handle::give_back(*active_process, std::move(record));
}

void remember(CallScope& scope, const File& file, std::unique_ptr<Request> record,
              MPI_Request* request) {
  unshare(request);
  const std::int64_t bytes = record->exchange().bytes();
  scope.book(bytes, -1, file.place.number, [&](Engine& engine) {
    record->number = begin_collective_request(engine, *record, -1, bytes);
  });
  const Guard guard(*active_process);
  active_process->requests.add(*request, std::move(record));
}

void begin(CallScope& scope, File& file, std::unique_ptr<Request> record) {
  scope.book(record->exchange().bytes(), -1, file.place.number, [](Engine&) {});
  file.split = std::move(record);
}

void end(CallScope& scope, File& file) {
  Exchange& exchange = file.split->exchange();
  exchange.end();
  const SimTime* const ready = exchange.ready();
  scope.book(0, -1, file.place.number, [&](Engine& engine) {
    engine.complete_collective(exchange.of(file.split->collective().call), ready);
  });
  handle::give_back(*active_process, std::move(file.split));
}

void give_up(std::unique_ptr<Request> record, int error) {
  // The flags are compared in the call: a process whose flag is not process 0's may be the only one
  // that errs, and has taken part, whatever its error's class says.
  const bool compares = record->collective().call == Call::MPI_File_set_atomicity;
  record->exchange().fail(took_part(error) || compares);
  handle::give_back(*active_process, std::move(record));
}

}  // namespace file

namespace handle {

int file_open(Call call, decltype(&PMPI_File_open) real, MPI_Comm communicator, const char* name,
              int mode, MPI_Info info, MPI_File* handle) {
  const CollectiveCall collective_call = {call, Kind::all_to_all, communicator, no_root, false};
  const Communicator* const place = followed(collective_call);
  if (place == nullptr || place->inter) return real(communicator, name, mode, info, handle);
  auto file = std::make_unique<File>();
  file->place = *place;
  // A file of one process takes time, too: as much as the equation says for two.
  file->place.processes = std::max(2, place->processes);
  constexpr std::int64_t mode_bytes = 4;  // which all compare
  CallScope scope(*active_process, call);
  auto cost = file::prepare(*file, call, file::Whose::all, mode_bytes, true);
  cost->exchange().announce();
  int error = MPI_SUCCESS;
  {
    const file::WaitingForAll waiting(*cost);
    error = real(communicator, name, mode, info, handle);
    if (error == MPI_SUCCESS) cost->exchange().collect();
  }
  if (error != MPI_SUCCESS) {
    file::give_up(std::move(cost), error);
    return error;
  }
  file->place.channel = cost->exchange().make_channel();
  file::book(scope, call, *file, std::move(cost));
  const Guard guard(*active_process);
  active_process->files.add(*handle, std::move(file));
  return error;
}

int file_close(Call call, decltype(&PMPI_File_close) real, MPI_File* handle) {
  File* const file = handle == nullptr ? nullptr : followed_file(*handle);
  if (file == nullptr) return real(handle);
  const MPI_File key = *handle;
  std::unique_ptr<File> record;
  {
    // Another thread may open a file with this handle as soon as this one is closed.
    const Guard guard(*active_process);
    record = active_process->files.take(key);
  }
  const int error =
      file::blocking(call, file::Whose::all, *record, 0, [&] { return real(handle); });
  if (error != MPI_SUCCESS) {
    const Guard guard(*active_process);
    active_process->files.add(key, std::move(record));
  }
  return error;
}

int file_delete(Call call, decltype(&PMPI_File_delete) real, const char* name, MPI_Info info) {
  if (active_process == nullptr) return real(name, info);
  CallScope scope(*active_process, call);
  const int error = real(name, info);
  if (error == MPI_SUCCESS) {
    scope.book(0, -1, 0, [&](Engine& engine) { engine.local(call, 0); });
  }
  return error;
}

}  // namespace handle
}  // namespace revprof
