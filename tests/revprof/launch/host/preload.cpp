// SPDX-License-Identifier: BSD-3-Clause
// The order of libraries before a program's own.
#include "revprof/launch/host/preload.hpp"

#include <gtest/gtest.h>

namespace revprof {
namespace {

const std::string ours = "/lib/librevprof.so";
const LoadedLibrary mpi = {"libmpi.so.40", "/lib/libmpi.so.40"};
const LoadedLibrary asan = {"libasan.so.8", "/gcc/libasan.so.8"};

TEST(Preload, ours_alone) { EXPECT_EQ(preload(ours, "", {mpi}), ours); }

TEST(Preload, what_is_there_comes_behind) {
  EXPECT_EQ(preload(ours, "/a.so: /b.so ", {mpi}), ours + ":/a.so:/b.so");
}

#ifdef REVPROF_TEST_TOOL
TEST(Preload, tools_of_the_profiling_interface_come_before) {
  const std::string tool = REVPROF_TEST_TOOL;
  EXPECT_EQ(preload(ours, "/a.so:" + tool, {mpi}), tool + ":" + ours + ":/a.so");
  EXPECT_EQ(preload(ours, tool, {mpi, asan}), "/gcc/libasan.so.8:" + tool + ":" + ours);
  EXPECT_EQ(preload(ours, REVPROF_TEST_LIBRARY, {mpi}), ours + ":" + REVPROF_TEST_LIBRARY);
}
#endif

TEST(Preload, the_address_sanitizer_comes_first) {
  EXPECT_EQ(preload(ours, "", {mpi, asan}), "/gcc/libasan.so.8:" + ours);
  EXPECT_EQ(preload(ours, "/a.so:libasan.so.8:/b.so", {mpi}),
            "libasan.so.8:" + ours + ":/a.so:/b.so");
  EXPECT_EQ(preload(ours, "/llvm/libclang_rt.asan-x86_64.so", {mpi}),
            "/llvm/libclang_rt.asan-x86_64.so:" + ours);
}

TEST(Preload, one_address_sanitizer_is_enough) {
  EXPECT_EQ(preload(ours, "/own/libasan.so.8", {asan}), "/own/libasan.so.8:" + ours);
}

}  // namespace
}  // namespace revprof
