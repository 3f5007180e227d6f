// SPDX-License-Identifier: BSD-3-Clause
// One handler per kind of call; the generated wrappers call them with their PMPI_ function and
// their arguments.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <cstdarg>
#include <cstdint>

#include "revprof/calls/call.hpp"
#include "revprof/mpi/collective/exchange.hpp"
#include "revprof/mpi/file/file_calls.hpp"
#include "revprof/mpi/process.hpp"

namespace revprof {

// d of a collective (DESIGN section 2). MPI has not looked at the arguments yet: what it is going
// to refuse gives some d that is neither negative nor too large to be summed over all processes.
constexpr std::int64_t most_bytes = std::int64_t{1} << 50;
inline std::int64_t bytes_of_elements(std::int64_t count, std::int64_t element_bytes) {
  std::int64_t bytes = 0;
  if (count <= 0 || element_bytes <= 0) return 0;
  const bool overflows = __builtin_mul_overflow(count, element_bytes, &bytes);
  return overflows ? most_bytes : std::min(bytes, most_bytes);
}
std::int64_t bytes_of(std::int64_t count, MPI_Datatype datatype);
// Over as many members as `counts` has elements.
template <class Count>
std::int64_t mean_bytes(const Count* counts, MPI_Datatype datatype, int members) {
  if (counts == nullptr || members == 0) return 0;
  std::int64_t sum = 0;
  for (int i = 0; i < members; ++i) sum += bytes_of_elements(counts[i], 1);
  return sum == 0 ? 0 : bytes_of_elements(sum, type_bytes(datatype)) / members;
}
template <class Count>
std::int64_t mean_bytes(const Count* counts, const MPI_Datatype* datatypes, int members) {
  if (counts == nullptr || datatypes == nullptr || members == 0) return 0;
  std::int64_t sum = 0;
  for (int i = 0; i < members; ++i) sum += bytes_of(counts[i], datatypes[i]);
  return sum / members;
}

namespace handle {

using Send = int (*)(const void*, int, MPI_Datatype, int, int, MPI_Comm);
using Isend = int (*)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
using Recv = int (*)(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Status*);
using Irecv = int (*)(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);

// send.cpp
int send(Call, Send real, const void* buffer, int count, MPI_Datatype, int peer, int tag, MPI_Comm);
int isend(Call, Isend real, const void* buffer, int count, MPI_Datatype, int peer, int tag,
          MPI_Comm, MPI_Request*);
int sendrecv(Call, decltype(&PMPI_Sendrecv) real, const void* sendbuf, int sendcount,
             MPI_Datatype sendtype, int dest, int sendtag, void* recvbuf, int recvcount,
             MPI_Datatype recvtype, int source, int recvtag, MPI_Comm, MPI_Status*);
using Isendrecv = int (*)(const void*, int, MPI_Datatype, int, int, void*, int, MPI_Datatype, int,
                          int, MPI_Comm, MPI_Request*);
using IsendrecvReplace = int (*)(void*, int, MPI_Datatype, int, int, int, int, MPI_Comm,
                                 MPI_Request*);
int isendrecv(Call, Isendrecv real, const void* sendbuf, int sendcount, MPI_Datatype sendtype,
              int dest, int sendtag, void* recvbuf, int recvcount, MPI_Datatype recvtype,
              int source, int recvtag, MPI_Comm, MPI_Request*);
int isendrecv_replace(Call, IsendrecvReplace real, void* buffer, int count, MPI_Datatype, int dest,
                      int sendtag, int source, int recvtag, MPI_Comm, MPI_Request*);
int sendrecv_replace(Call, decltype(&PMPI_Sendrecv_replace) real, void* buffer, int count,
                     MPI_Datatype, int dest, int sendtag, int source, int recvtag, MPI_Comm,
                     MPI_Status*);
int buffer_attach(Call, decltype(&PMPI_Buffer_attach) real, void* buffer, int size);
int buffer_detach(Call, decltype(&PMPI_Buffer_detach) real, void* buffer, int* size);

// receive.cpp
int receive(Call, Recv real, void* buffer, int count, MPI_Datatype, int source, int tag, MPI_Comm,
            MPI_Status*);
int ireceive(Call, Irecv real, void* buffer, int count, MPI_Datatype, int source, int tag, MPI_Comm,
             MPI_Request*);
int mreceive(Call, decltype(&PMPI_Mrecv) real, void* buffer, int count, MPI_Datatype, MPI_Message*,
             MPI_Status*);
int imreceive(Call, decltype(&PMPI_Imrecv) real, void* buffer, int count, MPI_Datatype,
              MPI_Message*, MPI_Request*);

// probe.cpp
int probe(Call, decltype(&PMPI_Probe) real, int source, int tag, MPI_Comm, MPI_Status*);
int iprobe(Call, decltype(&PMPI_Iprobe) real, int source, int tag, MPI_Comm, int* flag,
           MPI_Status*);
int mprobe(Call, decltype(&PMPI_Mprobe) real, int source, int tag, MPI_Comm, MPI_Message*,
           MPI_Status*);
int improbe(Call, decltype(&PMPI_Improbe) real, int source, int tag, MPI_Comm, int* flag,
            MPI_Message*, MPI_Status*);

// persistent.cpp
int send_init(Call, Isend real, const void* buffer, int count, MPI_Datatype, int peer, int tag,
              MPI_Comm, MPI_Request*);
int receive_init(Call, Irecv real, void* buffer, int count, MPI_Datatype, int source, int tag,
                 MPI_Comm, MPI_Request*);
int start(Call, decltype(&PMPI_Start) real, MPI_Request*);
int startall(Call, decltype(&PMPI_Startall) real, int count, MPI_Request*);
int request_free(Call, decltype(&PMPI_Request_free) real, MPI_Request*);
int cancel(Call, decltype(&PMPI_Cancel) real, MPI_Request*);

// partitioned.cpp, where the host has MPI-4
using PsendInit = int (*)(const void*, int, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Info,
                          MPI_Request*);
using PrecvInit = int (*)(void*, int, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Info,
                          MPI_Request*);
int psend_init(Call, PsendInit real, const void* buffer, int partitions, MPI_Count count,
               MPI_Datatype, int dest, int tag, MPI_Comm, MPI_Info, MPI_Request*);
int precv_init(Call, PrecvInit real, void* buffer, int partitions, MPI_Count count, MPI_Datatype,
               int source, int tag, MPI_Comm, MPI_Info, MPI_Request*);
int pready(Call, int (*real)(int, MPI_Request), int partition, MPI_Request);
int pready_range(Call, int (*real)(int, int, MPI_Request), int low, int high, MPI_Request);
int pready_list(Call, int (*real)(int, int*, MPI_Request), int length, int* partitions,
                MPI_Request);
int parrived(Call, int (*real)(MPI_Request, int, int*), MPI_Request, int partition, int* flag);

// completion.cpp
int wait(Call, decltype(&PMPI_Wait) real, MPI_Request*, MPI_Status*);
int test(Call, decltype(&PMPI_Test) real, MPI_Request*, int* flag, MPI_Status*);
int waitany(Call, decltype(&PMPI_Waitany) real, int count, MPI_Request*, int* index, MPI_Status*);
int testany(Call, decltype(&PMPI_Testany) real, int count, MPI_Request*, int* index, int* flag,
            MPI_Status*);
int waitall(Call, decltype(&PMPI_Waitall) real, int count, MPI_Request*, MPI_Status*);
int testall(Call, decltype(&PMPI_Testall) real, int count, MPI_Request*, int* flag, MPI_Status*);
int waitsome(Call, decltype(&PMPI_Waitsome) real, int count, MPI_Request*, int* outcount,
             int* indices, MPI_Status*);
int testsome(Call, decltype(&PMPI_Testsome) real, int count, MPI_Request*, int* outcount,
             int* indices, MPI_Status*);
int request_get_status(Call, decltype(&PMPI_Request_get_status) real, MPI_Request, int* flag,
                       MPI_Status*);

// constructors.cpp
int comm_create_group(Call, decltype(&PMPI_Comm_create_group) real, MPI_Comm, MPI_Group, int tag,
                      MPI_Comm* newcomm);
int intercomm_create(Call, decltype(&PMPI_Intercomm_create) real, MPI_Comm local, int local_leader,
                     MPI_Comm bridge, int remote_leader, int tag, MPI_Comm* newcomm);
// virtual_nodes.cpp
int comm_split_type(Call, decltype(&PMPI_Comm_split_type) real, MPI_Comm, int type, int key,
                    MPI_Info, MPI_Comm* newcomm);
int processor_name(Call, decltype(&PMPI_Get_processor_name) real, char* name, int* length);

int comm_disconnect(Call, decltype(&PMPI_Comm_disconnect) real, MPI_Comm*);

// sessions.cpp, where the host has MPI-4
#if MPI_VERSION >= 4
int session_init(Call, decltype(&PMPI_Session_init) real, MPI_Info, MPI_Errhandler, MPI_Session*);
int session_finalize(Call, decltype(&PMPI_Session_finalize) real, MPI_Session*);
int comm_create_from_group(Call, decltype(&PMPI_Comm_create_from_group) real, MPI_Group,
                           const char* name, MPI_Info, MPI_Errhandler, MPI_Comm*);
int intercomm_create_from_groups(Call, decltype(&PMPI_Intercomm_create_from_groups) real,
                                 MPI_Group local, int local_leader, MPI_Group remote,
                                 int remote_leader, const char* name, MPI_Info, MPI_Errhandler,
                                 MPI_Comm*);
#endif

// other_world.cpp
int spawn(Call, decltype(&PMPI_Comm_spawn) real, const char* command, char* argv[], int processes,
          MPI_Info, int root, MPI_Comm local, MPI_Comm* inter, int* errors);
int spawn_multiple(Call, decltype(&PMPI_Comm_spawn_multiple) real, int count, char* commands[],
                   char** argvs[], const int processes[], const MPI_Info infos[], int root,
                   MPI_Comm local, MPI_Comm* inter, int* errors);
int port(Call, decltype(&PMPI_Comm_accept) real, const char* name, MPI_Info, int root,
         MPI_Comm local, MPI_Comm* inter);
int join(Call, decltype(&PMPI_Comm_join) real, int socket, MPI_Comm* inter);

// The record of a window whose calls are followed; nullptr: pass them on.
inline Window* followed_window(MPI_Win handle) {
  if (active_process == nullptr) return nullptr;
  const Guard guard(*active_process);
  return active_process->windows.find(handle);
}

// window_epochs.cpp, window_passive.cpp
int win_create(Call, decltype(&PMPI_Win_create) real, void* base, MPI_Aint size, int unit, MPI_Info,
               MPI_Comm, MPI_Win*);
int win_allocate(Call, decltype(&PMPI_Win_allocate) real, MPI_Aint size, int unit, MPI_Info,
                 MPI_Comm, void* base, MPI_Win*);
int win_create_dynamic(Call, decltype(&PMPI_Win_create_dynamic) real, MPI_Info, MPI_Comm, MPI_Win*);
int win_free(Call, decltype(&PMPI_Win_free) real, MPI_Win*);
int win_set_info(Call, decltype(&PMPI_Win_set_info) real, MPI_Win, MPI_Info);
int win_fence(Call, decltype(&PMPI_Win_fence) real, int assertion, MPI_Win);
int win_post(Call, decltype(&PMPI_Win_post) real, MPI_Group, int assertion, MPI_Win);
int win_start(Call, decltype(&PMPI_Win_start) real, MPI_Group, int assertion, MPI_Win);
int win_complete(Call, decltype(&PMPI_Win_complete) real, MPI_Win);
int win_wait(Call, decltype(&PMPI_Win_wait) real, MPI_Win);
int win_test(Call, decltype(&PMPI_Win_test) real, MPI_Win, int* flag);
int win_lock(Call, decltype(&PMPI_Win_lock) real, int type, int rank, int assertion, MPI_Win);
int win_unlock(Call, decltype(&PMPI_Win_unlock) real, int rank, MPI_Win);
int win_lock_all(Call, decltype(&PMPI_Win_lock_all) real, int assertion, MPI_Win);
int win_unlock_all(Call, decltype(&PMPI_Win_unlock_all) real, MPI_Win);
int win_flush(Call, decltype(&PMPI_Win_flush) real, int rank, MPI_Win);
int win_flush_all(Call, decltype(&PMPI_Win_flush_all) real, MPI_Win);

// one_sided.cpp
int put(Call, decltype(&PMPI_Put) real, const void* origin, int count, MPI_Datatype, int target,
        MPI_Aint displacement, int target_count, MPI_Datatype target_type, MPI_Win);
int get(Call, decltype(&PMPI_Get) real, void* origin, int count, MPI_Datatype, int target,
        MPI_Aint displacement, int target_count, MPI_Datatype target_type, MPI_Win);
int accumulate(Call, decltype(&PMPI_Accumulate) real, const void* origin, int count, MPI_Datatype,
               int target, MPI_Aint displacement, int target_count, MPI_Datatype target_type,
               MPI_Op, MPI_Win);
int get_accumulate(Call, decltype(&PMPI_Get_accumulate) real, const void* origin, int count,
                   MPI_Datatype, void* result, int result_count, MPI_Datatype result_type,
                   int target, MPI_Aint displacement, int target_count, MPI_Datatype target_type,
                   MPI_Op, MPI_Win);
int fetch_and_op(Call, decltype(&PMPI_Fetch_and_op) real, const void* origin, void* result,
                 MPI_Datatype, int target, MPI_Aint displacement, MPI_Op, MPI_Win);
int compare_and_swap(Call, decltype(&PMPI_Compare_and_swap) real, const void* origin,
                     const void* compare, void* result, MPI_Datatype, int target,
                     MPI_Aint displacement, MPI_Win);
int rput(Call, decltype(&PMPI_Rput) real, const void* origin, int count, MPI_Datatype, int target,
         MPI_Aint displacement, int target_count, MPI_Datatype target_type, MPI_Win, MPI_Request*);
int rget(Call, decltype(&PMPI_Rget) real, void* origin, int count, MPI_Datatype, int target,
         MPI_Aint displacement, int target_count, MPI_Datatype target_type, MPI_Win, MPI_Request*);
int raccumulate(Call, decltype(&PMPI_Raccumulate) real, const void* origin, int count, MPI_Datatype,
                int target, MPI_Aint displacement, int target_count, MPI_Datatype target_type,
                MPI_Op, MPI_Win, MPI_Request*);
int rget_accumulate(Call, decltype(&PMPI_Rget_accumulate) real, const void* origin, int count,
                    MPI_Datatype, void* result, int result_count, MPI_Datatype result_type,
                    int target, MPI_Aint displacement, int target_count, MPI_Datatype target_type,
                    MPI_Op, MPI_Win, MPI_Request*);

// start.cpp, timer.cpp
int init(Call, decltype(&PMPI_Init) real, int* argc, char*** argv);
int init_thread(Call, decltype(&PMPI_Init_thread) real, int* argc, char*** argv, int required,
                int* provided);
int finalize(Call, decltype(&PMPI_Finalize) real);
int abort(Call, decltype(&PMPI_Abort) real, MPI_Comm, int code);
double wtime(Call, decltype(&PMPI_Wtime) real);
double wtick(Call, decltype(&PMPI_Wtick) real);
int pcontrol(Call, int level, va_list rest);

// Collectives: `size(communicator)` gives d, `real()` makes the user's call.
struct CollectiveCall {
  Call call;
  Kind kind;
  MPI_Comm handle;
  int root;         // or no_root
  bool uneven;      // ranks see different sizes
  int window = -1;  // in the trace: the one that is meant
};

// The communicator of a call that revprof can follow; nullptr: pass it on, MPI knows what is wrong
// with it.
Communicator* followed(const CollectiveCall& call);

// A record whose exchange holds this process's clocks and d.
template <class Size>
std::unique_ptr<Request> prepare(Process& process, const CollectiveCall& call,
                                 const Communicator& communicator, Size size,
                                 bool constructs = false) {
  const bool takes_part = call.root != MPI_PROC_NULL;
  const Guard guard(process);
  auto record = process.requests.make<Request::Collective>();
  const Exchange::What what = {call.kind, call.uneven, call.root, constructs, constructs};
  record->exchange().prepare(*process.engine, what, takes_part ? size(communicator) : 0,
                             communicator);
  return record;
}
void book(Process& process, CallScope& scope, const CollectiveCall& call,
          const Communicator& communicator, Exchange& exchange);
void remember(Process& process, CallScope& scope, const CollectiveCall& call,
              const Communicator& communicator, std::unique_ptr<Request> record,
              MPI_Request* request);
void give_back(Process& process, std::unique_ptr<Request> record);
// The processes of a new communicator (perhaps MPI_COMM_NULL) have found each other.
void note_made(MPI_Comm made, Exchange& exchange);

// `after(exchange)` is done when the call has succeeded, before it is booked.
template <class Real, class After>
int run_collective(const CollectiveCall& call, const Communicator& communicator,
                   std::unique_ptr<Request> record, CallScope& scope, Real real, After after) {
  Exchange& exchange = record->exchange();
  {
    const Guard guard(*active_process);
    scope.tell_site();
    exchange.arrive(*active_process->engine, call.call);
  }
  int error = MPI_SUCCESS;
  {
    const bool all = call.kind == Kind::all_to_all && !communicator.inter &&
                     active_process->horizon.is_all(communicator.size);
    const Waiting waiting(*active_process,
                          all ? Horizon::State::waits_for_all : Horizon::State::running);
    exchange.announce();
    error = real();
    if (error == MPI_SUCCESS) exchange.collect();
  }
  if (error == MPI_SUCCESS) {
    after(exchange);
    book(*active_process, scope, call, communicator, exchange);
  } else {
    exchange.fail(error);
  }
  give_back(*active_process, std::move(record));
  return error;
}

template <class Size, class Real>
int collective(const CollectiveCall& call, Size size, Real real) {
  Communicator* const communicator = followed(call);
  if (communicator == nullptr) return real();
  CallScope scope(*active_process, call.call);
  auto record = prepare(*active_process, call, *communicator, size);
  return run_collective(call, *communicator, std::move(record), scope, real, [](Exchange&) {});
}

template <class Real>
int start_collective(const CollectiveCall& call, const Communicator& communicator,
                     std::unique_ptr<Request> record, CallScope& scope, Real real,
                     MPI_Request* request) {
  const int error = real();
  if (error == MPI_SUCCESS) {
    record->exchange().begin();
    remember(*active_process, scope, call, communicator, std::move(record), request);
  } else {
    give_back(*active_process, std::move(record));
  }
  return error;
}

template <class Size, class Real>
int nonblocking_collective(const CollectiveCall& call, Size size, Real real, MPI_Request* request) {
  Communicator* const communicator = followed(call);
  if (communicator == nullptr) return real();
  CallScope scope(*active_process, call.call);
  auto record = prepare(*active_process, call, *communicator, size);
  return start_collective(call, *communicator, std::move(record), scope, real, request);
}

// What MPI_Start begins later, as often as it is called.
void remember_persistent(Process& process, const CollectiveCall& call,
                         const Communicator& communicator, std::unique_ptr<Request> record,
                         MPI_Request handle);

template <class Size, class Real>
int persistent_collective(const CollectiveCall& call, Size size, Real real, MPI_Request* request) {
  Communicator* const communicator = followed(call);
  if (communicator == nullptr) return real();
  CallScope scope(*active_process, call.call);
  auto record = prepare(*active_process, call, *communicator, size);
  const int error = real();
  if (error == MPI_SUCCESS) {
    remember_persistent(*active_process, call, *communicator, std::move(record), *request);
  } else {
    give_back(*active_process, std::move(record));
  }
  return error;
}

// `made()` is the new communicator.
template <class Size, class Real, class Made>
int constructor(const CollectiveCall& call, Size size, Real real, Made made) {
  Communicator* const communicator = followed(call);
  if (communicator == nullptr) return real();
  CallScope scope(*active_process, call.call);
  auto record = prepare(*active_process, call, *communicator, size, true);
  return run_collective(call, *communicator, std::move(record), scope, real,
                        [&](Exchange& exchange) { note_made(made(), exchange); });
}

template <class Size, class Real, class Made>
int nonblocking_constructor(const CollectiveCall& call, Size size, Real real, Made made,
                            MPI_Request* request) {
  Communicator* const communicator = followed(call);
  if (communicator == nullptr) return real();
  CallScope scope(*active_process, call.call);
  auto record = prepare(*active_process, call, *communicator, size, true);
  record->collective().made = made;
  return start_collective(call, *communicator, std::move(record), scope, real, request);
}

// A window of `communicator`, made by real().
template <class Real>
int made_window(Call call, MPI_Comm handle, MPI_Win* window, Real real) {
  constexpr std::int64_t bytes = 24;  // base, size and displacement unit
  CollectiveCall collective_call = {call, Kind::all_to_all, handle, no_root, false};
  const Communicator* const communicator = followed(collective_call);
  if (communicator == nullptr) return real();
  Process& process = *active_process;
  CallScope scope(process, call);
  collective_call.window = process.windows.next_number();
  auto record = prepare(
      process, collective_call, *communicator, [](const Communicator&) { return bytes; }, true);
  // For the clock of its lock, which may be taken as soon as the others have made theirs.
  process.board.make_cell(record->exchange().place());
  return run_collective(
      collective_call, *communicator, std::move(record), scope, real, [&](Exchange& exchange) {
        auto made = make_window(handle, *communicator, exchange, collective_call.window);
        const Guard guard(process);
        // Under MPI_Pcontrol(0), too: what uses the window afterwards names it.
        if (EventSink* const trace = process.trace.get()) {
          trace->window({collective_call.window, communicator->number});
        }
        process.windows.add(*window, std::move(made));
      });
}

}  // namespace handle
}  // namespace revprof
