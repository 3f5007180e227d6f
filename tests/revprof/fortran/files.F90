! SPDX-License-Identifier: BSD-3-Clause
! MPI-IO: every call that moves data or waits for others, on a file of all processes.
program files
#include "use_mpi.inc"
  implicit none
#include "declare_mpi.inc"
#ifdef INTERFACE_F08
#define FILEHANDLE type(MPI_File)
#else
#define FILEHANDLE integer
#endif
  character(len=40) :: name  ! of a run's own: several may be in one folder
  integer :: pid
  integer, parameter :: ints = 20
  integer :: got(ints), values(ints), i
  integer(kind=MPI_OFFSET_KIND) :: mine, zero = 0, whole
  FILEHANDLE :: f
#ifdef INTERFACE_MPIF
  FILEHANDLE :: missing
#endif
  REQUEST :: r
  STATUS(s)
  INFO :: hints

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, processes, ierror)
  values = [(1000 * rank + i, i = 1, ints)]
  mine = 4 * ints * rank
  whole = 4 * ints * processes
  pid = getpid()
  call MPI_Bcast(pid, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierror)
  write (name, '(a, i0, a)') 'revprof_fortran_files_', pid, '.tmp'
  call MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE + MPI_MODE_RDWR, MPI_INFO_NULL, f, ierror)
  CHECK(ierror == MPI_SUCCESS)
#if defined(INTERFACE_MPIF) && !defined(ON_MPICH)
  ! Open MPI leaves the handle of a file alone that it cannot open; with an interface, a compiler may not.
  missing = f
  call MPI_File_open(MPI_COMM_SELF, '/no/such/directory/file', MPI_MODE_RDONLY, MPI_INFO_NULL, missing, ierror)
  CHECK(ierror /= MPI_SUCCESS)
  CHECK(missing == f)
#endif
  call MPI_File_set_size(f, zero, ierror)
  call MPI_File_preallocate(f, whole, ierror)
  call MPI_File_set_view(f, zero, MPI_BYTE, MPI_BYTE, 'native', MPI_INFO_NULL, ierror)
  call MPI_File_set_atomicity(f, .false., ierror)
  call MPI_Info_create(hints, ierror)
  call MPI_File_set_info(f, hints, ierror)
  call MPI_Info_free(hints, ierror)
  call MPI_File_seek(f, mine, MPI_SEEK_SET, ierror)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_File_write(f, values, ints, MPI_INTEGER, s, ierror)
  CHECK(ierror == MPI_SUCCESS)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_File_seek(f, mine, MPI_SEEK_SET, ierror)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_File_read(f, got, ints, MPI_INTEGER, s, ierror)
  CHECK(ierror == MPI_SUCCESS)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  CHECK(all(got == values))
  got = -1
  call MPI_File_seek(f, mine, MPI_SEEK_SET, ierror)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_File_iwrite(f, values, ints, MPI_INTEGER, r, ierror)
  call MPI_Wait(r, s, ierror)
  CHECK(ierror == MPI_SUCCESS)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_File_seek(f, mine, MPI_SEEK_SET, ierror)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_File_iread(f, got, ints, MPI_INTEGER, r, ierror)
  call MPI_Wait(r, s, ierror)
  CHECK(ierror == MPI_SUCCESS)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  CHECK(all(got == values))
  got = -1
  call MPI_File_seek(f, mine, MPI_SEEK_SET, ierror)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_File_write_all(f, values, ints, MPI_INTEGER, s, ierror)
  CHECK(ierror == MPI_SUCCESS)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_File_seek(f, mine, MPI_SEEK_SET, ierror)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_File_read_all(f, got, ints, MPI_INTEGER, s, ierror)
  CHECK(ierror == MPI_SUCCESS)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  CHECK(all(got == values))
  got = -1
  call MPI_File_seek(f, mine, MPI_SEEK_SET, ierror)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_File_iwrite_all(f, values, ints, MPI_INTEGER, r, ierror)
  call MPI_Wait(r, s, ierror)
  CHECK(ierror == MPI_SUCCESS)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_File_seek(f, mine, MPI_SEEK_SET, ierror)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_File_iread_all(f, got, ints, MPI_INTEGER, r, ierror)
  call MPI_Wait(r, s, ierror)
  CHECK(ierror == MPI_SUCCESS)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  CHECK(all(got == values))
  got = -1
  call MPI_File_write_at(f, mine, values, ints, MPI_INTEGER, s, ierror)
  CHECK(ierror == MPI_SUCCESS)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_File_read_at(f, mine, got, ints, MPI_INTEGER, s, ierror)
  CHECK(ierror == MPI_SUCCESS)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  CHECK(all(got == values))
  got = -1
  call MPI_File_iwrite_at(f, mine, values, ints, MPI_INTEGER, r, ierror)
  call MPI_Wait(r, s, ierror)
  CHECK(ierror == MPI_SUCCESS)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_File_iread_at(f, mine, got, ints, MPI_INTEGER, r, ierror)
  call MPI_Wait(r, s, ierror)
  CHECK(ierror == MPI_SUCCESS)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  CHECK(all(got == values))
  got = -1
  call MPI_File_write_at_all(f, mine, values, ints, MPI_INTEGER, s, ierror)
  CHECK(ierror == MPI_SUCCESS)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_File_read_at_all(f, mine, got, ints, MPI_INTEGER, s, ierror)
  CHECK(ierror == MPI_SUCCESS)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  CHECK(all(got == values))
  got = -1
  call MPI_File_iwrite_at_all(f, mine, values, ints, MPI_INTEGER, r, ierror)
  call MPI_Wait(r, s, ierror)
  CHECK(ierror == MPI_SUCCESS)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_File_iread_at_all(f, mine, got, ints, MPI_INTEGER, r, ierror)
  call MPI_Wait(r, s, ierror)
  CHECK(ierror == MPI_SUCCESS)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  CHECK(all(got == values))
  got = -1
  call MPI_File_seek_shared(f, zero, MPI_SEEK_SET, ierror)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_File_write_shared(f, values, ints, MPI_INTEGER, s, ierror)
  CHECK(ierror == MPI_SUCCESS)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_File_seek_shared(f, zero, MPI_SEEK_SET, ierror)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_File_read_shared(f, got, ints, MPI_INTEGER, s, ierror)
  CHECK(ierror == MPI_SUCCESS)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  got = -1
  call MPI_File_seek_shared(f, zero, MPI_SEEK_SET, ierror)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_File_iwrite_shared(f, values, ints, MPI_INTEGER, r, ierror)
  call MPI_Wait(r, s, ierror)
  CHECK(ierror == MPI_SUCCESS)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_File_seek_shared(f, zero, MPI_SEEK_SET, ierror)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_File_iread_shared(f, got, ints, MPI_INTEGER, r, ierror)
  call MPI_Wait(r, s, ierror)
  CHECK(ierror == MPI_SUCCESS)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  got = -1
  call MPI_File_seek_shared(f, zero, MPI_SEEK_SET, ierror)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_File_write_ordered(f, values, ints, MPI_INTEGER, s, ierror)
  CHECK(ierror == MPI_SUCCESS)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_File_seek_shared(f, zero, MPI_SEEK_SET, ierror)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_File_read_ordered(f, got, ints, MPI_INTEGER, s, ierror)
  CHECK(ierror == MPI_SUCCESS)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  CHECK(all(got == values))
  got = -1
  call MPI_File_seek(f, mine, MPI_SEEK_SET, ierror)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_File_write_all_begin(f, values, ints, MPI_INTEGER, ierror)
  call MPI_File_write_all_end(f, values, s, ierror)
  CHECK(ierror == MPI_SUCCESS)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_File_seek(f, mine, MPI_SEEK_SET, ierror)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_File_read_all_begin(f, got, ints, MPI_INTEGER, ierror)
  call MPI_File_read_all_end(f, got, s, ierror)
  CHECK(ierror == MPI_SUCCESS)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  CHECK(all(got == values))
  got = -1
  call MPI_File_write_at_all_begin(f, mine, values, ints, MPI_INTEGER, ierror)
  call MPI_File_write_at_all_end(f, values, s, ierror)
  CHECK(ierror == MPI_SUCCESS)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_File_read_at_all_begin(f, mine, got, ints, MPI_INTEGER, ierror)
  call MPI_File_read_at_all_end(f, got, s, ierror)
  CHECK(ierror == MPI_SUCCESS)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  CHECK(all(got == values))
  got = -1
  call MPI_File_seek_shared(f, zero, MPI_SEEK_SET, ierror)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_File_write_ordered_begin(f, values, ints, MPI_INTEGER, ierror)
  call MPI_File_write_ordered_end(f, values, s, ierror)
  CHECK(ierror == MPI_SUCCESS)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_File_seek_shared(f, zero, MPI_SEEK_SET, ierror)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_File_read_ordered_begin(f, got, ints, MPI_INTEGER, ierror)
  call MPI_File_read_ordered_end(f, got, s, ierror)
  CHECK(ierror == MPI_SUCCESS)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  CHECK(all(got == values))
  got = -1
  call MPI_File_sync(f, ierror)
  call MPI_File_close(f, ierror)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  if (rank == 0) call MPI_File_delete(name, MPI_INFO_NULL, ierror)
  CHECK(ierror == MPI_SUCCESS)
  call say_digest()
  call MPI_Finalize(ierror)

contains

#include "checks.inc"
end program
