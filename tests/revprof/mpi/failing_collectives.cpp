// SPDX-License-Identifier: BSD-3-Clause
// A collective that MPI refuses on one process alone, and then correct ones: whatever the wrong
// argument, what follows is right, on the communicator where it happened, and nobody hangs.
#include <functional>

#include "check.hpp"

namespace {

constexpr int values = 64;

struct Arguments {
  int count = values;
  MPI_Datatype type = MPI_INT;
  MPI_Op op = MPI_SUM;
  int root = 0;
};

struct Buffers {
  explicit Buffers(int processes)
      : out(static_cast<std::size_t>(processes) * values),
        in(out.size()),
        counts(static_cast<std::size_t>(processes), values),
        places(counts.size()) {
    for (std::size_t i = 0; i < places.size(); ++i) places[i] = static_cast<int>(i) * values;
  }
  std::vector<int> out, in, counts, places;
};

// How a collective is called: blocking, or with a request, which is completed where the call
// succeeds.
struct Collective {
  const char* name;
  bool has_count, has_op, has_root;
  std::function<int(MPI_Comm, Buffers&, const Arguments&)> call;
};

int completed(int error, MPI_Request& request) {
  return error == MPI_SUCCESS ? MPI_Wait(&request, MPI_STATUS_IGNORE) : error;
}

using B = Buffers;
using A = Arguments;

// As many names as MPI-3.1 chapter 5 has, blocking and nonblocking.
#define WITH(...) [](MPI_Comm c, B& b, const A& a) -> int { return __VA_ARGS__; }
#define REQUEST(...)                        \
  [](MPI_Comm c, B& b, const A& a) -> int { \
    MPI_Request r = MPI_REQUEST_NULL;       \
    return completed(__VA_ARGS__, r);       \
  }
const Collective collectives[] = {
    {"Bcast", true, false, true, WITH(MPI_Bcast(b.in.data(), a.count, a.type, a.root, c))},
    {"Gather", true, false, true,
     WITH(MPI_Gather(b.out.data(), a.count, a.type, b.in.data(), a.count, a.type, a.root, c))},
    {"Scatter", true, false, true,
     WITH(MPI_Scatter(b.out.data(), a.count, a.type, b.in.data(), a.count, a.type, a.root, c))},
    {"Gatherv", true, false, true,
     WITH(MPI_Gatherv(b.out.data(), a.count, a.type, b.in.data(), b.counts.data(), b.places.data(),
                      a.type, a.root, c))},
    {"Allgather", true, false, false,
     WITH(MPI_Allgather(b.out.data(), a.count, a.type, b.in.data(), a.count, a.type, c))},
    {"Allgatherv", true, false, false,
     WITH(MPI_Allgatherv(b.out.data(), a.count, a.type, b.in.data(), b.counts.data(),
                         b.places.data(), a.type, c))},
    {"Alltoall", true, false, false,
     WITH(MPI_Alltoall(b.out.data(), a.count, a.type, b.in.data(), a.count, a.type, c))},
    {"Reduce", true, true, true,
     WITH(MPI_Reduce(b.out.data(), b.in.data(), a.count, a.type, a.op, a.root, c))},
    {"Allreduce", true, true, false,
     WITH(MPI_Allreduce(b.out.data(), b.in.data(), a.count, a.type, a.op, c))},
    {"Reduce_scatter_block", true, true, false,
     WITH(MPI_Reduce_scatter_block(b.out.data(), b.in.data(), a.count, a.type, a.op, c))},
    {"Scan", true, true, false,
     WITH(MPI_Scan(b.out.data(), b.in.data(), a.count, a.type, a.op, c))},
    {"Exscan", true, true, false,
     WITH(MPI_Exscan(b.out.data(), b.in.data(), a.count, a.type, a.op, c))},
    {"Ibcast", true, false, true, REQUEST(MPI_Ibcast(b.in.data(), a.count, a.type, a.root, c, &r))},
    {"Igather", true, false, true,
     REQUEST(
         MPI_Igather(b.out.data(), a.count, a.type, b.in.data(), a.count, a.type, a.root, c, &r))},
    {"Iscatter", true, false, true,
     REQUEST(
         MPI_Iscatter(b.out.data(), a.count, a.type, b.in.data(), a.count, a.type, a.root, c, &r))},
    {"Iallgather", true, false, false,
     REQUEST(MPI_Iallgather(b.out.data(), a.count, a.type, b.in.data(), a.count, a.type, c, &r))},
    {"Ialltoall", true, false, false,
     REQUEST(MPI_Ialltoall(b.out.data(), a.count, a.type, b.in.data(), a.count, a.type, c, &r))},
    {"Ireduce", true, true, true,
     REQUEST(MPI_Ireduce(b.out.data(), b.in.data(), a.count, a.type, a.op, a.root, c, &r))},
    {"Iallreduce", true, true, false,
     REQUEST(MPI_Iallreduce(b.out.data(), b.in.data(), a.count, a.type, a.op, c, &r))},
    {"Ireduce_scatter_block", true, true, false,
     REQUEST(MPI_Ireduce_scatter_block(b.out.data(), b.in.data(), a.count, a.type, a.op, c, &r))},
    {"Iscan", true, true, false,
     REQUEST(MPI_Iscan(b.out.data(), b.in.data(), a.count, a.type, a.op, c, &r))},
    {"Barrier", false, false, false, WITH((void)b, (void)a, MPI_Barrier(c))},
    {"Ibarrier", false, false, false, REQUEST(((void)b, (void)a, MPI_Ibarrier(c, &r)))},
#if MPI_VERSION >= 4
    {"Allreduce_init", true, true, false,
     [](MPI_Comm c, B& b, const A& a) -> int {
       MPI_Request r = MPI_REQUEST_NULL;
       int error = MPI_Allreduce_init(b.out.data(), b.in.data(), a.count, a.type, a.op, c,
                                      MPI_INFO_NULL, &r);
       if (error != MPI_SUCCESS) return error;
       MPI_Start(&r);
       error = MPI_Wait(&r, MPI_STATUS_IGNORE);
       MPI_Request_free(&r);
       return error;
     }},
    {"Bcast_init", true, false, true,
     [](MPI_Comm c, B& b, const A& a) -> int {
       MPI_Request r = MPI_REQUEST_NULL;
       int error =
           MPI_Bcast_init(b.in.data(), a.count, a.type, a.root, c, MPI_INFO_NULL, &r);
       if (error != MPI_SUCCESS) return error;
       MPI_Start(&r);
       error = MPI_Wait(&r, MPI_STATUS_IGNORE);
       MPI_Request_free(&r);
       return error;
     }},
#endif
};

std::vector<Arguments> wrong_arguments(const Collective& collective, int processes) {
  std::vector<Arguments> wrong;
  const auto add = [&](auto change) {
    Arguments arguments;
    change(arguments);
    wrong.push_back(arguments);
  };
  // MPICH 4.0.2 does not look at the counts of some reductions.
  const bool counts = collective.has_count && !(host_is_mpich && collective.has_op);
  if (counts) add([](Arguments& a) { a.count = -1; });
  if (collective.has_count) add([](Arguments& a) { a.type = MPI_DATATYPE_NULL; });
  if (collective.has_op) add([](Arguments& a) { a.op = MPI_OP_NULL; });
  if (collective.has_root) add([&](Arguments& a) { a.root = processes; });
  if (collective.has_root) add([](Arguments& a) { a.root = -7; });
  return wrong;
}

// What each process holds after a correct call on data of its own.
void correct(const World& world, MPI_Comm handle, int round) {
  std::vector<int> data(values), sums(values), all(static_cast<std::size_t>(world.size) * values);
  const int root = round % world.size;
  for (int i = 0; i < values; ++i)
    data[static_cast<std::size_t>(i)] = 1000 * world.rank + i + round;
  const std::vector<int> own = data;
  CHECK_MPI(MPI_Allgather(own.data(), values, MPI_INT, all.data(), values, MPI_INT, handle));
  for (int r = 0; r < world.size; ++r) {
    for (int i = 0; i < values; ++i) {
      CHECK_EQUAL(all[static_cast<std::size_t>(r * values + i)], 1000 * r + i + round);
    }
  }
  CHECK_MPI(MPI_Bcast(data.data(), values, MPI_INT, root, handle));
  for (int i = 0; i < values; ++i) {
    CHECK_EQUAL(data[static_cast<std::size_t>(i)], 1000 * root + i + round);
  }
  MPI_Request request = MPI_REQUEST_NULL;
  CHECK_MPI(MPI_Iallreduce(own.data(), sums.data(), values, MPI_INT, MPI_SUM, handle, &request));
  CHECK_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
  const int pairs = world.size * (world.size - 1) / 2;
  for (int i = 0; i < values; ++i) {
    CHECK_EQUAL(sums[static_cast<std::size_t>(i)], 1000 * pairs + world.size * (i + round));
  }
}

void refused_on_one(const World& world, MPI_Comm handle) {
  int round = 0;
  Buffers buffers(world.size);
  for (const Collective& collective : collectives) {
    for (const Arguments& wrong : wrong_arguments(collective, world.size)) {
      for (const int who : {0, world.size - 1}) {
        // The correct ones are the same call first, so that what is left of the wrong one would be
        // taken for it.
        if (world.rank == who && collective.call(handle, buffers, wrong) == MPI_SUCCESS) {
          fail(__FILE__, __LINE__, std::string(collective.name) + ": not refused");
        }
        CHECK_MPI(collective.call(handle, buffers, Arguments()));
        correct(world, handle, ++round);
      }
    }
    CHECK_MPI(collective.call(handle, buffers, Arguments()));
  }
  // Without errors between them, the clocks of all come together.
  CHECK_MPI(MPI_Barrier(handle));
}

// Constructors, windows and files, too.
void refused_constructors(const World& world, MPI_Comm handle) {
  MPI_Comm made = MPI_COMM_NULL;
  int dimensions[1] = {world.size}, too_many[1] = {world.size + 1}, negative[1] = {-1};
  int periods[1] = {1}, *own = nullptr;
  MPI_Win window = MPI_WIN_NULL;
  for (const int who : {0, world.size - 1}) {
    if (world.rank == who) {
      CHECK(MPI_Comm_split(handle, 0, 0, nullptr) != MPI_SUCCESS);
      CHECK(MPI_Cart_create(handle, 1, too_many, periods, 0, &made) != MPI_SUCCESS);
      if (!host_is_mpich) {  // which takes it
        CHECK(MPI_Cart_create(handle, 1, negative, periods, 0, &made) != MPI_SUCCESS);
        CHECK(MPI_Win_allocate(-3, 1, MPI_INFO_NULL, handle, &own, &window) != MPI_SUCCESS);
      }
    }
    CHECK_MPI(MPI_Comm_split(handle, world.rank % 2, 0, &made));
    CHECK_MPI(MPI_Barrier(made));
    CHECK_MPI(MPI_Comm_free(&made));
    CHECK_MPI(MPI_Cart_create(handle, 1, dimensions, periods, 0, &made));
    int left = -1, right = -1, got[2] = {-1, -1};
    CHECK_MPI(MPI_Cart_shift(made, 0, 1, &left, &right));
    CHECK_MPI(MPI_Neighbor_allgather(&world.rank, 1, MPI_INT, got, 1, MPI_INT, made));
    CHECK_EQUAL(got[0], left);
    CHECK_EQUAL(got[1], right);
    CHECK_MPI(MPI_Comm_free(&made));
    CHECK_MPI(MPI_Win_allocate(sizeof(int), 1, MPI_INFO_NULL, handle, &own, &window));
    CHECK_MPI(MPI_Win_fence(0, window));
    CHECK_MPI(MPI_Win_free(&window));
    correct(world, handle, who);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm copy = MPI_COMM_NULL, reversed = MPI_COMM_NULL;
  CHECK_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &copy));
  MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN);
  refused_on_one(world, MPI_COMM_WORLD);
  refused_on_one(world, copy);
  refused_constructors(world, copy);
  CHECK_MPI(MPI_Comm_split(copy, 0, -world.rank, &reversed));
  CHECK_MPI(MPI_Barrier(reversed));
  CHECK_MPI(MPI_Comm_free(&reversed));
  CHECK_MPI(MPI_Comm_free(&copy));
  if (world.rank == 0) std::cout << "well\n";
}
