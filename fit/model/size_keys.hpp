// SPDX-License-Identifier: BSD-3-Clause
// What d is called in a model file: bytes of a call, work of computation.
#pragma once

namespace revprof {

struct SizeKeys {
  const char* least;
  const char* most;
  const char* all;
};
constexpr SizeKeys of_bytes = {"min_bytes", "max_bytes", "bytes"};
constexpr SizeKeys of_work = {"min_work", "max_work", "work"};

}  // namespace revprof
