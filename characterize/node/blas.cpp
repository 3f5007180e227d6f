// SPDX-License-Identifier: BSD-3-Clause
// Fortran's interface of BLAS (Lawson et al. 1979, Dongarra et al. 1988 and 1990), on doubles.
#include "characterize/node/blas.hpp"

#include <dlfcn.h>

#include <vector>

namespace revprof {

namespace {

// How long a text is follows the arguments, as gfortran passes it; others do not look.
using Gemm = void (*)(const char*, const char*, const int*, const int*, const int*, const double*,
                      const double*, const int*, const double*, const int*, const double*, double*,
                      const int*, std::size_t, std::size_t);
using Gemv = void (*)(const char*, const int*, const int*, const double*, const double*, const int*,
                      const double*, const int*, const double*, double*, const int*, std::size_t);
using Dot = double (*)(const int*, const double*, const int*, const double*, const int*);
using Axpy = void (*)(const int*, const double*, const double*, const int*, double*, const int*);

struct Blas {
  std::string name;
  Gemm gemm = nullptr;
  Gemv gemv = nullptr;
  Dot dot = nullptr;
  Axpy axpy = nullptr;
  bool is_whole() const {
    return gemm != nullptr && gemv != nullptr && dot != nullptr && axpy != nullptr;
  }
};
Blas blas;

// Operations of one call: 2 m n k, 2 m n, 2 n, 2 n.
constexpr int few = 2, gemm_size = 128, gemv_size = 128, vector_size = 1024;

struct Numbers {
  std::vector<double> a = std::vector<double>(gemm_size * gemm_size, 0.5), b = a, c = a;
};
Numbers& numbers() {
  static Numbers of_this_process;
  return of_this_process;
}

constexpr double one = 1, none = 0, little = 1e-30;
constexpr int step = 1;

void gemm(int n) {
  Numbers& v = numbers();
  blas.gemm("N", "N", &n, &n, &n, &one, v.a.data(), &n, v.b.data(), &n, &none, v.c.data(), &n, 1,
            1);
}
void gemv(int n) {
  Numbers& v = numbers();
  blas.gemv("N", &n, &n, &one, v.a.data(), &n, v.b.data(), &step, &none, v.c.data(), &step, 1);
}
void dot(int n) {
  volatile double sum = blas.dot(&n, numbers().a.data(), &step, numbers().b.data(), &step);
  static_cast<void>(sum);
}
void axpy(int n) { blas.axpy(&n, &little, numbers().a.data(), &step, numbers().c.data(), &step); }

template <typename Function>
Function function_of(void* library, const char* symbol) {
  return reinterpret_cast<Function>(dlsym(library, symbol));
}

std::string load(const std::string& name) {
  void* const library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return dlerror();
  Blas found{name, function_of<Gemm>(library, "dgemm_"), function_of<Gemv>(library, "dgemv_"),
             function_of<Dot>(library, "ddot_"), function_of<Axpy>(library, "daxpy_")};
  if (!found.is_whole()) return name + " has not all of dgemm_, dgemv_, ddot_, daxpy_";
  blas = found;
  return "";
}

void repeat(void (*function)(int), std::int64_t calls, int n) {
  for (std::int64_t i = 0; i < calls; ++i) function(n);
}

}  // namespace

std::string load_blas(const std::string& library) {
  if (library == "none") return "";
  if (library != "find") return load(library);
  for (const char* const name : {"libblas.so.3", "libopenblas.so.0", "libmkl_rt.so.2",
                                 "libmkl_rt.so.1", "libblis.so.4", "libsci_gnu.so"}) {
    if (load(name).empty()) break;
  }
  return "";
}
void leave_blas_out() { blas = {}; }
bool has_blas() { return blas.is_whole(); }
std::string blas_name() { return blas.name; }

void call_dgemm(std::int64_t calls) { repeat(gemm, calls, few); }
void call_dgemv(std::int64_t calls) { repeat(gemv, calls, few); }
void call_ddot(std::int64_t calls) { repeat(dot, calls, few); }
void call_daxpy(std::int64_t calls) { repeat(axpy, calls, few); }
void dgemm_flops(std::int64_t flops) {
  repeat(gemm, flops / (2 * gemm_size * gemm_size * gemm_size), gemm_size);
}
void dgemv_flops(std::int64_t flops) {
  repeat(gemv, flops / (2 * gemv_size * gemv_size), gemv_size);
}
void ddot_flops(std::int64_t flops) { repeat(dot, flops / (2 * vector_size), vector_size); }
void daxpy_flops(std::int64_t flops) { repeat(axpy, flops / (2 * vector_size), vector_size); }

}  // namespace revprof
