// SPDX-License-Identifier: BSD-3-Clause
// Jacobi's iteration for Laplace's equation on a square, shared among a 2-D grid of processes.
//
// Every iteration swaps the halo with the four neighbours (MPI_Isend, MPI_Irecv, MPI_Waitall),
// updates the interior, and finds the largest change of all (MPI_Allreduce). The values do not
// depend on how the square is divided.
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "revprof/revprof.h"

namespace {

const char usage[] =
    "usage: stencil [N [ITERATIONS]]\n"
    "ITERATIONS steps (default 100) of Jacobi's method on N x N points (default 64, at most "
    "20000).\n";

// A whole number from 1 to `most`, and nothing behind it.
bool read_number(const char* text, long most, int* number) {
  char* end = nullptr;
  const long value = std::strtol(text, &end, 10);
  *number = static_cast<int>(std::clamp(value, 0L, most));
  return end != text && *end == '\0' && value >= 1 && value <= most;
}

// Part `index` of `parts` nearly equal parts of 0 ... n-1.
struct Range {
  int begin, end;
  Range(int n, int parts, int index)
      : begin(static_cast<int>(static_cast<long>(n) * index / parts)),
        end(static_cast<int>(static_cast<long>(n) * (index + 1) / parts)) {}
  int size() const { return end - begin; }
};

// This process's part of the square with a halo one point wide, row by row.
class Block {
 public:
  Block(int rows, int columns)
      : rows_(rows),
        columns_(columns),
        values_(static_cast<std::size_t>(rows + 2) * static_cast<std::size_t>(columns + 2)) {
    MPI_Type_vector(rows, 1, columns + 2, MPI_DOUBLE, &column_);
    MPI_Type_commit(&column_);
  }
  ~Block() { MPI_Type_free(&column_); }
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;

  // Row and column count from 0 in the interior; -1 and rows() or columns() are the halo.
  double& at(int row, int column) {
    return values_[static_cast<std::size_t>(row + 1) * static_cast<std::size_t>(columns_ + 2) +
                   static_cast<std::size_t>(column + 1)];
  }
  int rows() const { return rows_; }
  int columns() const { return columns_; }
  void swap_values(Block& other) { values_.swap(other.values_); }

  void exchange_halo(MPI_Comm grid) {
    int up, down, left, right;
    MPI_Cart_shift(grid, 0, 1, &up, &down);
    MPI_Cart_shift(grid, 1, 1, &left, &right);
    std::array<MPI_Request, 8> requests;
    MPI_Irecv(&at(-1, 0), columns_, MPI_DOUBLE, up, 0, grid, &requests[0]);
    MPI_Irecv(&at(rows_, 0), columns_, MPI_DOUBLE, down, 0, grid, &requests[1]);
    MPI_Irecv(&at(0, -1), 1, column_, left, 0, grid, &requests[2]);
    MPI_Irecv(&at(0, columns_), 1, column_, right, 0, grid, &requests[3]);
    MPI_Isend(&at(0, 0), columns_, MPI_DOUBLE, up, 0, grid, &requests[4]);
    MPI_Isend(&at(rows_ - 1, 0), columns_, MPI_DOUBLE, down, 0, grid, &requests[5]);
    MPI_Isend(&at(0, 0), 1, column_, left, 0, grid, &requests[6]);
    MPI_Isend(&at(0, columns_ - 1), 1, column_, right, 0, grid, &requests[7]);
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  }

 private:
  int rows_, columns_;
  std::vector<double> values_;
  MPI_Datatype column_ = MPI_DATATYPE_NULL;
};

// One step of Jacobi's method; returns the largest change in this block.
double update(Block& now, Block& next) {
  double change = 0;
  for (int row = 0; row < now.rows(); ++row) {
    for (int column = 0; column < now.columns(); ++column) {
      next.at(row, column) = 0.25 * (now.at(row - 1, column) + now.at(row + 1, column) +
                                     now.at(row, column - 1) + now.at(row, column + 1));
      change = std::max(change, std::abs(next.at(row, column) - now.at(row, column)));
    }
  }
  revprof_compute(static_cast<double>(now.rows()) * now.columns());
  return change;
}

void iterate(int n, int iterations, MPI_Comm grid) {
  std::array<int, 2> parts, periodic, position;
  MPI_Cart_get(grid, 2, parts.data(), periodic.data(), position.data());
  const Range rows(n, parts[0], position[0]);
  const Range columns(n, parts[1], position[1]);
  Block now(rows.size(), columns.size());
  Block next(rows.size(), columns.size());
  if (rows.begin == 0) {  // the upper edge of the square is held at 1, the others at 0
    for (int column = 0; column < columns.size(); ++column) {
      now.at(-1, column) = next.at(-1, column) = 1;
    }
  }

  double change = 0;
  const double start = MPI_Wtime();
  for (int iteration = 0; iteration < iterations; ++iteration) {
    now.exchange_halo(grid);
    const double own_change = update(now, next);
    MPI_Allreduce(&own_change, &change, 1, MPI_DOUBLE, MPI_MAX, grid);
    now.swap_values(next);
  }
  const double seconds = MPI_Wtime() - start;

  int rank = 0;
  MPI_Comm_rank(grid, &rank);
  if (rank == 0) {
    std::printf("%d x %d points, %d iterations: last change %.15e, first value %.15f\n", n, n,
                iterations, change, now.at(0, 0));
    std::printf("time: %.9f s\n", seconds);
  }
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  int processes = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  std::array<int, 2> parts = {0, 0};
  MPI_Dims_create(processes, 2, parts.data());

  int n = 64;
  int iterations = 100;
  const bool help = argc == 2 && std::strcmp(argv[1], "--help") == 0;
  const bool valid = argc <= 3 && (argc < 2 || read_number(argv[1], 20000, &n)) &&
                     (argc < 3 || read_number(argv[2], 1000000000, &iterations));
  if (help || !valid || n < parts[0]) {
    if (rank == 0 && !help && !valid) {
      std::fprintf(stderr, "stencil: expected whole numbers, N <= 20000, both at least 1\n");
    } else if (rank == 0 && !help) {
      std::fprintf(stderr, "stencil: %d x %d points are too few for %d x %d processes\n", n, n,
                   parts[0], parts[1]);
    }
    if (rank == 0) std::fputs(usage, help ? stdout : stderr);
    MPI_Finalize();
    return help ? EXIT_SUCCESS : EXIT_FAILURE;
  }

  const std::array<int, 2> periodic = {0, 0};
  MPI_Comm grid = MPI_COMM_NULL;
  MPI_Cart_create(MPI_COMM_WORLD, 2, parts.data(), periodic.data(), 0, &grid);
  iterate(n, iterations, grid);
  MPI_Comm_free(&grid);
  MPI_Finalize();
  return EXIT_SUCCESS;
}
