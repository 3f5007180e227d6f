! SPDX-License-Identifier: BSD-3-Clause
! A tool written in Fortran for mpif.h and `use mpi`: its subroutines have the names of MPI's own.
#define COUNT(k) counts(k) = counts(k) + 1
#define COUNTS integer :: counts(4); common /counted/ counts
block data
  COUNTS
  data counts /4 * 0/
end block data

subroutine MPI_Init(ierror)
  integer :: ierror
  call PMPI_Init(ierror)
end subroutine

subroutine MPI_Send(buf, count, datatype, dest, tag, comm, ierror)
  integer :: buf(*), count, datatype, dest, tag, comm, ierror
  COUNTS
  COUNT(1)
  counts(4) = counts(4) + count
  call PMPI_Send(buf, count, datatype, dest, tag, comm, ierror)
end subroutine

subroutine MPI_Recv(buf, count, datatype, source, tag, comm, status, ierror)
  include 'mpif.h'
  integer :: buf(*), count, datatype, source, tag, comm, status(MPI_STATUS_SIZE), ierror, number
  COUNTS
  COUNT(2)
  call PMPI_Recv(buf, count, datatype, source, tag, comm, status, ierror)
  call PMPI_Get_count(status, datatype, number, ierror)
  counts(4) = counts(4) + number
end subroutine

subroutine MPI_Allreduce(sendbuf, recvbuf, count, datatype, op, comm, ierror)
  integer :: sendbuf(*), recvbuf(*), count, datatype, op, comm, ierror
  COUNTS
  COUNT(3)
  call PMPI_Allreduce(sendbuf, recvbuf, count, datatype, op, comm, ierror)
end subroutine

subroutine MPI_Pcontrol(level)
  integer :: level
  COUNTS
  counts(4) = counts(4) + level
  call PMPI_Pcontrol(level)
end subroutine

subroutine MPI_Finalize(ierror)
  include 'mpif.h'
  integer :: ierror, rank, sums(4)
  COUNTS
  call PMPI_Reduce(counts, sums, 4, MPI_INTEGER, MPI_SUM, 0, MPI_COMM_WORLD, ierror)
  call PMPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  if (rank == 0) write (*, '(a, 4(1x, i0))') 'tool in Fortran:', sums
  flush (6)
  call PMPI_Finalize(ierror)
end subroutine
