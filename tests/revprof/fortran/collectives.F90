! SPDX-License-Identifier: BSD-3-Clause
! Every collective, blocking and nonblocking, with MPI_IN_PLACE; constructors of communicators; neighbourhoods.
program collectives
#include "use_mpi.inc"
  implicit none
#include "declare_mpi.inc"
  integer, parameter :: most = 8
  integer :: i, form
  integer :: own(most), all(most), counts(most), displacements(most), byte_displacements(most)
  integer(kind=MPI_ADDRESS_KIND) :: addresses(most)
  DATATYPE :: types(most)
  REQUEST :: r

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, processes, ierror)
  counts = 1
  displacements = [(i - 1, i = 1, most)]
  byte_displacements = 4 * displacements
  addresses = byte_displacements
  do i = 1, most
    types(i) = MPI_INTEGER
  end do
  call blocking(MPI_COMM_WORLD)
  call nonblocking(MPI_COMM_WORLD)
  call communicators()
  if (processes > 2) call neighbours()  ! with fewer both neighbours are the same
  call say_digest()
  call MPI_Finalize(ierror)

contains

#include "checks.inc"

  ! What rank `from` has for rank `to`.
  integer function value(from, to)
    integer, intent(in) :: from, to
    value = 100 * from + to
  end function

  subroutine refill()
    own = [(value(rank, i - 1), i = 1, most)]
    all = -1
  end subroutine

  ! Element i is what rank i - 1 has for this rank, or for rank 0.
  subroutine from_all(line, to)
    integer, intent(in) :: line, to
    do i = 1, processes
      call check(all(i) == value(i - 1, to), line)
    end do
    call refill()
  end subroutine

  subroutine summed(line, ranks, found)
    integer, intent(in) :: line, ranks, found
    call check(found == sum([(value(i - 1, 0), i = 1, ranks)]), line)
    call refill()
  end subroutine

  subroutine finish()
    STATUS(found)
    call MPI_Wait(r, found, ierror)
    CHECK(ierror == MPI_SUCCESS)
  end subroutine

  subroutine blocking(comm)
    COMM, intent(in) :: comm
    integer :: root
    root = processes - 1
    call refill()
    call MPI_Barrier(comm, ierror)
    call MPI_Bcast(own, most, MPI_INTEGER, root, comm, ierror)
    CHECK(own(1) == value(root, 0))
    call refill()
    call MPI_Gather(own, 1, MPI_INTEGER, all, 1, MPI_INTEGER, root, comm, ierror)
    if (rank == root) call from_all(__LINE__, 0)
    call refill()
    call MPI_Gatherv(own, 1, MPI_INTEGER, all, counts, displacements, MPI_INTEGER, root, comm, ierror)
    if (rank == root) call from_all(__LINE__, 0)
    call refill()
    call MPI_Scatter(own, 1, MPI_INTEGER, all, 1, MPI_INTEGER, root, comm, ierror)
    CHECK(all(1) == value(root, rank))
    call MPI_Scatterv(own, counts, displacements, MPI_INTEGER, all(2), 1, MPI_INTEGER, root, comm, ierror)
    CHECK(all(2) == value(root, rank))
    call refill()
    call MPI_Allgather(own, 1, MPI_INTEGER, all, 1, MPI_INTEGER, comm, ierror)
    call from_all(__LINE__, 0)
    all(rank + 1) = own(1)
    call MPI_Allgather(MPI_IN_PLACE, 0, MPI_INTEGER, all, 1, MPI_INTEGER, comm, ierror)
    call from_all(__LINE__, 0)
    call MPI_Allgatherv(own, 1, MPI_INTEGER, all, counts, displacements, MPI_INTEGER, comm, ierror)
    call from_all(__LINE__, 0)
    call MPI_Alltoall(own, 1, MPI_INTEGER, all, 1, MPI_INTEGER, comm, ierror)
    call from_all(__LINE__, rank)
    all(1:processes) = own(1:processes)
    call MPI_Alltoall(MPI_IN_PLACE, 0, MPI_INTEGER, all, 1, MPI_INTEGER, comm, ierror)
    call from_all(__LINE__, rank)
    call MPI_Alltoallv(own, counts, displacements, MPI_INTEGER, all, counts, displacements, MPI_INTEGER, comm, ierror)
    call from_all(__LINE__, rank)
    call MPI_Alltoallw(own, counts, byte_displacements, types, all, counts, byte_displacements, types, comm, ierror)
    call from_all(__LINE__, rank)
    call MPI_Reduce(own, all, 1, MPI_INTEGER, MPI_SUM, root, comm, ierror)
    if (rank == root) call summed(__LINE__, processes, all(1))
    call refill()
    call MPI_Allreduce(own, all, 1, MPI_INTEGER, MPI_SUM, comm, ierror)
    call summed(__LINE__, processes, all(1))
    call MPI_Allreduce(MPI_IN_PLACE, own, 1, MPI_INTEGER, MPI_SUM, comm, ierror)
    call summed(__LINE__, processes, own(1))
    call MPI_Reduce_scatter_block(own, all, 1, MPI_INTEGER, MPI_SUM, comm, ierror)
    call summed(__LINE__, processes, all(1) - processes * rank)
    call MPI_Reduce_scatter(own, all, counts, MPI_INTEGER, MPI_SUM, comm, ierror)
    call summed(__LINE__, processes, all(1) - processes * rank)
    call MPI_Scan(own, all, 1, MPI_INTEGER, MPI_SUM, comm, ierror)
    call summed(__LINE__, rank + 1, all(1))
    call MPI_Exscan(own, all, 1, MPI_INTEGER, MPI_SUM, comm, ierror)
    if (rank > 0) call summed(__LINE__, rank, all(1))
    call refill()
  end subroutine

  subroutine nonblocking(comm)
    COMM, intent(in) :: comm
    integer :: root
    root = 0
    call MPI_Ibarrier(comm, r, ierror)
    call finish()
    call MPI_Ibcast(own, most, MPI_INTEGER, root, comm, r, ierror)
    call finish()
    CHECK(own(1) == value(root, 0))
    call refill()
    call MPI_Igather(own, 1, MPI_INTEGER, all, 1, MPI_INTEGER, root, comm, r, ierror)
    call finish()
    if (rank == root) call from_all(__LINE__, 0)
    call MPI_Igatherv(own, 1, MPI_INTEGER, all, counts, displacements, MPI_INTEGER, root, comm, r, ierror)
    call finish()
    if (rank == root) call from_all(__LINE__, 0)
    call MPI_Iscatter(own, 1, MPI_INTEGER, all, 1, MPI_INTEGER, root, comm, r, ierror)
    call finish()
    CHECK(all(1) == value(root, rank))
    call MPI_Iscatterv(own, counts, displacements, MPI_INTEGER, all(2), 1, MPI_INTEGER, root, comm, r, ierror)
    call finish()
    CHECK(all(2) == value(root, rank))
    call MPI_Iallgather(own, 1, MPI_INTEGER, all, 1, MPI_INTEGER, comm, r, ierror)
    call finish()
    call from_all(__LINE__, 0)
    call MPI_Iallgatherv(own, 1, MPI_INTEGER, all, counts, displacements, MPI_INTEGER, comm, r, ierror)
    call finish()
    call from_all(__LINE__, 0)
    call MPI_Ialltoall(own, 1, MPI_INTEGER, all, 1, MPI_INTEGER, comm, r, ierror)
    call finish()
    call from_all(__LINE__, rank)
    call MPI_Ialltoallv(own, counts, displacements, MPI_INTEGER, all, counts, displacements, MPI_INTEGER, comm, r, ierror)
    call finish()
    call from_all(__LINE__, rank)
    call MPI_Ialltoallw(own, counts, byte_displacements, types, all, counts, byte_displacements, types, comm, r, ierror)
    call finish()
    call from_all(__LINE__, rank)
    call MPI_Ireduce(own, all, 1, MPI_INTEGER, MPI_SUM, root, comm, r, ierror)
    call finish()
    if (rank == root) call summed(__LINE__, processes, all(1))
    call MPI_Iallreduce(own, all, 1, MPI_INTEGER, MPI_SUM, comm, r, ierror)
    call finish()
    call summed(__LINE__, processes, all(1))
    call MPI_Ireduce_scatter_block(own, all, 1, MPI_INTEGER, MPI_SUM, comm, r, ierror)
    call finish()
    call summed(__LINE__, processes, all(1) - processes * rank)
    call MPI_Ireduce_scatter(own, all, counts, MPI_INTEGER, MPI_SUM, comm, r, ierror)
    call finish()
    call summed(__LINE__, processes, all(1) - processes * rank)
    call MPI_Iscan(own, all, 1, MPI_INTEGER, MPI_SUM, comm, r, ierror)
    call finish()
    call summed(__LINE__, rank + 1, all(1))
    call MPI_Iexscan(own, all, 1, MPI_INTEGER, MPI_SUM, comm, r, ierror)
    call finish()
    if (rank > 0) call summed(__LINE__, rank, all(1))
    call refill()
  end subroutine

  ! The whole world again, in whatever way it was made.
  subroutine use_and_free(line, comm)
    integer, intent(in) :: line
    COMM, intent(inout) :: comm
    call refill()
    call MPI_Allgather(own, 1, MPI_INTEGER, all, 1, MPI_INTEGER, comm, ierror)
    call from_all(line, 0)
    call MPI_Comm_free(comm, ierror)
  end subroutine

  subroutine communicators()
    COMM :: made, half, inter
    GROUP :: world
    integer :: half_rank, high
    logical :: low
    call MPI_Comm_dup(MPI_COMM_WORLD, made, ierror)
    call use_and_free(__LINE__, made)
    call MPI_Comm_idup(MPI_COMM_WORLD, made, r, ierror)
    call finish()
    call use_and_free(__LINE__, made)
    call MPI_Comm_dup_with_info(MPI_COMM_WORLD, MPI_INFO_NULL, made, ierror)
    call use_and_free(__LINE__, made)
    call MPI_Comm_group(MPI_COMM_WORLD, world, ierror)
    call MPI_Comm_create(MPI_COMM_WORLD, world, made, ierror)
    call use_and_free(__LINE__, made)
    call MPI_Comm_create_group(MPI_COMM_WORLD, world, 7, made, ierror)
    call use_and_free(__LINE__, made)
    call MPI_Comm_split(MPI_COMM_WORLD, 5, rank, made, ierror)
    call use_and_free(__LINE__, made)
    call MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, made, ierror)
    call use_and_free(__LINE__, made)
    if (processes == 1) return
    call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), rank, half, ierror)
    call MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - mod(rank, 2), 8, inter, ierror)
    low = mod(rank, 2) == 0
    call MPI_Intercomm_merge(inter, .not. low, made, ierror)
    call MPI_Comm_rank(half, half_rank, ierror)
    call MPI_Allreduce(rank, high, 1, MPI_INTEGER, MPI_MAX, inter, ierror)
    CHECK(mod(high, 2) == 1 - mod(rank, 2))
    call MPI_Allreduce(rank, high, 1, MPI_INTEGER, MPI_MAX, made, ierror)
    CHECK(high == processes - 1)
    call MPI_Comm_free(made, ierror)
    call MPI_Comm_free(inter, ierror)
    call MPI_Comm_disconnect(half, ierror)
  end subroutine

  ! Each has one neighbour on either side, of a ring.
  subroutine neighbours()
    COMM :: ring, made, line_of_ring
    integer :: left, right, sources(2), weights(1), indices(most), edges(2 * most)
    integer :: dims(1), one(1)
    logical :: periods(1), remain(1)
    dims = processes
    periods = .true.
    remain = .true.
    call MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, .false., ring, ierror)
    call MPI_Cart_sub(ring, remain, line_of_ring, ierror)
    call use_and_free(__LINE__, line_of_ring)
    left = modulo(rank - 1, processes)
    right = modulo(rank + 1, processes)
    call every_form(ring, .false.)
    call MPI_Comm_free(ring, ierror)
    sources = [left, right]
    call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, sources, MPI_UNWEIGHTED, 2, sources, MPI_UNWEIGHTED, &
                                        MPI_INFO_NULL, .false., made, ierror)
    call every_form(made, .true.)
    call use_and_free(__LINE__, made)
    weights = 1
    one = rank
    call MPI_Dist_graph_create(MPI_COMM_WORLD, 1, one, [2], sources, MPI_UNWEIGHTED, MPI_INFO_NULL, .false., made, &
                               ierror)
    call use_and_free(__LINE__, made)
    indices = [(2 * i, i = 1, most)]
    edges = [(modulo(i / 2 - 1 + 2 * mod(i, 2), processes), i = 0, 2 * most - 1)]
    call MPI_Graph_create(MPI_COMM_WORLD, processes, indices, edges, .false., made, ierror)
    call use_and_free(__LINE__, made)
  end subroutine

  subroutine every_form(ring, is_graph)
    COMM, intent(in) :: ring
    logical, intent(in) :: is_graph
    do form = 1, 10
#if defined(ON_MPICH) && defined(INTERFACE_F08)
      if (mod(form, 5) == 0 .and. .not. is_graph) cycle  ! plain MPICH 4.0.2 asks each w-variant's ring for its graph
#endif
      call refill()
      call neighbourhood(ring, form)
      CHECK(all(1) == 100 * modulo(rank - 1, processes) .or. all(1) == 100 * modulo(rank - 1, processes) + 1)
      CHECK(all(2) == 100 * modulo(rank + 1, processes))
    end do
  end subroutine

  ! Element 1 comes from the left, element 2 from the right; what goes to them may differ.
  subroutine neighbourhood(ring, which)
    COMM, intent(in) :: ring
    integer, intent(in) :: which
    own(1:2) = 100 * rank
    if (mod(which - 1, 5) >= 2) own(2) = 100 * rank + 1
    select case (which)
    case (1)
      call MPI_Neighbor_allgather(own, 1, MPI_INTEGER, all, 1, MPI_INTEGER, ring, ierror)
    case (2)
      call MPI_Neighbor_allgatherv(own, 1, MPI_INTEGER, all, counts, displacements, MPI_INTEGER, ring, ierror)
    case (3)
      call MPI_Neighbor_alltoall(own, 1, MPI_INTEGER, all, 1, MPI_INTEGER, ring, ierror)
    case (4)
      call MPI_Neighbor_alltoallv(own, counts, displacements, MPI_INTEGER, all, counts, displacements, MPI_INTEGER, &
                                  ring, ierror)
    case (5)
      call MPI_Neighbor_alltoallw(own, counts, addresses, types, all, counts, addresses, types, ring, ierror)
    case (6)
      call MPI_Ineighbor_allgather(own, 1, MPI_INTEGER, all, 1, MPI_INTEGER, ring, r, ierror)
    case (7)
      call MPI_Ineighbor_allgatherv(own, 1, MPI_INTEGER, all, counts, displacements, MPI_INTEGER, ring, r, ierror)
    case (8)
      call MPI_Ineighbor_alltoall(own, 1, MPI_INTEGER, all, 1, MPI_INTEGER, ring, r, ierror)
    case (9)
      call MPI_Ineighbor_alltoallv(own, counts, displacements, MPI_INTEGER, all, counts, displacements, MPI_INTEGER, &
                                   ring, r, ierror)
    case (10)
      call MPI_Ineighbor_alltoallw(own, counts, addresses, types, all, counts, addresses, types, ring, r, ierror)
    end select
    if (which > 5) call finish()
  end subroutine
end program
