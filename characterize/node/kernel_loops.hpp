// SPDX-License-Identifier: BSD-3-Clause
// The loops of kernel.hpp, as templates of the vector that the including file is compiled for. All
// has internal linkage, and nothing of the standard library is used: code for wider vectors must
// not serve the rest of the program.
#pragma once

#include <cstdint>

#include "characterize/node/kernel.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace revprof {
namespace {

// An instruction more is none: the compiler must have the value in a register here, and does not
// know it afterwards.
#if defined(__x86_64__)
#define REVPROF_FLOAT_REGISTER "+x"
#elif defined(__aarch64__)
#define REVPROF_FLOAT_REGISTER "+w"
#else
#define REVPROF_FLOAT_REGISTER "+m"
#endif
template <typename Value>
[[gnu::always_inline]] inline void keep(Value& value) {
  asm volatile("" : REVPROF_FLOAT_REGISTER(value));
}
[[gnu::always_inline]] inline void keep(std::uint64_t& value) { asm volatile("" : "+r"(value)); }

#if defined(__AVX2__) && defined(__FMA__)
using Simd = __m256d;
[[gnu::always_inline]] inline Simd square_root(Simd x) { return _mm256_sqrt_pd(x); }
#elif defined(__x86_64__)
using Simd = __m128d;
[[gnu::always_inline]] inline Simd square_root(Simd x) { return _mm_sqrt_pd(x); }
#elif defined(__aarch64__)
using Simd = float64x2_t;
[[gnu::always_inline]] inline Simd square_root(Simd x) { return vsqrtq_f64(x); }
#else
using Simd = double;
#endif
[[gnu::always_inline]] inline double square_root(double x) { return __builtin_sqrt(x); }

// What an operation does to x, with two values that the compiler does not know. None ends in a
// value that a processor has a short way for, as 0 and 1 are.
struct Step {
  template <typename V>
  [[gnu::always_inline]] static V again(V x, V, V) {  // now and then
    return x;
  }
};
struct IntegerAdd : Step {
  static constexpr std::uint64_t start = 1, y = 3, z = 0;
  template <typename V>
  [[gnu::always_inline]] static V next(V x, V a, V) {
    return x + a;
  }
};
struct IntegerMultiply : Step {
  static constexpr std::uint64_t start = 1, y = 0x9e3779b97f4a7c15, z = 0;
  template <typename V>
  [[gnu::always_inline]] static V next(V x, V a, V) {
    return x * a;
  }
};
struct IntegerDivide : Step {  // and an addition, or there is soon nothing left to divide
  static constexpr std::uint64_t start = 0xfedcba9876543210, y = 12347, z = 0xfedcba9876543210;
  template <typename V>
  [[gnu::always_inline]] static V next(V x, V a, V b) {
    return x / a + b;
  }
};
struct FloatAdd : Step {
  static constexpr double start = 1.1, y = 1.7e-3, z = 0;
  template <typename V>
  [[gnu::always_inline]] static V next(V x, V a, V) {
    return x + a;
  }
};
struct FloatMultiply : Step {
  static constexpr double start = 1.1, y = 1.0000001, z = 0;
  template <typename V>
  [[gnu::always_inline]] static V next(V x, V a, V) {
    return x * a;
  }
};
struct FloatFused : Step {
  static constexpr double start = 1.1, y = 0.9993, z = 0.0017;
  template <typename V>
  [[gnu::always_inline]] static V next(V x, V a, V b) {
    return x * a + b;
  }
};
struct FloatDivide : Step {  // x and y / x in turn
  static constexpr double start = 1.1, y = 1.7, z = 0;
  template <typename V>
  [[gnu::always_inline]] static V next(V x, V a, V) {
    return a / x;
  }
};
struct FloatRoot : Step {  // roots of roots are 1 in the end; large again, they still wait for them
  static constexpr double start = 1.234e300, y = 1.7e-300, z = 1.234e300;
  template <typename V>
  [[gnu::always_inline]] static V next(V x, V, V) {
    return square_root(x);
  }
  template <typename V>
  [[gnu::always_inline]] static V again(V x, V a, V b) {
    return x * a + b;
  }
};

template <typename V, typename Scalar>
[[gnu::always_inline]] inline V opaque(Scalar scalar) {
  V all = V{} + scalar;
  keep(all);
  return all;
}

template <typename Operation, typename V, typename... More>
[[gnu::always_inline]] inline void advance(V y, V z, V& x, More&... more) {
  x = Operation::next(x, y, z);
  keep(x);
  if constexpr (sizeof...(more) > 0) advance<Operation>(y, z, more...);
}

constexpr int unrolled = 16;  // operations of one turn
template <typename V>
std::int64_t turns(std::int64_t work) {
  constexpr std::int64_t elements = sizeof(V) / 8;
  return work / (elements * unrolled);
}

// One value.
template <typename Operation, typename V>
void chain(std::int64_t work) {
  const V y = opaque<V>(Operation::y), z = opaque<V>(Operation::z);
  V x = opaque<V>(Operation::start);
  for (std::int64_t left = turns<V>(work); left > 0; --left) {
    advance<Operation>(y, z, x, x, x, x, x, x, x, x);
    advance<Operation>(y, z, x, x, x, x, x, x, x, x);
    x = Operation::again(x, y, z);
  }
}

// Eight that do not wait for each other: as many as two units of four cycles can take.
template <typename Operation, typename V>
void throughput(std::int64_t work) {
  const V y = opaque<V>(Operation::y), z = opaque<V>(Operation::z);
  V a = opaque<V>(Operation::start), b = a, c = a, d = a, e = a, f = a, g = a, h = a;
  for (std::int64_t left = turns<V>(work); left > 0; --left) {
    advance<Operation>(y, z, a, b, c, d, e, f, g, h);
    advance<Operation>(y, z, a, b, c, d, e, f, g, h);
    a = Operation::again(a, y, z), b = Operation::again(b, y, z), c = Operation::again(c, y, z);
    d = Operation::again(d, y, z), e = Operation::again(e, y, z), f = Operation::again(f, y, z);
    g = Operation::again(g, y, z), h = Operation::again(h, y, z);
  }
}

// Not taken, as everybody can foretell.
[[gnu::always_inline]] inline void branch_once(std::uint64_t& condition, std::uint64_t& count) {
  keep(condition);
  if (condition != 0) {
    ++count;
    keep(count);
  }
}
void branches(std::int64_t work) {
  std::uint64_t condition = opaque<std::uint64_t>(std::uint64_t{0}), count = 0;
  for (std::int64_t left = work / 8; left > 0; --left) {
    branch_once(condition, count), branch_once(condition, count), branch_once(condition, count);
    branch_once(condition, count), branch_once(condition, count), branch_once(condition, count);
    branch_once(condition, count), branch_once(condition, count);
  }
}

// By the last bit of numbers that nobody foretells: half of them go wrong.
void missed_branches(std::int64_t work) {
  static std::uint64_t number = 0x243f6a8885a308d3;  // goes on where the last ones ended
  std::uint64_t x = number, count = 0;
  for (std::int64_t left = work; left > 0; --left) {
    x = x * 6364136223846793005 + 1442695040888963407;
    if ((x >> 63) != 0) {
      ++count;
      keep(count);
    }
  }
  number = x;
}

[[gnu::noinline]] std::uint64_t called(std::uint64_t x) {
  keep(x);
  return x;
}
void calls(std::int64_t work) {
  std::uint64_t x = 1;
  for (std::int64_t left = work / 8; left > 0; --left) {
    x = called(called(called(called(called(called(called(called(x))))))));
  }
  keep(x);
}

double read_all(const double* from, std::int64_t bytes) {
  constexpr std::int64_t elements = sizeof(Simd) / 8, values = 8 * elements;
  const auto* vector = reinterpret_cast<const Simd*>(from);
  Simd a{}, b{}, c{}, d{}, e{}, f{}, g{}, h{};
  for (std::int64_t left = bytes / 8 / values; left > 0; --left, vector += 8) {
    a += vector[0], b += vector[1], c += vector[2], d += vector[3];
    e += vector[4], f += vector[5], g += vector[6], h += vector[7];
  }
  Simd sum = ((a + b) + (c + d)) + ((e + f) + (g + h));
  keep(sum);
  double first = 0;
  __builtin_memcpy(&first, &sum, sizeof first);
  return first;
}

void triad_all(double* a, const double* b, const double* c, std::int64_t bytes) {
  constexpr std::int64_t elements = sizeof(Simd) / 8, values = 4 * elements;
  auto* const to = reinterpret_cast<Simd*>(a);
  const auto* const one = reinterpret_cast<const Simd*>(b);
  const auto* const other = reinterpret_cast<const Simd*>(c);
  const Simd x = opaque<Simd>(3.0);
  const std::int64_t vectors = bytes / 8 / values * 4;
  for (std::int64_t i = 0; i < vectors; i += 4) {
    to[i] = one[i] + x * other[i];
    to[i + 1] = one[i + 1] + x * other[i + 1];
    to[i + 2] = one[i + 2] + x * other[i + 2];
    to[i + 3] = one[i + 3] + x * other[i + 3];
  }
}

const void* follow_chain(const void* first, std::int64_t loads) {
  const void* next = first;
  for (std::int64_t left = loads; left > 0; --left) next = *static_cast<const void* const*>(next);
  return next;
}

constexpr Kernel all_kernels[] = {
    {"integer_add", "chain", chain<IntegerAdd, std::uint64_t>},
    {"integer_add", "throughput", throughput<IntegerAdd, std::uint64_t>},
    {"integer_multiply", "chain", chain<IntegerMultiply, std::uint64_t>},
    {"integer_multiply", "throughput", throughput<IntegerMultiply, std::uint64_t>},
    {"integer_divide", "chain", chain<IntegerDivide, std::uint64_t>},
    {"integer_divide", "throughput", throughput<IntegerDivide, std::uint64_t>},
    {"branch", "throughput", branches},
    {"branch_missed", "throughput", missed_branches},
    {"call", "chain", calls},
    {"float_add", "chain", chain<FloatAdd, double>},
    {"float_add", "throughput", throughput<FloatAdd, double>},
    {"float_multiply", "chain", chain<FloatMultiply, double>},
    {"float_multiply", "throughput", throughput<FloatMultiply, double>},
    {"float_fused", "chain", chain<FloatFused, double>},
    {"float_fused", "throughput", throughput<FloatFused, double>},
    {"float_divide", "chain", chain<FloatDivide, double>},
    {"float_divide", "throughput", throughput<FloatDivide, double>},
    {"float_sqrt", "chain", chain<FloatRoot, double>},
    {"float_sqrt", "throughput", throughput<FloatRoot, double>},
    {"simd_add", "chain", chain<FloatAdd, Simd>},
    {"simd_add", "throughput", throughput<FloatAdd, Simd>},
    {"simd_multiply", "chain", chain<FloatMultiply, Simd>},
    {"simd_multiply", "throughput", throughput<FloatMultiply, Simd>},
    {"simd_fused", "chain", chain<FloatFused, Simd>},
    {"simd_fused", "throughput", throughput<FloatFused, Simd>},
    {"simd_divide", "chain", chain<FloatDivide, Simd>},
    {"simd_divide", "throughput", throughput<FloatDivide, Simd>},
    {"simd_sqrt", "chain", chain<FloatRoot, Simd>},
    {"simd_sqrt", "throughput", throughput<FloatRoot, Simd>},
};

static_assert(sizeof all_kernels == kernel_count * sizeof(Kernel), "kernel.hpp says how many");

constexpr KernelSet kernel_set = {all_kernels, sizeof(Simd), read_all, triad_all, follow_chain};

}  // namespace
}  // namespace revprof
