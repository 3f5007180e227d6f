// SPDX-License-Identifier: BSD-3-Clause
// Writes a fitted model with everything a model can hold, for the schema's test: sample_model FILE.
#include "fit/fit/fit.hpp"
#include "fit/model/model_json.hpp"
#include "samples.hpp"

int main(int, char** arguments) {
  using namespace revprof;
  const samples::Time time = samples::equation({Startup::log_p, Data::d}, 5e-6, 10e-6, 4e-9);
  Measurements measurements = samples::of("MPI_Bcast", samples::noisy(time, 0.1, 1));
  measurements.cells.erase(measurements.cells.begin() + 40);
  samples::add(measurements, "transit", time, {2}, samples::powers_of_two(1, 4096), 4);
  samples::add(measurements, "operation.float_add.chain", time, {1, 2, 4}, {4096, 16384, 65536});
  samples::add(measurements, "memory.L2.latency", time, {1, 2, 4}, {4096, 16384, 65536});
  measurements.header.push_back({"caches", "L1 32768 L2 1048576"});
  measurements.header.push_back({"simd_bytes", "32"});
  write_model(fit_model(measurements).model, arguments[1]);
}
