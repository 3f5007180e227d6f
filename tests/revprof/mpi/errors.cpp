// SPDX-License-Identifier: BSD-3-Clause
// What goes wrong: truncated messages and arguments that MPI refuses. The program goes on, gets the
// same error class and its own error handler is called. The lines printed must not depend on
// revprof.
#include "check.hpp"

namespace {

std::string class_of(int error) {
  int error_class = -1, length = 0;
  char text[MPI_MAX_ERROR_STRING];
  MPI_Error_class(error, &error_class);
  MPI_Error_string(error_class, text, &length);
  return std::string(text, static_cast<std::size_t>(length));
}

void check_count(const MPI_Status& status, int expected) {
  int count = -1;
  MPI_Get_count(&status, MPI_BYTE, &count);
  CHECK_EQUAL(count, expected);
}

// A message longer than its receiver's buffer: MPI_ERR_TRUNCATE, and not a byte beyond the buffer.
void truncated(const World& world, int source, int sent, int capacity, bool pre_posted, int way) {
  Guarded out(sent), in(capacity);
  out.fill(7);
  MPI_Request send = MPI_REQUEST_NULL, receive = MPI_REQUEST_NULL;
  MPI_Status status = wrong_status();
  const auto post = [&] {
    CHECK_MPI(MPI_Irecv(in.get(), capacity, MPI_BYTE, source, 1, MPI_COMM_WORLD, &receive));
  };
  if (way > 0 && pre_posted) post();
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK_MPI(MPI_Isend(out.get(), sent, MPI_BYTE, world.next(), 1, MPI_COMM_WORLD, &send));
  if (way > 0 && !pre_posted) post();
  int error = MPI_SUCCESS, index = 0, flag = 0, count = 0;
  switch (way) {
    case 0:
      error = MPI_Recv(in.get(), capacity, MPI_BYTE, source, 1, MPI_COMM_WORLD, &status);
      break;
    case 1:
      error = MPI_Wait(&receive, &status);
      break;
    case 2:
      error = MPI_Waitall(1, &receive, &status);
      CHECK_EQUAL(class_of(error), class_of(MPI_ERR_IN_STATUS));
      error = status.MPI_ERROR;
      break;
    case 3:
      error = MPI_Waitany(1, &receive, &index, &status);
      break;
    case 4:
      error = MPI_Waitsome(1, &receive, &count, &index, &status);
      CHECK_EQUAL(class_of(error), class_of(MPI_ERR_IN_STATUS));
      error = status.MPI_ERROR;
      break;
    case 5:
      while (count == 0) error = MPI_Testsome(1, &receive, &count, &index, &status);
      CHECK_EQUAL(class_of(error), class_of(MPI_ERR_IN_STATUS));
      error = status.MPI_ERROR;
      break;
    case 6:
      while (flag == 0 && error == MPI_SUCCESS) {
        error = MPI_Testall(1, &receive, &flag, &status);
      }
      CHECK_EQUAL(class_of(error), class_of(MPI_ERR_IN_STATUS));
      error = status.MPI_ERROR;
      break;
    default:
      while (flag == 0 && error == MPI_SUCCESS) error = MPI_Test(&receive, &flag, &status);
  }
  CHECK_EQUAL(class_of(error), class_of(MPI_ERR_TRUNCATE));
  CHECK_EQUAL(status.MPI_SOURCE, world.previous());
  CHECK_EQUAL(status.MPI_TAG, 1);
  if (way == 0 && !host_is_mpich) check_count(status, sent);
  if (receive != MPI_REQUEST_NULL) MPI_Request_free(&receive);
  in.check(7, host_is_mpich ? 0 : capacity, __FILE__, __LINE__);
  CHECK_MPI(MPI_Wait(&send, MPI_STATUS_IGNORE));
  MPI_Barrier(MPI_COMM_WORLD);
}

// Open MPI writes all of a message that it copies in one piece, plainly, too, where the program has
// room for it.
void overrun(const World& world) {
  constexpr int sent = 16'000, asked = 1000, room = 3 * sent;
  static char out[sent], in[room];
  std::vector<std::vector<char>> heap(400, std::vector<char>(asked, 5));
  MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  for (int way = 0; way < 2; ++way) {
    MPI_Isend(out, sent, MPI_CHAR, world.next(), 4, MPI_COMM_WORLD, &requests[0]);
    if (way > 0) {
      MPI_Irecv(in, asked, MPI_CHAR, world.previous(), 4, MPI_COMM_WORLD, &requests[1]);
    }
    const int error = way > 0 ? MPI_Wait(&requests[1], MPI_STATUS_IGNORE)
                              : MPI_Recv(in, asked, MPI_CHAR, world.previous(), 4, MPI_COMM_WORLD,
                                         MPI_STATUS_IGNORE);
    CHECK_EQUAL(class_of(error), class_of(MPI_ERR_TRUNCATE));
    CHECK_MPI(MPI_Wait(&requests[0], MPI_STATUS_IGNORE));
  }
  for (const auto& block : heap) CHECK(block == std::vector<char>(asked, 5));
}

void truncation(const World& world) {
  for (int way = 0; way <= 7; ++way) {
    for (const bool pre_posted : {false, true}) {
      if (way == 0 && pre_posted) continue;
      for (const int source : {world.previous(), MPI_ANY_SOURCE}) {
        truncated(world, source, 9, 8, pre_posted, way);
        truncated(world, source, 1, 0, pre_posted, way);
        truncated(world, source, 900, 10, pre_posted, way);
      }
    }
  }
  overrun(world);
  // Among others that are well.
  int out = 5, in[3] = {}, wide[2] = {1, 2};
  MPI_Request requests[4];
  MPI_Status statuses[4];
  std::fill(statuses, statuses + 4, wrong_status());
  for (int i = 0; i < 3; ++i) {
    MPI_Irecv(&in[i], 1, MPI_INT, world.previous(), i, MPI_COMM_WORLD, &requests[i]);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Send(&out, 1, MPI_INT, world.next(), 0, MPI_COMM_WORLD);
  MPI_Send(wide, 2, MPI_INT, world.next(), 1, MPI_COMM_WORLD);
  MPI_Send(&out, 1, MPI_INT, world.next(), 2, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  requests[3] = MPI_REQUEST_NULL;
  CHECK_EQUAL(class_of(MPI_Waitall(4, requests, statuses)), class_of(MPI_ERR_IN_STATUS));
  for (const int i : {0, 2}) {
    while (statuses[i].MPI_ERROR == MPI_ERR_PENDING) {
      statuses[i].MPI_ERROR = MPI_Wait(&requests[i], &statuses[i]);
    }
    CHECK_EQUAL(statuses[i].MPI_ERROR, MPI_SUCCESS);
    CHECK_STATUS(statuses[i], world.previous(), i, 4);
    CHECK_EQUAL(in[i], 5);
  }
  CHECK_EQUAL(class_of(statuses[1].MPI_ERROR), class_of(MPI_ERR_TRUNCATE));
  if (requests[1] != MPI_REQUEST_NULL) MPI_Request_free(&requests[1]);

  // Open MPI 4.1.4 does not always report this one.
  for (const int capacity : {0, 8}) {
    Guarded sent(900), received(capacity);
    sent.fill(3);
    MPI_Sendrecv(sent.get(), 900, MPI_BYTE, world.rank, 3, received.get(), capacity, MPI_BYTE,
                 world.rank, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK_BYTES(received, 3, host_is_mpich ? 0 : capacity);
  }
}

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
