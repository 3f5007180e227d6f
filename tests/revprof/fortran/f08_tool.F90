! SPDX-License-Identifier: BSD-3-Clause
! A tool for `use mpi_f08` programs, by the specific names of its calls (MPI-3.1, 17.1.5).
subroutine MPI_Send_f08(buf, count, datatype, dest, tag, comm, ierror)
  use mpi_f08, only: MPI_Datatype, MPI_Comm
  integer :: buf(*), count, dest, tag
  type(MPI_Datatype) :: datatype
  type(MPI_Comm) :: comm
  integer, optional :: ierror
  integer :: sent = 0
  common /counted/ sent
  external :: PMPI_Send_f08
  sent = sent + count
  call PMPI_Send_f08(buf, count, datatype, dest, tag, comm, ierror)
end subroutine

subroutine MPI_Finalize_f08(ierror)
  integer, optional :: ierror
  integer :: sent
  common /counted/ sent
  external :: PMPI_Finalize_f08
  write (*, '(a, 1x, i0)') 'tool for mpi_f08:', sent
  flush (6)
  call PMPI_Finalize_f08(ierror)
end subroutine
