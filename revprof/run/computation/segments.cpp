// SPDX-License-Identifier: BSD-3-Clause
// Books what each thread has computed between its calls.
#include "revprof/run/computation/segments.hpp"

namespace revprof {

namespace {

// A thread's segment that has not ended yet.
struct Open {
  CallPlace from;
  double work = 0;
  SimTime time = 0;
};

__attribute__((tls_model("initial-exec"))) thread_local Open open;

std::size_t hash_of(const CallPlace& place) {
  return std::hash<const void*>()(place.address) ^ (static_cast<std::size_t>(place.call) << 48);
}

}  // namespace

std::size_t Segments::Hash::operator()(const Segment& key) const {
  return hash_of(key.from) * 31 + hash_of(key.to) + static_cast<std::size_t>(key.region + 1);
}

bool Segments::Same::operator()(const Segment& a, const Segment& b) const {
  return a.region == b.region && a.from == b.from && a.to == b.to;
}

void Segments::add(double work, SimTime time) {
  open.work += work;
  open.time += time;
}

Segment Segments::between(CallPlace from, CallPlace to) {
  Segment key;
  key.region = Regions::innermost();
  if (key.region == Regions::none) {
    key.from = from;
    key.to = to;
  }
  return key;
}

Segment Segments::segment_to(CallPlace to) { return between(open.from, to); }

void Segments::end_at(CallPlace to) {
  if (open.work > 0 || open.time > 0) {
    const Segment key = segment_to(to);
    const auto [found, is_new] = numbers_.try_emplace(key, static_cast<int>(list_.size()));
    if (is_new) list_.push_back(key);
    Segment& segment = list_[static_cast<std::size_t>(found->second)];
    segment.visits += 1;
    segment.work += open.work;
    segment.time += open.time;
  }
  open = {to};
}

}  // namespace revprof
