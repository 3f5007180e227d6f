// SPDX-License-Identifier: BSD-3-Clause
// The functions that counted programs call (revprof/counted), with arguments that change.
#include "characterize/node/library_kernels.hpp"

#include <cmath>
#include <cstring>

#include "characterize/node/blas.hpp"
#include "fit/measurements/computation_name.hpp"

namespace revprof {

namespace {

// The compiler must have the value in memory here, and does not know it afterwards.
template <typename Value>
void keep_in_memory(Value& value) {
  asm volatile("" : "+m"(value) : : "memory");
}

// Arguments from 0.1 to 6.4, where these functions have no short way.
template <typename Function>
void call_with_numbers(std::int64_t work, Function function) {
  double sum = 0;
  for (std::int64_t i = 0; i < work; ++i) {
    double x = 0.1 * static_cast<double>(i % 64 + 1);
    keep_in_memory(x);
    sum += function(x);
  }
  keep_in_memory(sum);
}

void exps(std::int64_t work) {
  call_with_numbers(work, [](double x) { return std::exp(x); });
}
void logs(std::int64_t work) {
  call_with_numbers(work, [](double x) { return std::log(x); });
}
void pows(std::int64_t work) {
  call_with_numbers(work, [](double x) { return std::pow(x, 1.7); });
}
void sines(std::int64_t work) {
  call_with_numbers(work, [](double x) { return std::sin(x); });
}
void cosines(std::int64_t work) {
  call_with_numbers(work, [](double x) { return std::cos(x); });
}
void tangents(std::int64_t work) {
  call_with_numbers(work, [](double x) { return std::tan(x); });
}
void arctangents(std::int64_t work) {
  call_with_numbers(work, [](double x) { return std::atan(x); });
}
void hyperbolic_tangents(std::int64_t work) {
  call_with_numbers(work, [](double x) { return std::tanh(x); });
}
void hypotenuses(std::int64_t work) {
  call_with_numbers(work, [](double x) { return std::hypot(x, 1.7); });
}
void sines_and_cosines(std::int64_t work) {
  call_with_numbers(work, [](double x) {
    double sine = 0, cosine = 0;
    sincos(x, &sine, &cosine);
    return sine + cosine;
  });
}

constexpr std::int64_t short_bytes = 16,
                       long_bytes = 4096;  // of a call: bytes hardly count; they do

// `bytes` at a time within a first cache.
template <typename Function>
void go_through(std::int64_t calls, std::int64_t bytes, Function function) {
  alignas(64) static char from[long_bytes], to[long_bytes];
  for (std::int64_t i = 0; i < calls; ++i) {
    auto size = static_cast<std::size_t>(bytes);
    keep_in_memory(size);
    function(to, from, size);
    keep_in_memory(to);
  }
}
void copy(char* to, const char* from, std::size_t size) { std::memcpy(to, from, size); }
void move(char* to, const char* from, std::size_t size) { std::memmove(to, from, size); }
void set(char* to, const char*, std::size_t size) { std::memset(to, 1, size); }

template <void (*function)(char*, const char*, std::size_t)>
void calls_of(std::int64_t work) {
  go_through(work, short_bytes, function);
}
template <void (*function)(char*, const char*, std::size_t)>
void bytes_of_calls(std::int64_t work) {
  go_through(work / long_bytes, long_bytes, function);
}

}  // namespace

const std::vector<LibraryKernel>& library_kernels() {
  static const std::vector<LibraryKernel> all = {
      {library_name("exp", "call"), exps},
      {library_name("log", "call"), logs},
      {library_name("pow", "call"), pows},
      {library_name("sin", "call"), sines},
      {library_name("cos", "call"), cosines},
      {library_name("tan", "call"), tangents},
      {library_name("atan", "call"), arctangents},
      {library_name("tanh", "call"), hyperbolic_tangents},
      {library_name("hypot", "call"), hypotenuses},
      {library_name("sincos", "call"), sines_and_cosines},
      {library_name("memcpy", "call"), calls_of<copy>},
      {library_name("memcpy", "byte"), bytes_of_calls<copy>},
      {library_name("memmove", "call"), calls_of<move>},
      {library_name("memmove", "byte"), bytes_of_calls<move>},
      {library_name("memset", "call"), calls_of<set>},
      {library_name("memset", "byte"), bytes_of_calls<set>},
      {library_name("dgemm", "call"), call_dgemm, has_blas},
      {library_name("dgemm", "flop"), dgemm_flops, has_blas},
      {library_name("dgemv", "call"), call_dgemv, has_blas},
      {library_name("dgemv", "flop"), dgemv_flops, has_blas},
      {library_name("ddot", "call"), call_ddot, has_blas},
      {library_name("ddot", "flop"), ddot_flops, has_blas},
      {library_name("daxpy", "call"), call_daxpy, has_blas},
      {library_name("daxpy", "flop"), daxpy_flops, has_blas}};
  return all;
}

}  // namespace revprof
