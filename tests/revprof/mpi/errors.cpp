// SPDX-License-Identifier: BSD-3-Clause
// What goes wrong: truncated messages and arguments that MPI refuses. The program goes on, gets the
// same error class and its own error handler is called. The lines printed must not depend on
// revprof.
#include "truncated_messages.hpp"

namespace {

// Arguments that MPI refuses before anything happens.
void refused(const World& world) {
  int data[4] = {}, flag = 0, index = 0;
  const int bad_rank = world.size + 3, no_root = world.size + 1;
  MPI_Status status;
  MPI_Request request = MPI_REQUEST_NULL, nothing = MPI_REQUEST_NULL;
  MPI_Message message;
  MPI_Comm made;
  const MPI_Comm all = MPI_COMM_WORLD;
  MPI_Datatype uncommitted;
  MPI_Type_contiguous(2, MPI_INT, &uncommitted);
  const std::pair<const char*, int> results[] = {
      {"send count", MPI_Send(data, -1, MPI_INT, world.rank, 0, all)},
      {"send rank", MPI_Send(data, 1, MPI_INT, bad_rank, 0, all)},
      {"send negative rank", MPI_Send(data, 1, MPI_INT, -50, 0, all)},
      {"send tag", MPI_Send(data, 1, MPI_INT, world.rank, -7, all)},
      {"send any tag", MPI_Send(data, 1, MPI_INT, world.rank, MPI_ANY_TAG, all)},
      {"send type", MPI_Send(data, 1, MPI_DATATYPE_NULL, world.rank, 0, all)},
      {"send uncommitted", MPI_Send(data, 1, uncommitted, world.rank, 0, all)},
      {"send communicator", MPI_Send(data, 1, MPI_INT, 0, 0, MPI_COMM_NULL)},
      {"send buffer", MPI_Send(nullptr, 1, MPI_INT, world.rank, 0, all)},
      {"ssend tag", MPI_Ssend(data, 1, MPI_INT, world.rank, -7, all)},
      {"rsend rank", MPI_Rsend(data, 1, MPI_INT, bad_rank, 0, all)},
      {"isend count", MPI_Isend(data, -1, MPI_INT, world.rank, 0, all, &request)},
      {"isend type", MPI_Isend(data, 1, MPI_DATATYPE_NULL, 0, 0, all, &request)},
      {"isend uncommitted", MPI_Isend(data, 1, uncommitted, world.rank, 0, all, &request)},
      {"issend rank", MPI_Issend(data, 1, MPI_INT, bad_rank, 0, all, &request)},
      {"irecv rank", MPI_Irecv(data, 1, MPI_INT, bad_rank, 0, all, &request)},
      {"irecv tag", MPI_Irecv(data, 1, MPI_INT, 0, -7, all, &request)},
      {"irecv uncommitted", MPI_Irecv(data, 1, uncommitted, world.rank, 0, all, &request)},
      {"recv count", MPI_Recv(data, -1, MPI_INT, 0, 0, all, &status)},
      {"recv rank", MPI_Recv(data, 1, MPI_INT, bad_rank, 0, all, &status)},
      {"recv type", MPI_Recv(data, 1, MPI_DATATYPE_NULL, 0, 0, all, &status)},
      {"recv communicator", MPI_Recv(data, 1, MPI_INT, 0, 0, MPI_COMM_NULL, &status)},
      {"send_init rank", MPI_Send_init(data, 1, MPI_INT, bad_rank, 0, all, &request)},
      {"recv_init tag", MPI_Recv_init(data, 1, MPI_INT, 0, -7, all, &request)},
      {"sendrecv rank",
       MPI_Sendrecv(data, 1, MPI_INT, bad_rank, 0, data + 1, 1, MPI_INT, 0, 0, all, &status)},
      {"sendrecv count",
       MPI_Sendrecv(data, 1, MPI_INT, 0, 0, data + 1, -1, MPI_INT, 0, 0, all, &status)},
      {"replace rank", MPI_Sendrecv_replace(data, 1, MPI_INT, bad_rank, 0, 0, 0, all, &status)},
      {"replace count", MPI_Sendrecv_replace(data, -1, MPI_INT, 0, 0, 0, 0, all, &status)},
      {"probe rank", MPI_Probe(bad_rank, 0, all, &status)},
      {"iprobe tag", MPI_Iprobe(0, -7, all, &flag, &status)},
      {"mprobe rank", MPI_Mprobe(bad_rank, 0, all, &message, &status)},
      {"improbe rank", MPI_Improbe(bad_rank, 0, all, &flag, &message, &status)},
      {"iprobe flag",
       host_is_mpich ? MPI_Iprobe(0, 0, all, nullptr, &status) : MPI_ERR_ARG},  // it crashes
      {"improbe message",
       host_is_mpich ? MPI_Improbe(0, 0, all, &flag, nullptr, &status) : MPI_ERR_ARG},
      {"mprobe message", host_is_mpich ? MPI_Mprobe(0, 0, all, nullptr, &status) : MPI_ERR_ARG},
      {"waitall count", MPI_Waitall(-1, &request, &status)},
      {"waitany count", MPI_Waitany(-1, &request, &index, &status)},
      {"test nothing", MPI_Test(nullptr, &flag, &status)},
      {"start null", MPI_Start(nullptr)},
      {"free null", MPI_Request_free(&nothing)},
      {"bcast root", MPI_Bcast(data, 1, MPI_INT, no_root, all)},
      {"bcast count", MPI_Bcast(data, -1, MPI_INT, 0, all)},
      {"bcast communicator", MPI_Bcast(data, 1, MPI_INT, 0, MPI_COMM_NULL)},
      {"barrier communicator", MPI_Barrier(MPI_COMM_NULL)},
      {"reduce op", MPI_Reduce(data, data + 1, 1, MPI_INT, MPI_OP_NULL, 0, all)},
      {"allreduce type", MPI_Allreduce(data, data + 1, 1, MPI_DATATYPE_NULL, MPI_SUM, all)},
      {"allreduce count",
       host_is_mpich ? MPI_ERR_COUNT  // it crashes
                     : MPI_Allreduce(data, data + 1, -1, MPI_INT, MPI_SUM, all)},
      {"gather root", MPI_Gather(data, 1, MPI_INT, data + 1, 1, MPI_INT, -5, all)},
      {"scatter root", MPI_Scatter(data, 1, MPI_INT, data + 1, 1, MPI_INT, no_root, all)},
      {"ibcast root", MPI_Ibcast(data, 1, MPI_INT, no_root, all, &request)},
      {"iallreduce op", MPI_Iallreduce(data, data + 1, 1, MPI_INT, MPI_OP_NULL, all, &request)},
      {"scan op", MPI_Scan(data, data + 1, 1, MPI_INT, MPI_OP_NULL, all)},
      {"neighbours without topology",
       MPI_Neighbor_allgather(data, 1, MPI_INT, data + 1, 1, MPI_INT, all)},
      {"dup null", MPI_Comm_dup(MPI_COMM_NULL, &made)},
      {"split null", MPI_Comm_split(MPI_COMM_NULL, 0, 0, &made)},
      {"attach negative", MPI_Buffer_attach(data, -1)},
  };
  MPI_Type_free(&uncommitted);
  if (world.rank != 0) return;
  for (const auto& [what, error] : results) std::cout << what << ": " << class_of(error) << '\n';
}

// A list with a handle that is none: MPI refuses all of it, and what is under way stays so.
void refused_lists(const World& world) {
  enum Way { waitall, testall, waitsome, testsome, waitany, testany };
  for (const Way way : {waitall, testall, waitsome, testsome, waitany, testany}) {
    int in = 0, flag = 1, count = 1, indices[2] = {}, error = MPI_SUCCESS;
    MPI_Request requests[2] = {};
    MPI_Status statuses[2] = {};  // all is well, as far as MPI says nothing
    CHECK_MPI(MPI_Irecv(&in, 1, MPI_INT, world.previous(), way, MPI_COMM_WORLD, &requests[0]));
    switch (way) {
      case waitall:
        error = MPI_Waitall(2, requests, statuses);
        break;
      case testall:
        error = MPI_Testall(2, requests, &flag, statuses);
        break;
      case waitsome:
        error = MPI_Waitsome(2, requests, &count, indices, statuses);
        break;
      case testsome:
        error = MPI_Testsome(2, requests, &count, indices, statuses);
        break;
      case waitany:
        error = MPI_Waitany(2, requests, indices, statuses);
        break;
      case testany:
        error = MPI_Testany(2, requests, indices, &flag, statuses);
        break;
    }
    if (world.rank == 0) std::cout << "list with no request: " << class_of(error) << '\n';
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK_MPI(MPI_Send(&way, 1, MPI_INT, world.next(), way, MPI_COMM_WORLD));
    CHECK_MPI(MPI_Wait(&requests[0], &statuses[0]));
    CHECK_STATUS(statuses[0], world.previous(), way, 4);
    CHECK_EQUAL(in, static_cast<int>(way));
  }
}

// A buffer without room is refused, or is none to speak of, as the host has it.
void empty_buffer(const World& world) {
  char buffer = 0;
  void* detached = nullptr;
  int bytes = -1;
  const int error = MPI_Buffer_attach(&buffer, 0);
  if (error == MPI_SUCCESS) CHECK_MPI(MPI_Buffer_detach(&detached, &bytes));
  if (world.rank == 0) std::cout << "a buffer of 0 bytes: " << class_of(error) << '\n';
}

int handler_calls = 0;
std::string handled;
void own_handler(MPI_Comm*, int* error, ...) {
  ++handler_calls;
  handled = class_of(*error);
}

// The user's handler is called once per error, and only for errors of the user's calls.
void own_handlers(const World& world) {
  MPI_Comm communicator;
  MPI_Errhandler handler;
  MPI_Comm_dup(MPI_COMM_WORLD, &communicator);
  MPI_Comm_create_errhandler(own_handler, &handler);
  MPI_Comm_set_errhandler(communicator, handler);
  MPI_Errhandler_free(&handler);
  int data[4] = {};
  CHECK_EQUAL(class_of(MPI_Send(data, 1, MPI_INT, world.size, 0, communicator)),
              class_of(MPI_ERR_RANK));
  CHECK_EQUAL(handler_calls, 1);
  CHECK_EQUAL(handled, class_of(MPI_ERR_RANK));
  CHECK_EQUAL(class_of(MPI_Bcast(data, 1, MPI_INT, world.size, communicator)),
              class_of(MPI_ERR_ROOT));
  CHECK_EQUAL(handler_calls, 2);
  MPI_Request request;
  MPI_Status status;
  MPI_Isend(data, 2, MPI_INT, world.next(), 0, communicator, &request);
  CHECK_EQUAL(class_of(MPI_Recv(data, 1, MPI_INT, world.previous(), 0, communicator, &status)),
              class_of(MPI_ERR_TRUNCATE));
  CHECK_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
  CHECK_EQUAL(handler_calls, 3);
  CHECK_EQUAL(handled, class_of(MPI_ERR_TRUNCATE));
  CHECK_MPI(MPI_Sendrecv(data, 1, MPI_INT, world.rank, 0, data + 1, 2, MPI_INT, world.rank, 0,
                         communicator, MPI_STATUS_IGNORE));
  CHECK_MPI(MPI_Barrier(communicator));
  CHECK_MPI(MPI_Irecv(data, 1, MPI_INT, MPI_ANY_SOURCE, 0, communicator, &request));
  CHECK_MPI(MPI_Send(data, 4, MPI_INT, world.next(), 0, communicator));
  CHECK_EQUAL(class_of(MPI_Waitall(1, &request, &status)), class_of(MPI_ERR_IN_STATUS));
  CHECK_EQUAL(class_of(status.MPI_ERROR), class_of(MPI_ERR_TRUNCATE));
  const int calls = host_is_mpich ? 3 : 4;  // MPICH asks MPI_COMM_WORLD's
  CHECK_EQUAL(handler_calls, calls);
  MPI_Comm_free(&communicator);
  CHECK_EQUAL(handler_calls, calls);
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  truncation(world);
  refused(world);
  refused_lists(world);
  empty_buffer(world);
  own_handlers(world);
}
