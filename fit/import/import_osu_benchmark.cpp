// SPDX-License-Identifier: BSD-3-Clause
// The table of the OSU micro-benchmarks.
#include "fit/import/import_osu_benchmark.hpp"

namespace revprof {

namespace {

using Unit = OsuBenchmark::Unit;

constexpr OsuBenchmark osu_benchmarks[] = {
    {"latency", "transit", Unit::latency, true},
    {"bandwidth", "gap", Unit::bandwidth, true},
    {"multiplebandwidth/messagerate", "gap", Unit::bandwidth, true},
    {"_putlatency", "Put", Unit::latency, true},
    {"_getlatency", "Get", Unit::latency, true},
    {"_accumulatelatency", "Accumulate", Unit::latency, true},
    {"_get_accumulatelatency", "Get_accumulate", Unit::latency, true},
    {"_fetch_and_oplatency", "Fetch_and_op", Unit::latency, true},
    {"_compare_and_swaplatency", "Compare_and_swap", Unit::latency, true},
    {"barrierlatency", "Barrier", Unit::latency, false},
    {"broadcastlatency", "Bcast", Unit::latency, false},
    {"gatherlatency", "Gather", Unit::latency, false},
    {"gathervlatency", "Gatherv", Unit::latency, false},
    {"scatterlatency", "Scatter", Unit::latency, false},
    {"scattervlatency", "Scatterv", Unit::latency, false},
    {"allgatherlatency", "Allgather", Unit::latency, false},
    {"allgathervlatency", "Allgatherv", Unit::latency, false},
    {"all-to-allpersonalizedexchangelatency", "Alltoall", Unit::latency, false},
    {"all-to-allvpersonalizedexchangelatency", "Alltoallv", Unit::latency, false},
    {"all-to-allwpersonalizedexchangelatency", "Alltoallw", Unit::latency, false},
    {"all-to-alllatency", "Alltoall", Unit::latency, false},
    {"all-to-allvlatency", "Alltoallv", Unit::latency, false},
    {"all-to-allwlatency", "Alltoallw", Unit::latency, false},
    {"reducelatency", "Reduce", Unit::latency, false},
    {"allreducelatency", "Allreduce", Unit::latency, false},
    {"reduce_scatterlatency", "Reduce_scatter", Unit::latency, false, true},
    {"reduce_scatter_blocklatency", "Reduce_scatter_block", Unit::latency, false, true},
    // Each put is completed by a shmem_quiet.
    {"openshmemput", "shmem_put_nbi", Unit::latency, true},
    {"openshmemget", "shmem_get", Unit::latency, true},
    {"openshmematomicoperationrate", "", Unit::operations, true},
    {"openshmembarrierlatency", "shmem_barrier_all", Unit::latency, false},
    {"openshmembroadcastlatency", "shmem_broadcast", Unit::latency, false},
    {"openshmemcollectlatency", "shmem_collect", Unit::latency, false},
    {"openshmemfcollectlatency", "shmem_fcollect", Unit::latency, false},
    {"openshmemreducelatency", "shmem_sum_to_all", Unit::latency, false},
};

struct OsuOperation {
  const char* name;  // after the type
  const char* call;
};
constexpr OsuOperation osu_operations[] = {
    {"set", "shmem_atomic_set"},        {"add", "shmem_atomic_add"},
    {"inc", "shmem_atomic_inc"},        {"fetch", "shmem_atomic_fetch"},
    {"fadd", "shmem_atomic_fetch_add"}, {"finc", "shmem_atomic_fetch_inc"},
    {"swap", "shmem_atomic_swap"},      {"cswap", "shmem_atomic_compare_swap"},
};

}  // namespace

const OsuBenchmark* find_osu_benchmark(const std::string& title) {
  const std::string wanted = title.substr(0, 11) == "nonblocking" ? title.substr(11) : title;
  for (const OsuBenchmark& benchmark : osu_benchmarks) {
    if (wanted == benchmark.title) return &benchmark;
  }
  return nullptr;
}

const char* find_osu_operation(const std::string& name) {
  const std::string operation = name.substr(name.rfind('_') + 1);
  for (const OsuOperation& known : osu_operations) {
    if (operation == known.name) return known.call;
  }
  return nullptr;
}

}  // namespace revprof
