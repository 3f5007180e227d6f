// SPDX-License-Identifier: BSD-3-Clause
// The processes of a run, and the little that they say to each other beside the program. A front
// end implements it over its own library; with it the rest of this folder needs no other one.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "revprof/run/call_site.hpp"

namespace revprof {

// The library whose calls a program makes, for messages.
struct Library {
  const char* name;    // "MPI"
  const char* begins;  // "MPI_Init": the call from which on the clocks count
  const char* ends;    // "MPI_Finalize": the one at which the results are written
};

// What is said of a function counts for all processes: they call it in the same order.
class Team {
 public:
  Team(const Library& library, int rank, int processes)
      : library_(library), rank_(rank), processes_(processes) {}
  virtual ~Team() = default;
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  const Library& library() const { return library_; }
  int rank() const { return rank_; }
  int processes() const { return processes_; }

  // On process 0: what each process gives, in the order of ranks. On the others nothing.
  virtual std::vector<std::string> gather(const std::string& own) = 0;
  // Element by element, on process 0.
  virtual std::vector<std::int64_t> sum(const std::vector<std::int64_t>& own) = 0;
  // Element by element, on all processes.
  virtual std::vector<std::int64_t> maximum(const std::vector<std::int64_t>& own) = 0;
  // On all processes: what process 0 says.
  virtual std::string tell(const std::string& text) = 0;
  // Lets the library do what it owes others, who may need it to get on while this one waits.
  virtual void make_progress() {}
  // Waits for all processes. False where `go_on`, asked now and then, has said no before.
  virtual bool meet(const std::function<bool()>& go_on) = 0;
  virtual void meet() = 0;
  // Whether all processes can share memory.
  virtual bool on_one_node() = 0;
  // From process `from`, not 0, to process 0, which gets it as the result: these two alone call it.
  virtual std::string hand_in(int from, const std::string& own) = 0;

  // Ends the program with this exit code: all processes together, or one for all, at any time. What
  // the library does then, and it may sleep, is no computation of the program's.
  [[noreturn]] void end(int code) {
    const CallSite last(__builtin_return_address(0));
    leave();
    std::exit(code);
  }
  [[noreturn]] void abort(int code) {
    const CallSite last(__builtin_return_address(0));
    stop_all(code);
    std::abort();
  }

  bool all(bool own) { return maximum({own ? 0 : 1}).front() == 0; }

  // Records of numbers alone.
  template <class Record>
  std::vector<Record> gather_records(const std::vector<Record>& own) {
    const std::string bytes(reinterpret_cast<const char*>(own.data()), own.size() * sizeof(Record));
    std::vector<Record> all;
    for (const std::string& text : gather(bytes)) {
      const std::size_t first = all.size();
      all.resize(first + text.size() / sizeof(Record));
      if (!text.empty()) std::memcpy(&all[first], text.data(), text.size());
    }
    return all;
  }

 protected:
  virtual void leave() = 0;  // the library, all processes together
  virtual void stop_all(int code) = 0;

 private:
  const Library library_;
  const int rank_, processes_;
};

}  // namespace revprof
