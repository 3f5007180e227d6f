// SPDX-License-Identifier: BSD-3-Clause
// What a call's kind says of its shape, and what its data flies as.
#include "revprof/calls/mpi_calls.hpp"

#include <array>
#include <utility>

namespace revprof {

namespace {

Shape shape_of(Kind kind) {
  constexpr std::pair<Kind, Shape> shapes[] = {
      {Kind::sendrecv, Shape::exchange},     {Kind::sendrecv_replace, Shape::exchange},
      {Kind::all_to_all, Shape::all_to_all}, {Kind::one_to_all, Shape::one_to_all},
      {Kind::all_to_one, Shape::all_to_one}, {Kind::scan, Shape::scan},
      {Kind::neighbour, Shape::neighbours}};
  for (const auto& [of, shape] : shapes) {
    if (of == kind) return shape;
  }
  return Shape::local;
}

std::array<CallRow, call_count> make_rows() {
  std::array<CallRow, call_count> rows{};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const CallTraits& traits = call_traits[i];
    const Shape shape = shape_of(traits.kind);
    rows[i] = {traits.name,
               traits.stand_in,
               shape,
               traits.messages,
               traits.by_members,
               i >= static_cast<std::size_t>(Call::shmem_transit),
               traits.nonblocking && shape != Shape::local};
  }
  return rows;
}

}  // namespace

const CallTable& mpi_calls() {
  static const std::array<CallRow, call_count> rows = make_rows();
  static const CallTable table = [] {
    const Roles of_messages = {Call::transit,  Call::gap,           Call::send_gap,
                               Call::exchange, Call::exchange_both, Call::MPI_Sendrecv,
                               Call::MPI_Send, Call::MPI_Wait,      Call::MPI_Wtime,
                               Call::start_up, Call::MPI_Recv};
    Roles of_puts = of_messages;
    of_puts.transit = Call::shmem_transit;
    of_puts.gap = of_puts.send_gap = Call::shmem_gap;
    return CallTable{rows.data(), call_count, of_messages, of_puts};
  }();
  return table;
}

}  // namespace revprof
