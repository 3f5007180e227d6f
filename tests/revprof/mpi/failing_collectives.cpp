// SPDX-License-Identifier: BSD-3-Clause
// A collective that MPI refuses on one process alone, and then correct ones: whatever the wrong
// argument, what follows is right, on the communicator where it happened, and nobody hangs.
#include "refused_collectives.hpp"

namespace {

using namespace refused_collectives;

std::vector<Arguments> wrong_arguments(const Collective& collective, int processes) {
  std::vector<Arguments> wrong;
  const auto add = [&](auto change) {
    Arguments arguments;
    change(arguments);
    wrong.push_back(arguments);
  };
  // MPICH 4.0.2 does not look at the counts of some reductions.
  const bool counts = collective.needs.count && !(host_is_mpich && collective.needs.op);
  if (counts) add([](Arguments& a) { a.count = -1; });
  if (collective.needs.count) add([](Arguments& a) { a.type = MPI_DATATYPE_NULL; });
  if (collective.needs.op) add([](Arguments& a) { a.op = MPI_OP_NULL; });
  if (collective.needs.root) add([&](Arguments& a) { a.root = processes; });
  if (collective.needs.root) add([](Arguments& a) { a.root = -7; });
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

// Each sends to the next one.
MPI_Comm make_ring(const World& world, MPI_Comm comm) {
  const int previous = world.previous(), next = world.next();
  MPI_Comm ring = MPI_COMM_NULL;
  CHECK_MPI(MPI_Dist_graph_create_adjacent(comm, 1, &previous, MPI_UNWEIGHTED, 1, &next,
                                           MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &ring));
  MPI_Comm_set_errhandler(ring, MPI_ERRORS_RETURN);
  return ring;
}

void refused_on_one(const World& world, MPI_Comm handle) {
  int round = 0;
  Buffers buffers(world);
  MPI_Comm ring = make_ring(world, handle);
  for (const Collective& collective : collectives) {
    MPI_Comm comm = collective.of_neighbours() ? ring : handle;
    for (const Arguments& wrong : wrong_arguments(collective, world.size)) {
      for (const int who : {0, world.size - 1}) {
        // The correct ones are the same call first, so that what is left of the wrong one would be
        // taken for it.
        if (world.rank == who && make(collective, world, comm, buffers, wrong) == MPI_SUCCESS) {
          fail(__FILE__, __LINE__, std::string(collective.name) + ": not refused");
        }
        make_correct(collective, world, comm, buffers);
        correct(world, comm, ++round);
      }
    }
    make_correct(collective, world, comm, buffers);
  }
  CHECK_MPI(MPI_Comm_free(&ring));
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
