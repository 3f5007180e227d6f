// SPDX-License-Identifier: BSD-3-Clause
// Halves intervals, towards the half whose middle is farther off the line between its ends: half a
// jump, wherever in it that is. A bend is less and less so.
#include "characterize/jumps.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace revprof {

namespace {

constexpr std::int64_t smallest = 64;  // below, a message's bytes take next to nothing
constexpr std::size_t most_jumps = 8;
constexpr double least_jump = 0.02;
constexpr double errors_apart = 3;

class JumpSearch {
 public:
  explicit JumpSearch(const std::function<SizeTime(std::int64_t)>& time) : time_(time) {}

  void search(std::int64_t low, std::int64_t high) {
    if (off_line(low, high) == 0) return;
    const std::optional<std::int64_t> last = close_in(low, high);
    if (!last) return;
    found_.emplace_back(step(*last), *last);
    search(low, *last);
    search(*last + 1, high);
  }

  std::vector<std::int64_t> largest() {
    std::sort(found_.rbegin(), found_.rend());
    found_.resize(std::min(found_.size(), most_jumps));
    std::vector<std::int64_t> sizes;
    for (const auto& [jump, bytes] : found_) sizes.push_back(bytes);
    std::sort(sizes.begin(), sizes.end());
    return sizes;
  }

 private:
  const SizeTime& at(std::int64_t bytes) {
    const auto [place, is_new] = known_.try_emplace(bytes);
    if (is_new) place->second = time_(bytes);
    return place->second;
  }

  // How far the middle is off, relative to its time; 0: no farther than a jump that nobody looks
  // for, or noise, puts it.
  double off_line(std::int64_t low, std::int64_t high) {
    if (high - low < 2) return 0;
    const std::int64_t middle = low + (high - low) / 2;
    const SizeTime &first = at(low), &last = at(high), &between = at(middle);
    const double share = static_cast<double>(middle - low) / static_cast<double>(high - low);
    const double line = first.seconds + share * (last.seconds - first.seconds);
    if (!(first.seconds > 0) || !(last.seconds > 0)) return 0;  // the clock does not see them
    const double off = std::abs(between.seconds / line - 1);
    const double noise =
        errors_apart * (first.relative_error + between.relative_error + last.relative_error);
    return off > std::max(least_jump / 2, noise) ? off : 0;
  }

  // From this size to the next one.
  double step(std::int64_t bytes) {
    return std::abs(at(bytes + 1).seconds / at(bytes).seconds - 1);
  }

  std::optional<std::int64_t> close_in(std::int64_t low, std::int64_t high) {
    while (high - low > 3) {
      const std::int64_t middle = low + (high - low) / 2;
      const double below = off_line(low, middle), above = off_line(middle, high);
      if (below == 0 && above == 0) return std::nullopt;
      (below >= above ? high : low) = middle;
    }
    std::int64_t last = low;
    for (std::int64_t bytes = low + 1; bytes < high; ++bytes) {
      if (step(bytes) > step(last)) last = bytes;
    }
    return step(last) > least_jump ? std::optional(last) : std::nullopt;
  }

  const std::function<SizeTime(std::int64_t)>& time_;
  std::map<std::int64_t, SizeTime> known_;
  std::vector<std::pair<double, std::int64_t>> found_;  // how much, and where
};

}  // namespace

std::vector<std::int64_t> find_jumps(std::int64_t max_bytes,
                                     const std::function<SizeTime(std::int64_t)>& time) {
  JumpSearch search(time);
  for (std::int64_t low = smallest; 2 * low <= max_bytes; low *= 2) {
    // Not whole octaves, where two jumps may make up for each other.
    search.search(low, low + low / 2);
    search.search(low + low / 2, 2 * low);
  }
  return search.largest();
}

}  // namespace revprof
