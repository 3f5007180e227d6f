// SPDX-License-Identifier: BSD-3-Clause
// Sums up what the calls take, in ticks, and turns it into seconds at the end.
#include "revprof/run/stopwatch.hpp"

#include <cstdio>
#include <exception>

#include "revprof/run/team_sum.hpp"
#include "revprof/trace/results/measured.hpp"

namespace revprof {

Stopwatch::Stopwatch(Team& team) : team_(team) {
  team.meet();
  begin_cpu_seconds_ = read_seconds(CLOCK_PROCESS_CPUTIME_ID);
  begin_seconds_ = read_seconds(CLOCK_MONOTONIC);
  begin_ticks_ = read_ticks();
}

void Stopwatch::freeze() {
  if (frozen_) return;
  frozen_ = true;
  frozen_at_ = read_ticks();
}

void Stopwatch::thaw() {
  if (!frozen_) return;
  frozen_ticks_ += read_ticks() - frozen_at_;
  frozen_ = false;
}

void Stopwatch::stop() {
  thaw();
  ticks_ = read_ticks() - begin_ticks_;
  seconds_ = read_seconds(CLOCK_MONOTONIC) - begin_seconds_;
  cpu_seconds_ = read_seconds(CLOCK_PROCESS_CPUTIME_ID) - begin_cpu_seconds_;
}

void Stopwatch::write(const std::string& directory, const std::string& program) {
  const double seconds_per_tick = ticks_ > 0 ? seconds_ / static_cast<double>(ticks_) : 0;

  TeamSum calls;
  for (const Sum& sum : sums_) {
    calls.add(sum.count);
    calls.add_time(from_seconds(static_cast<double>(sum.ticks) * seconds_per_tick));
  }
  calls.sum(team_);

  Measured measured;
  measured.processes = team_.processes();
  const double counted = seconds_ - static_cast<double>(frozen_ticks_) * seconds_per_tick;
  measured.process_seconds = team_.gather_records<double>({counted});
  measured.core_shares = team_.gather_records<double>({seconds_ > 0 ? cpu_seconds_ / seconds_ : 1});
  if (team_.rank() != 0) return;
  measured.program = program;
  for (std::size_t c = 0; c < call_count; ++c) {
    const std::int64_t count = calls.number();
    const double spent = seconds(calls.time());
    if (count > 0) measured.calls.push_back({call_traits[c].name, count, spent});
  }
  try {
    write_measured(measured, directory + "/measured.json");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "revprof: no measured times were written: %s\n", error.what());
  }
}

}  // namespace revprof
