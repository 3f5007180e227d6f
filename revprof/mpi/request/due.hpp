// SPDX-License-Identifier: BSD-3-Clause
// Which of several requests are complete by the simulated clocks, whatever the host has been doing
// first: as they would be on the target when the program asks.
#pragma once

#include <mpi.h>

#include <optional>
#include <vector>

#include "revprof/mpi/request/finished.hpp"

namespace revprof {

class Due {
 public:
  // What a call may complete: all or none of the requests; the one that is complete first; all
  // that are complete, in the order of the array.
  enum class Wanted { all, first, some };
  // The requests of a call that asks (at the time of its question), or waits until it has what it
  // wants. Nothing is completed.
  // `handles`: the user's, which may get others; nullptr: they may not.
  Due(Claim& claim, Asks asks, Wanted wanted, MPI_Request* handles);

  // What the call may complete now, as indices. Empty: none, where it only asks. nullopt: the host
  // has to choose, or none is active.
  std::optional<std::vector<int>> choose();

 private:
  // Of one request.
  struct State {
    enum class Is { inactive, under_way, complete } is = Is::inactive;
    SimTime at = 0;          // it is complete then, or, under way, not before then
    bool own = true;         // nothing that others still do changes that
    bool leaves = false;     // a send that goes on without the user
    bool announced = false;  // what completes it is on its way:
    int source = 0, tag = 0;
    SimTime next = Horizon::never;  // the first message for it that is on its way comes then
    bool is_received = false;       // what completes it is a message of `source`,
    SimTime sent = 0;               // sent then
    int looks = 0;                  // so many times it was announced, and not there
    bool is_asked = false;          // a send whose receiver says when its receive was posted
    bool is_open = false;  // ... and it has not said so yet; or one that is held back, and there
                           // are messages that it may take
  };

  bool look();
  bool look(int i);
  bool is_in_order() const;
  void keep_order();
  static bool comes_before(const State& a, const State& b);
  bool is_complete(int i, State& state);
  void has_completed(int i, State& state, bool cancelled) const;
  static bool is_complete_by_itself(MPI_Request handle, State& state);
  bool look_at_held(Request& record, State& state);
  bool may_be_elsewhere(const State& state, std::uint64_t context) const;
  bool look_at_asking(int i, State& state);
  SimTime completed_at(Request* record, State& state) const;
  void expect(const Request& record, State& state) const;
  void expect_message(const Envelope& envelope, State& state) const;
  void expect_collective(const Request::Collective& collective, State& state) const;
  std::optional<bool> decided() const;
  std::vector<int> chosen(SimTime until) const;
  std::optional<std::vector<int>> first_there();
  bool may_leave(const Request& record) const;
  std::optional<std::vector<int>> let_go(std::vector<int> indices);
  SimTime limit() const;
  SimTime came_at(const std::vector<int>& indices) const;
  SimTime own_due() const;
  void has_failed(std::uint64_t heard) const;
  void show(std::uint64_t heard) const;
  void note_sends(bool answer) const;
  bool lasts(Horizon::Patience& patience) const;
  std::optional<std::vector<int>> ask();
  std::optional<std::vector<int>> wait();
  bool may_go_on() const;

  Claim& claim_;
  Asks asks_;
  Wanted wanted_;
  MPI_Request* handles_;
  SimTime now_;
  bool has_all_;  // the call asks about all requests that are open
  std::vector<State> states_;
};

// A call that only asks begins: whether it fails as it has before. Programs ask millions of times:
// that is not to cost a look at the requests.
bool fails_again(Due::Wanted wanted, const MPI_Request* handles, int count);
// Else, what it finds; nullopt: the host has to say. `handles` as above.
std::optional<std::vector<int>> due_by_now(Claim& claim, Due::Wanted wanted, MPI_Request* handles);
// Of one that waits until it has what it wants.
std::optional<std::vector<int>> due_first(Claim& claim, Due::Wanted wanted);

// A send whose message goes on without the user, if it has to: it is a copy of ours, and its sender
// waits for nobody.
bool can_leave(const Request& record);

}  // namespace revprof
