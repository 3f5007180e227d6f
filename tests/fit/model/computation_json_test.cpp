// SPDX-License-Identifier: BSD-3-Clause
// A model file's section on what the processes of a node take to compute.
#include <gtest/gtest.h>

#include "model_text.hpp"

namespace revprof {

namespace {

// With a section that files of before do not have.
const std::string with_computation = [] {
  std::string text = valid;
  return text.insert(text.rfind('}'),
                     R"~(, "computation": {"cache_bytes": {"L1": 32768}, "simd_bytes": 32,
"times": {"operation.float_add.chain": {"regimes": [
   {"min_work": 4096, "max_work": 65536, "min_processes": 1, "max_processes": 8, "startup": "p",
    "data": "d", "c": 4e-8, "s": 0, "k": 5e-10}],
   "cells": {"processes": [1, 8], "work": [4096], "log_residuals": [[0.5], [null]]}},
 "memory.L1.read": {"regimes": [
   {"min_work": 1, "max_work": 2, "min_processes": 1, "max_processes": 1, "startup": null,
    "data": "d", "c": 1, "s": 0, "k": 0}]}}})~");
}();

}  // namespace

TEST(ModelJson, reads_and_writes_computation) {
  EXPECT_FALSE(parse_model(valid, "m.json").computation);
  EXPECT_EQ(to_json(parse_model(valid, "m.json")).find("computation"), std::string::npos);
  const Model model = parse_model(with_computation, "m.json");
  ASSERT_TRUE(model.computation);
  EXPECT_EQ(model.computation->cache_bytes.at("L1"), 32768);
  EXPECT_EQ(model.computation->simd_bytes, 32);
  const DistanceClass& equations = model.computation->times.at("operation.float_add.chain");
  EXPECT_EQ(equations.regimes.at(0).max_bytes, 65536);
  EXPECT_EQ(equations.regimes.at(0).k, 5e-10);
  EXPECT_EQ(equations.cells->bytes, std::vector<std::int64_t>{4096});
  EXPECT_EQ(equations.cells->log_residuals.at(0).at(0), 0.5);
  EXPECT_FALSE(model.computation->times.at("memory.L1.read").cells);
  const std::string text = to_json(model);
  EXPECT_EQ(to_json(parse_model(text, "again")), text);
  EXPECT_NE(text.find("\"min_work\": 4096"), std::string::npos);
}

TEST(ModelJson, computation_is_read_as_strictly) {
  const struct {
    const char *from, *to, *complaint;
  } table[] = {
      {"\"simd_bytes\": 32,", "", "computation: expected the key \"simd_bytes\""},
      {"\"simd_bytes\"", "\"simd\": 0, \"simd_bytes\"", "computation: unknown key \"simd\""},
      {"\"simd_bytes\": 32", "\"simd_bytes\": -1", "computation.simd_bytes: expected"},
      {"{\"L1\"", "{\"L9\"", "computation.cache_bytes: unknown cache \"L9\""},
      {"{\"L1\"", "{\"main\"", "computation.cache_bytes: unknown cache \"main\""},
      {"32768", "0", "computation.cache_bytes.L1: expected an integer of at least 1"},
      {"operation.float_add.chain", "operation.float_add",
       "computation.times: unknown computation \"operation.float_add\", expected operation.CLASS"},
      {"memory.L1.read", "memory.L1.chain", "unknown computation \"memory.L1.chain\""},
      {"\"min_work\": 4096", "\"min_bytes\": 4096",
       "operation.float_add.chain.regimes[0]: expected the key \"min_work\""},
      {"\"work\": [4096]", "\"work\": [-1]", "cells.work[0]: expected an integer"},
      {"\"max_work\": 65536", "\"max_work\": 1", "regimes[0].max_work: expected an integer of at"},
      {"5e-10}],", "5e-10}, {}],", "regimes[1]: expected the key"},
      {"\"times\": {", "\"times\": {\"memory.L2.read\": [], ",
       "memory.L2.read: expected an object"},
  };
  for (const auto& row : table) {
    std::string text = with_computation;
    const std::size_t at = text.find(row.from, text.find("computation"));
    ASSERT_NE(at, std::string::npos) << row.from;
    const std::string found = complaint(text.replace(at, std::string(row.from).size(), row.to));
    EXPECT_NE(found.find(row.complaint), std::string::npos) << row.to << ": " << found;
  }
}

}  // namespace revprof
