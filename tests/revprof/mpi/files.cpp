// SPDX-License-Identifier: BSD-3-Clause
// MPI-IO (MPI-3.1 chapter 13): every call that moves data or waits for others; what is in the file
// and in the statuses. A file of its own per kind of access, in the working folder.
#include "opened_file.hpp"

namespace {

// MPICH's requests of files get on only where they are tested.
void asked_for(Opened& f) {
  CHECK_MPI(MPI_File_iread_at(f.file, f.mine, f.in.data(), ints, MPI_INT, &f.request));
  f.tested();
  f.read();
  MPI_Request requests[2];
  int from = -1, index = -1;
  CHECK_MPI(MPI_File_iread_at(f.file, f.mine, f.in.data(), ints, MPI_INT, &requests[0]));
  CHECK_MPI(MPI_Irecv(&from, 1, MPI_INT, f.world.previous(), 3, MPI_COMM_WORLD, &requests[1]));
  CHECK_MPI(MPI_Send(&f.world.rank, 1, MPI_INT, f.world.next(), 3, MPI_COMM_WORLD));
  for (int i = 0; i < 2; ++i) {
    CHECK_MPI(MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE));
  }
  CHECK_EQUAL(from, f.world.previous());
}

void explicit_offsets(const World& world) {
  {
    Opened f(world);
    CHECK_MPI(MPI_File_write_at(f.file, f.mine, f.out.data(), ints, MPI_INT, &f.status));
    f.done();
    f.written();
    CHECK_MPI(MPI_File_read_at(f.file, f.mine, f.in.data(), ints, MPI_INT, &f.status));
    f.read();
    CHECK_MPI(MPI_File_iread_at(f.file, f.mine, f.in.data(), ints, MPI_INT, &f.request));
    f.read();
  }
  {
    Opened f(world);
    CHECK_MPI(MPI_File_write_at_all(f.file, f.mine, f.out.data(), ints, MPI_INT, &f.status));
    f.done();
    f.written();
    CHECK_MPI(MPI_File_read_at_all(f.file, f.mine, f.in.data(), ints, MPI_INT, &f.status));
    f.read();
    CHECK_MPI(MPI_File_iread_at_all(f.file, f.mine, f.in.data(), ints, MPI_INT, &f.request));
    f.read();
  }
  {
    Opened f(world);
    CHECK_MPI(MPI_File_iwrite_at(f.file, f.mine, f.out.data(), ints, MPI_INT, &f.request));
    f.done();
    f.written();
    if (host_is_mpich) asked_for(f);
  }
  Opened f(world);
  CHECK_MPI(MPI_File_iwrite_at_all(f.file, f.mine, f.out.data(), ints, MPI_INT, &f.request));
  f.tested();
  f.done();
  f.written();
}

void file_pointers(const World& world) {
  {
    Opened f(world);
    f.own_pointer();
    CHECK_MPI(MPI_File_write(f.file, f.out.data(), ints, MPI_INT, &f.status));
    f.done();
    f.written();
    f.own_pointer();
    CHECK_MPI(MPI_File_read(f.file, f.in.data(), ints, MPI_INT, &f.status));
    f.read();
    f.own_pointer();
    CHECK_MPI(MPI_File_iread(f.file, f.in.data(), ints, MPI_INT, &f.request));
    f.read();
  }
  {
    Opened f(world);
    f.own_pointer();
    CHECK_MPI(MPI_File_write_all(f.file, f.out.data(), ints, MPI_INT, &f.status));
    f.done();
    f.written();
    f.own_pointer();
    CHECK_MPI(MPI_File_read_all(f.file, f.in.data(), ints, MPI_INT, &f.status));
    f.read();
    f.own_pointer();
    CHECK_MPI(MPI_File_iread_all(f.file, f.in.data(), ints, MPI_INT, &f.request));
    f.read();
  }
  {
    Opened f(world);
    f.own_pointer();
    CHECK_MPI(MPI_File_iwrite(f.file, f.out.data(), ints, MPI_INT, &f.request));
    CHECK_MPI(MPI_Waitall(1, &f.request, &f.status));
    f.done();
    f.written();
  }
  Opened f(world);
  f.own_pointer();
  CHECK_MPI(MPI_File_iwrite_all(f.file, f.out.data(), ints, MPI_INT, &f.request));
  f.done();
  f.written();
}

void shared_pointers(const World& world) {
  {
    Opened f(world);
    f.shared_pointer();
    CHECK_MPI(MPI_File_write_ordered(f.file, f.out.data(), ints, MPI_INT, &f.status));
    f.done();
    f.written();
    f.shared_pointer();
    CHECK_MPI(MPI_File_read_ordered(f.file, f.in.data(), ints, MPI_INT, &f.status));
    f.read();
    f.shared_pointer();
    CHECK_MPI(MPI_File_read_ordered_begin(f.file, f.in.data(), ints, MPI_INT));
    CHECK_MPI(MPI_File_read_ordered_end(f.file, f.in.data(), &f.status));
    f.read();
    // Every process gets some block, each block goes to one.
    for (const bool waits : {false, true}) {
      f.shared_pointer();
      MPI_Barrier(MPI_COMM_WORLD);
      if (waits) {
        CHECK_MPI(MPI_File_iread_shared(f.file, f.in.data(), ints, MPI_INT, &f.request));
      } else {
        CHECK_MPI(MPI_File_read_shared(f.file, f.in.data(), ints, MPI_INT, &f.status));
      }
      f.done();
      int sum = 0;
      MPI_Allreduce(f.in.data(), &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
      CHECK_EQUAL(sum, 1000 * (7 * world.size + world.size * (world.size - 1) / 2));
    }
  }
  {
    Opened f(world);
    f.shared_pointer();
    CHECK_MPI(MPI_File_write_ordered_begin(f.file, f.out.data(), ints, MPI_INT));
    CHECK_MPI(MPI_File_write_ordered_end(f.file, f.out.data(), &f.status));
    f.done();
    f.written();
  }
  for (const bool waits : {false, true}) {
    Opened f(world);
    f.shared_pointer();
    MPI_Barrier(MPI_COMM_WORLD);
    if (waits) {
      CHECK_MPI(MPI_File_iwrite_shared(f.file, f.out.data(), ints, MPI_INT, &f.request));
    } else {
      CHECK_MPI(MPI_File_write_shared(f.file, f.out.data(), ints, MPI_INT, &f.status));
    }
    f.done();
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Offset position = -1;
    CHECK_MPI(MPI_File_get_position_shared(f.file, &position));
    CHECK_EQUAL(position, world.size * block);
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

void split_collectives(const World& world) {
  {
    Opened f(world);
    CHECK_MPI(MPI_File_write_at_all_begin(f.file, f.mine, f.out.data(), ints, MPI_INT));
    CHECK_MPI(MPI_File_write_at_all_end(f.file, f.out.data(), &f.status));
    f.done();
    f.written();
    CHECK_MPI(MPI_File_read_at_all_begin(f.file, f.mine, f.in.data(), ints, MPI_INT));
    CHECK_MPI(MPI_File_read_at_all_end(f.file, f.in.data(), &f.status));
    f.read();
  }
  Opened f(world);
  f.own_pointer();
  CHECK_MPI(MPI_File_write_all_begin(f.file, f.out.data(), ints, MPI_INT));
  CHECK_MPI(MPI_File_write_all_end(f.file, f.out.data(), &f.status));
  f.done();
  f.written();
  f.own_pointer();
  CHECK_MPI(MPI_File_read_all_begin(f.file, f.in.data(), ints, MPI_INT));
  CHECK_MPI(MPI_File_read_all_end(f.file, f.in.data(), &f.status));
  f.read();
}

// Interleaved ints through a view; the data of all processes side by side.
void views(const World& world) {
  Opened f(world);
  MPI_Datatype every = MPI_DATATYPE_NULL;
  MPI_Type_create_resized(MPI_INT, 0, world.size * static_cast<MPI_Aint>(sizeof(int)), &every);
  MPI_Type_commit(&every);
  // Open MPI 4.1.4 refuses atomicity now and then (MPI_ERR_OTHER), plainly too.
  MPI_File_set_atomicity(f.file, 1);
  MPI_Info hints = MPI_INFO_NULL;
  MPI_Info_create(&hints);
  CHECK_MPI(MPI_File_set_info(f.file, hints));
  MPI_Info_free(&hints);
  MPI_File_set_atomicity(f.file, 0);
  const MPI_Offset first = world.rank * static_cast<MPI_Offset>(sizeof(int));
  CHECK_MPI(MPI_File_set_view(f.file, first, MPI_INT, every, "native", MPI_INFO_NULL));
  CHECK_MPI(MPI_File_write_all(f.file, f.out.data(), ints, MPI_INT, &f.status));
  f.done();
  CHECK_MPI(MPI_File_set_view(f.file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
  std::vector<int> all(static_cast<std::size_t>(ints * world.size));
  const int count = static_cast<int>(all.size());
  CHECK_MPI(MPI_File_read_at_all(f.file, 0, all.data(), count, MPI_INT, &f.status));
  f.done(count);
  for (int i = 0; i < count; ++i) {
    CHECK_EQUAL(all[static_cast<std::size_t>(i)], (i % world.size + 7) * 1000 + i / world.size);
  }
  // Past the end there is nothing.
  CHECK_MPI(MPI_File_read_at(f.file, count, all.data(), 1, MPI_INT, &f.status));
  f.done(0);
  MPI_Type_free(&every);
}

int user_errors = 0;
void on_error(MPI_File*, int*, ...) { ++user_errors; }

void errors(const World& world) {
  MPI_File none = MPI_FILE_NULL;
  CHECK(MPI_File_open(MPI_COMM_SELF, "no/such/folder/file", MPI_MODE_RDONLY, MPI_INFO_NULL,
                      &none) != MPI_SUCCESS);
  CHECK(MPI_File_delete("no/such/file", MPI_INFO_NULL) != MPI_SUCCESS);
  Opened f(world);
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  CHECK_MPI(MPI_File_create_errhandler(on_error, &handler));
  CHECK_MPI(MPI_File_set_errhandler(f.file, handler));
  const int before = user_errors;
  MPI_File_write_at(f.file, f.mine, f.out.data(), -1, MPI_INT, &f.status);
  CHECK(user_errors > before);
  MPI_Errhandler_free(&handler);
  CHECK_MPI(MPI_File_write_at_all(f.file, f.mine, f.out.data(), ints, MPI_INT, &f.status));
}

// What one process alone is told is wrong while the others succeed.
void error_of_one(const World& world) {
  Opened f(world);
  const bool is_wrong = world.rank == 1;
  CHECK((MPI_File_set_atomicity(f.file, is_wrong ? 1 : 0) != MPI_SUCCESS) == is_wrong);
  CHECK_MPI(MPI_File_sync(f.file));
}

}  // namespace

int main(int argc, char** argv) {
  const World world(&argc, &argv);
  explicit_offsets(world);
  file_pointers(world);
  shared_pointers(world);
  split_collectives(world);
  views(world);
  errors(world);
  error_of_one(world);
  if (world.rank == 0) std::printf("files on %d processes\n", world.size);
}
