// SPDX-License-Identifier: BSD-3-Clause
// Per kind of collective the cheapest MPI call that moves the clocks the right way.
#include "revprof/mpi/exchange.hpp"

#include <algorithm>
#include <utility>

namespace revprof {

namespace {

// Latest clocks, and in the last place the sum of bytes.
void latest_and_sum(void* in, void* inout, int* length, MPI_Datatype*) {
  const auto* a = static_cast<const SimTime*>(in);
  auto* b = static_cast<SimTime*>(inout);
  for (int i = 0; i + 1 < *length; ++i) b[i] = std::max(a[i], b[i]);
  b[*length - 1] += a[*length - 1];
}

MPI_Op uneven_op = MPI_OP_NULL;

MPI_Op latest_and_sum_op() {
  if (uneven_op == MPI_OP_NULL) PMPI_Op_create(latest_and_sum, 1, &uneven_op);
  return uneven_op;
}

}  // namespace

void free_exchange_op() {
  free_latest_places();
  if (uneven_op != MPI_OP_NULL) PMPI_Op_free(&uneven_op);
}

void Exchange::prepare(const Engine& engine, Kind kind, bool uneven, int root, std::int64_t bytes,
                       const Communicator& communicator) {
  kind_ = kind;
  uneven_ = uneven;
  root_ = root;
  lanes_ = engine.lanes();
  with_places_ = engine.path() != nullptr;
  if (with_places_) {
    clocks_ = {static_cast<std::size_t>(lanes_), engine.path()->lane()};
    const auto& ranks = communicator.world_ranks;
    spans_programs_ = std::find(ranks.begin(), ranks.end(), -1) != ranks.end();
  }
  size_ = communicator.peers;
  in_degree_ = communicator.in_degree;
  processes_ = kind == Kind::neighbour ? in_degree_ + 1 : communicator.processes;
  own_bytes_ = bytes;
  span_ = communicator.span;
  const bool rooted = kind == Kind::one_to_all || kind == Kind::all_to_one;
  const bool first = rooted ? communicator.is_root(root) : communicator.rank == 0;
  role_ = first && !communicator.inter ? Role::first : Role::other;
  renew(engine);
}

void Exchange::arrive(Engine& engine, Call call) {
  engine.arrive(call, processes_, own_bytes_, span_, role_, own_.data());
  if (spans_programs_) own_[clocks_.place()] = nowhere;
  if (kind_ == Kind::one_to_all) got_ = own_;
}

void Exchange::renew(const Engine& engine) {
  bytes_ = own_bytes_;
  own_.assign(engine.now(), engine.now() + lanes_);
  if (with_places_) {
    // Places are those of one program alone.
    own_.insert(own_.end(), {spans_programs_ ? nowhere : engine.path()->here, -1, nowhere});
  }
  own_.push_back(bytes_);
  // What does not come in (no neighbour there, not the root) must not count.
  const std::size_t sources = kind_ == Kind::neighbour ? static_cast<std::size_t>(in_degree_) : 1;
  got_.assign(own_.size() * sources, 0);
  if (with_places_) {
    for (std::size_t from = 0; from < got_.size(); from += own_.size()) {
      got_[from + clocks_.place()] = got_[from + clocks_.second_place()] = nowhere;
      got_[from + clocks_.second()] = -1;
    }
  }
  if (kind_ == Kind::one_to_all) got_ = own_;
}

// What a reduction or scan is handed: numbers to be compared one by one, or clocks as a whole.
Exchange::Reduction Exchange::reduction() const {
  if (with_places_) return {1, placed_clocks_type(clocks_), latest_places_op()};
  if (uneven_) return {lanes_ + 1, MPI_INT64_T, latest_and_sum_op()};
  return {lanes_, MPI_INT64_T, MPI_MAX};
}

void Exchange::communicate(MPI_Comm handle, MPI_Request* request) {
  const int values = static_cast<int>(own_.size());
  switch (kind_) {
    case Kind::one_to_all:
      request ? PMPI_Ibcast(got_.data(), values, MPI_INT64_T, root_, handle, request)
              : PMPI_Bcast(got_.data(), values, MPI_INT64_T, root_, handle);
      break;
    case Kind::all_to_one: {
      const auto [count, type, op] = reduction();
      request ? PMPI_Ireduce(own_.data(), got_.data(), count, type, op, root_, handle, request)
              : PMPI_Reduce(own_.data(), got_.data(), count, type, op, root_, handle);
      break;
    }
    case Kind::scan: {
      const auto [count, type, op] = reduction();
      request ? PMPI_Iscan(own_.data(), got_.data(), count, type, op, handle, request)
              : PMPI_Scan(own_.data(), got_.data(), count, type, op, handle);
      break;
    }
    case Kind::neighbour:
      request ? PMPI_Ineighbor_allgather(own_.data(), values, MPI_INT64_T, got_.data(), values,
                                         MPI_INT64_T, handle, request)
              : PMPI_Neighbor_allgather(own_.data(), values, MPI_INT64_T, got_.data(), values,
                                        MPI_INT64_T, handle);
      break;
    default: {
      const auto [count, type, op] = reduction();
      request ? PMPI_Iallreduce(own_.data(), got_.data(), count, type, op, handle, request)
              : PMPI_Allreduce(own_.data(), got_.data(), count, type, op, handle);
    }
  }
}

const SimTime* Exchange::ready() {
  const std::size_t last = own_.size() - 1;
  if (uneven_) bytes_ = got_[last] / std::max(1, size_);
  if (kind_ == Kind::one_to_all) bytes_ = got_[last];
  const auto lanes = static_cast<std::size_t>(lanes_);
  for (std::size_t from = 0; from < got_.size(); from += own_.size()) {
    if (with_places_) {
      clocks_.merge(&got_[from], own_.data());
      continue;
    }
    for (std::size_t l = 0; l < lanes; ++l) own_[l] = std::max(own_[l], got_[from + l]);
  }
  return own_.data();
}

}  // namespace revprof
