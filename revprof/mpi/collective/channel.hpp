// SPDX-License-Identifier: BSD-3-Clause
// A set of processes whose collectives exchange clocks: those of a communicator, a window or a
// file. What they say travels beside the program's own communicators, and is numbered, so that it
// cannot meet the program's messages or get out of step.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "revprof/mpi/collective/mail.hpp"
#include "revprof/run/board.hpp"

namespace revprof {

class Channel {
 public:
  using Place = Board::Place;

  // Where a process has said that it can be found, for a channel that is being made.
  struct Found {
    int rank;  // in the mail's communicator
    Place place;
  };

  // `ranks` and `places` of its members, in the same order; `own` is this process's index there.
  // All of its members make it alike.
  Channel(Board& board, std::shared_ptr<Mail> mail, std::vector<int> ranks, int own,
          std::vector<Place> places);
  ~Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  const std::shared_ptr<Mail>& mail() const { return mail_; }
  int own() const { return own_; }
  int members() const { return static_cast<int>(ranks_.size()); }
  int rank(int member) const { return ranks_[static_cast<std::size_t>(member)]; }
  Place place(int member) const { return places_[static_cast<std::size_t>(member)]; }
  // Whether its members share memory. What is written there is read by whoever needs it; else it is
  // sent to each of them.
  bool shares_memory() const { return on_board_; }
  Board& board() const { return board_; }
  // The same at all its members, and no other channel's.
  std::uint64_t key() const { return key_; }

  // The number of the collective that begins. `what` it is, for who looks on.
  std::int64_t begin(std::uint64_t what);
  // This process needs nothing of it any more.
  void end(std::int64_t number);
  // It did not take part in the last one that it has begun.
  void take_back(std::int64_t number);
  // It has got an error from a call.
  void note_failure();
  bool has_failed() const { return failed_; }

  // False: no memory is left; then it has to be sent.
  bool write(std::int64_t number, const SimTime* record);
  void send(int member, std::int64_t number, const SimTime* record);
  // Waits for what a member has sent; the oldest of that number.
  void receive(int member, std::int64_t number, SimTime* record);
  // Waits for what a member says of a collective, which may be put into `room`. nullptr: it has
  // nothing to say that this process waits for, as the two disagree about which collectives there
  // were.
  const SimTime* await(int member, std::int64_t number, SimTime* room);

 private:
  std::int64_t least_done();
  bool patience_is_over(int member, std::int64_t& since) const;
  Mail::Subject subject(std::int64_t number) const { return {key_, number}; }

  Board& board_;
  std::shared_ptr<Mail> mail_;
  std::vector<int> ranks_;
  std::vector<Place> places_;
  int own_;
  bool on_board_;
  std::uint64_t key_;
  std::mutex mutex_;
  std::int64_t next_ = 1;
  std::int64_t done_ = 1;  // the least of all, when it was last asked for
  std::vector<std::int64_t> open_;
  bool failed_ = false;
};

// Of those of its members' places that were found; nullptr where one is missing.
std::shared_ptr<Channel> make_channel(Board& board, const std::shared_ptr<Mail>& mail,
                                      std::vector<int> ranks, int own,
                                      const std::vector<Channel::Found>& found);

// A place of this process, for a channel that is about to be made: on the board if it has room.
Channel::Place new_place(Board& board);
// Of one that was not made, or not with this process.
void give_back_place(Board& board, Channel::Place place);

}  // namespace revprof
