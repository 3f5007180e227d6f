! SPDX-License-Identifier: BSD-3-Clause
! The scenarios of exact_times.F90 half in C (mixed_c.c): each language completes what the other has started, and even
! ranks call collectives from C, odd ones from Fortran. Each call is charged once, so that the times stay the same.
program mixed
#include "use_mpi.inc"
  use revprof
  implicit none
#include "declare_mpi.inc"
  integer, parameter :: bytes = 1000
  character(len=1) :: out(bytes), in(bytes), all(4 * bytes)
  character(len=20) :: scenario
  integer :: r
  interface
    subroutine c_receive() bind(c)
    end subroutine
    subroutine c_start_receive(number) bind(c)
      integer, intent(out) :: number
    end subroutine
    subroutine c_wait(number) bind(c)
      integer, intent(inout) :: number
    end subroutine
    subroutine c_collectives(communicator, number) bind(c)
      integer, intent(in) :: communicator
      integer, intent(out) :: number
    end subroutine
  end interface

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call get_command_argument(1, scenario)
  out = 'x'
  select case (scenario)
  case ("send")
    if (rank == 0) then
      call compute(1000)
      call MPI_Send(out, bytes, MPI_CHARACTER, 1, 0, MPI_COMM_WORLD, ierror)
    else
      call c_receive()
    end if
  case ("nonblocking")
    if (rank == 0) then
      call MPI_Isend(out, bytes, MPI_CHARACTER, 1, 0, MPI_COMM_WORLD, r, ierror)
      call compute(10000)
      call c_wait(r)
    else
      call c_start_receive(r)
      call compute(3000)
      call MPI_Wait(r, MPI_STATUS_IGNORE, ierror)
    end if
    if (r /= MPI_REQUEST_NULL) call MPI_Abort(MPI_COMM_WORLD, 4, ierror)
  case ("collectives")
    call compute(1000 * rank)
    if (mod(rank, 2) == 0) then
      call c_collectives(MPI_COMM_WORLD, r)
    else
      call fortran_collectives()
    end if
    call compute(10000)
    if (mod(rank, 2) == 0) then
      call MPI_Wait(r, MPI_STATUS_IGNORE, ierror)
    else
      call c_wait(r)
    end if
  case default
    call MPI_Abort(MPI_COMM_WORLD, 3, ierror)
  end select
  call MPI_Finalize(ierror)

contains

  subroutine fortran_collectives()
    call MPI_Allreduce(out, in, bytes, MPI_BYTE, MPI_BOR, MPI_COMM_WORLD, ierror)
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
    call MPI_Bcast(in, bytes, MPI_BYTE, 2, MPI_COMM_WORLD, ierror)
    call MPI_Reduce(out, in, bytes, MPI_BYTE, MPI_BOR, 0, MPI_COMM_WORLD, ierror)
    if (rank == 3) call compute(5000)
    call MPI_Gather(out, bytes, MPI_BYTE, all, bytes, MPI_BYTE, 0, MPI_COMM_WORLD, ierror)
    call MPI_Scan(out, in, bytes, MPI_BYTE, MPI_BOR, MPI_COMM_WORLD, ierror)
    call MPI_Ibarrier(MPI_COMM_WORLD, r, ierror)
  end subroutine
end program
