// SPDX-License-Identifier: BSD-3-Clause
// What the MPI test programs share: checks that end the program, patterned buffers with guard
// bytes, and everything that a status can be asked.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

// Where MPICH 4.0 itself does otherwise than the standard says, the tests do not ask.
#ifdef MPICH
constexpr bool host_is_mpich = true;
#else
constexpr bool host_is_mpich = false;
#endif

[[noreturn]] inline void fail(const char* file, int line, const std::string& what) {
  int rank = -1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::fprintf(stderr, "%s:%d: rank %d: %s\n", file, line, rank, what.c_str());
  std::fflush(stderr);
  MPI_Abort(MPI_COMM_WORLD, 1);
  std::abort();
}

template <class A, class B>
void check_equal(const A& got, const B& expected, const char* text, const char* file, int line) {
  if (got == expected) return;
  std::ostringstream what;
  what << text << ": got " << got << ", expected " << expected;
  fail(file, line, what.str());
}

#define CHECK(condition)                                                 \
  do {                                                                   \
    if (!(condition)) fail(__FILE__, __LINE__, "not true: " #condition); \
  } while (false)
#define CHECK_EQUAL(got, expected) check_equal(got, expected, #got, __FILE__, __LINE__)
#define CHECK_MPI(call) check_equal(call, MPI_SUCCESS, #call, __FILE__, __LINE__)

// MPI from first to last line of main(), and this process's place in it.
struct World {
  World(int* argc, char*** argv) {
    CHECK_MPI(MPI_Init(argc, argv));
    find_place();
  }
  World(int* argc, char*** argv, int required, int* provided) {
    CHECK_MPI(MPI_Init_thread(argc, argv, required, provided));
    find_place();
  }
  void find_place() {
    CHECK_MPI(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    CHECK_MPI(MPI_Comm_size(MPI_COMM_WORLD, &size));
  }
  ~World() { CHECK_MPI(MPI_Finalize()); }
  World(const World&) = delete;
  World& operator=(const World&) = delete;
  int next() const { return (rank + 1) % size; }
  int previous() const { return (rank + size - 1) % size; }

  int rank = 0, size = 1;
};

inline unsigned char pattern(std::size_t seed, std::size_t i) {
  return static_cast<unsigned char>((seed * 131 + i * 7 + i / 251) & 0xff);
}

constexpr unsigned char guard_byte = 0xa5;

// A receive buffer of `capacity` bytes between two walls of guard bytes.
class Guarded {
 public:
  explicit Guarded(int capacity) : bytes_(static_cast<std::size_t>(capacity) + 2 * wall) {
    clear();
  }
  void clear() { std::fill(bytes_.begin(), bytes_.end(), guard_byte); }
  void fill(std::size_t seed) {
    for (std::size_t i = 0; i + 2 * wall < bytes_.size(); ++i) bytes_[wall + i] = pattern(seed, i);
  }
  unsigned char* get() { return bytes_.data() + wall; }

  // The first `received` bytes are the pattern, and nothing else was touched.
  void check(std::size_t seed, int received, const char* file, int line) const {
    for (std::size_t i = 0; i < bytes_.size(); ++i) {
      const bool inside = i >= wall && i < wall + static_cast<std::size_t>(received);
      const unsigned char expected = inside ? pattern(seed, i - wall) : guard_byte;
      if (bytes_[i] == expected) continue;
      std::ostringstream what;
      what << "byte " << static_cast<long>(i) - static_cast<long>(wall) << " of " << received
           << " received: got " << int{bytes_[i]} << ", expected " << int{expected};
      fail(file, line, what.str());
    }
  }

 private:
  static constexpr std::size_t wall = 64;
  std::vector<unsigned char> bytes_;
};
#define CHECK_BYTES(buffer, seed, received) (buffer).check(seed, received, __FILE__, __LINE__)

// What a status says of a message of `bytes` bytes.
inline void check_status(const MPI_Status& status, int source, int tag, int bytes, const char* file,
                         int line) {
  check_equal(status.MPI_SOURCE, source, "MPI_SOURCE", file, line);
  check_equal(status.MPI_TAG, tag, "MPI_TAG", file, line);
  int count = -1, elements = -1, cancelled = -1;
  MPI_Count large = -1;
  MPI_Get_count(&status, MPI_BYTE, &count);
  check_equal(count, bytes, "MPI_Get_count in MPI_BYTE", file, line);
  MPI_Get_elements(&status, MPI_BYTE, &elements);
  check_equal(elements, bytes, "MPI_Get_elements in MPI_BYTE", file, line);
  MPI_Get_elements_x(&status, MPI_BYTE, &large);
  check_equal(large, bytes, "MPI_Get_elements_x in MPI_BYTE", file, line);
  MPI_Get_count(&status, MPI_INT, &count);
  check_equal(count, bytes % 4 == 0 ? bytes / 4 : MPI_UNDEFINED, "MPI_Get_count in MPI_INT", file,
              line);
  MPI_Get_count(&status, MPI_DOUBLE, &count);
  check_equal(count, bytes % 8 == 0 ? bytes / 8 : MPI_UNDEFINED, "MPI_Get_count in MPI_DOUBLE",
              file, line);
  MPI_Test_cancelled(&status, &cancelled);
  check_equal(cancelled, 0, "MPI_Test_cancelled", file, line);
}
#define CHECK_STATUS(status, source, tag, bytes) \
  check_status(status, source, tag, bytes, __FILE__, __LINE__)
// The standard's empty status (MPI-3.1 section 3.7.3), and what an operation with nobody returns
// (3.11).
#define CHECK_EMPTY(status) CHECK_STATUS(status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0)
#define CHECK_FROM_NOBODY(status) CHECK_STATUS(status, MPI_PROC_NULL, MPI_ANY_TAG, 0)

// A status whose fields are all wrong, so that fields left alone are seen.
inline MPI_Status wrong_status() {
  MPI_Status status;
  status.MPI_SOURCE = status.MPI_TAG = status.MPI_ERROR = -77;
  MPI_Status_set_elements(&status, MPI_BYTE, 12345);
  // MPICH leaves it as it is.
  MPI_Status_set_cancelled(&status, host_is_mpich ? 0 : 1);
  return status;
}

// Sizes around everything that could make a difference: empty, headers, the eager limits, packing.
inline std::vector<int> sizes() {
  std::vector<int> list = {0, 1, 7, 8, 100, 1000};
  for (const int limit : {1024, 4096, 8192, 16384, 65536}) {
    for (int bytes = limit - 64; bytes <= limit + 64; bytes += 8) list.push_back(bytes);
    for (const int bytes : {limit - 49, limit - 47, limit - 17, limit - 1, limit + 1}) {
      list.push_back(bytes);
    }
  }
  list.insert(list.end(), {100'000, 1 << 20});
  return list;
}
