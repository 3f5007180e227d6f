// SPDX-License-Identifier: BSD-3-Clause
// Per kind of collective the cheapest MPI call that moves the clocks the right way.
#include "revprof/mpi/exchange.hpp"

#include <algorithm>

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
  if (uneven_op != MPI_OP_NULL) PMPI_Op_free(&uneven_op);
}

void Exchange::prepare(const Engine& engine, Kind kind, bool uneven, int root, std::int64_t bytes,
                       const Communicator& communicator) {
  kind_ = kind;
  uneven_ = uneven;
  root_ = root;
  lanes_ = engine.lanes();
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
  if (kind_ == Kind::one_to_all) got_ = own_;
}

void Exchange::renew(const Engine& engine) {
  bytes_ = own_bytes_;
  own_.assign(engine.now(), engine.now() + lanes_);
  own_.push_back(bytes_);
  // What does not come in (no neighbour there, not the root) must not count.
  got_.assign(own_.size() * (kind_ == Kind::neighbour ? static_cast<std::size_t>(in_degree_) : 1),
              0);
  if (kind_ == Kind::one_to_all) got_ = own_;
}

void Exchange::communicate(MPI_Comm handle, MPI_Request* request) {
  const int values = lanes_ + 1;
  switch (kind_) {
    case Kind::one_to_all:
      request ? PMPI_Ibcast(got_.data(), values, MPI_INT64_T, root_, handle, request)
              : PMPI_Bcast(got_.data(), values, MPI_INT64_T, root_, handle);
      break;
    case Kind::all_to_one:
      request ? PMPI_Ireduce(own_.data(), got_.data(), lanes_, MPI_INT64_T, MPI_MAX, root_, handle,
                             request)
              : PMPI_Reduce(own_.data(), got_.data(), lanes_, MPI_INT64_T, MPI_MAX, root_, handle);
      break;
    case Kind::scan:
      request ? PMPI_Iscan(own_.data(), got_.data(), lanes_, MPI_INT64_T, MPI_MAX, handle, request)
              : PMPI_Scan(own_.data(), got_.data(), lanes_, MPI_INT64_T, MPI_MAX, handle);
      break;
    case Kind::neighbour:
      request ? PMPI_Ineighbor_allgather(own_.data(), values, MPI_INT64_T, got_.data(), values,
                                         MPI_INT64_T, handle, request)
              : PMPI_Neighbor_allgather(own_.data(), values, MPI_INT64_T, got_.data(), values,
                                        MPI_INT64_T, handle);
      break;
    default: {
      const int count = uneven_ ? values : lanes_;
      const MPI_Op op = uneven_ ? latest_and_sum_op() : MPI_MAX;
      request ? PMPI_Iallreduce(own_.data(), got_.data(), count, MPI_INT64_T, op, handle, request)
              : PMPI_Allreduce(own_.data(), got_.data(), count, MPI_INT64_T, op, handle);
    }
  }
}

const SimTime* Exchange::ready() {
  const auto lanes = static_cast<std::size_t>(lanes_);
  for (std::size_t from = 0; from < got_.size(); from += lanes + 1) {
    for (std::size_t l = 0; l < lanes; ++l) own_[l] = std::max(own_[l], got_[from + l]);
  }
  if (uneven_) bytes_ = got_[lanes] / std::max(1, size_);
  if (kind_ == Kind::one_to_all) bytes_ = got_[lanes];
  return own_.data();
}

}  // namespace revprof
