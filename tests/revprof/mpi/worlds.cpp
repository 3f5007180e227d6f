// SPDX-License-Identifier: BSD-3-Clause
// Processes of several MPI_COMM_WORLDs (MPI-3.1 chapter 10): spawned ones, and ones that connect to
// each other. Messages and collectives between them, and their merged communicator.
#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>

#include "check.hpp"

namespace {

// Both sides do the same; every process sends to all of the other side.
void talk(MPI_Comm inter) {
  int rank = 0, remote = 0;
  MPI_Comm_rank(inter, &rank);
  MPI_Comm_remote_size(inter, &remote);
  for (const int bytes : {0, 100, 5000, 200'000}) {
    std::vector<Guarded> in, out;
    std::vector<MPI_Request> requests;
    for (int peer = 0; peer < remote; ++peer) {
      in.emplace_back(bytes);
      out.emplace_back(bytes);
      out.back().fill(static_cast<std::size_t>(rank * 10 + peer));
    }
    for (int peer = 0; peer < remote; ++peer) {
      const auto i = static_cast<std::size_t>(peer);
      requests.resize(requests.size() + 2);
      CHECK_MPI(MPI_Irecv(in[i].get(), bytes, MPI_BYTE, peer, 1, inter, &requests[2 * i]));
      CHECK_MPI(MPI_Isend(out[i].get(), bytes, MPI_BYTE, peer, 1, inter, &requests[2 * i + 1]));
    }
    std::vector<MPI_Status> statuses(requests.size(), wrong_status());
    CHECK_MPI(MPI_Waitall(2 * remote, requests.data(), statuses.data()));
    for (int peer = 0; peer < remote; ++peer) {
      const auto i = static_cast<std::size_t>(peer);
      CHECK_STATUS(statuses[2 * i], peer, 1, bytes);
      CHECK_BYTES(in[i], static_cast<std::size_t>(peer * 10 + rank), bytes);
    }
  }
  int sum = -1;
  CHECK_MPI(MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, inter));
  CHECK_EQUAL(sum, remote * (remote - 1) / 2);
}

void merge(MPI_Comm inter, bool high, int expected_size) {
  MPI_Comm all;
  int rank = 0, size = 0, first = -1;
  CHECK_MPI(MPI_Intercomm_merge(inter, high ? 1 : 0, &all));
  MPI_Comm_rank(all, &rank);
  MPI_Comm_size(all, &size);
  CHECK_EQUAL(size, expected_size);
  int sum = -1;
  CHECK_MPI(MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, all));
  CHECK_EQUAL(sum, size * (size - 1) / 2);
  CHECK_MPI(MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 2, &first, 1, MPI_INT,
                         (rank + size - 1) % size, 2, all, MPI_STATUS_IGNORE));
  CHECK_EQUAL(first, (rank + size - 1) % size);
  CHECK_MPI(MPI_Comm_free(&all));
}

constexpr int children = 2;

void spawn(const World& world, char* program, bool multiple) {
  MPI_Comm inter = MPI_COMM_NULL;
  int errors[children] = {-1, -1};
  if (multiple) {
    char* programs[] = {program, program};
    const int processes[] = {1, 1};
    const MPI_Info infos[] = {MPI_INFO_NULL, MPI_INFO_NULL};
    CHECK_MPI(MPI_Comm_spawn_multiple(2, programs, MPI_ARGVS_NULL, processes, infos, 0,
                                      MPI_COMM_WORLD, &inter, errors));
  } else {
    const int root = world.size - 1;
    CHECK_MPI(MPI_Comm_spawn(program, MPI_ARGV_NULL, children, MPI_INFO_NULL, root, MPI_COMM_WORLD,
                             &inter, errors));
  }
  talk(inter);
  merge(inter, false, world.size + children);
  CHECK_MPI(MPI_Comm_disconnect(&inter));
  CHECK(inter == MPI_COMM_NULL);
}

void be_a_child(MPI_Comm parents) {
  int remote = 0;
  MPI_Comm_remote_size(parents, &remote);
  talk(parents);
  merge(parents, true, remote + children);
  CHECK_MPI(MPI_Comm_disconnect(&parents));
}

// Rank 0 accepts, the others connect in one group.
void connect(const World& world) {
  if (world.size == 1) return;
  const bool accepts = world.rank == 0;
  char port[MPI_MAX_PORT_NAME] = "";
  MPI_Comm own, inter;
  if (accepts) CHECK_MPI(MPI_Open_port(MPI_INFO_NULL, port));
  CHECK_MPI(MPI_Bcast(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, MPI_COMM_WORLD));
  CHECK_MPI(MPI_Comm_split(MPI_COMM_WORLD, accepts ? 0 : 1, 0, &own));
  if (accepts) {
    CHECK_MPI(MPI_Comm_accept(port, MPI_INFO_NULL, 0, own, &inter));
  } else {
    CHECK_MPI(MPI_Comm_connect(port, MPI_INFO_NULL, 0, own, &inter));
  }
  talk(inter);
  CHECK_MPI(MPI_Comm_disconnect(&inter));
  if (accepts) CHECK_MPI(MPI_Close_port(port));
  CHECK_MPI(MPI_Comm_free(&own));
}

// Ranks 0 and 1 join over a socket of their own.
void join(const World& world) {
  if (world.size == 1) return;
  sockaddr_in address = {};
  socklen_t length = sizeof(address);
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int connection = socket(AF_INET, SOCK_STREAM, 0);
  const int listener = connection;
  auto* const plain = reinterpret_cast<sockaddr*>(&address);
  if (world.rank == 0) {
    CHECK_EQUAL(bind(listener, plain, length), 0);
    CHECK_EQUAL(listen(listener, 1), 0);
    CHECK_EQUAL(getsockname(listener, plain, &length), 0);
  }
  MPI_Bcast(&address, sizeof(address), MPI_BYTE, 0, MPI_COMM_WORLD);
  if (world.rank == 1) CHECK_EQUAL(::connect(connection, plain, length), 0);
  if (world.rank == 0) connection = accept(listener, nullptr, nullptr);
  if (world.rank < 2) {
    MPI_Comm inter = MPI_COMM_NULL;
    CHECK_MPI(MPI_Comm_join(connection, &inter));
    talk(inter);
    CHECK_MPI(MPI_Comm_disconnect(&inter));
  }
  close(connection);
  if (world.rank == 0) close(listener);
}

// Children that run without revprof: it has to say so (unstamped_world.py).
void spawn_plainly(const char* program) {
  std::string unset = "-u", variable = "LD_PRELOAD", name = program;
  char* arguments[] = {unset.data(), variable.data(), name.data(), nullptr};
  MPI_Comm inter = MPI_COMM_NULL;
  MPI_Comm_spawn("/usr/bin/env", arguments, children, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &inter,
                 MPI_ERRCODES_IGNORE);
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  MPI_Comm parents = MPI_COMM_NULL;
  CHECK_MPI(MPI_Comm_get_parent(&parents));
  if (parents != MPI_COMM_NULL) {
    be_a_child(parents);
    return 0;
  }
  if (argc > 1) {
    spawn_plainly(argv[0]);
    return 0;
  }
  spawn(world, argv[0], false);
  spawn(world, argv[0], true);
  connect(world);
  join(world);
}
