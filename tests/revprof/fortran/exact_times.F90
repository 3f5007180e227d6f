! SPDX-License-Identifier: BSD-3-Clause
! The scenarios "send", "nonblocking" and "collectives" of tests/revprof/mpi/exact_times.cpp, in Fortran: their predicted
! times must be the same.
program exact_times
#include "use_mpi.inc"
  use revprof
  implicit none
#include "declare_mpi.inc"
  integer, parameter :: bytes = 1000
  character(len=1) :: out(bytes), in(bytes), all(4 * bytes)
  character(len=20) :: scenario
  REQUEST :: r

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call get_command_argument(1, scenario)
  out = 'x'
  call revprof_begin("scenario")
  call revprof_marker("it begins")
  call revprof_counter("half", 0.5d0)
  select case (scenario)
  case ("send")
    if (rank == 0) then
      call compute(1000)
      call MPI_Send(out, bytes, MPI_CHARACTER, 1, 0, MPI_COMM_WORLD, ierror)
    else
      call MPI_Recv(in, bytes, MPI_CHARACTER, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
    end if
  case ("nonblocking")
    if (rank == 0) then
      call MPI_Isend(out, bytes, MPI_CHARACTER, 1, 0, MPI_COMM_WORLD, r, ierror)
      call compute(1.0d4)
    else
      call MPI_Irecv(in, bytes, MPI_CHARACTER, 0, 0, MPI_COMM_WORLD, r, ierror)
      call revprof_compute(2e3)
      call revprof_compute_in("step", 1.0d3)
    end if
    call MPI_Wait(r, MPI_STATUS_IGNORE, ierror)
  case ("collectives")
    call compute(1000 * rank)
    call MPI_Allreduce(out, in, bytes, MPI_BYTE, MPI_BOR, MPI_COMM_WORLD, ierror)
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
    call MPI_Bcast(in, bytes, MPI_BYTE, 2, MPI_COMM_WORLD, ierror)
    call MPI_Reduce(out, in, bytes, MPI_BYTE, MPI_BOR, 0, MPI_COMM_WORLD, ierror)
    if (rank == 3) call compute(5000)
    call MPI_Gather(out, bytes, MPI_BYTE, all, bytes, MPI_BYTE, 0, MPI_COMM_WORLD, ierror)
    call MPI_Scan(out, in, bytes, MPI_BYTE, MPI_BOR, MPI_COMM_WORLD, ierror)
    call MPI_Ibarrier(MPI_COMM_WORLD, r, ierror)
    call compute(10000)
    call MPI_Wait(r, MPI_STATUS_IGNORE, ierror)
  case default
    call MPI_Abort(MPI_COMM_WORLD, 3, ierror)
  end select
  call revprof_end()
  call MPI_Finalize(ierror)
end program
