// SPDX-License-Identifier: BSD-3-Clause
// What characterize can time: a table of operations, each of them prepare + call.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace revprof {

// Memory for the messages of one cell; grows and is kept. Taken with malloc, which SimGrid can
// fold.
class Buffer {
 public:
  Buffer() = default;
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer();
  void reserve(std::int64_t bytes);  // ends the program with a message where memory is short
  char* data() { return data_; }

 private:
  char* data_ = nullptr;
  std::int64_t capacity_ = 0;
};

constexpr int message_tag = 0;  // of whatever is timed

// One cell as one of its processes sees it.
struct Cell {
  MPI_Comm communicator = MPI_COMM_NULL;
  MPI_Comm made = MPI_COMM_NULL;  // by a constructor
  int rank = 0, processes = 0;    // p, of neighbourhood collectives: a process and its neighbours
  int members = 0;                // of the communicator; 1: a process sends to itself
  std::int64_t bytes = 0;
  int count = 0;  // of `type`: one peer's part
  MPI_Datatype type = MPI_BYTE;
  MPI_Op op = MPI_BOR;
  int messages = 1;  // of one timed call: round trips of transit, the streams of gap and send_gap
  int shift = 1;     // how far an exchange goes; -r: r ranks, not round the end
  double compute_seconds = 0;  // between the start and the wait of a nonblocking call
  double begun = 0;            // set by a call whose timed part begins later than the call
  Buffer send, receive;
  std::vector<int> counts, displacements;
  std::vector<MPI_Aint> addresses;  // the displacements of some w-variants
  std::vector<MPI_Datatype> types;
  std::vector<MPI_Request> requests;
  MPI_Win window = MPI_WIN_NULL;
  std::string file_name;
  MPI_File file = MPI_FILE_NULL;
};

enum class Timing {
  last_return,   // from the agreed start to the last process's return
  inside_first,  // process 0's time inside the call
  inside_last,   // the last process's
  probe,         // as inside_first, but asked for by characterize itself only
};

struct Operation {
  std::string name;
  bool collective;  // p processes; otherwise a pair, p = 2
  bool sized;       // has a d
  Timing timing;
  // Bytes that one process's buffers need.
  std::int64_t (*memory)(int processes, std::int64_t bytes);
  // Once in a cell: buffers, counts, type.
  void (*prepare)(Cell&);
  // In every repetition: before the start (not timed), the timed part, after it (not timed).
  void (*before)(Cell&);
  void (*call)(Cell&);
  void (*after)(Cell&);
  // Once at the end of a cell.
  void (*finish)(Cell&) = nullptr;
  bool coarse = false;          // fewer default sizes
  bool neighbours = false;      // on a grid of all processes, p is 3, 5, 7
  bool files = false;           // in --io-directory
  std::int64_t only_bytes = 0;  // d of a call without sizes, as the predictor asks for it
  bool to_itself = false;       // also between a process and itself, class "within 1"
  bool fan = false;             // also with p - 1 processes that are equally far from process 0
  bool several = false;         // says nothing on one process
  bool by_ranks_apart = false;  // differs between pairs that no block holds, where distances do
  bool only_by_ranks_apart = false;  // ... and is as any other where all distances are blocks
  int sides = 1;                     // of an exchange: how many a process sends to
  bool jumps = false;                // where a message of d bytes does
  bool overlaps = false;             // a computation may hide a part of it
  bool by_members = false;           // d is how many processes a group has that a constructor makes
  bool once = false;                 // of all processes, at the start of the program
  // Of a row: one by itself, whose time is none of the others'.
  void (*alone)(Cell&) = nullptr;
  // Who comes when all others have been waiting for long, and is timed from then.
  bool (*latecomer)(const Cell&) = nullptr;
  // Of computation, which p processes of one node do at the same time: at which numbers of
  // operations, or bytes, and whether this node has that at all.
  std::vector<std::int64_t> work = {};
  int first_level = 0;  // of its cells: what takes long to prepare comes later
  bool (*is_there)() = nullptr;
  // Whether the node's processors are enough for so many processes that do so much; nullptr:
  // always.
  bool (*has_processors)(int processes, std::int64_t work) = nullptr;
  bool symmetric = false;       // of OpenSHMEM, where a set of processes is even by powers of two
  std::int64_t unit_bytes = 1;  // d is a multiple of it

  bool computes() const { return !work.empty(); }
};

// What many rows consist of.
inline void nothing(Cell&) {}
inline std::int64_t no_memory(int, std::int64_t) { return 0; }
inline std::int64_t two_messages(int, std::int64_t bytes) { return 2 * bytes; }
inline bool first(const Cell& cell) { return cell.rank == 0; }

// The order is the same on every process.
const std::vector<Operation>& operations();
int find_operation(const std::string& name);  // -1: none

// Times what the first collective takes more than later ones. On all processes, before they do
// anything else: start_up reports it.
void time_start_up();

std::vector<Operation> start_up_operations();
std::vector<Operation> collective_operations();
std::vector<Operation> nonblocking_operations();
std::vector<Operation> neighbour_operations();
std::vector<Operation> constructor_operations();
std::vector<Operation> point_to_point_operations();
std::vector<Operation> exchange_operations();
std::vector<Operation> one_sided_operations();
std::vector<Operation> file_operations();
std::vector<Operation> node_operations();

// Keeps a process busy for so long, without a call of MPI.
void compute(double seconds);

// A send is eager if it returns within this time although its receive is posted that much later.
constexpr double eager_probe_delay_seconds = 2e-3;

}  // namespace revprof
