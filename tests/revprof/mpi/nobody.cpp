// SPDX-License-Identifier: BSD-3-Clause
// MPI_PROC_NULL in every point-to-point call (MPI-3.1 section 3.11): returns at once, from nobody,
// with nothing.
#include <utility>

#include "check.hpp"

namespace {

constexpr int nobody = MPI_PROC_NULL;

void sends_and_receives() {
  Guarded buffer(100);
  MPI_Status status = wrong_status();
  CHECK_MPI(MPI_Send(buffer.get(), 100, MPI_BYTE, nobody, 1, MPI_COMM_WORLD));
  CHECK_MPI(MPI_Bsend(buffer.get(), 100, MPI_BYTE, nobody, 1, MPI_COMM_WORLD));
  CHECK_MPI(MPI_Ssend(buffer.get(), 100, MPI_BYTE, nobody, 1, MPI_COMM_WORLD));
  CHECK_MPI(MPI_Rsend(buffer.get(), 100, MPI_BYTE, nobody, 1, MPI_COMM_WORLD));
  CHECK_MPI(MPI_Recv(buffer.get(), 100, MPI_BYTE, nobody, 1, MPI_COMM_WORLD, &status));
  CHECK_FROM_NOBODY(status);
  CHECK_MPI(MPI_Recv(nullptr, 0, MPI_BYTE, nobody, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  CHECK_BYTES(buffer, 0, 0);
}

void requests() {
  Guarded buffer(100);
  void* const data = buffer.get();
  MPI_Request requests[5];
  CHECK_MPI(MPI_Isend(data, 100, MPI_BYTE, nobody, 1, MPI_COMM_WORLD, &requests[0]));
  CHECK_MPI(MPI_Ibsend(data, 100, MPI_BYTE, nobody, 1, MPI_COMM_WORLD, &requests[1]));
  CHECK_MPI(MPI_Issend(data, 100, MPI_BYTE, nobody, 1, MPI_COMM_WORLD, &requests[2]));
  CHECK_MPI(MPI_Irsend(data, 100, MPI_BYTE, nobody, 1, MPI_COMM_WORLD, &requests[3]));
  CHECK_MPI(MPI_Irecv(data, 100, MPI_BYTE, nobody, 1, MPI_COMM_WORLD, &requests[4]));
  MPI_Status statuses[5];
  std::fill(statuses, statuses + 5, wrong_status());
  CHECK_MPI(MPI_Waitall(5, requests, statuses));
  if (!host_is_mpich) CHECK_FROM_NOBODY(statuses[4]);
  for (const MPI_Request request : requests) CHECK(request == MPI_REQUEST_NULL);

  CHECK_MPI(MPI_Send_init(data, 100, MPI_BYTE, nobody, 1, MPI_COMM_WORLD, &requests[0]));
  CHECK_MPI(MPI_Recv_init(data, 100, MPI_BYTE, nobody, 1, MPI_COMM_WORLD, &requests[1]));
  for (int round = 0; round < 3; ++round) {
    CHECK_MPI(MPI_Startall(2, requests));
    statuses[1] = wrong_status();
    CHECK_MPI(MPI_Waitall(2, requests, statuses));
    if (!host_is_mpich) CHECK_FROM_NOBODY(statuses[1]);
  }
  CHECK_MPI(MPI_Request_free(&requests[0]));
  CHECK_MPI(MPI_Request_free(&requests[1]));
  CHECK_BYTES(buffer, 0, 0);
}

void probes() {
  MPI_Status status = wrong_status();
  CHECK_MPI(MPI_Probe(nobody, 1, MPI_COMM_WORLD, &status));
  CHECK_FROM_NOBODY(status);
  status = wrong_status();
  int flag = 0;
  CHECK_MPI(MPI_Iprobe(nobody, 1, MPI_COMM_WORLD, &flag, &status));
  CHECK_EQUAL(flag, 1);
  CHECK_FROM_NOBODY(status);

  Guarded buffer(100);
  MPI_Message message = MPI_MESSAGE_NULL;
  status = wrong_status();
  CHECK_MPI(MPI_Mprobe(nobody, 1, MPI_COMM_WORLD, &message, &status));
  CHECK_FROM_NOBODY(status);
  CHECK(message == MPI_MESSAGE_NO_PROC);
  status = wrong_status();
  CHECK_MPI(MPI_Mrecv(buffer.get(), 100, MPI_BYTE, &message, &status));
  CHECK_FROM_NOBODY(status);
  CHECK(message == MPI_MESSAGE_NULL);

  flag = 0;
  CHECK_MPI(MPI_Improbe(nobody, 1, MPI_COMM_WORLD, &flag, &message, &status));
  CHECK_EQUAL(flag, 1);
  CHECK(message == MPI_MESSAGE_NO_PROC);
  MPI_Request request;
  CHECK_MPI(MPI_Imrecv(buffer.get(), 100, MPI_BYTE, &message, &request));
  CHECK(message == MPI_MESSAGE_NULL);
  status = wrong_status();
  CHECK_MPI(MPI_Wait(&request, &status));
  if (!host_is_mpich) CHECK_FROM_NOBODY(status);
  CHECK_BYTES(buffer, 0, 0);
}

// A chain: the ends have nobody on one side.
void chain(const World& world) {
  const int left = world.rank > 0 ? world.rank - 1 : nobody;
  const int right = world.rank + 1 < world.size ? world.rank + 1 : nobody;
  for (const int bytes : {0, 8, 4096, 20'000, 100'000}) {
    for (const auto& [to, from] : {std::pair{right, left}, std::pair{left, right}}) {
      const auto seed = [&](int sender) { return static_cast<std::size_t>(sender + bytes); };
      Guarded out(bytes), in(bytes), both(bytes);
      MPI_Status status = wrong_status();
      out.fill(seed(world.rank));
      CHECK_MPI(MPI_Sendrecv(out.get(), bytes, MPI_BYTE, to, 3, in.get(), bytes, MPI_BYTE, from, 3,
                             MPI_COMM_WORLD, &status));
      CHECK_STATUS(status, from, from == nobody ? MPI_ANY_TAG : 3, from == nobody ? 0 : bytes);
      CHECK_BYTES(in, seed(from), from == nobody ? 0 : bytes);

      both.fill(seed(world.rank));
      status = wrong_status();
      CHECK_MPI(MPI_Sendrecv_replace(both.get(), bytes, MPI_BYTE, to, 4, from, 4, MPI_COMM_WORLD,
                                     &status));
      CHECK_STATUS(status, from, from == nobody ? MPI_ANY_TAG : 4, from == nobody ? 0 : bytes);
      CHECK_BYTES(both, seed(from == nobody ? world.rank : from), bytes);
    }
  }
  Guarded both(8);
  MPI_Status status = wrong_status();
  CHECK_MPI(
      MPI_Sendrecv_replace(both.get(), 8, MPI_BYTE, nobody, 4, nobody, 4, MPI_COMM_WORLD, &status));
  CHECK_FROM_NOBODY(status);
  CHECK_BYTES(both, 0, 0);
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  sends_and_receives();
  requests();
  probes();
  chain(world);
}
