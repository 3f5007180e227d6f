! SPDX-License-Identifier: BSD-3-Clause
! A Fortran program whose calls other tools see.
program watched
#include "use_mpi.inc"
  implicit none
#include "declare_mpi.inc"
  integer, parameter :: most = 20000
  integer :: out(most), in(most), size, number, sums(2), all(2)
  STATUS(received)

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, processes, ierror)
  call MPI_Pcontrol(700000)  ! a level for the tool
  sums = 0
  size = 1
  do while (size <= most)
    out = rank + size
    if (rank > 0) then
      call MPI_Recv(in, most, MPI_INTEGER, rank - 1, size, MPI_COMM_WORLD, received, ierror)
      call MPI_Get_count(received, MPI_INTEGER, number, ierror)
      sums(1) = sums(1) + sum(in(1:number)) + SOURCE(received) + TAG(received)
    end if
    if (rank < processes - 1) call MPI_Send(out, size, MPI_INTEGER, rank + 1, size, MPI_COMM_WORLD, ierror)
    call MPI_Bcast(out, size, MPI_INTEGER, 0, MPI_COMM_WORLD, ierror)
    sums(2) = sums(2) + out(size)
    size = size * 5
  end do
  call MPI_Allreduce(sums, all, 2, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
  if (rank == 0) write (*, '(a, 2(1x, i0))') 'sums', all
  flush (6)
  call MPI_Finalize(ierror)
end program
