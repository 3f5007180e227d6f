// SPDX-License-Identifier: BSD-3-Clause
// Measurements made from known equations.
#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "fit/measurements/measurements.hpp"
#include "fit/model/form.hpp"

namespace revprof::samples {

using Time = std::function<double(int processes, double bytes)>;

inline Time equation(Form form, double c, double s, double k) {
  return [=](int processes, double bytes) {
    return c + s * startup_term(form.startup, processes) +
           k * data_term(form.data, processes, bytes);
  };
}

// Times e^(scatter x) as long, x normal; always the same ones.
inline Time noisy(Time time, double scatter, unsigned seed) {
  auto random = std::make_shared<std::mt19937>(seed);
  return [=](int processes, double bytes) {
    // Sums of uniform numbers, because the standard leaves normal_distribution to the library.
    double normal = -6;
    for (int i = 0; i < 12; ++i) normal += static_cast<double>((*random)()) / 4294967296.0;
    return time(processes, bytes) * std::exp(scatter * normal);
  };
}

inline const std::vector<int> process_counts = {2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64};

inline std::vector<std::int64_t> powers_of_two(std::int64_t first, std::int64_t last) {
  std::vector<std::int64_t> sizes;
  for (std::int64_t size = first; size <= last; size *= 2) sizes.push_back(size);
  return sizes;
}

inline void add(Measurements& measurements, const std::string& call, const Time& time,
                const std::vector<int>& processes, const std::vector<std::int64_t>& bytes,
                int within = 0) {
  for (const int p : processes) {
    for (const std::int64_t d : bytes) {
      const double t = time(p, static_cast<double>(d));
      measurements.cells.push_back({call, within, p, d, 20, t, t, t, t, t});
    }
  }
}

inline Measurements of(const std::string& call, const Time& time,
                       const std::vector<int>& processes = process_counts,
                       const std::vector<std::int64_t>& bytes = powers_of_two(1, 1 << 20)) {
  Measurements measurements;
  measurements.header = {{"machine", "sample"}, {"block_sizes", "4 16"}};
  add(measurements, call, time, processes, bytes);
  return measurements;
}

}  // namespace revprof::samples
