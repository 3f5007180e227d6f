// SPDX-License-Identifier: BSD-3-Clause
// Post, start, complete and wait (MPI-3.1 section 11.5.2) between groups of all shapes; attributes
// and errors of windows stay the program's.
#include <numeric>

#include "check.hpp"

namespace {

MPI_Group group_of(const std::vector<int>& ranks) {
  MPI_Group world = MPI_GROUP_NULL, group = MPI_GROUP_NULL;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, static_cast<int>(ranks.size()), ranks.data(), &group);
  MPI_Group_free(&world);
  return group;
}

// MPICH 4.0's MPI_Win_start counts who has posted and does not ask who it was: a process that is an
// epoch ahead starts that of another. So all are in one place where the groups change.
void change_groups() { CHECK_MPI(MPI_Barrier(MPI_COMM_WORLD)); }

void wait_for_origins(MPI_Win window, bool by_testing) {
  if (!by_testing) {
    CHECK_MPI(MPI_Win_wait(window));
    return;
  }
  int flag = 0;
  while (flag == 0) CHECK_MPI(MPI_Win_test(window, &flag));
}

// Everybody puts into the next one's window.
void ring(const World& world, MPI_Win window, const int* memory) {
  MPI_Group to = group_of({world.next()}), from = group_of({world.previous()});
  for (int round = 0; round < 20; ++round) {
    CHECK_MPI(MPI_Win_post(from, 0, window));
    CHECK_MPI(MPI_Win_start(to, 0, window));
    const int out = 100 * round + world.rank;
    CHECK_MPI(MPI_Put(&out, 1, MPI_INT, world.next(), 0, 1, MPI_INT, window));
    CHECK_MPI(MPI_Win_complete(window));
    wait_for_origins(window, round % 2 == 1);
    CHECK_EQUAL(memory[0], 100 * round + world.previous());
  }
  MPI_Group_free(&to);
  MPI_Group_free(&from);
}

// One origin, all others its targets, every process in turn; and the other way around.
void stars(const World& world, MPI_Win window, const int* memory) {
  for (int centre = 0; centre < world.size; ++centre) {
    std::vector<int> others(static_cast<std::size_t>(world.size));
    std::iota(others.begin(), others.end(), 0);
    others.erase(others.begin() + centre);
    change_groups();
    MPI_Group middle = group_of({centre}), rays = group_of(others);
    if (world.rank == centre) {
      CHECK_MPI(MPI_Win_start(rays, 0, window));
      const int out = 1000 + centre;
      for (const int other : others) {
        CHECK_MPI(MPI_Put(&out, 1, MPI_INT, other, 1, 1, MPI_INT, window));
      }
      CHECK_MPI(MPI_Win_complete(window));
      CHECK_MPI(MPI_Win_post(rays, 0, window));
      wait_for_origins(window, centre % 2 == 0);
      for (const int other : others) CHECK_EQUAL(memory[2 + other], other);
    } else {
      CHECK_MPI(MPI_Win_post(middle, 0, window));
      wait_for_origins(window, centre % 2 == 1);
      CHECK_EQUAL(memory[1], 1000 + centre);
      CHECK_MPI(MPI_Win_start(middle, 0, window));
      CHECK_MPI(MPI_Put(&world.rank, 1, MPI_INT, centre, 2 + world.rank, 1, MPI_INT, window));
      CHECK_MPI(MPI_Win_complete(window));
    }
    MPI_Group_free(&middle);
    MPI_Group_free(&rays);
  }
}

// Messages between the calls of an epoch, and a target that is long in another call.
void messages_inside(const World& world, MPI_Win window, const int* memory) {
  if (world.size < 2 || world.rank > 1) return;
  MPI_Group other = group_of({1 - world.rank});
  int token = -1;
  if (world.rank == 0) {
    CHECK_MPI(MPI_Win_post(other, 0, window));
    CHECK_MPI(MPI_Send(&world.rank, 1, MPI_INT, 1, 5, MPI_COMM_WORLD));
    CHECK_MPI(MPI_Recv(&token, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    int flag = 0;
    CHECK_MPI(MPI_Win_test(window, &flag));  // rank 1 completes later
    CHECK_EQUAL(flag, 0);
    CHECK_MPI(MPI_Send(&world.rank, 1, MPI_INT, 1, 5, MPI_COMM_WORLD));
    CHECK_MPI(MPI_Win_wait(window));
    CHECK_EQUAL(memory[0], 77);
  } else {
    CHECK_MPI(MPI_Recv(&token, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK_MPI(MPI_Win_start(other, 0, window));
    const int out = 77;
    CHECK_MPI(MPI_Put(&out, 1, MPI_INT, 0, 0, 1, MPI_INT, window));
    CHECK_MPI(MPI_Send(&world.rank, 1, MPI_INT, 0, 5, MPI_COMM_WORLD));
    CHECK_MPI(MPI_Recv(&token, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    CHECK_MPI(MPI_Win_complete(window));
  }
  MPI_Group_free(&other);
}

int copies = 0, deletions = 0, errors = 0;

int count_copy(MPI_Comm, int, void*, void*, void*, int* flag) {
  ++copies;
  *flag = 0;
  return MPI_SUCCESS;
}
int count_deletion(MPI_Win, int, void*, void*) {
  ++deletions;
  return MPI_SUCCESS;
}
void count_error(MPI_Win*, int* code, ...) {
  int error_class = MPI_SUCCESS;
  MPI_Error_class(*code, &error_class);
  CHECK(error_class != MPI_SUCCESS);
  ++errors;
}

int class_of(int error) {
  int error_class = MPI_SUCCESS;
  MPI_Error_class(error, &error_class);
  return error_class;
}

// Nobody copies the communicator's attributes; the window's go with it.
void attributes(const World& world, int* memory) {
  int on_communicator = 0, on_window = 0, found = 0;
  void* value = nullptr;
  MPI_Comm_create_keyval(count_copy, MPI_COMM_NULL_DELETE_FN, &on_communicator, nullptr);
  MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, count_deletion, &on_window, nullptr);
  MPI_Comm communicator = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &communicator);
  MPI_Comm_set_attr(communicator, on_communicator, memory);
  MPI_Win window = MPI_WIN_NULL;
  CHECK_MPI(MPI_Win_create_dynamic(MPI_INFO_NULL, communicator, &window));
  MPI_Win_set_attr(window, on_window, memory);
  MPI_Win_get_attr(window, on_window, &value, &found);
  CHECK(found != 0 && value == memory);
  CHECK_MPI(MPI_Win_free(&window));
  CHECK_EQUAL(deletions, 1);
  MPI_Comm_free(&communicator);
  MPI_Comm_free_keyval(&on_communicator);
  MPI_Win_free_keyval(&on_window);
  if (world.rank == 0) std::cout << "copies of attributes: " << copies << "\n";
}

void refused(const World& world, MPI_Win window) {
  const int out = 1;
  CHECK_MPI(MPI_Win_set_errhandler(window, MPI_ERRORS_RETURN));
  CHECK_MPI(MPI_Win_fence(0, window));
  CHECK_EQUAL(class_of(MPI_Put(&out, 1, MPI_INT, world.size, 0, 1, MPI_INT, window)), MPI_ERR_RANK);
  CHECK_EQUAL(class_of(MPI_Put(&out, -1, MPI_INT, 0, 0, 1, MPI_INT, window)), MPI_ERR_COUNT);
  CHECK_EQUAL(class_of(MPI_Put(&out, 1, MPI_DATATYPE_NULL, 0, 0, 1, MPI_INT, window)),
              MPI_ERR_TYPE);
  CHECK_MPI(MPI_Win_fence(MPI_MODE_NOSUCCEED, window));
  CHECK_EQUAL(class_of(MPI_Win_unlock(0, window)), MPI_ERR_RMA_SYNC);
  CHECK_EQUAL(class_of(MPI_Win_complete(window)), MPI_ERR_RMA_SYNC);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK_MPI(MPI_Win_lock_all(0, window));
  if (host_is_mpich) {  // Open MPI does not look at the rank
    CHECK_EQUAL(class_of(MPI_Win_flush(world.size, window)), MPI_ERR_RANK);
  }
  CHECK_MPI(MPI_Win_unlock_all(window));
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  MPI_Win_create_errhandler(count_error, &handler);
  CHECK_MPI(MPI_Win_set_errhandler(window, handler));
  MPI_Win_unlock(0, window);
  CHECK_EQUAL(errors, 1);
  MPI_Errhandler_free(&handler);
  MPI_Barrier(MPI_COMM_WORLD);
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  std::vector<int> own(100);
  for (const bool allocated : {true, false}) {
    int* memory = own.data();
    MPI_Win window = MPI_WIN_NULL;
    if (allocated) {
      CHECK_MPI(MPI_Win_allocate(100 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                                 &memory, &window));
    } else {
      CHECK_MPI(MPI_Win_create(memory, 100 * sizeof(int), sizeof(int), MPI_INFO_NULL,
                               MPI_COMM_WORLD, &window));
    }
    ring(world, window, memory);
    stars(world, window, memory);
    change_groups();
    messages_inside(world, window, memory);
    MPI_Barrier(MPI_COMM_WORLD);
    errors = 0;
    refused(world, window);
    CHECK_MPI(MPI_Win_free(&window));
  }
  attributes(world, own.data());
}
