// SPDX-License-Identifier: BSD-3-Clause
// Small programs that compute and meet: "kernels NAME SIZE ROUNDS" does one of them ROUNDS times,
// each followed by a sum over all processes, and prints a number that tells whether two builds do
// the same.
#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace {

using Numbers = std::vector<double>;

std::uint64_t state = 88172645463325252u;
double random_number() {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return static_cast<double>(state >> 11) / 9007199254740992.0;
}

// What a kernel keeps from round to round.
struct Kept {
  Numbers a, b, c;
  std::vector<int> index;
  std::string text, other;
};

void fill(Numbers& numbers, std::size_t count) {
  if (!numbers.empty()) return;
  numbers.resize(count);
  std::generate(numbers.begin(), numbers.end(), random_number);
}

double jacobi(std::size_t n, Kept& kept) {
  fill(kept.a, n * n), fill(kept.b, n * n);
  for (std::size_t i = 1; i + 1 < n; ++i) {
    for (std::size_t j = 1; j + 1 < n; ++j) {
      kept.b[i * n + j] = 0.25 * (kept.a[i * n + j - 1] + kept.a[i * n + j + 1] +
                                  kept.a[(i - 1) * n + j] + kept.a[(i + 1) * n + j]);
    }
  }
  std::swap(kept.a, kept.b);
  return kept.a[n + 1];
}

double matrix(std::size_t n, Kept& kept) {
  fill(kept.a, n * n), fill(kept.b, n * n);
  kept.c.assign(n * n, 0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t j = 0; j < n; ++j)
        kept.c[i * n + j] += kept.a[i * n + k] * kept.b[k * n + j];
    }
  }
  return kept.c[n];
}

double sparse(std::size_t n, Kept& kept) {
  constexpr std::size_t row = 9;
  fill(kept.a, n * n * row), fill(kept.b, n * n);
  if (kept.index.empty()) {
    for (std::size_t i = 0; i < n * n * row; ++i)
      kept.index.push_back(static_cast<int>(random_number() * static_cast<double>(n * n)));
  }
  kept.c.assign(n * n, 0);
  for (std::size_t i = 0; i < n * n; ++i) {
    for (std::size_t j = 0; j < row; ++j) {
      kept.c[i] += kept.a[i * row + j] * kept.b[static_cast<std::size_t>(kept.index[i * row + j])];
    }
  }
  return kept.c[n];
}

double bodies(std::size_t n, Kept& kept) {
  fill(kept.a, 3 * n);
  double energy = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      double distance = 1e-3;
      for (std::size_t k = 0; k < 3; ++k) {
        const double d = kept.a[3 * i + k] - kept.a[3 * j + k];
        distance += d * d;
      }
      energy += 1 / std::sqrt(distance);
    }
  }
  return energy;
}

double mandelbrot(std::size_t n, Kept&) {
  std::int64_t turns = 0;
  for (std::size_t i = 0; i < n * n; ++i) {
    const std::complex<double> c(3.0 * static_cast<double>(i % n) / static_cast<double>(n) - 2,
                                 2.0 * static_cast<double>(i / n) / static_cast<double>(n) - 1);
    double x = 0, y = 0;
    for (int k = 0; k < 100 && x * x + y * y < 4; ++k, ++turns) {
      const double next = x * x - y * y + c.real();
      y = 2 * x * y + c.imag(), x = next;
    }
  }
  return static_cast<double>(turns);
}

double sort(std::size_t n, Kept& kept) {
  kept.a.clear();
  fill(kept.a, n);
  std::sort(kept.a.begin(), kept.a.end());
  return kept.a[n / 2];
}

int compare(const void* a, const void* b) {
  const double one = *static_cast<const double*>(a), other = *static_cast<const double*>(b);
  return (one > other) - (one < other);
}
double callbacks(std::size_t n, Kept& kept) {
  kept.a.clear();
  fill(kept.a, n);
  std::qsort(kept.a.data(), n, sizeof(double), compare);
  return kept.a[n / 2];
}

double words(std::size_t n, Kept&) {
  std::map<std::string, int> seen;
  for (std::size_t i = 0; i < n; ++i)
    ++seen["word" + std::to_string(static_cast<int>(random_number() * 1000))];
  return seen.begin()->second;
}

double subsequence(std::size_t n, Kept& kept) {
  for (std::size_t i = kept.text.size(); i < n; ++i) {
    kept.text += static_cast<char>('a' + static_cast<int>(random_number() * 4));
    kept.other += static_cast<char>('a' + static_cast<int>(random_number() * 4));
  }
  std::vector<int> before(n + 1, 0), now(n + 1, 0);
  for (std::size_t i = 1; i <= n; ++i) {
    for (std::size_t j = 1; j <= n; ++j) {
      now[j] = kept.text[i - 1] == kept.other[j - 1] ? before[j - 1] + 1
                                                     : std::max(before[j], now[j - 1]);
    }
    std::swap(before, now);
  }
  return before[n];
}

double waves(std::size_t n, Kept& kept) {
  fill(kept.a, n);
  double sum = 0;
  for (const double x : kept.a) sum += std::exp(-x) * std::sin(6 * x) + std::pow(x, 1.3);
  return sum;
}

double copies(std::size_t n, Kept& kept) {
  fill(kept.a, n), fill(kept.b, n);
  for (std::size_t i = 0; i + 64 <= n; i += 64) {
    std::memcpy(&kept.b[i], &kept.a[n - 64 - i], (i % 64 + 32) * sizeof(double));
  }
  return kept.b[n / 2];
}

double triad(std::size_t n, Kept& kept) {
  fill(kept.a, n), fill(kept.b, n), fill(kept.c, n);
  for (std::size_t i = 0; i < n; ++i) kept.a[i] = kept.b[i] + 3 * kept.c[i];
  return kept.a[n / 2];
}

const std::map<std::string, double (*)(std::size_t, Kept&)> kernels = {{"jacobi", jacobi},
                                                                       {"matrix", matrix},
                                                                       {"sparse", sparse},
                                                                       {"bodies", bodies},
                                                                       {"mandelbrot", mandelbrot},
                                                                       {"sort", sort},
                                                                       {"callbacks", callbacks},
                                                                       {"words", words},
                                                                       {"waves", waves},
                                                                       {"copies", copies},
                                                                       {"subsequence", subsequence},
                                                                       {"triad", triad}};

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const auto kernel = argc == 4 ? kernels.find(argv[1]) : kernels.end();
  if (kernel == kernels.end() || std::atoi(argv[2]) < 8 || std::atoi(argv[3]) < 1) {
    std::fprintf(stderr, "usage: kernels NAME SIZE ROUNDS (a size of 8 or more)\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  Kept kept;
  double sum = 0;
  for (int round = std::atoi(argv[3]); round > 0; --round) {
    const double own = kernel->second(static_cast<std::size_t>(std::atoi(argv[2])), kept);
    double all = 0;
    MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    sum += all;
  }
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) std::printf("%s %.12g\n", argv[1], sum);
  MPI_Finalize();
  return 0;
}
