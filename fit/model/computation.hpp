// SPDX-License-Identifier: BSD-3-Clause
// What a model says of computation: the time of one operation, the speed of memory, and by which
// factor a host's time becomes a target's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fit/model/model.hpp"

namespace revprof {

// low <= mean <= high; outside what was measured `extrapolated`.
struct Bounds {
  double low = 0, mean = 0, high = 0;
  bool extrapolated = false;
};

// All for q processes of a node that do the same at the same time; nothing where the model does not
// have it. One of many: the estimate at the largest measured w, divided by w.

// Seconds of one operation, load or byte of a row such as "operation.float_add.chain".
std::optional<Bounds> seconds_of_one(const Computation& computation, const std::string& row, int q);

// Seconds of all w of a row.
std::optional<Bounds> seconds_of_all(const Computation& computation, const std::string& row, int q,
                                     std::int64_t work);

// Seconds of one operation of a class ("float_add"), each waiting for the one before it or not
// ("chain", "throughput").
std::optional<Bounds> operation_seconds(const Computation& computation,
                                        std::string_view operation_class, std::string_view way,
                                        int q);

// Of a level ("L2", "main"): seconds of a load that others wait for; bytes a second of one process
// ("read", "triad").
std::optional<Bounds> load_seconds(const Computation& computation, std::string_view level, int q);
std::optional<Bounds> bandwidth(const Computation& computation, std::string_view level,
                                std::string_view way, int q);

// Seconds of a byte that q processes of a node go through again and again, each in memory of its
// own, `together` bytes: in the last cache up to half its size (as it is measured), in main memory
// from twice its size on, between them by the logarithm. Nothing where the model does not have
// both.
std::optional<double> seconds_of_byte(const Computation& computation, int q, double together);
// Whether some of it is in main memory.
bool leaves_last_cache(const Computation& computation, double together);

// Seconds of one unit of work: "instruction", "flop", "access" (a load) or "byte" (of main memory),
// or a row by its name. low and high are the least and the most of the rows that a unit is made of,
// mean their geometric mean; nothing where the model has none of them.
std::optional<Bounds> unit_seconds(const Computation& computation, std::string_view unit, int q);

// Computation on one machine with so many processes on its node.
struct Node {
  const Computation& computation;
  int q = 1;
};

// What time of the host's becomes on the target: of every row that both have, target by host; the
// geometric mean of them, and the least and the largest. `work` keeps those whose name begins with
// one of its entries ("operation.float_", "memory.main."); empty: all operations and memory.
struct HostFactor {
  double low = 1, mean = 1, high = 1;
  int rows = 0;
};
std::optional<HostFactor> host_factor(const Node& host, const Node& target,
                                      const std::vector<std::string>& work = {});

}  // namespace revprof
