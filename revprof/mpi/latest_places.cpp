// SPDX-License-Identifier: BSD-3-Clause
// Merges clocks with their places.
#include "revprof/mpi/latest_places.hpp"

#include <algorithm>

namespace revprof {

namespace {

struct Candidate {
  SimTime time;
  StepPlace place;

  // In one order whoever compares: then all processes agree, and the result does not depend on the
  // order in which MPI merges. Of several that come at the same time the highest rank decides, as
  // the first process of a collective has a head start on some machines; and none without a place.
  bool before(const Candidate& other) const {
    return time != other.time ? time > other.time : place > other.place;
  }
  bool is(const Candidate& other) const { return time == other.time && place == other.place; }
};

PlacedClocks merged;  // by the operation
MPI_Op merge_op = MPI_OP_NULL;
MPI_Datatype merged_type = MPI_DATATYPE_NULL;

void merge_all(void* in, void* inout, int* length, MPI_Datatype*) {
  const auto* a = static_cast<const SimTime*>(in);
  auto* b = static_cast<SimTime*>(inout);
  for (int i = 0; i < *length; ++i, a += merged.values(), b += merged.values()) merged.merge(a, b);
}

}  // namespace

void PlacedClocks::merge(const SimTime* a, SimTime* b) const {
  const Candidate own[2] = {{b[lane], b[place()]}, {b[second()], b[second_place()]}};
  Candidate first = own[0], next = own[1];
  for (const Candidate& other :
       {Candidate{a[lane], a[place()]}, Candidate{a[second()], a[second_place()]}}) {
    if (other.is(first) || other.is(next)) continue;
    if (other.before(first)) {
      next = first;
      first = other;
    } else if (other.before(next)) {
      next = other;
    }
  }
  for (std::size_t l = 0; l < lanes; ++l) b[l] = std::max(a[l], b[l]);
  b[place()] = first.place;
  b[second()] = next.time;
  b[second_place()] = next.place;
  b[bytes()] += a[bytes()];
}

MPI_Datatype placed_clocks_type(const PlacedClocks& clocks) {
  if (merged_type == MPI_DATATYPE_NULL) {
    merged = clocks;
    PMPI_Type_contiguous(static_cast<int>(clocks.values()), MPI_INT64_T, &merged_type);
    PMPI_Type_commit(&merged_type);
  }
  return merged_type;
}

MPI_Op latest_places_op() {
  if (merge_op == MPI_OP_NULL) PMPI_Op_create(merge_all, 1, &merge_op);
  return merge_op;
}

void free_latest_places() {
  if (merge_op != MPI_OP_NULL) PMPI_Op_free(&merge_op);
  if (merged_type != MPI_DATATYPE_NULL) PMPI_Type_free(&merged_type);
}

}  // namespace revprof
