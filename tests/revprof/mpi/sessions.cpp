// SPDX-License-Identifier: BSD-3-Clause
// sessions only|init|outlive: programs that begin MPI by sessions (MPI-4.0 section 11.3) alone,
// that call MPI_Init meanwhile, and whose session is still open after MPI_Finalize.
#include <cstring>

#include "check.hpp"

namespace {

MPI_Session open_session() {
  MPI_Session session = MPI_SESSION_NULL;
  CHECK_MPI(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session));
  return session;
}

void close_session(MPI_Session& session) {
  CHECK_MPI(MPI_Session_finalize(&session));
  CHECK(session == MPI_SESSION_NULL);
}

MPI_Group group_of(MPI_Session session, const char* name) {
  MPI_Group group = MPI_GROUP_NULL;
  CHECK_MPI(MPI_Group_from_session_pset(session, name, &group));
  return group;
}

MPI_Comm communicator_of(MPI_Session session, const char* name, const char* tag) {
  MPI_Group group = group_of(session, name);
  MPI_Comm made = MPI_COMM_NULL;
  CHECK_MPI(MPI_Comm_create_from_group(group, tag, MPI_INFO_NULL, MPI_ERRORS_RETURN, &made));
  MPI_Group_free(&group);
  return made;
}

void queries(MPI_Session session) {
  int sets = 0, found = 0;
  CHECK_MPI(MPI_Session_get_num_psets(session, MPI_INFO_NULL, &sets));
  for (int i = 0; i < sets; ++i) {
    char name[MPI_MAX_PSET_NAME_LEN] = "";
    int length = sizeof(name);
    CHECK_MPI(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &length, name));
    if (std::strcmp(name, "mpi://WORLD") == 0) ++found;
    MPI_Info info = MPI_INFO_NULL;
    CHECK_MPI(MPI_Session_get_pset_info(session, name, &info));
    MPI_Info_free(&info);
  }
  CHECK_EQUAL(found, 1);
  MPI_Info info = MPI_INFO_NULL;
  CHECK_MPI(MPI_Session_get_info(session, &info));
  MPI_Info_free(&info);
}

// A ring of messages around every threshold, and a collective.
void traffic(MPI_Comm comm) {
  int rank = 0, size = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  const int next = (rank + 1) % size, previous = (rank + size - 1) % size;
  for (const int bytes : sizes()) {
    Guarded out(bytes), in(bytes);
    out.fill(static_cast<std::size_t>(rank + bytes));
    MPI_Status status = wrong_status();
    CHECK_MPI(MPI_Sendrecv(out.get(), bytes, MPI_BYTE, next, 1, in.get(), bytes, MPI_BYTE, previous,
                           1, comm, &status));
    CHECK_STATUS(status, previous, 1, bytes);
    CHECK_BYTES(in, static_cast<std::size_t>(previous + bytes), bytes);
  }
  int sum = 0;
  CHECK_MPI(MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm));
  CHECK_EQUAL(sum, size * (size - 1) / 2);
}

void duplicate(MPI_Comm comm) {
  MPI_Comm made = MPI_COMM_NULL;
  MPI_Request request = MPI_REQUEST_NULL;
  CHECK_MPI(MPI_Comm_idup_with_info(comm, MPI_INFO_NULL, &made, &request));
  CHECK_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
  traffic(made);
  CHECK_MPI(MPI_Comm_disconnect(&made));
  CHECK(made == MPI_COMM_NULL);
}

// The lower half of the processes meets the upper half.
void halves(MPI_Session session) {
  MPI_Group world = group_of(session, "mpi://WORLD"), group[2];
  int size = 0, rank = 0;
  MPI_Group_size(world, &size);
  MPI_Group_rank(world, &rank);
  if (size > 1) {
    const int half = size / 2;
    int ranges[2][1][3] = {{{0, half - 1, 1}}, {{half, size - 1, 1}}};
    for (int i = 0; i < 2; ++i) CHECK_MPI(MPI_Group_range_incl(world, 1, ranges[i], &group[i]));
    const int side = rank < half ? 0 : 1;
    MPI_Comm inter = MPI_COMM_NULL;
    CHECK_MPI(MPI_Intercomm_create_from_groups(group[side], 0, group[1 - side], 0, "halves",
                                               MPI_INFO_NULL, MPI_ERRORS_RETURN, &inter));
    int own = 0, remote = 0, sum = 0;
    MPI_Comm_rank(inter, &own);
    MPI_Comm_remote_size(inter, &remote);
    CHECK_EQUAL(remote, side == 0 ? size - half : half);
    CHECK_MPI(MPI_Allreduce(&own, &sum, 1, MPI_INT, MPI_SUM, inter));
    CHECK_EQUAL(sum, remote * (remote - 1) / 2);
    if (own == 0) {
      int in = -1;
      CHECK_MPI(
          MPI_Sendrecv(&rank, 1, MPI_INT, 0, 2, &in, 1, MPI_INT, 0, 2, inter, MPI_STATUS_IGNORE));
      CHECK_EQUAL(in, side == 0 ? half : 0);
    }
    CHECK_MPI(MPI_Comm_free(&inter));
    for (MPI_Group& g : group) MPI_Group_free(&g);
  }
  MPI_Group_free(&world);
}

void sessions_only() {
  MPI_Session first = open_session(), second = open_session();
  queries(first);
  MPI_Comm one = communicator_of(first, "mpi://WORLD", "one");
  MPI_Comm two = communicator_of(second, "mpi://WORLD", "two");
  MPI_Comm self = communicator_of(first, "mpi://SELF", "self");
  traffic(one);
  traffic(self);
  duplicate(two);
  MPI_Comm_free(&self);
  MPI_Comm_free(&one);
  close_session(first);  // the clocks go on with the second one
  traffic(two);
  halves(second);
  MPI_Comm_free(&two);
  close_session(second);
}

void with_init(int* argc, char*** argv, bool outlives) {
  MPI_Session before = MPI_SESSION_NULL;
  if (!outlives) before = open_session();
  MPI_Session session = MPI_SESSION_NULL;
  MPI_Comm comm = MPI_COMM_NULL;
  {
    const World world(argc, argv);
    session = open_session();
    comm = communicator_of(session, "mpi://WORLD", "beside");
    traffic(MPI_COMM_WORLD);
    duplicate(MPI_COMM_WORLD);
    traffic(comm);
  }
  traffic(comm);
  MPI_Comm_free(&comm);
  close_session(session);
  if (!outlives) close_session(before);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string how = argc > 1 ? argv[1] : "";
  if (how == "only") {
    sessions_only();
  } else if (how == "init" || how == "outlive") {
    with_init(&argc, &argv, how == "outlive");
  } else {
    std::fprintf(stderr, "sessions: expected only, init or outlive\n");
    return 2;
  }
}
