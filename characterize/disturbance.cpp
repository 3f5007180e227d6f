// SPDX-License-Identifier: BSD-3-Clause
// Reads the disturbance from the environment; always the same random numbers.
#include "characterize/disturbance.hpp"

#include <mpi.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>

namespace revprof {

Disturbance::Disturbance() {
  const char* const text = std::getenv("REVPROF_CHARACTERIZE_DISTURBANCE");
  if (text == nullptr) return;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const double value = equals == std::string::npos ? 0 : std::atof(word.c_str() + equals + 1);
    double* const known = name == "noise"      ? &noise_
                          : name == "outliers" ? &outliers_
                          : name == "slowing"  ? &slowing_
                          : name == "clocks"   ? &clocks_
                                               : nullptr;
    if (known == nullptr || !(value > 0)) {
      std::fprintf(stderr,
                   "characterize: REVPROF_CHARACTERIZE_DISTURBANCE: expected noise=, outliers=, "
                   "slowing= and clocks= with numbers above 0, found \"%s\"\n",
                   word.c_str());
      MPI_Abort(MPI_COMM_WORLD, 2);
    } else {
      *known = value;
    }
  }
}

double Disturbance::bent(double seconds) const {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // Every clock has its own start and pace, those of neighbours on either side of the true one.
  const double side = rank % 2 == 0 ? 1 : -1, away = rank + 1;
  return seconds * (1 + side * clocks_ * away) + 100 * away;
}

double Disturbance::time(double seconds) {
  if (noise_ > 0) seconds *= std::exp(noise_ * normal());
  if (slowing_ > 0) seconds *= 1 + slowing_ * count_++ / 1000;
  if (outliers_ > 0 && static_cast<double>(random_() % 1000000) < 1e6 / outliers_) seconds *= 10;
  return seconds;
}

// A sum of uniform numbers, because the standard leaves normal_distribution to the library.
double Disturbance::normal() {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += static_cast<double>(random_() >> 11) / 9007199254740992.0;
  return sum;
}

Disturbance& disturbance() {
  static Disturbance only;
  return only;
}

}  // namespace revprof
