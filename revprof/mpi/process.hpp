// SPDX-License-Identifier: BSD-3-Clause
// What the library knows while MPI is in use: one object per process.
#pragma once

#include <mpi.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>

#include "revprof/engine/divergence.hpp"
#include "revprof/engine/engine.hpp"
#include "revprof/mpi/board.hpp"
#include "revprof/mpi/call_site.hpp"
#include "revprof/mpi/communicator.hpp"
#include "revprof/mpi/file.hpp"
#include "revprof/mpi/horizon.hpp"
#include "revprof/mpi/mail.hpp"
#include "revprof/mpi/other_world.hpp"
#include "revprof/mpi/own_files.hpp"
#include "revprof/mpi/partitioned.hpp"
#include "revprof/mpi/request.hpp"
#include "revprof/mpi/window.hpp"
#include "revprof/settings.hpp"
#include "revprof/trace/path/step_file.hpp"
#include "revprof/trace/results/summary.hpp"

namespace revprof {

// What computation between MPI calls costs (DESIGN section 7).
enum class Compute { none, steps, cpu };

// Where the host's timing decided what the program did next: predictions may then vary from run to
// run.
struct HostChoices {
  std::int64_t wildcards =
      0;  // receives and probes of MPI_ANY_SOURCE with several possible senders
  std::int64_t completions = 0;   // Waitany, Waitsome and their Tests among several requests
  std::int64_t failed_tests = 0;  // Tests and Iprobes that failed before the clock moved on
  std::int64_t locks = 0;         // exclusive locks that another process had held before
  std::int64_t atomics = 0;       // results of what another process had changed before
  std::int64_t threads = 0;       // calls by another thread than the one before
  SimTime failed_at = -1;         // lane 0's clock at the last one that failed
  const void* thread = nullptr;   // that has made the last call

  void wildcard(int source, const Communicator& communicator) {
    if (source == MPI_ANY_SOURCE && communicator.peers > 2) ++wildcards;
  }
  // With several threads in MPI, their calls count in the order in which they return.
  void called_by_this_thread() {
    static thread_local const char self = 0;
    if (thread != nullptr && thread != &self) ++threads;
    thread = &self;
  }
  // At the next Test: a loop that only polls is no choice, one that does something meanwhile is.
  void tested(SimTime now, bool succeeded) {
    if (failed_at >= 0 && now != failed_at) ++failed_tests;
    failed_at = succeeded ? -1 : now;
  }
};

// What a probe of anybody has found: the receive of it has no choice any more.
struct Probed {
  int communicator = -1, source = -1, tag = 0;  // source in MPI_COMM_WORLD; -1: nothing
  int asked = Divergences::any_tag;
};

struct Process {
  Settings settings;
  MPI_Comm world = MPI_COMM_NULL;    // all processes, on a communicator of our own
  int begun = 0;                     // MPI_Init and sessions that have not ended yet
  std::unique_ptr<EventSink> trace;  // may be nullptr; outlives the engine
  std::unique_ptr<StepFile> steps;   // of the critical path; as above
  std::unique_ptr<Engine> engine;
  std::unique_ptr<CallSites> call_sites;  // nullptr: nobody asks for them
  Board board;
  std::shared_ptr<Mail> mail;  // between all processes
  Communicators communicators;
  Requests requests;
  Windows windows;
  Files files;
  PartitionedTransfers partitioned;
  HostChoices choices;
  Divergences divergences{0};
  Probed probed;
  Horizon horizon;
  std::vector<SummaryLane> lanes;
  std::string program, machine, output;
  OwnFiles own_files;
  Greeting greeting;  // to processes of another MPI_COMM_WORLD
  Compute compute = Compute::steps;
  double cpu_scale = 1;
  bool all_threads_compute = false;  // with cpu: not the calling thread alone
  std::size_t stamp_bytes = 0;       // what a stamp adds to every message
  int virtual_node = -1;             // the node that this process is told to be on; -1: this host
  bool threaded = false;             // MPI_THREAD_MULTIPLE: the state below is locked
  std::recursive_mutex mutex;
  std::atomic<int> disagreed_with{
      -1};  // a process of this program, about which collectives there were

  // A clock that this process needs belongs to another call at that process, or does not come:
  // after an error, or in a program that calls different collectives. There is no prediction then.
  void disagree(int process) {
    int none = -1;
    disagreed_with.compare_exchange_strong(none, process);
  }
};

// The process's state; nullptr before MPI_Init or the first MPI_Session_init and after the last
// MPI_Finalize or MPI_Session_finalize, when every wrapper only passes its call on.
extern Process* active_process;

// Locks the process's state where several threads may call MPI at once. Never held across a PMPI_
// call that waits.
class Guard {
 public:
  explicit Guard(Process& process) : locked_(process.threaded ? &process : nullptr) {
    if (locked_ != nullptr) locked_->mutex.lock();
  }
  ~Guard() {
    if (locked_ != nullptr) locked_->mutex.unlock();
  }
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

 private:
  Process* locked_;
};

// Whether a call only asks (Test, Iprobe): one that fails costs nothing, and programs make millions
// of them.
enum class Asks { no, yes };

// One MPI call from entry to return: with compute = cpu, what was computed since the last call is
// charged at entry, and the clock of computation runs again from the return on, so that revprof's
// own time is left out. Before a call that only asks, a short stretch of computation is charged by
// the next one that moves the clock.
class CallScope {
 public:
  CallScope(Process& process, Call call, Asks asks = Asks::no) : process_(process), call_(call) {
    if (process.compute == Compute::cpu) stop_computation(asks);
  }
  ~CallScope() {
    if (process_.compute == Compute::cpu) restart_computation();
  }
  CallScope(const CallScope&) = delete;
  CallScope& operator=(const CallScope&) = delete;

  // Books the call once its PMPI_ part has succeeded: `charge(engine)` applies the rules. `window`
  // is that of a one-sided call.
  template <class Charge>
  void book(std::int64_t bytes, int peer, int communicator, Charge charge, int window = -1) {
    const Guard guard(process_);
    if (process_.compute == Compute::cpu) charge_computation();
    if (process_.threaded) process_.choices.called_by_this_thread();
    tell_site();
    process_.engine->begin_call(call_);
    charge(*process_.engine);
    process_.engine->end_call(bytes, peer, communicator, window);
    process_.horizon.publish(process_.engine->now()[0]);
  }

  // What the engine does next is done for the place that has made this call. Guarded.
  void tell_site() {
    if (process_.call_sites == nullptr) return;
    process_.engine->at(process_.call_sites->number(call_, CallSite::address()));
  }

  // Once MPI has begun: computation begins.
  static void start_computation(const Process& process);

 private:
  static void restart_computation();
  void stop_computation(Asks asks);
  void charge_computation();

  Process& process_;
  Call call_;
};

// While this process waits inside PMPI: the others' wildcards need not fear its messages.
class Waiting {
 public:
  explicit Waiting(Process& process, Horizon::State state = Horizon::State::waits_for_message)
      : horizon_(process.horizon) {
    horizon_.set(state);
  }
  ~Waiting() { horizon_.set(Horizon::State::running); }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

 private:
  Horizon& horizon_;
};

}  // namespace revprof
