// SPDX-License-Identifier: BSD-3-Clause
// A message of the only process to itself that its receive is too short for. Open MPI does not
// always report it, MPICH delivers what fits. Which error, how many bytes the status counts and
// which have come must not depend on revprof.
#include "truncated_messages.hpp"

namespace {

enum Way { receive, wait, test, again };

int receive_short(Way way, Guarded& in, int capacity, MPI_Request* send, unsigned char* out,
                  int sent, MPI_Status* status) {
  MPI_Request request = MPI_REQUEST_NULL;
  const auto send_it = [&] {
    CHECK_MPI(MPI_Isend(out, sent, MPI_BYTE, 0, 1, MPI_COMM_WORLD, send));
  };
  if (way == receive) {
    send_it();
    return MPI_Recv(in.get(), capacity, MPI_BYTE, 0, 1, MPI_COMM_WORLD, status);
  }
  if (way == again) {
    MPI_Recv_init(in.get(), capacity, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
  } else {
    MPI_Irecv(in.get(), capacity, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &request);
  }
  send_it();
  int error = MPI_SUCCESS, done = 0;
  if (way == test) {
    while (done == 0 && error == MPI_SUCCESS) error = MPI_Test(&request, &done, status);
  } else {
    error = MPI_Wait(&request, status);
  }
  if (request != MPI_REQUEST_NULL) MPI_Request_free(&request);
  return error;
}

void exchange(Way way, int capacity, int sent) {
  Guarded out(sent), in(capacity);
  out.fill(7);
  MPI_Status status = wrong_status();
  MPI_Request send = MPI_REQUEST_NULL;
  const int error = receive_short(way, in, capacity, &send, out.get(), sent, &status);
  int count = -1, come = 0;
  MPI_Get_count(&status, MPI_BYTE, &count);
  while (come < capacity && in.get()[come] == out.get()[come]) ++come;
  CHECK_MPI(MPI_Wait(&send, MPI_STATUS_IGNORE));
  std::cout << way << ": " << sent << " bytes for " << capacity << ": " << class_of(error) << ", "
            << count << " counted, " << come << " there\n";
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  for (const Way way : {receive, wait, test, again}) {
    for (const int capacity : {1, 10, 400}) {
      for (const int more : {1, 20, 400}) exchange(way, capacity, capacity + more);
    }
  }
}
