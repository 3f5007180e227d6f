// SPDX-License-Identifier: BSD-3-Clause
// Communicators of every constructor (MPI-3.1 sections 6.4 and 7.5): messages and collectives on
// them stay on them, and thousands come and go.
#include "check.hpp"

namespace {

// A ring of messages and a sum on any intracommunicator; the tag is the same everywhere.
void use(MPI_Comm communicator, int mark) {
  int rank = 0, size = 0, in = -1, sum = -1;
  MPI_Comm_rank(communicator, &rank);
  MPI_Comm_size(communicator, &size);
  const int out = 1000 * mark + rank, previous = (rank + size - 1) % size;
  MPI_Status status = wrong_status();
  CHECK_MPI(MPI_Sendrecv(&out, 1, MPI_INT, (rank + 1) % size, 0, &in, 1, MPI_INT, MPI_ANY_SOURCE,
                         MPI_ANY_TAG, communicator, &status));
  CHECK_STATUS(status, previous, 0, 4);
  CHECK_EQUAL(in, 1000 * mark + previous);
  CHECK_MPI(MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, communicator));
  CHECK_EQUAL(sum, size * (size - 1) / 2);
}

void use_and_free(MPI_Comm communicator, int mark) {
  if (communicator == MPI_COMM_NULL) return;
  use(communicator, mark);
  CHECK_MPI(MPI_Comm_free(&communicator));
  CHECK(communicator == MPI_COMM_NULL);
}

bool refuses = false;
// It may still make use of the communicator.
int delete_value(MPI_Comm communicator, int, void*, void*) {
  std::vector<MPI_Comm> copies(40);  // more than are remembered without a look
  for (MPI_Comm& copy : copies) {
    CHECK_MPI(MPI_Comm_dup(communicator, &copy));
    MPI_Barrier(copy);
  }
  use(communicator, 10);
  for (const MPI_Comm copy : copies) use_and_free(copy, 11);
  return refuses ? MPI_ERR_OTHER : MPI_SUCCESS;
}

// One with a value that does not let itself be deleted stays as it was.
void kept() {
  MPI_Comm made = MPI_COMM_NULL;
  int key = MPI_KEYVAL_INVALID, value = 0;
  CHECK_MPI(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_value, &key, nullptr));
  CHECK_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &made));
  CHECK_MPI(MPI_Comm_set_attr(made, key, &value));
  MPI_Errhandler before = MPI_ERRHANDLER_NULL;
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &before);
  for (const MPI_Comm asked : {made, MPI_COMM_WORLD}) {  // MPICH asks that of the latter
    MPI_Comm_set_errhandler(asked, MPI_ERRORS_RETURN);
  }
  refuses = true;
  CHECK(MPI_Comm_free(&made) != MPI_SUCCESS);
  refuses = false;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, before);
  MPI_Errhandler_free(&before);
  use(made, 8);
  use(made, 9);
  CHECK_MPI(MPI_Comm_set_attr(made, key, &value));
  CHECK_MPI(MPI_Comm_free(&made));
  CHECK_MPI(MPI_Comm_free_keyval(&key));
}

// Messages sent on three communicators, received in another order: each gets its own.
void same_tag(const World& world) {
  MPI_Comm communicators[3] = {MPI_COMM_WORLD};
  MPI_Comm_dup(MPI_COMM_WORLD, &communicators[1]);
  MPI_Comm_split(MPI_COMM_WORLD, 0, -world.rank, &communicators[2]);  // ranks reversed
  int out[3], in[3];
  MPI_Request requests[3];
  for (int i = 0; i < 3; ++i) {
    int rank = 0;
    MPI_Comm_rank(communicators[i], &rank);
    CHECK_EQUAL(rank, i == 2 ? world.size - 1 - world.rank : world.rank);
    out[i] = 100 * i + rank;
    MPI_Isend(&out[i], 1, MPI_INT, (rank + 1) % world.size, 7, communicators[i], &requests[i]);
  }
  for (const int i : {2, 0, 1}) {
    int rank = 0;
    MPI_Comm_rank(communicators[i], &rank);
    const int previous = (rank + world.size - 1) % world.size;
    MPI_Status status = wrong_status();
    MPI_Recv(&in[i], 1, MPI_INT, MPI_ANY_SOURCE, 7, communicators[i], &status);
    CHECK_STATUS(status, previous, 7, 4);
    CHECK_EQUAL(in[i], 100 * i + previous);
  }
  MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
  MPI_Comm_free(&communicators[1]);
  MPI_Comm_free(&communicators[2]);
}

void constructors(const World& world) {
  MPI_Comm made;
  MPI_Request request;
  CHECK_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &made));
  use_and_free(made, 1);
  CHECK_MPI(MPI_Comm_idup(MPI_COMM_WORLD, &made, &request));
  CHECK_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
  use_and_free(made, 2);
  CHECK_MPI(MPI_Comm_dup_with_info(MPI_COMM_WORLD, MPI_INFO_NULL, &made));
  use_and_free(made, 3);
  CHECK_MPI(MPI_Comm_split(MPI_COMM_WORLD, world.rank % 2, world.rank, &made));
  use_and_free(made, 4);
  CHECK_MPI(MPI_Comm_split(MPI_COMM_WORLD, world.rank == 0 ? MPI_UNDEFINED : 1, 0, &made));
  CHECK_EQUAL(made == MPI_COMM_NULL, world.rank == 0);
  use_and_free(made, 5);
  CHECK_MPI(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &made));
  use_and_free(made, 6);

  MPI_Group all, part;
  const int first_half[1][3] = {{0, (world.size - 1) / 2, 1}};
  int ranges[1][3];
  std::copy_n(&first_half[0][0], 3, &ranges[0][0]);
  const bool inside = world.rank <= ranges[0][1];
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_range_incl(all, 1, ranges, &part);
  CHECK_MPI(MPI_Comm_create(MPI_COMM_WORLD, part, &made));
  CHECK_EQUAL(made != MPI_COMM_NULL, inside);
  use_and_free(made, 7);
  if (inside) {  // collective over the group alone
    CHECK_MPI(MPI_Comm_create_group(MPI_COMM_WORLD, part, 11, &made));
    use_and_free(made, 8);
  }
  MPI_Group_free(&all);
  MPI_Group_free(&part);
}

void topologies(const World& world) {
  MPI_Comm made, sub;
  const int dims[1] = {world.size}, periods[1] = {1}, keep[1] = {1}, drop[1] = {0};
  CHECK_MPI(MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &made));
  CHECK_MPI(MPI_Cart_sub(made, keep, &sub));
  use_and_free(sub, 9);
  CHECK_MPI(MPI_Cart_sub(made, drop, &sub));
  use_and_free(sub, 10);
  use_and_free(made, 11);
  if (world.size > 1) {  // a grid that leaves the last process out
    const int smaller[1] = {world.size - 1};
    CHECK_MPI(MPI_Cart_create(MPI_COMM_WORLD, 1, smaller, periods, 0, &made));
    CHECK_EQUAL(made == MPI_COMM_NULL, world.rank == world.size - 1);
    use_and_free(made, 12);
  }
  std::vector<int> index, edges;
  for (int i = 0; i < world.size; ++i) {
    edges.push_back((i + 1) % world.size);
    index.push_back(static_cast<int>(edges.size()));
  }
  CHECK_MPI(MPI_Graph_create(MPI_COMM_WORLD, world.size, index.data(), edges.data(), 0, &made));
  use_and_free(made, 13);
  const int source = world.previous(), target = world.next(), one = 1;
  CHECK_MPI(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &source, MPI_UNWEIGHTED, 1, &target,
                                           MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &made));
  use_and_free(made, 14);
  CHECK_MPI(MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &world.rank, &one, &target, MPI_UNWEIGHTED,
                                  MPI_INFO_NULL, 0, &made));
  use_and_free(made, 15);
}

// A communicator that is freed while a message on it is under way (MPI-3.1 section 6.4.3).
void freed_early(const World& world) {
  MPI_Comm made;
  MPI_Comm_dup(MPI_COMM_WORLD, &made);
  const int out = world.rank;
  int in = -1;
  MPI_Request requests[2];
  MPI_Status statuses[2];
  MPI_Irecv(&in, 1, MPI_INT, world.previous(), 0, made, &requests[0]);
  MPI_Isend(&out, 1, MPI_INT, world.next(), 0, made, &requests[1]);
  CHECK_MPI(MPI_Comm_free(&made));
  CHECK_MPI(MPI_Waitall(2, requests, statuses));
  CHECK_STATUS(statuses[0], world.previous(), 0, 4);
  CHECK_EQUAL(in, world.previous());
}

// The program's own attributes are copied, deleted and found as ever.
int copies = 0, deletions = 0;
int copy_attribute(MPI_Comm, int, void*, void* in, void* out, int* flag) {
  ++copies;
  *static_cast<void**>(out) = in;
  *flag = 1;
  return MPI_SUCCESS;
}
int delete_attribute(MPI_Comm, int, void*, void*) {
  ++deletions;
  return MPI_SUCCESS;
}
void attributes() {
  int key = MPI_KEYVAL_INVALID, found = 0, mine = 5;
  void* value = nullptr;
  MPI_Comm first, second;
  MPI_Comm_create_keyval(copy_attribute, delete_attribute, &key, nullptr);
  MPI_Comm_dup(MPI_COMM_WORLD, &first);
  MPI_Comm_set_attr(first, key, &mine);
  use(first, 16);
  MPI_Comm_dup(first, &second);
  use(second, 17);
  MPI_Comm_get_attr(second, key, &value, &found);
  CHECK(found == 1 && value == &mine);
  MPI_Comm_free(&second);
  MPI_Comm_free(&first);
  MPI_Comm_free_keyval(&key);
  CHECK_EQUAL(copies, 1);
  CHECK_EQUAL(deletions, 2);
}

void thousands(const World& world) {
  for (int i = 0; i < 1500; ++i) {
    MPI_Comm made;
    if (i % 3 == 0) {
      MPI_Comm_split(MPI_COMM_WORLD, world.rank % (1 + i % 2), world.rank, &made);
    } else {
      MPI_Comm_dup(MPI_COMM_WORLD, &made);
    }
    if (i % 10 == 0) use(made, i % 100);
    MPI_Comm_free(&made);
  }
}

// The name ends where its length says.
void processor_name() {
  char name[MPI_MAX_PROCESSOR_NAME];
  int length = -1;
  CHECK_MPI(MPI_Get_processor_name(name, &length));
  CHECK_EQUAL(static_cast<int>(std::string(name).size()), length);
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  processor_name();
  use(MPI_COMM_WORLD, 20);
  use(MPI_COMM_SELF, 21);
  same_tag(world);
  constructors(world);
  topologies(world);
  freed_early(world);
  attributes();
  kept();
  thousands(world);
}
