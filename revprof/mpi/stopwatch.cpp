// SPDX-License-Identifier: BSD-3-Clause
// Sums up what the calls take, in ticks, and turns it into seconds at the end.
#include "revprof/mpi/stopwatch.hpp"

#include <cstdio>
#include <exception>
#include <vector>

#include "revprof/trace/results/measured.hpp"

namespace revprof {

Stopwatch* active_stopwatch = nullptr;

namespace {

// initial-exec: a plain load instead of a call of the dynamic linker for every use.
__attribute__((tls_model("initial-exec"))) thread_local bool inside_call = false;

// The processes' values, or on other ranks than 0 nothing of use.
std::vector<double> gather(double own, MPI_Comm world, int processes) {
  std::vector<double> all(static_cast<std::size_t>(processes));
  PMPI_Gather(&own, 1, MPI_DOUBLE, all.data(), 1, MPI_DOUBLE, 0, world);
  return all;
}

}  // namespace

Stopwatch::Stopwatch(MPI_Comm world) : world_(world) {
  PMPI_Barrier(world);
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

  std::vector<std::int64_t> counts;
  std::vector<double> call_seconds;
  for (const Sum& sum : sums_) {
    counts.push_back(sum.count);
    call_seconds.push_back(static_cast<double>(sum.ticks) * seconds_per_tick);
  }
  std::vector<std::int64_t> all_counts(counts.size());
  std::vector<double> all_seconds(counts.size());
  PMPI_Reduce(counts.data(), all_counts.data(), call_count, MPI_INT64_T, MPI_SUM, 0, world_);
  PMPI_Reduce(call_seconds.data(), all_seconds.data(), call_count, MPI_DOUBLE, MPI_SUM, 0, world_);

  Measured measured;
  int rank = 0;
  PMPI_Comm_rank(world_, &rank);
  PMPI_Comm_size(world_, &measured.processes);
  const double counted = seconds_ - static_cast<double>(frozen_ticks_) * seconds_per_tick;
  measured.process_seconds = gather(counted, world_, measured.processes);
  measured.core_shares =
      gather(seconds_ > 0 ? cpu_seconds_ / seconds_ : 1, world_, measured.processes);
  if (rank != 0) return;
  measured.program = program;
  for (std::size_t c = 0; c < call_count; ++c) {
    if (all_counts[c] == 0) continue;
    measured.calls.push_back({call_traits[c].name, all_counts[c], all_seconds[c]});
  }
  try {
    write_measured(measured, directory + "/measured.json");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "revprof: no measured times were written: %s\n", error.what());
  }
}

void TimedCall::begin(Call call) {
  if (inside_call) return;
  inside_call = true;
  timed_ = true;
  call_ = call;
  begin_ticks_ = read_ticks();
}

void TimedCall::end() {
  const std::uint64_t ticks = read_ticks() - begin_ticks_;
  inside_call = false;
  if (active_stopwatch != nullptr) active_stopwatch->add(call_, ticks);
}

}  // namespace revprof
