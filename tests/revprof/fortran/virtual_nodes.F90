! SPDX-License-Identifier: BSD-3-Clause
! Which node each process is told to be on, and with how many others.
program virtual_nodes
#include "use_mpi.inc"
  implicit none
#include "declare_mpi.inc"
  character(len=MPI_MAX_PROCESSOR_NAME) :: name, other
  integer :: length, on_node, from
  COMM :: node

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, processes, ierror)
  name = repeat('x', len(name))
  call MPI_Get_processor_name(name, length, ierror)
  CHECK(len_trim(name) == length)
  call MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, node, ierror)
  call MPI_Comm_size(node, on_node, ierror)
  call MPI_Comm_free(node, ierror)
  do from = 0, processes - 1
    other = name
    length = on_node
    call MPI_Bcast(other, len(other), MPI_CHARACTER, from, MPI_COMM_WORLD, ierror)
    call MPI_Bcast(length, 1, MPI_INTEGER, from, MPI_COMM_WORLD, ierror)
    if (rank == 0) print '(a, 1x, i0)', trim(other), length
  end do
  call MPI_Finalize(ierror)

contains

#include "checks.inc"

end program
