// SPDX-License-Identifier: BSD-3-Clause
// Between the end of one call and the begin of the next, on this host's clock.
#include "revprof/run/computation/segment_times.hpp"

#include <cmath>
#include <ctime>

#include "revprof/run/call_site.hpp"
#include "revprof/run/computation/counted_work.hpp"
#include "revprof/run/computation/touched_memory.hpp"
#include "revprof/run/computation/visit.hpp"
#include "revprof/run/ticks.hpp"

namespace revprof {

namespace {

thread_local Visit timed_visit;

// Of nearly the same size: within 5 %, and as it is where it is small.
long long size_class(double work) {
  constexpr double exactly = 16;
  return work < exactly ? std::llround(work) : std::llround(exactly * std::log2(work));
}

}  // namespace

void TimeSample::add(double time, double work) {
  work_ += work;
  if (visits_++ % stride_ != 0) return;
  kept_.push_back(time);
  if (kept_.size() < most) return;
  std::vector<double> fewer;
  for (std::size_t i = 0; i < kept_.size(); i += 2) fewer.push_back(kept_[i]);
  kept_ = std::move(fewer);
  stride_ *= 2;
}

void TimeSample::add_touched(std::int64_t bytes, double time, double work) {
  ++looked_;
  touched_ += bytes;
  if (kept_.empty()) return add(time, work);
  ++visits_;
  work_ += work;
}

std::optional<std::int64_t> TimeSample::touched() const {
  return looked_ == 0 ? std::nullopt : std::optional(touched_ / looked_);
}

SegmentTimes::SegmentTimes()
    : begin_seconds_(read_seconds(CLOCK_MONOTONIC)), begin_ticks_(read_ticks()) {
  begin_at({}, false);
}

// Of those that begin there the 3rd, 6th, 12th, ...: the first ones are not like the others.
// Looking takes time, which grows with the process: a fifth of the run at most.
bool SegmentTimes::is_to_be_looked_at(CallPlace from) {
  constexpr std::int64_t first = 3, most = 5;
  const std::lock_guard<std::mutex> lock(mutex_);
  const std::int64_t count = ++begun_[Segments::between(from, {})];
  const std::int64_t times = count / first;
  return count % first == 0 && (times & (times - 1)) == 0 &&
         most * looking_ticks_ <= read_ticks() - begin_ticks_;
}

bool SegmentTimes::looks_at(CallPlace from) {
  if (!is_to_be_looked_at(from)) return false;
  const std::uint64_t begin = read_ticks();
  const bool can_look = forget_touched_memory();
  const std::lock_guard<std::mutex> lock(mutex_);
  looking_ticks_ += read_ticks() - begin;
  return can_look;
}

void SegmentTimes::begin_at(CallPlace from, bool asks) {
  const bool is_looked_at = !frozen_ && !asks && looks_at(from);
  take_counted_work();  // what the call has called back
  timed_visit = {from, asks, 0, 0, is_looked_at};
  timed_visit.ticks = read_ticks();
}

void SegmentTimes::end_at(CallPlace to, bool asks) {
  const std::uint64_t now = read_ticks();
  const std::optional<double> work = timed_visit.work(take_counted_work(), asks);
  if (frozen_ || timed_visit.ticks == 0 || !work) return;  // a thread's first call ends none
  const std::optional<std::int64_t> touched =
      timed_visit.is_looked_at ? touched_memory() : std::nullopt;
  const auto time = static_cast<double>(now - timed_visit.ticks);
  const std::lock_guard<std::mutex> lock(mutex_);
  TimeSample& sample = cells_[Segments::between(timed_visit.from, to)][size_class(*work)];
  if (touched) {
    looking_ticks_ += read_ticks() - now;
    sample.add_touched(*touched, time, *work);
  } else {
    sample.add(time, *work);
  }
}

void SegmentTimes::begins(Call call) { end_at({call, CallSite::address()}, traits(call).polls); }

void SegmentTimes::ends(Call call, std::uint64_t) {
  begin_at({call, CallSite::address()}, traits(call).polls);
}

void SegmentTimes::thaw() {
  frozen_ = false;
  timed_visit.ticks = read_ticks();
}

void SegmentTimes::announce(double work) { timed_visit.announced += work; }

void SegmentTimes::begin_region(const char* name) {
  end_at({Call::MPI_Pcontrol, nullptr}, false);
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    regions_.begin(name, 0);
  }
  begin_at({Call::MPI_Pcontrol, nullptr}, false);
}

void SegmentTimes::end_region() {
  end_at({Call::MPI_Pcontrol, nullptr}, false);
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    regions_.end(0);
  }
  begin_at({Call::MPI_Pcontrol, nullptr}, false);
}

void SegmentTimes::enter(const void* function) {
  std::string name;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    name = functions_.at(function);
  }
  begin_region(name.c_str());
}

void SegmentTimes::leave(const void* function) {
  int depth = 0;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    depth = Regions::depth_of(regions_.number(functions_.at(function)));
  }
  for (; depth >= 0; --depth) end_region();
}

void SegmentTimes::stop() {
  end_at({Call::MPI_Finalize, nullptr}, false);
  const auto ticks = static_cast<double>(read_ticks() - begin_ticks_);
  seconds_per_tick_ = (read_seconds(CLOCK_MONOTONIC) - begin_seconds_) / ticks;
}

}  // namespace revprof
