// SPDX-License-Identifier: BSD-3-Clause
// Handlers of calls on files (MPI-3.1 chapter 13). They differ in their arguments alone, so that
// one template per kind serves them all: `real` is the PMPI_ function, and tells their types.
#pragma once

#include <mpi.h>

#include <tuple>
#include <type_traits>
#include <utility>

#include "revprof/mpi/process.hpp"

namespace revprof {

// The record of a file whose calls are followed; nullptr: pass them on.
inline File* followed_file(MPI_File handle) {
  if (active_process == nullptr) return nullptr;
  const Guard guard(*active_process);
  return active_process->files.find(handle);
}

namespace file {

std::int64_t bytes_of(int count, MPI_Datatype datatype);

// d by the arguments behind the handle: calls that move data have a buffer, a count and a type,
// perhaps behind an offset; the others have no size.
inline std::int64_t bytes() { return 0; }
inline std::int64_t bytes(MPI_Info) { return 0; }
template <class... Rest>
std::int64_t bytes(const void*, int count, MPI_Datatype datatype, Rest...) {
  return bytes_of(count, datatype);
}
template <class... Rest>
std::int64_t bytes(MPI_Offset, const void*, int count, MPI_Datatype datatype, Rest...) {
  return bytes_of(count, datatype);
}
// Those that read; without it, the one below would fit them better.
template <class... Rest>
std::int64_t bytes(MPI_Offset, void*, int count, MPI_Datatype datatype, Rest...) {
  return bytes_of(count, datatype);
}
template <class... Rest>
std::int64_t bytes(MPI_Offset, Rest...) {
  return 0;
}

// Whether the clocks of the file's other processes count.
enum class Whose { own, all };

// A record of this process's clocks and d; those of all are still to be exchanged.
std::unique_ptr<Request> prepare(const File& file, Call call, Whose whose, std::int64_t bytes,
                                 bool opens = false);
// After the call has succeeded.
void book(CallScope& scope, Call call, const File& file, std::unique_ptr<Request> record);
// It has only begun: charged at its completion.
void remember(CallScope& scope, const File& file, std::unique_ptr<Request> record,
              MPI_Request* request);
void begin(CallScope& scope, File& file, std::unique_ptr<Request> record);
void end(CallScope& scope, File& file);
void give_up(std::unique_ptr<Request> record, int error);

// Before a call that moves the pointer which the file's processes share: they find it moved in the
// order of the simulated clocks, or the host chooses.
void take_turn(Call call, const File& file);

// One that waits for the others of the file does nothing before they have come.
class WaitingForAll {
 public:
  explicit WaitingForAll(Request& record) : waiting_(*active_process, Horizon::State::running) {
    record.exchange().wait(active_process->horizon);
  }

 private:
  Waiting waiting_;
};

template <class Real>
int blocking(Call call, Whose whose, const File& file, std::int64_t bytes, Real real) {
  CallScope scope(*active_process, call);
  auto record = prepare(file, call, whose, bytes);
  if (whose == Whose::all) record->exchange().announce();
  int error = MPI_SUCCESS;
  {
    const WaitingForAll waiting(*record);
    error = real();
    if (error == MPI_SUCCESS && whose == Whose::all) record->exchange().collect();
  }
  if (error == MPI_SUCCESS) {
    book(scope, call, file, std::move(record));
  } else {
    give_up(std::move(record), error);
  }
  return error;
}

template <class Real>
int nonblocking(Call call, Whose whose, const File& file, std::int64_t bytes, MPI_Request* request,
                Real real) {
  CallScope scope(*active_process, call);
  auto record = prepare(file, call, whose, bytes);
  const int error = real();
  if (error == MPI_SUCCESS) {
    if (whose == Whose::all) record->exchange().begin();
    remember(scope, file, std::move(record), request);
  } else {
    give_up(std::move(record), error);
  }
  return error;
}

// A parameter's type, which the argument has no say in.
template <class T>
using Given = typename std::common_type<T>::type;

}  // namespace file

namespace handle {

int file_open(Call, decltype(&PMPI_File_open) real, MPI_Comm, const char* name, int mode, MPI_Info,
              MPI_File*);
int file_close(Call, decltype(&PMPI_File_close) real, MPI_File*);
int file_delete(Call, decltype(&PMPI_File_delete) real, const char* name, MPI_Info);

template <class... P>
int file_local(Call call, int (*real)(MPI_File, P...), MPI_File handle,
               file::Given<P>... arguments) {
  const File* const file = followed_file(handle);
  if (file == nullptr) return real(handle, arguments...);
  return file::blocking(call, file::Whose::own, *file, file::bytes(arguments...), [&] {
    file::take_turn(call, *file);
    return real(handle, arguments...);
  });
}

template <class... P>
int file_all(Call call, int (*real)(MPI_File, P...), MPI_File handle, file::Given<P>... arguments) {
  const File* const file = followed_file(handle);
  if (file == nullptr) return real(handle, arguments...);
  return file::blocking(call, file::Whose::all, *file, file::bytes(arguments...),
                        [&] { return real(handle, arguments...); });
}

template <class... P>
int file_ilocal(Call call, int (*real)(MPI_File, P...), MPI_File handle,
                file::Given<P>... arguments) {
  const File* const file = followed_file(handle);
  if (file == nullptr) return real(handle, arguments...);
  MPI_Request* const request = std::get<sizeof...(P) - 1>(std::tie(arguments...));
  return file::nonblocking(call, file::Whose::own, *file, file::bytes(arguments...), request, [&] {
    file::take_turn(call, *file);
    return real(handle, arguments...);
  });
}

template <class... P>
int file_iall(Call call, int (*real)(MPI_File, P...), MPI_File handle,
              file::Given<P>... arguments) {
  const File* const file = followed_file(handle);
  if (file == nullptr) return real(handle, arguments...);
  MPI_Request* const request = std::get<sizeof...(P) - 1>(std::tie(arguments...));
  return file::nonblocking(call, file::Whose::all, *file, file::bytes(arguments...), request,
                           [&] { return real(handle, arguments...); });
}

template <class... P>
int file_begin(Call call, int (*real)(MPI_File, P...), MPI_File handle,
               file::Given<P>... arguments) {
  File* const file = followed_file(handle);
  if (file == nullptr || file->split != nullptr) return real(handle, arguments...);
  CallScope scope(*active_process, call);
  auto record = file::prepare(*file, call, file::Whose::all, file::bytes(arguments...));
  const int error = real(handle, arguments...);
  if (error == MPI_SUCCESS) {
    record->exchange().begin();
    file::begin(scope, *file, std::move(record));
  } else {
    file::give_up(std::move(record), error);
  }
  return error;
}

template <class... P>
int file_end(Call call, int (*real)(MPI_File, P...), MPI_File handle, file::Given<P>... arguments) {
  File* const file = followed_file(handle);
  if (file == nullptr || file->split == nullptr) return real(handle, arguments...);
  CallScope scope(*active_process, call);
  const file::WaitingForAll waiting(*file->split);
  const int error = real(handle, arguments...);
  if (error == MPI_SUCCESS) file::end(scope, *file);
  return error;
}

}  // namespace handle
}  // namespace revprof
