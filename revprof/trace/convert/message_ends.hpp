// SPDX-License-Identifier: BSD-3-Clause
// Which send belongs to which receive.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>

#include "revprof/engine/event.hpp"

namespace revprof {

enum class MessageEnd { sent, received };

// What both ends know of a message. Equal ones are in order, so it does not matter which is which.
struct MessageKey {
  std::int32_t source, destination;
  SimTime sent;
  std::int64_t bytes;
  std::int32_t tag;

  static MessageKey of(const SendEvent& event, int rank) {
    return {rank, event.destination, event.sent, event.bytes, event.tag};
  }
  static MessageKey of(const MessageEvent& event, int rank) {
    return {event.source, rank, event.sent, event.bytes, event.tag};
  }
  bool operator==(const MessageKey& other) const {
    return source == other.source && destination == other.destination && sent == other.sent &&
           bytes == other.bytes && tag == other.tag;
  }
};

struct MessageKeyHash {
  std::size_t operator()(const MessageKey& key) const {
    const auto ends = static_cast<std::uint64_t>(static_cast<std::uint32_t>(key.source)) << 32 |
                      static_cast<std::uint32_t>(key.destination);
    return std::hash<std::uint64_t>()(
        (ends * 0x9e3779b97f4a7c15u ^ static_cast<std::uint64_t>(key.sent)) * 0xff51afd7ed558ccdu >>
        7);
  }
};

// Numbers messages: both ends of one get the same. Holds no more than what is under way.
class MessageEnds {
 public:
  std::int64_t number(const MessageKey& key, MessageEnd end) {
    const auto other = open_.find(key);
    if (other == open_.end() || other->second.end == end) {
      open_.insert({key, {end, next_}});
      return next_++;
    }
    const std::int64_t number = other->second.number;
    open_.erase(other);
    return number;
  }

  // Takes one out that has no other end.
  bool take_alone(const MessageKey& key, MessageEnd end) {
    const auto found = open_.empty() ? open_.end() : open_.find(key);
    if (found == open_.end() || found->second.end != end) return false;
    open_.erase(found);
    return true;
  }

 private:
  struct Open {
    MessageEnd end;
    std::int64_t number;
  };

  std::unordered_multimap<MessageKey, Open, MessageKeyHash> open_;
  std::int64_t next_ = 0;
};

}  // namespace revprof
