// SPDX-License-Identifier: BSD-3-Clause
// Simulated time: a clock counts 64-bit integer picoseconds, a sum over processes 128-bit ones, so
// that both are exact, do not depend on any order, and never wrap.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>

namespace revprof {

using SimTime = std::int64_t;

constexpr SimTime picoseconds_per_second = 1'000'000'000'000;

// No clock gets here, 640 hours: one that would ends the run with a message (Engine::in_range()).
// What takes longer is cut to this where it is priced, and so is a time that is kept beside the
// clocks; so a clock and two times more do not wrap, and nobody has to ask on the way.
constexpr SimTime end_of_time = SimTime{1} << 61;

// What is no number is no time that a clock could show.
inline SimTime rounded(double picoseconds) {
  constexpr double end = static_cast<double>(end_of_time);
  if (picoseconds > -end && picoseconds < end) return std::llround(picoseconds);
  return picoseconds <= -end ? -end_of_time : end_of_time;
}

inline SimTime from_seconds(double seconds) { return rounded(seconds * 1e12); }

// A sum of times: of several processes, of messages that are on their way together, of charges.
// What one process has spent is no more than its clock, a SimTime.
class SimSum {
 public:
  constexpr SimSum() = default;
  constexpr SimSum(SimTime time) : value_(time) {}  // NOLINT: a time is a sum of one
  static SimSum of_picoseconds(double value) {
    SimSum sum;
    sum.value_ = static_cast<Wide>(std::clamp(std::round(value), -1e37, 1e37));
    return sum;
  }

  // What a library sums up that knows 64 bits (MPI): the sums of the two halves of each time.
  struct Halves {
    std::int64_t high, low;
  };
  static constexpr Halves halves(SimTime time) {
    return {time >> 32, time & ((std::int64_t{1} << 32) - 1)};
  }
  explicit constexpr SimSum(const Halves& sums)
      : value_(static_cast<Wide>(sums.high) * (std::int64_t{1} << 32) + sums.low) {}

  constexpr SimSum& operator+=(SimSum other) {
    value_ += other.value_;
    return *this;
  }
  constexpr SimSum& operator-=(SimSum other) {
    value_ -= other.value_;
    return *this;
  }
  friend constexpr SimSum operator+(SimSum a, SimSum b) { return a += b; }
  friend constexpr SimSum operator-(SimSum a, SimSum b) { return a -= b; }
  friend constexpr bool operator==(SimSum a, SimSum b) { return a.value_ == b.value_; }
  friend constexpr bool operator!=(SimSum a, SimSum b) { return !(a == b); }
  friend constexpr bool operator<(SimSum a, SimSum b) { return a.value_ < b.value_; }
  friend constexpr bool operator>(SimSum a, SimSum b) { return b < a; }
  friend constexpr bool operator<=(SimSum a, SimSum b) { return !(b < a); }

  explicit constexpr operator double() const { return static_cast<double>(value_); }
  // Where a sum has to be a time after all.
  SimTime time() const {
    const auto time = static_cast<SimTime>(value_);
    if (time != value_) throw std::overflow_error("a sum of times is longer than any clock");
    return time;
  }

 private:
  __extension__ using Wide = __int128;  // on every 64-bit machine, from GCC and Clang
  Wide value_ = 0;
};

// Divides, where a product with 1e-12 would round twice and print 0.30000000000000004.
inline double seconds(SimTime time) { return static_cast<double>(time) / 1e12; }
inline double seconds(SimSum sum) { return static_cast<double>(sum) / 1e12; }

}  // namespace revprof
