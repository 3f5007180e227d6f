// SPDX-License-Identifier: BSD-3-Clause
// The rows of computation: each class of operations one way, and each level of memory, by q
// processes of a node at once.
#include <array>
#include <optional>

#include "characterize/node/blas.hpp"
#include "characterize/node/caches.hpp"
#include "characterize/node/kernel.hpp"
#include "characterize/node/library_kernels.hpp"
#include "characterize/node/node.hpp"
#include "characterize/node/placement.hpp"
#include "characterize/node/working_memory.hpp"
#include "characterize/operation.hpp"
#include "fit/measurements/computation_name.hpp"

namespace revprof {

namespace {

// Sizes of w: the clock is a part of the smallest time, and of nothing that grows with w.
const std::vector<std::int64_t> operations_timed = {4096, 16384, 65536};
const std::vector<std::int64_t> loads_timed = {1024, 4096, 16384};
const std::vector<std::int64_t> bytes_timed = {3 << 16, 3 << 18, 3 << 20};
const std::vector<std::int64_t> flops_timed = {1 << 22, 1 << 23, 1 << 24};

WorkingMemory& working_memory() {
  static WorkingMemory of_this_process;
  return of_this_process;
}

std::optional<Placement>& placement() {
  static std::optional<Placement> of_this_process;
  return of_this_process;
}

void place(Cell& c) { placement().emplace(c.rank, c.members); }
void leave(Cell&) { placement().reset(); }

template <std::size_t kernel>
void run(Cell& c) {
  best_kernels().kernels[kernel].run(c.bytes);
}

template <std::size_t level>
std::int64_t bytes_of(int processes, std::int64_t) {
  return working_set(caches(), std::string(memory_levels[level]), processes);
}
template <std::size_t level>
bool is_there() {
  return bytes_of<level>(1, 0) > 0;
}
template <std::size_t level>
void prepare_numbers(Cell& c) {
  place(c);
  working_memory().fill_with_numbers(bytes_of<level>(c.members, 0));
  if (memory_levels[level] != "main") working_memory().pass_through();
}
template <std::size_t level>
void prepare_chain(Cell& c) {
  place(c);
  working_memory().fill_with_chain(bytes_of<level>(c.members, 0));
  if (memory_levels[level] != "main") working_memory().pass_through();
}
void load_in_chain(Cell& c) { working_memory().load_in_chain(c.bytes); }
void read(Cell& c) { working_memory().read(c.bytes); }
void triad(Cell& c) { working_memory().triad(c.bytes); }

Operation row(const std::string& name, const std::vector<std::int64_t>& work,
              void (*prepare)(Cell&), void (*call)(Cell&)) {
  Operation all{name, true, true, Timing::last_return, no_memory, prepare, nothing, call, nothing};
  all.finish = leave;
  all.work = work;
  return all;
}

template <std::size_t level>
void add_level(std::vector<Operation>& all) {
  const std::string_view name = memory_levels[level];
  all.push_back(
      row(memory_name(name, "latency"), loads_timed, prepare_chain<level>, load_in_chain));
  all.push_back(row(memory_name(name, "read"), bytes_timed, prepare_numbers<level>, read));
  all.push_back(row(memory_name(name, "triad"), bytes_timed, prepare_numbers<level>, triad));
  for (std::size_t i = all.size() - 3; i < all.size(); ++i) {
    all[i].memory = bytes_of<level>;
    all[i].is_there = is_there<level>;
    if (name == "main") all[i].first_level = 2;  // its pages have to be made
  }
}

template <std::size_t... levels>
void add_levels(std::vector<Operation>& all, std::index_sequence<levels...>) {
  (add_level<levels>(all), ...);
}

template <std::size_t... kernels>
void add_kernels(std::vector<Operation>& all, std::index_sequence<kernels...>) {
  const Kernel* const known = plain_kernels().kernels;
  (all.push_back(row(operation_name(known[kernels].operation_class, known[kernels].way),
                     operations_timed, place, run<kernels>)),
   ...);
}

template <std::size_t kernel>
void run_library(Cell& c) {
  library_kernels()[kernel].run(c.bytes);
}
const std::vector<std::int64_t>& work_of(const LibraryKernel& kernel) {
  const std::string_view way = computation_name(kernel.name).way;
  return way == "byte" ? bytes_timed : way == "flop" ? flops_timed : operations_timed;
}
template <std::size_t kernel>
void add_library_row(std::vector<Operation>& all) {
  const LibraryKernel& one = library_kernels()[kernel];
  all.push_back(row(one.name, work_of(one), place, run_library<kernel>));
  all.back().is_there = one.is_there;
}
template <std::size_t... kernels>
void add_library(std::vector<Operation>& all, std::index_sequence<kernels...>) {
  (add_library_row<kernels>(all), ...);
}

// The process stays on all processors that it may use, as its threads do. More of them in a region
// than there are processors would wait for each other.
const std::vector<std::int64_t> threads_begun = {1, 2, 4, 8};
std::int64_t processors() { return static_cast<std::int64_t>(processors_in_order().size()); }
bool have_processors(int processes, std::int64_t threads) {
  return threads == 1 || processes * threads <= processors();
}
std::vector<std::int64_t> threads_of_regions() {
  std::vector<std::int64_t> all = {1, 2};
  for (std::int64_t threads = 4; threads <= processors(); threads *= 2) all.push_back(threads);
  return all;
}
void begin_some(Cell& c) { begin_threads(c.bytes); }
void open_one(Cell& c) { open_region(c.bytes); }
void leave_regions(Cell&) { forget_regions(); }

void add_threads(std::vector<Operation>& all) {
  all.push_back(row(threads_name("thread"), threads_begun, nothing, begin_some));
  all.back().finish = nothing;
  all.push_back(row(threads_name("region"), threads_of_regions(), nothing, open_one));
  all.back().finish = leave_regions;
  all.back().is_there = has_regions;
  all.back().has_processors = have_processors;
}

}  // namespace

std::vector<Operation> node_operations() {
  std::vector<Operation> all;
  add_kernels(all, std::make_index_sequence<kernel_count>());
  add_levels(all, std::make_index_sequence<std::size(memory_levels)>());
  add_library(all, std::make_index_sequence<library_kernel_count>());
  add_threads(all);
  return all;
}

std::vector<std::pair<std::string, std::string>> node_findings() {
  std::string sizes;
  for (const CacheLevel& cache : caches()) {
    sizes += (sizes.empty() ? "" : " ") + cache.name + " " + std::to_string(cache.bytes);
  }
  std::vector<std::pair<std::string, std::string>> all = {
      {"caches", sizes}, {"simd_bytes", std::to_string(best_kernels().simd_bytes)}};
  if (has_blas()) all.emplace_back("blas_library", blas_name());
  return all;
}

}  // namespace revprof
