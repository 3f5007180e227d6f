// SPDX-License-Identifier: BSD-3-Clause
// Messages of derived types (MPI-3.1 section 4): every layout against every other one of the same
// signature, gaps left alone, types freed while in use, absolute addresses, packed data.
#include <cstdint>
#include <string>

#include "type_layouts.hpp"

namespace {

void every_pair(const World& world, int ints) {
  std::vector<Layout> all = layouts(ints);
  int tag = 0;
  for (const Layout& sent : all) {
    for (const Layout& received : all) {
      ++tag;
      Arena out(ints), in(ints);
      out.put(sent, 1000 * world.rank);
      MPI_Request requests[2];
      MPI_Status status = wrong_status();
      if (tag % 2 == 0) {
        MPI_Irecv(in.address, received.count, received.type, world.previous(), tag, MPI_COMM_WORLD,
                  &requests[0]);
        MPI_Send(out.address, sent.count, sent.type, world.next(), tag, MPI_COMM_WORLD);
        MPI_Wait(&requests[0], &status);
      } else {
        MPI_Isend(out.address, sent.count, sent.type, world.next(), tag, MPI_COMM_WORLD,
                  &requests[1]);
        MPI_Recv(in.address, received.count, received.type, world.previous(), tag, MPI_COMM_WORLD,
                 &status);
        MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
      }
      CHECK_STATUS(status, world.previous(), tag, 4 * ints);
      int count = 0, elements = 0;
      MPI_Get_count(&status, received.type, &count);
      MPI_Get_elements(&status, received.type, &elements);
      CHECK_EQUAL(count, received.count);
      CHECK_EQUAL(elements, ints);
      in.check(received, 1000 * world.previous(), ints);
      out.check(sent, 1000 * world.rank, ints);
    }
  }
  free_types(all);
}

// A message that ends inside the receiver's type: counted in elements, not in types.
void partly_filled(const World& world, int ints) {
  std::vector<Layout> all = layouts(ints);
  const int sent = ints / 2 + 1;
  std::vector<int> out(static_cast<std::size_t>(sent));
  for (int i = 0; i < sent; ++i) out[static_cast<std::size_t>(i)] = 5 + i;
  for (const Layout& received : all) {
    Arena in(ints);
    MPI_Request request;
    MPI_Status status = wrong_status();
    MPI_Isend(out.data(), sent, MPI_INT, world.next(), 1, MPI_COMM_WORLD, &request);
    MPI_Recv(in.address, received.count, received.type, world.previous(), 1, MPI_COMM_WORLD,
             &status);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    int count = 0, elements = 0;
    MPI_Count large = 0;
    MPI_Get_count(&status, received.type, &count);
    MPI_Get_elements(&status, received.type, &elements);
    MPI_Get_elements_x(&status, received.type, &large);
    CHECK_EQUAL(count, received.count == ints ? sent : MPI_UNDEFINED);
    CHECK_EQUAL(elements, sent);
    CHECK_EQUAL(large, sent);
    in.check(received, 5, sent);
  }
  free_types(all);
}

void replaced_in_place(const World& world, int ints) {
  std::vector<Layout> all = layouts(ints);
  for (const Layout& layout : all) {
    Arena both(ints);
    both.put(layout, 50 * world.rank);
    MPI_Status status = wrong_status();
    MPI_Sendrecv_replace(both.address, layout.count, layout.type, world.next(), 2, world.previous(),
                         2, MPI_COMM_WORLD, &status);
    CHECK_STATUS(status, world.previous(), 2, 4 * ints);
    both.check(layout, 50 * world.previous(), ints);
  }
  free_types(all);
}

// A struct of different members, received as itself; its type freed before the message has left.
void structs(const World& world) {
  struct Particle {
    char kind;
    double position[3];
    std::int16_t charge;
  };
  const int lengths[3] = {1, 3, 1};
  const MPI_Aint displacements[3] = {offsetof(Particle, kind), offsetof(Particle, position),
                                     offsetof(Particle, charge)};
  const MPI_Datatype types[3] = {MPI_CHAR, MPI_DOUBLE, MPI_INT16_T};
  for (const int count : {0, 1, 10, 3000}) {
    MPI_Datatype raw, particle;
    MPI_Type_create_struct(3, lengths, displacements, types, &raw);
    MPI_Type_create_resized(raw, 0, sizeof(Particle), &particle);
    MPI_Type_free(&raw);
    MPI_Type_commit(&particle);
    std::vector<Particle> out(static_cast<std::size_t>(count)), in(out.size() + 1);
    for (int i = 0; i < count; ++i) {
      out[static_cast<std::size_t>(i)] = {static_cast<char>(i),
                                          {i + 0.5, world.rank + 0.25, -i * 1.0},
                                          static_cast<std::int16_t>(i)};
    }
    MPI_Request requests[2];
    MPI_Status statuses[2] = {wrong_status(), wrong_status()};
    MPI_Irecv(in.data(), count + 1, particle, world.previous(), 3, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(out.data(), count, particle, world.next(), 3, MPI_COMM_WORLD, &requests[1]);
    MPI_Datatype copy;
    MPI_Type_dup(particle, &copy);
    MPI_Type_free(&particle);
    MPI_Waitall(2, requests, statuses);
    int got = 0, elements = 0;
    MPI_Get_count(&statuses[0], copy, &got);
    MPI_Get_elements(&statuses[0], copy, &elements);
    CHECK_EQUAL(got, count);
    CHECK_EQUAL(elements, 5 * count);
    for (int i = 0; i < count; ++i) {
      const Particle& p = in[static_cast<std::size_t>(i)];
      CHECK(p.kind == static_cast<char>(i) && p.charge == static_cast<std::int16_t>(i));
      CHECK(p.position[0] == i + 0.5 && p.position[1] == world.previous() + 0.25 &&
            p.position[2] == -i * 1.0);
    }
    MPI_Type_free(&copy);
  }
}

// MPICH 4.0.2 crashes plainly in MPI_Isendrecv_replace of these.
void replaced_at_absolute_addresses(const World& world, int ints) {
  std::vector<int> both(static_cast<std::size_t>(ints), world.rank);
  MPI_Aint address = 0;
  MPI_Get_address(both.data(), &address);
  MPI_Datatype type;
  MPI_Type_create_hindexed(1, &ints, &address, MPI_INT, &type);
  MPI_Type_commit(&type);
  CHECK_MPI(MPI_Sendrecv_replace(MPI_BOTTOM, 1, type, world.next(), 5, world.previous(), 5,
                                 MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  CHECK(both == std::vector<int>(both.size(), world.previous()));
  MPI_Type_free(&type);
}

// MPI_BOTTOM with absolute addresses, blocking, nonblocking and persistent.
void absolute_addresses(const World& world) {
  for (const int ints : {4, 10'000}) {
    std::vector<int> a(static_cast<std::size_t>(ints), world.rank), b(a.size(), world.rank + 100);
    std::vector<int> c(a.size(), gap), d(a.size(), gap);
    const auto type_of = [&](std::vector<int>& first, std::vector<int>& second) {
      const int lengths[2] = {ints, ints};
      MPI_Aint addresses[2];
      MPI_Get_address(first.data(), &addresses[0]);
      MPI_Get_address(second.data(), &addresses[1]);
      MPI_Datatype type;
      MPI_Type_create_hindexed(2, lengths, addresses, MPI_INT, &type);
      MPI_Type_commit(&type);
      return type;
    };
    MPI_Datatype out = type_of(a, b), in = type_of(d, c);
    MPI_Status status = wrong_status();
    const auto check = [&] {
      CHECK_STATUS(status, world.previous(), 4, 8 * ints);
      CHECK(d == std::vector<int>(d.size(), world.previous()));
      CHECK(c == std::vector<int>(c.size(), world.previous() + 100));
      std::fill(c.begin(), c.end(), gap);
      std::fill(d.begin(), d.end(), gap);
      status = wrong_status();
    };
    MPI_Request request;
    MPI_Irecv(MPI_BOTTOM, 1, in, world.previous(), 4, MPI_COMM_WORLD, &request);
    MPI_Send(MPI_BOTTOM, 1, out, world.next(), 4, MPI_COMM_WORLD);
    MPI_Wait(&request, &status);
    check();
    MPI_Sendrecv(MPI_BOTTOM, 1, out, world.next(), 4, MPI_BOTTOM, 1, in, world.previous(), 4,
                 MPI_COMM_WORLD, &status);
    check();
    MPI_Isend(MPI_BOTTOM, 1, out, world.next(), 4, MPI_COMM_WORLD, &request);
    MPI_Recv(MPI_BOTTOM, 1, in, world.previous(), 4, MPI_COMM_WORLD, &status);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check();
    replaced_at_absolute_addresses(world, ints);
    MPI_Request persistent[2];
    MPI_Recv_init(MPI_BOTTOM, 1, in, world.previous(), 4, MPI_COMM_WORLD, &persistent[0]);
    MPI_Send_init(MPI_BOTTOM, 1, out, world.next(), 4, MPI_COMM_WORLD, &persistent[1]);
    MPI_Type_free(&out);
    MPI_Type_free(&in);
    for (int round = 0; round < 3; ++round) {
      MPI_Status statuses[2];
      MPI_Startall(2, persistent);
      MPI_Waitall(2, persistent, statuses);
      status = statuses[0];
      check();
    }
    MPI_Request_free(&persistent[0]);
    MPI_Request_free(&persistent[1]);
  }
}

// What was packed may be received as its type, or as MPI_PACKED and unpacked.
void packed(const World& world) {
  int values[3] = {1, 2, world.rank}, got[3] = {};
  double number = 0.5, got_number = 0;
  char buffer[200], incoming[200];
  int position = 0;
  MPI_Pack(values, 3, MPI_INT, buffer, 200, &position, MPI_COMM_WORLD);
  const int of_ints = position;
  MPI_Request request;
  MPI_Status status = wrong_status();
  MPI_Isend(buffer, of_ints, MPI_PACKED, world.next(), 5, MPI_COMM_WORLD, &request);
  MPI_Recv(got, 3, MPI_INT, world.previous(), 5, MPI_COMM_WORLD, &status);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK_STATUS(status, world.previous(), 5, 12);
  CHECK_EQUAL(got[2], world.previous());

  MPI_Pack(&number, 1, MPI_DOUBLE, buffer, 200, &position, MPI_COMM_WORLD);
  MPI_Isend(buffer, position, MPI_PACKED, world.next(), 6, MPI_COMM_WORLD, &request);
  MPI_Probe(world.previous(), 6, MPI_COMM_WORLD, &status);
  int bytes = 0;
  MPI_Get_count(&status, MPI_PACKED, &bytes);
  CHECK_EQUAL(bytes, position);
  MPI_Recv(incoming, bytes, MPI_PACKED, world.previous(), 6, MPI_COMM_WORLD, &status);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  int at = 0;
  MPI_Unpack(incoming, bytes, &at, got, 3, MPI_INT, MPI_COMM_WORLD);
  MPI_Unpack(incoming, bytes, &at, &got_number, 1, MPI_DOUBLE, MPI_COMM_WORLD);
  CHECK_EQUAL(got[2], world.previous());
  CHECK_EQUAL(got_number, number);
}

// Thousands of short-lived types on buffers that move: nothing remembered may be mistaken for new.
void changing_types(const World& world) {
  for (int i = 1; i < 2000; ++i) {
    const int ints = 2 + i % 50;
    MPI_Datatype type;
    MPI_Type_vector(ints, 1, 1 + i % 3, MPI_INT, &type);
    MPI_Type_commit(&type);
    std::vector<int> out(static_cast<std::size_t>(ints * 3), i), in(out.size(), gap);
    MPI_Sendrecv(out.data(), 1, type, world.next(), 7, in.data(), 1, type, world.previous(), 7,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&type);
    CHECK_EQUAL(std::count(in.begin(), in.end(), i), ints);
    CHECK_EQUAL(in[static_cast<std::size_t>((ints - 1) * (1 + i % 3))], i);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  for (const int ints : {4, 250, 1000, 1024, 4096, 5000, 50'000}) {
    every_pair(world, ints);
    partly_filled(world, ints);
    replaced_in_place(world, ints);
  }
  structs(world);
  absolute_addresses(world);
  packed(world);
  changing_types(world);
}
