// SPDX-License-Identifier: BSD-3-Clause
// A process's messages leave one after the other and arrive one after the other, apart by the gap.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "revprof/engine/bid.hpp"
#include "revprof/engine/clock.hpp"
#include "revprof/engine/lane_links.hpp"
#include "revprof/engine/path_recorder.hpp"
#include "revprof/engine/port.hpp"
#include "revprof/engine/posted.hpp"

namespace revprof {

// Who gets a message, and where it is.
struct Receiver {
  int peer, place;
};

// From when on the next message can leave: for the last one's receiver, and for others. Where the
// place's own links are known (links.hpp), each of them is a port: messages by the same link follow
// each other as those to one receiver do, by others they do not.
class SendPort {
 public:
  SendPort() = default;
  explicit SendPort(std::shared_ptr<const LaneLinks> links)
      : links_(std::move(links)), by_link_(static_cast<std::size_t>(links_->most())) {}

  // When a message leaves that could now.
  void leave(std::size_t lanes, const SimTime* now, Receiver to, SimTime* sent, PathRecorder* path);
  // Held by a message that left at `sent`: for the next one to its receiver, and then for those to
  // others.
  void hold_for(Receiver to, std::size_t lanes, const SimTime* sent, const Quote& message,
                PathRecorder* path);
  void hold_for_others(std::size_t lanes, const SimTime* sent, const Quote& message,
                       PathRecorder* path) {
    hold(others_, lanes, every_lane, sent, message, Part::send_gap, path);
  }

 private:
  // After `from`, by that price: a step of a path only once somebody waits for it.
  struct Free {
    Instant at{};
    Placed from;
    Price price;
    bool is_step = true;
  };
  bool has_links() const { return !by_link_.empty(); }
  Free& by_receiver(int peer) { return peer == peer_ ? same_ : others_; }
  // Of that lane.
  Free& by_link(std::size_t lane, Receiver to) {
    const int link = has_links() ? links_->out(lane, to.place) : -1;
    return link < 0 ? by_receiver(to.peer) : by_link_[static_cast<std::size_t>(link)];
  }
  void hold(Free& free, std::size_t lanes, std::uint64_t chosen, const SimTime* sent,
            const Quote& message, Part gap, PathRecorder* path);

  int peer_ = -1;
  Free same_, others_;
  std::shared_ptr<const LaneLinks> links_;
  std::vector<Free> by_link_;
};

// What is not copied goes when its receiver is ready, whenever that is: from then on a process's
// messages leave one after the other; those by other links of its place (links.hpp) wait for none.
class LongPort {
 public:
  LongPort() = default;
  LongPort(std::shared_ptr<const LaneLinks> links, std::size_t lanes)
      : links_(std::move(links)),
        lanes_(lanes),
        ports_(lanes * static_cast<std::size_t>(links_->most() + 1)) {}

  // When a message is there that could be at its bid's time, on the lanes that are asked for.
  void take(const Bid& message, Receiver to, std::uint64_t chosen, SimTime* there,
            PathRecorder* path);

 private:
  std::shared_ptr<const LaneLinks> links_;
  std::size_t lanes_ = 0;
  std::vector<Port> ports_;  // [none, link 0, ...][lane]
};

// Messages that overlap on their way in follow each other. A node's memory has ports of its own,
// one for each distance class inside; all else comes in by the node's link, from however far. But
// who sends, too, is in an exchange: what its messages wait for each other is added to them already
// (sharing.hpp), so those of each class have a port. Each lane's machine says which one that is.
// Where more of a process's messages leave its block than of the others on average, those others
// have nothing to send in some of its turns: a message then holds the port for a part of the gap.
// Where the place's own links are known, each of them is a port for what was posted, as of those
// that leave.
class ReceivePorts {
 public:
  ReceivePorts() = default;
  ReceivePorts(const CostTable& costs, std::shared_ptr<const LaneLinks> links);

  // When a message is here that could be at its bid's time, among so many streams, on the lanes
  // that are asked for.
  void take(const Bid& message, int source, const Posted::Way& way, int streams,
            const Posted& posted, std::uint64_t chosen, SimTime* arrival, PathRecorder* path);

 private:
  struct Used {
    Port port;
    int source = -1;  // of the last one
  };
  Used& port(std::size_t lane, Distance blocks, int link) {
    const std::size_t row = static_cast<std::size_t>(link) * classes_;
    return ports_[(row + static_cast<std::size_t>(blocks_in(blocks))) * own_.size() + lane];
  }

  // The bits of its model's block sizes, and of those that a node holds, per lane.
  std::vector<Distance> own_, inside_;
  std::shared_ptr<const LaneLinks> links_;
  std::size_t classes_ = 0;
  std::vector<Used> ports_;  // [none, link 0, ...][how many blocks hold the two processes][lane]
};

}  // namespace revprof
