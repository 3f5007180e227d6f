// SPDX-License-Identifier: BSD-3-Clause
// Every collective of MPI-3.1 chapters 5 and 7.6 in its three ways, with arguments that may be
// wrong, and what it leaves where they are right.
#pragma once

#include <functional>

#include "check.hpp"
#include "persistent_names.hpp"

namespace refused_collectives {

constexpr int values = 64, untouched = -1;

struct Arguments {
  int count = values;
  MPI_Datatype type = MPI_INT;
  MPI_Op op = MPI_SUM;
  int root = 0;
};

inline int value(int from, int to, int i) { return from * 10'000 + to * 100 + i; }

// A block of values for or from each process, and the arrays that the v- and w-forms have.
struct Buffers {
  explicit Buffers(const World& world)
      : out(static_cast<std::size_t>(world.size * values)),
        in(out.size()),
        places(static_cast<std::size_t>(world.size)),
        byte_places(places.size()),
        addresses(places.size()),
        counts(places.size()),
        types(places.size()) {
    for (std::size_t i = 0; i < places.size(); ++i) {
      places[i] = static_cast<int>(i) * values;
      byte_places[i] = places[i] * static_cast<int>(sizeof(int));
      addresses[i] = byte_places[i];
    }
    for (int to = 0; to < world.size; ++to) {
      for (int i = 0; i < values; ++i) {
        out[static_cast<std::size_t>(to * values + i)] = value(world.rank, to, i);
      }
    }
  }
  void set(const Arguments& arguments) {
    std::fill(counts.begin(), counts.end(), arguments.count);
    std::fill(types.begin(), types.end(), arguments.type);
    std::fill(in.begin(), in.end(), untouched);
  }

  std::vector<int> out, in, places, byte_places;
  std::vector<MPI_Aint> addresses;
  std::vector<int> counts;
  std::vector<MPI_Datatype> types;
};

// What comes to a process: in block j from process j what it has for all or for this one, or one
// block of the sum. The root is process 0, a neighbour the process before.
enum class Result {
  nothing,
  of_root,
  gathered,
  gathered_by_all,
  from_root,
  from_all,
  sum_at_root,
  sum,
  sum_for_each,
  sum_up_to,
  sum_before,
  of_neighbour,
};

struct Needs {
  bool count = true, op = false, root = false;
};
constexpr Needs nothing{false, false, false}, type{}, op{true, true, false},
    root{true, false, true}, op_and_root{true, true, true};

struct Collective {
  const char* name;
  Result result;
  Needs needs;
  std::function<int(MPI_Comm, Buffers&, const Arguments&)> call;

  bool of_neighbours() const { return result == Result::of_neighbour; }
};

inline int completed(int error, MPI_Request& request) {
  return error == MPI_SUCCESS ? MPI_Wait(&request, MPI_STATUS_IGNORE) : error;
}

inline int started(int error, MPI_Request& request) {
  if (error != MPI_SUCCESS) return error;
  error = MPI_Start(&request);
  if (error == MPI_SUCCESS) error = MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  return error;
}

// c: the communicator, b: buffers, a: arguments.
#define WITH(...)                                                                           \
  [](MPI_Comm c, [[maybe_unused]] Buffers& b, [[maybe_unused]] const Arguments& a) -> int { \
    [[maybe_unused]] MPI_Request r = MPI_REQUEST_NULL;                                      \
    return __VA_ARGS__;                                                                     \
  }
#define IN_ALL_WAYS(Name, name, result, needs, ...)                                                \
  {"MPI_" #Name, Result::result, needs, WITH(MPI_##Name(__VA_ARGS__, c))},                         \
      {"MPI_I" #name, Result::result, needs, WITH(completed(MPI_I##name(__VA_ARGS__, c, &r), r))}, \
  {                                                                                                \
    "MPI_" #Name "_init", Result::result, needs,                                                   \
        WITH(started(MPI_##Name##_init(__VA_ARGS__, c, MPI_INFO_NULL, &r), r))                     \
  }
// clang-format off
#define OUT b.out.data(), a.count, a.type
#define IN b.in.data(), a.count, a.type
#define OUT_V b.out.data(), b.counts.data(), b.places.data(), a.type
#define IN_V b.in.data(), b.counts.data(), b.places.data(), a.type
#define OUT_W b.out.data(), b.counts.data(), b.byte_places.data(), b.types.data()
#define IN_W b.in.data(), b.counts.data(), b.byte_places.data(), b.types.data()
#define OUT_A b.out.data(), b.counts.data(), b.addresses.data(), b.types.data()
#define IN_A b.in.data(), b.counts.data(), b.addresses.data(), b.types.data()
#define OUT_IN b.out.data(), b.in.data()

inline const Collective collectives[] = {
    IN_ALL_WAYS(Bcast, bcast, of_root, root, IN, a.root),
    IN_ALL_WAYS(Gather, gather, gathered, root, OUT, IN, a.root),
    IN_ALL_WAYS(Gatherv, gatherv, gathered, root, OUT, IN_V, a.root),
    IN_ALL_WAYS(Scatter, scatter, from_root, root, OUT, IN, a.root),
    IN_ALL_WAYS(Scatterv, scatterv, from_root, root, OUT_V, IN, a.root),
    IN_ALL_WAYS(Allgather, allgather, gathered_by_all, type, OUT, IN),
    IN_ALL_WAYS(Allgatherv, allgatherv, gathered_by_all, type, OUT, IN_V),
    IN_ALL_WAYS(Alltoall, alltoall, from_all, type, OUT, IN),
    IN_ALL_WAYS(Alltoallv, alltoallv, from_all, type, OUT_V, IN_V),
    IN_ALL_WAYS(Alltoallw, alltoallw, from_all, type, OUT_W, IN_W),
    IN_ALL_WAYS(Reduce, reduce, sum_at_root, op_and_root, OUT_IN, a.count, a.type, a.op, a.root),
    IN_ALL_WAYS(Allreduce, allreduce, sum, op, OUT_IN, a.count, a.type, a.op),
    IN_ALL_WAYS(Reduce_scatter_block, reduce_scatter_block, sum_for_each, op, OUT_IN, a.count, a.type, a.op),
    IN_ALL_WAYS(Reduce_scatter, reduce_scatter, sum_for_each, op, OUT_IN, b.counts.data(), a.type, a.op),
    IN_ALL_WAYS(Scan, scan, sum_up_to, op, OUT_IN, a.count, a.type, a.op),
    IN_ALL_WAYS(Exscan, exscan, sum_before, op, OUT_IN, a.count, a.type, a.op),
    IN_ALL_WAYS(Neighbor_allgather, neighbor_allgather, of_neighbour, type, OUT, IN),
    IN_ALL_WAYS(Neighbor_allgatherv, neighbor_allgatherv, of_neighbour, type, OUT, IN_V),
    IN_ALL_WAYS(Neighbor_alltoall, neighbor_alltoall, of_neighbour, type, OUT, IN),
    IN_ALL_WAYS(Neighbor_alltoallv, neighbor_alltoallv, of_neighbour, type, OUT_V, IN_V),
    IN_ALL_WAYS(Neighbor_alltoallw, neighbor_alltoallw, of_neighbour, type, OUT_A, IN_A),
    {"MPI_Barrier", Result::nothing, nothing, WITH(MPI_Barrier(c))},
    {"MPI_Ibarrier", Result::nothing, nothing, WITH(completed(MPI_Ibarrier(c, &r), r))},
    {"MPI_Barrier_init", Result::nothing, nothing, WITH(started(MPI_Barrier_init(c, MPI_INFO_NULL, &r), r))},
};
// clang-format on
#undef WITH
#undef IN_ALL_WAYS
#undef OUT
#undef IN
#undef OUT_V
#undef IN_V
#undef OUT_W
#undef IN_W
#undef OUT_A
#undef IN_A
#undef OUT_IN

// What is in a process's block of `in` afterwards, at place i.
inline int expected(Result result, const World& world, int block, int i) {
  const auto sum = [&](int from, int before, int to) {
    int all = 0;
    for (; from < before; ++from) all += value(from, to, i);
    return all;
  };
  const bool first = block == 0, is_root = world.rank == 0;
  switch (result) {
    case Result::nothing:
      break;
    case Result::of_root:
      return first ? value(0, 0, i) : untouched;
    case Result::gathered:
      return is_root ? value(block, 0, i) : untouched;
    case Result::gathered_by_all:
      return value(block, 0, i);
    case Result::from_root:
      return first ? value(0, world.rank, i) : untouched;
    case Result::from_all:
      return value(block, world.rank, i);
    case Result::sum_at_root:
      return first && is_root ? sum(0, world.size, 0) : untouched;
    case Result::sum:
      return first ? sum(0, world.size, 0) : untouched;
    case Result::sum_for_each:
      return first ? sum(0, world.size, world.rank) : untouched;
    case Result::sum_up_to:
      return first ? sum(0, world.rank + 1, 0) : untouched;
    case Result::sum_before:
      return first && world.rank > 0 ? sum(0, world.rank, 0) : untouched;
    case Result::of_neighbour:
      return first ? value(world.previous(), 0, i) : untouched;
  }
  return untouched;
}

inline int make(const Collective& collective, const World& world, MPI_Comm comm, Buffers& buffers,
                const Arguments& arguments) {
  buffers.set(arguments);
  if (collective.result == Result::of_root && world.rank == 0) {
    std::copy_n(buffers.out.begin(), values, buffers.in.begin());
  }
  return collective.call(comm, buffers, arguments);
}

inline void make_correct(const Collective& collective, const World& world, MPI_Comm comm,
                         Buffers& buffers) {
  check_equal(make(collective, world, comm, buffers, Arguments()), MPI_SUCCESS, collective.name,
              __FILE__, __LINE__);
  for (int k = 0; k < static_cast<int>(buffers.in.size()); ++k) {
    check_equal(buffers.in[static_cast<std::size_t>(k)],
                expected(collective.result, world, k / values, k % values), collective.name,
                __FILE__, __LINE__);
  }
}

}  // namespace refused_collectives
