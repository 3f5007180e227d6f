// SPDX-License-Identifier: BSD-3-Clause
// The table of the Intel MPI Benchmarks.
#include "fit/import/import_imb_benchmark.hpp"

namespace revprof {

namespace {

constexpr ImbBenchmark imb_benchmarks[] = {
    {"PingPong", "transit", nullptr},
    {"PingPongSpecificSource", "transit", nullptr},
    {"PingPongAnySource", nullptr, "receives from anybody; a model's transit is of a named source"},
    {"PingPing", nullptr, "two messages that meet; Sendrecv says the same of `exchange`"},
    {"PingPingSpecificSource", nullptr,
     "two messages that meet; Sendrecv says the same of `exchange`"},
    {"PingPingAnySource", nullptr, "two messages that meet; Sendrecv says the same of `exchange`"},
    {"Sendrecv", "exchange", nullptr},
    {"Exchange", "exchange_both", nullptr},
    {"Uniband", "gap", nullptr},
    {"Biband", nullptr, "streams both ways; a model's `gap` is of one"},
    {"Unidir_put", "Put", nullptr},
    {"Unidir_get", "Get", nullptr},
    {"Accumulate", "Accumulate", nullptr},
    {"Get_accumulate", "Get_accumulate", nullptr},
    {"Fetch_and_op", "Fetch_and_op", nullptr},
    {"Compare_and_swap", "Compare_and_swap", nullptr},
};

}  // namespace

const ImbBenchmark* find_imb_benchmark(const std::string& name) {
  for (const ImbBenchmark& benchmark : imb_benchmarks) {
    if (name == benchmark.name) return &benchmark;
  }
  return nullptr;
}

}  // namespace revprof
