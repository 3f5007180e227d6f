// SPDX-License-Identifier: BSD-3-Clause
// programs NAME: one communication pattern of real codes, small enough to be simulated and
// predicted at 64 processes. Built twice: for revprof's host MPI, and for SimGrid SMPI, the machine
// it is predicted for (accuracy.py).
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "timed.hpp"

namespace {

struct World {
  World() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
  }
  int rank = 0, size = 1;
};

std::vector<char> buffer(int bytes) { return std::vector<char>(static_cast<std::size_t>(bytes)); }

void ping_pong(const World& w) {
  const int last = w.size - 1;
  for (const int bytes : {8, 1024, 16'384, 262'144}) {
    std::vector<char> data = buffer(bytes);
    for (int i = 0; i < 10; ++i) {
      for (const bool there : {true, false}) {
        const int from = there ? 0 : last, to = there ? last : 0;
        if (w.rank == from) CALL(MPI_Send, data.data(), bytes, MPI_BYTE, to, 0, MPI_COMM_WORLD);
        if (w.rank == to) {
          CALL(MPI_Recv, data.data(), bytes, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
      }
    }
  }
}

void ring_shift(const World& w) {
  for (const int bytes : {1024, 65'536}) {
    std::vector<char> out = buffer(bytes), in = out;
    for (int i = 0; i < 20; ++i) {
      CALL(MPI_Sendrecv, out.data(), bytes, MPI_BYTE, (w.rank + 1) % w.size, 0, in.data(), bytes,
           MPI_BYTE, (w.rank + w.size - 1) % w.size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
}

// A torus of processes and the faces that they exchange.
struct Grid {
  Grid(const World& w, int dimensions) {
    std::vector<int> extent(static_cast<std::size_t>(dimensions), 0), periodic(extent.size(), 1);
    MPI_Dims_create(w.size, dimensions, extent.data());
    CALL(MPI_Cart_create, MPI_COMM_WORLD, dimensions, extent.data(), periodic.data(), 0, &comm);
    for (int d = 0; d < dimensions; ++d) {
      std::array<int, 2> pair{};
      MPI_Cart_shift(comm, d, 1, &pair[0], &pair[1]);
      int coordinates[3];
      MPI_Cart_coords(comm, w.rank, dimensions, coordinates);
      neighbours.push_back(pair);
      position.push_back(coordinates[d]);
    }
  }
  ~Grid() { MPI_Comm_free(&comm); }
  Grid(const Grid&) = delete;
  Grid& operator=(const Grid&) = delete;

  MPI_Comm comm = MPI_COMM_NULL;
  std::vector<std::array<int, 2>> neighbours;  // lower and upper, by dimension
  std::vector<int> position;
};

enum class Way { blocking, send_receive, nonblocking, persistent };

class Halo {
 public:
  Halo(const Grid& grid, int bytes, Way way) : grid_(grid), bytes_(bytes), way_(way) {
    const std::size_t faces = 2 * grid.neighbours.size();
    in_.assign(faces, buffer(bytes));
    out_ = in_;
    requests_.assign(2 * faces, MPI_REQUEST_NULL);
    if (way == Way::persistent) {
      for_faces([&](int face, int peer, int tag, int opposite) {
        MPI_Recv_init(in(face), bytes_, MPI_BYTE, peer, opposite, grid_.comm, receive(face));
        MPI_Send_init(out(face), bytes_, MPI_BYTE, peer, tag, grid_.comm, send(face));
      });
    }
  }
  ~Halo() {
    for (MPI_Request& request : requests_) {
      if (request != MPI_REQUEST_NULL) MPI_Request_free(&request);
    }
  }
  Halo(const Halo&) = delete;
  Halo& operator=(const Halo&) = delete;

  void exchange() {
    if (way_ == Way::blocking) return ordered();
    if (way_ == Way::send_receive) {
      for_faces([&](int face, int peer, int tag, int) {
        CALL(MPI_Sendrecv, out(face), bytes_, MPI_BYTE, peer, tag, in(face), bytes_, MPI_BYTE,
             grid_.neighbours[static_cast<std::size_t>(face / 2)][1 - face % 2], tag, grid_.comm,
             MPI_STATUS_IGNORE);
      });
      return;
    }
    const int requests = static_cast<int>(requests_.size());
    if (way_ == Way::persistent) {
      CALL(MPI_Startall, requests, requests_.data());
    } else {
      for_faces([&](int face, int peer, int, int opposite) {
        CALL(MPI_Irecv, in(face), bytes_, MPI_BYTE, peer, opposite, grid_.comm, receive(face));
      });
      for_faces([&](int face, int peer, int tag, int) {
        CALL(MPI_Isend, out(face), bytes_, MPI_BYTE, peer, tag, grid_.comm, send(face));
      });
    }
    CALL(MPI_Waitall, requests, requests_.data(), MPI_STATUSES_IGNORE);
  }

 private:
  // body(face, neighbour there, tag of what is sent there, tag of what comes from there)
  template <class Body>
  void for_faces(Body body) {
    for (std::size_t d = 0; d < grid_.neighbours.size(); ++d) {
      for (std::size_t side = 0; side < 2; ++side) {
        const int face = static_cast<int>(2 * d + side);
        body(face, grid_.neighbours[d][side], face, face ^ 1);
      }
    }
  }
  // Even positions send first, odd ones receive first.
  void ordered() {
    for (std::size_t d = 0; d < grid_.neighbours.size(); ++d) {
      for (std::size_t side = 0; side < 2; ++side) {
        const int face = static_cast<int>(2 * d + side);
        const int to = grid_.neighbours[d][side], from = grid_.neighbours[d][1 - side];
        for (const bool sends : {grid_.position[d] % 2 == 0, grid_.position[d] % 2 != 0}) {
          if (sends) {
            CALL(MPI_Send, out(face), bytes_, MPI_BYTE, to, face, grid_.comm);
          } else {
            CALL(MPI_Recv, in(face), bytes_, MPI_BYTE, from, face, grid_.comm, MPI_STATUS_IGNORE);
          }
        }
      }
    }
  }
  char* in(int face) { return in_[static_cast<std::size_t>(face)].data(); }
  char* out(int face) { return out_[static_cast<std::size_t>(face)].data(); }
  MPI_Request* receive(int face) { return &requests_[static_cast<std::size_t>(2 * face)]; }
  MPI_Request* send(int face) { return &requests_[static_cast<std::size_t>(2 * face + 1)]; }

  const Grid& grid_;
  int bytes_;
  Way way_;
  std::vector<std::vector<char>> in_, out_;
  std::vector<MPI_Request> requests_;
};

template <int dimensions, Way way>
void halo(const World& w) {
  const Grid grid(w, dimensions);
  for (const int bytes : {2048, 32'768}) {
    Halo faces(grid, bytes, way);
    for (int i = 0; i < 10; ++i) {
      faces.exchange();
      compute(20);
    }
  }
}

// All faces, edges and corners of a three-dimensional grid, as a 27-point stencil has them.
void neighbours26(const World& w) {
  const Grid grid(w, 3);
  int extent[3], periodic[3], own[3];
  MPI_Cart_get(grid.comm, 3, extent, periodic, own);
  std::vector<int> peers;
  for (int offset = 0; offset < 27; ++offset) {
    const int there[3] = {own[0] + offset / 9 - 1, own[1] + offset / 3 % 3 - 1,
                          own[2] + offset % 3 - 1};
    int peer = 0;
    MPI_Cart_rank(grid.comm, there, &peer);
    if (offset != 13) peers.push_back(peer);
  }
  const int count = static_cast<int>(peers.size());
  for (const int bytes : {8, 512, 8192}) {
    std::vector<char> out = buffer(bytes * count), in = out;
    std::vector<MPI_Request> requests(2 * peers.size());
    for (int i = 0; i < 5; ++i) {
      for (int n = 0; n < count; ++n) {  // what goes there comes from the opposite side
        CALL(MPI_Irecv, in.data() + n * bytes, bytes, MPI_BYTE, peers[static_cast<std::size_t>(n)],
             count - 1 - n, grid.comm, &requests[static_cast<std::size_t>(n)]);
      }
      for (int n = 0; n < count; ++n) {
        CALL(MPI_Isend, out.data() + n * bytes, bytes, MPI_BYTE, peers[static_cast<std::size_t>(n)],
             n, grid.comm, &requests[static_cast<std::size_t>(count + n)]);
      }
      CALL(MPI_Waitall, 2 * count, requests.data(), MPI_STATUSES_IGNORE);
      compute(10);
    }
  }
}

// Two processes that answer each other, after one of them has sent to a third.
void alternating(const World& w) {
  constexpr int bytes = 32'768;
  std::vector<char> data = buffer(bytes);
  const int one = w.size / 2 - 1, other = w.size - 1, third = one - 1;
  const auto message = [&](int from, int to) {
    if (w.rank == from) CALL(MPI_Send, data.data(), bytes, MPI_BYTE, to, 0, MPI_COMM_WORLD);
    if (w.rank == to) {
      CALL(MPI_Recv, data.data(), bytes, MPI_BYTE, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  };
  for (int i = 0; i < 4; ++i) message(one, third);
  for (int i = 0; i < 20; ++i) {
    message(one, other);
    message(other, one);
  }
}

// Sweeps over the grid from two corners in turn, a small message to the next row and column each.
void wavefront(const World& w) {
  const Grid grid(w, 2);
  constexpr int bytes = 400;
  std::vector<char> data = buffer(bytes);
  int extent[2], periodic[2], coordinates[2];
  MPI_Cart_get(grid.comm, 2, extent, periodic, coordinates);
  for (int sweep = 0; sweep < 20; ++sweep) {
    const bool up = sweep / 5 % 2 == 0;
    for (std::size_t d = 0; d < 2; ++d) {
      const bool first = coordinates[d] == (up ? 0 : extent[d] - 1);
      if (!first) {
        CALL(MPI_Recv, data.data(), bytes, MPI_BYTE, grid.neighbours[d][up ? 0 : 1], 0, grid.comm,
             MPI_STATUS_IGNORE);
      }
    }
    compute(5);
    for (std::size_t d = 0; d < 2; ++d) {
      const bool last = coordinates[d] == (up ? extent[d] - 1 : 0);
      if (!last) {
        CALL(MPI_Send, data.data(), bytes, MPI_BYTE, grid.neighbours[d][up ? 1 : 0], 0, grid.comm);
      }
    }
  }
}

// The rows and columns of the grid of processes as communicators.
struct RowsAndColumns {
  explicit RowsAndColumns(const World& w) {
    int extent[2] = {0, 0};
    MPI_Dims_create(w.size, 2, extent);
    row_number = w.rank / extent[1];
    column_number = w.rank % extent[1];
    rows = extent[0];
    columns = extent[1];
    CALL(MPI_Comm_split, MPI_COMM_WORLD, row_number, w.rank, &row);
    CALL(MPI_Comm_split, MPI_COMM_WORLD, column_number, w.rank, &column);
  }
  ~RowsAndColumns() {
    MPI_Comm_free(&row);
    MPI_Comm_free(&column);
  }
  RowsAndColumns(const RowsAndColumns&) = delete;
  RowsAndColumns& operator=(const RowsAndColumns&) = delete;

  int row_number = 0, column_number = 0, rows = 1, columns = 1;
  MPI_Comm row = MPI_COMM_NULL, column = MPI_COMM_NULL;
};

void transpose(const World& w) {
  const RowsAndColumns grid(w);
  for (const int bytes : {4096, 32'768}) {
    std::vector<char> out = buffer(bytes * w.size), in = out;
    for (int i = 0; i < 5; ++i) {
      for (MPI_Comm comm : {grid.row, grid.column}) {
        CALL(MPI_Alltoall, out.data(), bytes, MPI_BYTE, in.data(), bytes, MPI_BYTE, comm);
      }
      compute(20);
    }
  }
}

void conjugate_gradients(const World& w) {
  const Grid grid(w, 2);
  Halo faces(grid, 4096, Way::nonblocking);
  for (int i = 0; i < 20; ++i) {
    double own = 1, sum = 0;
    faces.exchange();
    compute(30);
    for (int dot = 0; dot < 2; ++dot) {
      CALL(MPI_Allreduce, &own, &sum, 1, MPI_DOUBLE, MPI_SUM, grid.comm);
      compute(5);
    }
  }
}

// Panels along rows, then along columns, that shrink, as in an LU factorisation.
void panels(const World& w) {
  const RowsAndColumns grid(w);
  constexpr int steps = 16, largest = 65'536;
  std::vector<char> data = buffer(largest);
  for (int step = 0; step < steps; ++step) {
    const int bytes = largest - step * (largest / steps);
    CALL(MPI_Bcast, data.data(), bytes, MPI_BYTE, step % grid.columns, grid.row);
    compute(10);
    CALL(MPI_Bcast, data.data(), bytes, MPI_BYTE, step % grid.rows, grid.column);
    compute(10);
  }
}

// How many bytes of a process's data belong to another one: uneven, known to both.
int share(int from, int to) { return 512 + (from * 37 + to * 101) % 61 * 64; }

void sample_sort(const World& w) {
  const auto size = static_cast<std::size_t>(w.size);
  std::vector<int> out_counts(size), in_counts(size), out_places(size), in_places(size);
  int out_bytes = 0, in_bytes = 0;
  for (int peer = 0; peer < w.size; ++peer) {
    const auto i = static_cast<std::size_t>(peer);
    out_counts[i] = share(w.rank, peer);
    in_counts[i] = share(peer, w.rank);
    out_places[i] = out_bytes;
    in_places[i] = in_bytes;
    out_bytes += out_counts[i];
    in_bytes += in_counts[i];
  }
  std::vector<char> out = buffer(out_bytes), in = buffer(in_bytes), samples = buffer(64 * w.size);
  for (int round = 0; round < 3; ++round) {
    compute(50);
    CALL(MPI_Allgather, out.data(), 64, MPI_BYTE, samples.data(), 64, MPI_BYTE, MPI_COMM_WORLD);
    compute(10);
    std::vector<int> told(size);
    CALL(MPI_Alltoall, out_counts.data(), 1, MPI_INT, told.data(), 1, MPI_INT, MPI_COMM_WORLD);
    CALL(MPI_Alltoallv, out.data(), out_counts.data(), out_places.data(), MPI_BYTE, in.data(),
         in_counts.data(), in_places.data(), MPI_BYTE, MPI_COMM_WORLD);
    compute(50);
  }
}

void reduce_then_broadcast(const World& w) {
  constexpr int count = 1024;
  std::vector<double> own(count, w.rank), sum(count);
  for (int i = 0; i < 10; ++i) {
    const int root = i % w.size;
    CALL(MPI_Reduce, own.data(), sum.data(), count, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD);
    CALL(MPI_Bcast, sum.data(), count, MPI_DOUBLE, root, MPI_COMM_WORLD);
  }
}

// What process 0 has read goes to all, item by item; what they have found comes back to it.
void input_and_results(const World& w) {
  constexpr int items[] = {4, 64, 1000, 6000, 20'000}, part = 3000, count = 500;
  std::vector<char> data = buffer(std::max(items[4], part * w.size)), own = buffer(part);
  std::vector<double> found(count, w.rank), sum(count);
  for (int file = 0; file < 4; ++file) {
    for (const int bytes : items) {
      CALL(MPI_Bcast, data.data(), bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
    }
    for (int block = 0; block < 3; ++block) {
      CALL(MPI_Scatter, data.data(), part, MPI_BYTE, own.data(), part, MPI_BYTE, 0, MPI_COMM_WORLD);
      compute(2);
    }
  }
  compute(200);
  for (int result = 0; result < 6; ++result) {
    CALL(MPI_Gather, own.data(), part / 2, MPI_BYTE, data.data(), part / 2, MPI_BYTE, 0,
         MPI_COMM_WORLD);
    CALL(MPI_Reduce, found.data(), sum.data(), count, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  }
}

void overlap(const World&) {
  constexpr int count = 1024;
  std::vector<double> own(count, 1), sum(count);
  for (int i = 0; i < 10; ++i) {
    MPI_Request request;
    CALL(MPI_Iallreduce, own.data(), sum.data(), count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD,
         &request);
    compute(i * 20);
    CALL(MPI_Wait, &request, MPI_STATUS_IGNORE);
  }
}

void gather_by_sends(const World& w) {
  constexpr int bytes = 4096;
  std::vector<char> data = buffer(bytes);
  for (int i = 0; i < 5; ++i) {
    if (w.rank != 0) CALL(MPI_Send, data.data(), bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    for (int peer = 1; w.rank == 0 && peer < w.size; ++peer) {
      CALL(MPI_Recv, data.data(), bytes, MPI_BYTE, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    CALL(MPI_Barrier, MPI_COMM_WORLD);
  }
}

void stream(const World& w) {
  constexpr int messages = 1000, bytes = 1024;
  std::vector<char> data = buffer(bytes * messages);
  std::vector<MPI_Request> requests(messages);
  const int last = w.size - 1;
  if (w.rank != 0 && w.rank != last) return;
  for (int i = 0; i < messages; ++i) {
    char* const place = data.data() + i * bytes;
    MPI_Request* const request = &requests[static_cast<std::size_t>(i)];
    if (w.rank == 0) {
      CALL(MPI_Isend, place, bytes, MPI_BYTE, last, 0, MPI_COMM_WORLD, request);
    } else {
      CALL(MPI_Irecv, place, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, request);
    }
  }
  CALL(MPI_Waitall, messages, requests.data(), MPI_STATUSES_IGNORE);
}

// Tasks of different length to whoever asks for one.
void master_worker(const World& w) {
  const int tasks = 6 * (w.size - 1);
  int task = 0;
  if (w.rank == 0) {
    MPI_Status asked;
    for (int given = 0; given < tasks + w.size - 1; ++given) {
      CALL(MPI_Recv, &task, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &asked);
      task = given < tasks ? given : -1;
      CALL(MPI_Send, &task, 1, MPI_INT, asked.MPI_SOURCE, 0, MPI_COMM_WORLD);
    }
    return;
  }
  for (;;) {
    CALL(MPI_Send, &task, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    CALL(MPI_Recv, &task, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (task < 0) return;
    compute(50 + task * 37 % 100);
  }
}

// What an MPI library sets up at its first collectives is none of the patterns'.
void warm_up(const World& w) {
  double own = 1, sum = 0;
  std::vector<char> out = buffer(w.size), in = out;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Bcast(&own, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Reduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Allgather(&own, 1, MPI_BYTE, in.data(), 1, MPI_BYTE, MPI_COMM_WORLD);
  MPI_Alltoall(out.data(), 1, MPI_BYTE, in.data(), 1, MPI_BYTE, MPI_COMM_WORLD);
}

constexpr std::pair<const char*, void (*)(const World&)> programs[] = {
    {"ping_pong", ping_pong},
    {"ring_shift", ring_shift},
    {"halo2_blocking", halo<2, Way::blocking>},
    {"halo2_sendrecv", halo<2, Way::send_receive>},
    {"halo2_nonblocking", halo<2, Way::nonblocking>},
    {"halo2_persistent", halo<2, Way::persistent>},
    {"halo3_sendrecv", halo<3, Way::send_receive>},
    {"halo3_nonblocking", halo<3, Way::nonblocking>},
    {"neighbours26", neighbours26},
    {"alternating", alternating},
    {"wavefront", wavefront},
    {"transpose", transpose},
    {"conjugate_gradients", conjugate_gradients},
    {"panels", panels},
    {"sample_sort", sample_sort},
    {"reduce_then_broadcast", reduce_then_broadcast},
    {"input_and_results", input_and_results},
    {"overlap", overlap},
    {"gather_by_sends", gather_by_sends},
    {"stream", stream},
    {"master_worker", master_worker},
};

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const World world;
  bool found = false;
  for (const auto& [name, run] : programs) {
    if (argc != 2 || std::strcmp(argv[1], name) != 0) continue;
    found = true;
    leave_out([&] { warm_up(world); });
    run(world);
  }
  if (!found && world.rank == 0) {
    std::fprintf(stderr, "usage: programs NAME\nNAME:");
    for (const auto& [name, run] : programs) std::fprintf(stderr, " %s", name);
    std::fprintf(stderr, "\n");
  }
  print_times();
  MPI_Finalize();
  return found ? 0 : 2;
}
