// SPDX-License-Identifier: BSD-3-Clause
// Files' records come with MPI_File_open and go with MPI_File_close; what their calls cost.
#include "revprof/mpi/file.hpp"

#include <algorithm>

#include "revprof/mpi/handlers.hpp"

namespace revprof {

std::unique_ptr<File> make_file(MPI_Comm communicator, const Communicator& place) {
  auto file = std::make_unique<File>();
  file->place = place;
  // A file of one process takes time, too: as much as the equation says for two.
  file->place.processes = std::max(2, place.processes);
  // Not a duplicate, which would call back for the user's attributes.
  MPI_Group group = MPI_GROUP_NULL;
  PMPI_Comm_group(communicator, &group);
  PMPI_Comm_create(communicator, group, &file->clocks);
  PMPI_Group_free(&group);
  PMPI_Comm_set_errhandler(file->clocks, MPI_ERRORS_RETURN);
  return file;
}

void free_file(File& file) { PMPI_Comm_free(&file.clocks); }

namespace file {

std::int64_t bytes_of(int count, MPI_Datatype datatype) {
  return revprof::bytes_of(count, datatype);
}

std::unique_ptr<Request> prepare(const File& file, Call call, Whose whose, std::int64_t bytes) {
  Process& process = *active_process;
  const Guard guard(process);
  auto record = process.requests.make();
  record->sort = Request::Sort::collective;
  record->call = call;
  record->communicator = file.place.number;
  record->exchange.prepare(*process.engine, Kind::all_to_all, whose == Whose::all, no_root, bytes,
                           file.place);
  return record;
}

void book(CallScope& scope, Call call, const File& file, std::unique_ptr<Request> record) {
  Exchange& exchange = record->exchange;
  const SimTime* const ready = exchange.ready();
  scope.book(exchange.bytes(), -1, file.place.number, [&](Engine& engine) {
    engine.collective(call, exchange.processes(), exchange.bytes(), exchange.span(), ready);
  });
  handle::give_back(*active_process, std::move(record));
}

void remember(CallScope& scope, const File& file, std::unique_ptr<Request> record,
              MPI_Request* request) {
  unshare(request);
  const std::int64_t bytes = record->exchange.bytes();
  scope.book(bytes, -1, file.place.number, [&](Engine& engine) {
    record->number = begin_collective_request(engine, *record, -1, bytes);
  });
  const Guard guard(*active_process);
  active_process->requests.add(*request, std::move(record));
}

void begin(CallScope& scope, File& file, std::unique_ptr<Request> record) {
  scope.book(record->exchange.bytes(), -1, file.place.number, [](Engine&) {});
  file.split = std::move(record);
}

void end(CallScope& scope, File& file) {
  Exchange& exchange = file.split->exchange;
  exchange.wait();
  const SimTime* const ready = exchange.ready();
  scope.book(0, -1, file.place.number, [&](Engine& engine) {
    engine.complete_collective(file.split->call, exchange.processes(), exchange.bytes(),
                               exchange.span(), ready);
  });
  handle::give_back(*active_process, std::move(file.split));
}

void give_up(std::unique_ptr<Request> record) {
  record->exchange.wait();
  handle::give_back(*active_process, std::move(record));
}

}  // namespace file

namespace handle {

int file_open(Call call, decltype(&PMPI_File_open) real, MPI_Comm communicator, const char* name,
              int mode, MPI_Info info, MPI_File* handle) {
  const CollectiveCall collective_call = {call, Kind::all_to_all, communicator, no_root, false};
  const Communicator* const place = followed(collective_call);
  if (place == nullptr || place->inter) return real(communicator, name, mode, info, handle);
  // Before the call, which may fail on some of the processes alone.
  auto record = make_file(communicator, *place);
  constexpr std::int64_t mode_bytes = 4;  // which all compare
  CallScope scope(*active_process, call);
  auto cost = file::prepare(*record, call, file::Whose::all, mode_bytes);
  cost->exchange.run(record->clocks);
  const int error = real(communicator, name, mode, info, handle);
  if (error != MPI_SUCCESS) {
    file::give_up(std::move(cost));
    free_file(*record);
    return error;
  }
  file::book(scope, call, *record, std::move(cost));
  const Guard guard(*active_process);
  active_process->files.add(*handle, std::move(record));
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
  if (error == MPI_SUCCESS) {
    free_file(*record);
  } else {
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
