// SPDX-License-Identifier: BSD-3-Clause
// Layouts of integers in memory by derived types, and memory that notices what is written
// elsewhere.
#pragma once

#include <string>

#include "check.hpp"

// A way to lay out `ints` integers in memory. The ints of a message are in the order of the type.
struct Layout {
  std::string name;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  int count = 0;               // of the type, for the whole message
  std::vector<int> positions;  // of the integers, from the address that is passed
};

constexpr int gap = -1;
constexpr int room = 4, base = 2;  // times the ints: an arena, and where the message's address is

inline Layout contiguous(int ints) {
  Layout layout{"contiguous", MPI_INT, ints, {}};
  for (int i = 0; i < ints; ++i) layout.positions.push_back(i);
  return layout;
}

inline Layout one_contiguous(int ints) {
  Layout layout = contiguous(ints);
  layout.name = "contiguous type";
  MPI_Type_contiguous(ints, MPI_INT, &layout.type);
  layout.count = 1;
  return layout;
}

inline Layout vector(int ints) {
  Layout layout{"vector", MPI_DATATYPE_NULL, 1, {}};
  MPI_Type_vector(ints / 2, 2, 3, MPI_INT, &layout.type);
  for (int i = 0; i < ints; ++i) layout.positions.push_back(i / 2 * 3 + i % 2);
  return layout;
}

// Descending displacements, the first block behind the others.
inline Layout indexed(int ints) {
  const int half = ints / 2, lengths[2] = {half, half}, displacements[2] = {half + 5, 1};
  Layout layout{"indexed", MPI_DATATYPE_NULL, 1, {}};
  MPI_Type_indexed(2, lengths, displacements, MPI_INT, &layout.type);
  for (int i = 0; i < ints; ++i) layout.positions.push_back(i < half ? half + 5 + i : 1 + i - half);
  return layout;
}

// Elements two ints apart by their extent.
inline Layout resized(int ints) {
  Layout layout{"resized", MPI_DATATYPE_NULL, ints, {}};
  MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &layout.type);
  for (int i = 0; i < ints; ++i) layout.positions.push_back(2 * i);
  return layout;
}

// The data lies before the address that is passed.
inline Layout before(int ints) {
  const int lengths[1] = {ints};
  const MPI_Aint displacements[1] = {-static_cast<MPI_Aint>(sizeof(int)) * ints};
  const MPI_Datatype types[1] = {MPI_INT};
  Layout layout{"negative lower bound", MPI_DATATYPE_NULL, 1, {}};
  MPI_Type_create_struct(1, lengths, displacements, types, &layout.type);
  for (int i = 0; i < ints; ++i) layout.positions.push_back(i - ints);
  return layout;
}

inline Layout subarray(int ints) {
  const int columns = 4, rows = ints / 2;
  const int whole[2] = {rows, columns}, part[2] = {rows, 2}, start[2] = {0, 1};
  Layout layout{"subarray", MPI_DATATYPE_NULL, 1, {}};
  MPI_Type_create_subarray(2, whole, part, start, MPI_ORDER_C, MPI_INT, &layout.type);
  for (int i = 0; i < ints; ++i) layout.positions.push_back(i / 2 * columns + 1 + i % 2);
  return layout;
}

inline std::vector<Layout> layouts(int ints) {
  std::vector<Layout> all = {contiguous(ints), one_contiguous(ints), vector(ints),  indexed(ints),
                             resized(ints),    before(ints),         subarray(ints)};
  for (Layout& layout : all) {
    if (layout.type != MPI_INT) MPI_Type_commit(&layout.type);
  }
  return all;
}

inline void free_types(std::vector<Layout>& all) {
  for (Layout& layout : all) {
    if (layout.type != MPI_INT) MPI_Type_free(&layout.type);
  }
}

struct Arena {
  explicit Arena(int ints)
      : cells(static_cast<std::size_t>(room * ints), gap),
        address(cells.data() + base * ints / 2) {}
  void put(const Layout& layout, int seed) {
    int i = 0;
    for (const int position : layout.positions) address[position] = seed + i++;
  }
  void check(const Layout& layout, int seed, int received) {
    int i = 0;
    for (const int position : layout.positions) {
      if (i == received) break;
      if (address[position] != seed + i) {
        fail(__FILE__, __LINE__,
             layout.name + " of " + std::to_string(layout.positions.size()) + ": int " +
                 std::to_string(i) + " is " + std::to_string(address[position]) + ", expected " +
                 std::to_string(seed + i));
      }
      ++i;
      address[position] = gap;
    }
    CHECK(std::all_of(cells.begin(), cells.end(), [](int cell) { return cell == gap; }));
  }
  std::vector<int> cells;
  int* address;
};
