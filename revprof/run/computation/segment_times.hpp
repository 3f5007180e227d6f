// SPDX-License-Identifier: BSD-3-Clause
// Times each segment of a program that runs as it is (revprof profile).
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "revprof/run/call_observer.hpp"
#include "revprof/run/computation/function_names.hpp"
#include "revprof/run/computation/segments.hpp"
#include "revprof/run/team.hpp"

namespace revprof {

// Many times, of which some are kept as they come: every one, every second, every fourth ...
class TimeSample {
 public:
  void add(double time, double work);
  // Of a visit that was looked at: its time counts only where there is no other yet.
  void add_touched(std::int64_t bytes, double time, double work);
  std::int64_t visits() const { return visits_; }
  double work() const { return work_ / static_cast<double>(visits_); }  // the mean
  const std::vector<double>& kept() const { return kept_; }
  std::optional<std::int64_t> touched() const;  // the mean

 private:
  static constexpr std::size_t most = 1024;
  std::vector<double> kept_;
  std::int64_t visits_ = 0, stride_ = 1;
  double work_ = 0;
  std::int64_t looked_ = 0, touched_ = 0;
};

class SegmentTimes : public CallObserver {
 public:
  SegmentTimes();

  void begins(Call call) override;
  void ends(Call call, std::uint64_t ticks) override;
  void freeze() override { frozen_ = true; }
  void thaw() override;
  void announce(double work) override;
  void begin_region(const char* name) override;
  void end_region() override;
  void enter(const void* function) override;
  void leave(const void* function) override;

  // The last segment ends with the program's call that ends the library.
  void stop();
  // All processes: what process 0 adds to the profile, seconds each. Throws there where the file
  // is another program's or cannot be written.
  void add_to(const std::string& profile, Team& team) const;

 private:
  using Cells = std::map<long long, TimeSample>;  // by the size of the work

  void end_at(CallPlace to, bool asks);
  void begin_at(CallPlace from, bool asks);
  bool is_to_be_looked_at(CallPlace from);
  bool looks_at(CallPlace from);
  std::string own_times() const;

  mutable std::mutex mutex_;
  std::unordered_map<Segment, Cells, Segments::Hash, Segments::Same> cells_;
  std::unordered_map<Segment, std::int64_t, Segments::Hash, Segments::Same> begun_;  // any end
  Regions regions_;
  FunctionNames functions_;
  bool frozen_ = false;
  std::uint64_t looking_ticks_ = 0;  // spent with looking
  double begin_seconds_;
  std::uint64_t begin_ticks_;
  double seconds_per_tick_ = 0;
};

// Process 0 looks before the program runs, so that nobody waits for times that cannot be added.
// Throws what is wrong with a file that is there.
void check_profile_to_add_to(const std::string& profile);

}  // namespace revprof
