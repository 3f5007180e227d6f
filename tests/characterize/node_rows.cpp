// SPDX-License-Identifier: BSD-3-Clause
// The rows of computation: their names, what they go through in memory, and where processes sit.
#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <set>

#include "characterize/node/blas.hpp"
#include "characterize/node/caches.hpp"
#include "characterize/node/kernel.hpp"
#include "characterize/node/library_kernels.hpp"
#include "characterize/node/placement.hpp"
#include "characterize/node/working_memory.hpp"
#include "characterize/operation.hpp"
#include "fit/measurements/computation_name.hpp"

namespace revprof {
namespace {

TEST(NodeRows, every_class_and_every_level_by_its_name) {
  std::set<std::string> names, whats;
  for (const Operation& operation : node_operations()) {
    const ComputationName name = computation_name(operation.name);
    ASSERT_TRUE(name) << operation.name;
    EXPECT_TRUE(names.insert(operation.name).second) << operation.name;
    whats.insert(std::string(name.what));
    EXPECT_TRUE(operation.computes() && operation.collective);
  }
  std::set<std::string> expected(std::begin(operation_classes), std::end(operation_classes));
  expected.insert(std::begin(memory_levels), std::end(memory_levels));
  expected.insert(std::begin(library_functions), std::end(library_functions));
  expected.insert(std::begin(thread_starts), std::end(thread_starts));
  EXPECT_EQ(whats, expected);
}

TEST(NodeRows, names_that_are_none) {
  for (const char* name : {"MPI_Bcast", "MPI_Barrier.late", "operation", "operation.float_add",
                           "operation.float_add.fast", "operation.L1.chain", "memory.L9.read",
                           "memory.L1.chain", "memory.L1.read.more", "library.exp",
                           "library.exp.chain", "threads.exp.call", "threads.region.call", ""}) {
    EXPECT_FALSE(computation_name(name)) << name;
  }
  EXPECT_EQ(computation_name("operation.simd_sqrt.throughput").kind, "operation");
  EXPECT_EQ(computation_name("memory.main.latency").kind, "memory");
  EXPECT_TRUE(computation_name("library.memset.byte").in_bytes());
  EXPECT_FALSE(computation_name("library.memset.call").in_bytes());
}

TEST(NodeRows, library_functions_and_threads_come_to_their_end) {
  EXPECT_EQ(library_kernels().size(), library_kernel_count);
  for (const LibraryKernel& kernel : library_kernels()) {
    if (kernel.is_there == nullptr || kernel.is_there()) kernel.run(8192);
  }
  begin_threads(3);
  open_region(3);
  forget_regions();
  open_region(2);  // and again
  forget_regions();
}

TEST(NodeRows, blas_of_the_host_or_none) {
  EXPECT_NE(load_blas("/nowhere/libblas.so"), "");
  EXPECT_NE(load_blas("libm.so.6"), "");  // has no dgemm_
  EXPECT_EQ(load_blas("none"), "");
  EXPECT_FALSE(has_blas());
  EXPECT_EQ(load_blas("find"), "");
  for (const LibraryKernel& kernel : library_kernels()) {
    if (has_blas() && kernel.is_there != nullptr) kernel.run(1 << 22);
  }
  leave_blas_out();
  EXPECT_FALSE(has_blas());
}

// Whatever vectors there are, the same rows.
TEST(NodeRows, wide_kernels_are_as_many) {
  for (std::size_t i = 0; i < kernel_count; ++i) {
    EXPECT_STREQ(plain_kernels().kernels[i].operation_class,
                 wide_kernels().kernels[i].operation_class);
    EXPECT_STREQ(plain_kernels().kernels[i].way, wide_kernels().kernels[i].way);
  }
}

TEST(Caches, lists_and_sizes_of_linux) {
  EXPECT_EQ(processors_in("0"), 1);
  EXPECT_EQ(processors_in("0-3,8"), 5);
  EXPECT_EQ(processors_in("2,66"), 2);
  EXPECT_EQ(processors_in("3-1"), 0);
  EXPECT_EQ(processors_in("x"), 0);
  EXPECT_EQ(bytes_in("48K"), 48 << 10);
  EXPECT_EQ(bytes_in("2M"), 2 << 20);
  EXPECT_EQ(bytes_in("64"), 64);
  EXPECT_EQ(bytes_in(""), 0);
  EXPECT_EQ(bytes_in("3X"), 0);
}

TEST(Caches, a_working_set_is_a_process_part_of_the_level) {
  const std::vector<CacheLevel> all = {
      {"L1", 32 << 10, 2}, {"L2", 1 << 20, 2}, {"L3", 32 << 20, 16}};
  EXPECT_EQ(working_set(all, "L1", 1), 16 << 10);
  EXPECT_EQ(working_set(all, "L1", 64), 8 << 10);  // two processors share it, and no more
  EXPECT_EQ(working_set(all, "L2", 1), 512 << 10);
  EXPECT_EQ(working_set(all, "L3", 1), 16 << 20);
  EXPECT_EQ(working_set(all, "L3", 4), 4 << 20);
  EXPECT_EQ(working_set(all, "L3", 16), 2 << 20);  // not what the level before holds
  EXPECT_EQ(working_set(all, "main", 16), 128 << 20);
  EXPECT_EQ(working_set({{"L1", 32 << 10, 1}, {"L2", 1 << 20, 1}}, "L3", 1), 0);
  EXPECT_EQ(working_set({{"L3", 200 << 20, 1}}, "main", 1), 400 << 20);
  EXPECT_EQ(working_set({}, "main", 1), 128 << 20);
}

TEST(WorkingMemory, a_chain_comes_back_after_all_lines_and_not_before) {
  WorkingMemory memory;
  memory.fill_with_chain(100 << 10);  // 1024 lines
  const void* const first = memory.place_in_chain();
  std::set<const void*> passed;
  for (int i = 0; i < 1024; ++i) {
    EXPECT_TRUE(passed.insert(memory.place_in_chain()).second) << i;
    memory.load_in_chain(1);
  }
  EXPECT_EQ(memory.place_in_chain(), first);
  memory.load_in_chain(3);
  const void* const third = memory.place_in_chain();
  memory.fill_with_chain(100 << 10);  // is there already
  EXPECT_EQ(memory.place_in_chain(), third);
}

TEST(WorkingMemory, goes_round_in_what_it_has) {
  WorkingMemory memory;
  memory.fill_with_numbers(5000);
  memory.read(3 << 16);
  memory.triad(3 << 16);
  memory.fill_with_chain(5000);
  memory.load_in_chain(1 << 16);
  memory.fill_with_numbers(100);  // as little as there can be
  memory.pass_through();
  memory.triad(3 << 16);
}

int processors_allowed() {
  cpu_set_t set;
  CPU_ZERO(&set);
  sched_getaffinity(0, sizeof set, &set);
  return CPU_COUNT(&set);
}

TEST(Placement, one_processor_and_all_again) {
  const int before = processors_allowed();
  const std::vector<int> order = processors_in_order();
  ASSERT_EQ(order.size(), static_cast<std::size_t>(before));
  EXPECT_EQ(std::set<int>(order.begin(), order.end()).size(), order.size());
  for (int place = 0; place < before; ++place) {
    const Placement placement(place, before);
    EXPECT_EQ(processors_allowed(), 1);
    EXPECT_EQ(sched_getcpu(), order[static_cast<std::size_t>(place)]);
  }
  EXPECT_EQ(processors_allowed(), before);
  const Placement too_many(before, before + 1);
  EXPECT_EQ(processors_allowed(), before);
}

}  // namespace
}  // namespace revprof
