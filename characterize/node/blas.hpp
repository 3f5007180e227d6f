// SPDX-License-Identifier: BSD-3-Clause
// The BLAS that programs on this node are taken to call, loaded while characterize runs.
#pragma once

#include <cstdint>
#include <string>

namespace revprof {

// Loads a library by its name ("libblas.so.3") or path; "find": the first one that is there of
// those that distributions and vendors have; "none". Returns why not; empty: it is loaded, or there
// is none to be found.
std::string load_blas(const std::string& library);
void leave_blas_out();  // not all processes have it
bool has_blas();
std::string blas_name();  // as it was loaded; empty: none

// So many calls on numbers that a first cache holds with room, which take little but the call; so
// many floating point operations on what a second cache holds.
void call_dgemm(std::int64_t calls);
void call_dgemv(std::int64_t calls);
void call_ddot(std::int64_t calls);
void call_daxpy(std::int64_t calls);
void dgemm_flops(std::int64_t flops);
void dgemv_flops(std::int64_t flops);
void ddot_flops(std::int64_t flops);
void daxpy_flops(std::int64_t flops);

}  // namespace revprof
