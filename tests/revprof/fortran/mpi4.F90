! SPDX-License-Identifier: BSD-3-Clause
! Calls of MPI-4, on hosts that have them: MPI_Isendrecv, partitioned communication, persistent collectives, sessions.
#if defined(ON_MPICH) && defined(INTERFACE_MODULE)  /* declares it so, by mistake */
#define PARRIVED_FLAG integer
#define TRUE(flag) (flag /= 0)
#define FALSE 0
#else
#define PARRIVED_FLAG logical
#define TRUE(flag) flag
#define FALSE .false.
#endif
program mpi4
#include "use_mpi.inc"
  implicit none
#include "declare_mpi.inc"
  integer, parameter :: n = 12
  integer :: next, previous, i
  integer, asynchronous :: out(n), in(n)
  INFO :: none

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, processes, ierror)
  next = modulo(rank + 1, processes)
  previous = modulo(rank - 1, processes)
  none = MPI_INFO_NULL
  call refill()
  call exchanges()
  call partitions()
  call collectives()
  call uneven()
  call neighbours()
  call session()
  call say_digest()
  call MPI_Finalize(ierror)

contains

#include "checks.inc"

  subroutine refill()
    out = [(1000 * rank + i, i = 1, n)]
    in = -1
  end subroutine

  subroutine expect(line, got)
    integer, intent(in) :: line, got(n)
    call check(all(got == [(1000 * previous + i, i = 1, n)]), line)
    call refill()
  end subroutine

  subroutine exchanges()
    REQUEST :: r
    call MPI_Isendrecv(out, n, MPI_INTEGER, next, 1, in, n, MPI_INTEGER, previous, 1, MPI_COMM_WORLD, r, ierror)
    call MPI_Wait(r, MPI_STATUS_IGNORE, ierror)
    call expect(__LINE__, in)
    call MPI_Isendrecv_replace(out, n, MPI_INTEGER, next, 2, previous, 2, MPI_COMM_WORLD, r, ierror)
    call MPI_Wait(r, MPI_STATUS_IGNORE, ierror)
    call expect(__LINE__, out)
  end subroutine

  subroutine partitions()
    REQUEST :: r(2)
    integer :: round
    PARRIVED_FLAG :: here
    integer(MPI_COUNT_KIND) :: each
    each = n / 4
    call MPI_Psend_init(out, 4, each, MPI_INTEGER, next, 3, MPI_COMM_WORLD, none, r(1), ierror)
    call MPI_Precv_init(in, 4, each, MPI_INTEGER, previous, 3, MPI_COMM_WORLD, none, r(2), ierror)
    do round = 1, 2
      call MPI_Startall(2, r, ierror)
      call MPI_Pready(2, r(1), ierror)
      call MPI_Pready_range(0, 1, r(1), ierror)
      call MPI_Pready_list(1, [3], r(1), ierror)
      here = FALSE
      do while (.not. TRUE(here))
        call MPI_Parrived(r(2), 3, here, ierror)
      end do
      call MPI_Waitall(2, r, MPI_STATUSES_IGNORE, ierror)
      call expect(__LINE__, in)
    end do
    call MPI_Request_free(r(1), ierror)
    call MPI_Request_free(r(2), ierror)
  end subroutine

  ! Started, completed and freed.
  subroutine once(r)
    REQUEST, intent(inout) :: r
    call MPI_Start(r, ierror)
    call MPI_Wait(r, MPI_STATUS_IGNORE, ierror)
    call MPI_Request_free(r, ierror)
  end subroutine

  ! What each has for all is its rank.
  subroutine collectives()
    REQUEST :: r
    COMM :: w
    integer, asynchronous :: own(processes), every(processes), one(1), sum
    integer :: ranks(processes)
    w = MPI_COMM_WORLD
    ranks = [(i, i = 0, processes - 1)]
    one = rank
    own = rank
    call MPI_Barrier_init(w, none, r, ierror)
    call once(r)
    sum = rank + 5
    call MPI_Bcast_init(sum, 1, MPI_INTEGER, 0, w, none, r, ierror)
    call once(r)
    CHECK(sum == 5)
    call MPI_Gather_init(one, 1, MPI_INTEGER, every, 1, MPI_INTEGER, 0, w, none, r, ierror)
    call once(r)
    if (rank == 0) CHECK(all(every == ranks))
    every = ranks + 7
    call MPI_Scatter_init(every, 1, MPI_INTEGER, one, 1, MPI_INTEGER, 0, w, none, r, ierror)
    call once(r)
    CHECK(one(1) == rank + 7)
    one = rank
    call MPI_Allgather_init(one, 1, MPI_INTEGER, every, 1, MPI_INTEGER, w, none, r, ierror)
    call once(r)
    CHECK(all(every == ranks))
    every = -1
    call MPI_Alltoall_init(own, 1, MPI_INTEGER, every, 1, MPI_INTEGER, w, none, r, ierror)
    call once(r)
    CHECK(all(every == ranks))
    call MPI_Reduce_init(rank, sum, 1, MPI_INTEGER, MPI_MAX, 0, w, none, r, ierror)
    call once(r)
    if (rank == 0) CHECK(sum == processes - 1)
    call MPI_Allreduce_init(rank, sum, 1, MPI_INTEGER, MPI_SUM, w, none, r, ierror)
    call once(r)
    CHECK(sum == processes * (processes - 1) / 2)
    call MPI_Reduce_scatter_block_init(own, one, 1, MPI_INTEGER, MPI_MAX, w, none, r, ierror)
    call once(r)
    CHECK(one(1) == processes - 1)
    call MPI_Scan_init(rank, sum, 1, MPI_INTEGER, MPI_SUM, w, none, r, ierror)
    call once(r)
    CHECK(sum == rank * (rank + 1) / 2)
    call MPI_Exscan_init(rank, sum, 1, MPI_INTEGER, MPI_SUM, w, none, r, ierror)
    call once(r)
    if (rank > 0) CHECK(sum == rank * (rank - 1) / 2)
  end subroutine

  ! The v- and w-variants, one element for each.
  subroutine uneven()
    REQUEST :: r
    COMM :: w
    DATATYPE :: types(processes)
    integer, asynchronous :: own(processes), every(processes), one(1)
    integer, asynchronous :: counts(processes), places(processes), bytes(processes)
    integer :: ranks(processes)
    w = MPI_COMM_WORLD
    ranks = [(i, i = 0, processes - 1)]
    counts = 1
    places = ranks
    bytes = 4 * ranks
    types = MPI_INTEGER
    one = rank
    own = rank
    call MPI_Gatherv_init(one, 1, MPI_INTEGER, every, counts, places, MPI_INTEGER, 0, w, none, r, ierror)
    call once(r)
    if (rank == 0) CHECK(all(every == ranks))
    every = ranks + 7
    call MPI_Scatterv_init(every, counts, places, MPI_INTEGER, one, 1, MPI_INTEGER, 0, w, none, r, ierror)
    call once(r)
    CHECK(one(1) == rank + 7)
    one = rank
    call MPI_Allgatherv_init(one, 1, MPI_INTEGER, every, counts, places, MPI_INTEGER, w, none, r, ierror)
    call once(r)
    CHECK(all(every == ranks))
    every = -1
    call MPI_Alltoallv_init(own, counts, places, MPI_INTEGER, every, counts, places, MPI_INTEGER, w, none, r, ierror)
    call once(r)
    CHECK(all(every == ranks))
    every = -1
    call MPI_Alltoallw_init(own, counts, bytes, types, every, counts, bytes, types, w, none, r, ierror)
    call once(r)
    CHECK(all(every == ranks))
    call MPI_Reduce_scatter_init(own, one, counts, MPI_INTEGER, MPI_MAX, w, none, r, ierror)
    call once(r)
    CHECK(one(1) == processes - 1)
  end subroutine

  subroutine neighbours()
    REQUEST :: r
    COMM :: ring
    DATATYPE :: types(2)
    integer, asynchronous :: own(2), got(2), counts(2), places(2)
    integer(MPI_ADDRESS_KIND), asynchronous :: bytes(2)
    integer :: expected(2)
    expected = [previous, next]
    ! Not MPI_Cart_create: plain MPICH 4.0.2 asks each communicator of the w-variant for its graph.
    call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, expected, MPI_UNWEIGHTED, 2, expected, MPI_UNWEIGHTED, none, &
                                        .false., ring, ierror)
    own = rank
    counts = 1
    places = [0, 1]
    bytes = [0, 4]
    types = MPI_INTEGER
    got = -1
    call MPI_Neighbor_allgather_init(own, 1, MPI_INTEGER, got, 1, MPI_INTEGER, ring, none, r, ierror)
    call once(r)
    CHECK(all(got == expected))
    got = -1
    call MPI_Neighbor_allgatherv_init(own, 1, MPI_INTEGER, got, counts, places, MPI_INTEGER, ring, none, r, ierror)
    call once(r)
    CHECK(all(got == expected))
    got = -1
    call MPI_Neighbor_alltoall_init(own, 1, MPI_INTEGER, got, 1, MPI_INTEGER, ring, none, r, ierror)
    call once(r)
    CHECK(all(got == expected))
    got = -1
    call MPI_Neighbor_alltoallv_init(own, counts, places, MPI_INTEGER, got, counts, places, MPI_INTEGER, ring, none, &
                                     r, ierror)
    call once(r)
    CHECK(all(got == expected))
    got = -1
    call MPI_Neighbor_alltoallw_init(own, counts, bytes, types, got, counts, bytes, types, ring, none, r, ierror)
    call once(r)
    CHECK(all(got == expected))
    call MPI_Comm_free(ring, ierror)
  end subroutine

  subroutine session()
    COMM :: everybody, copy
    GROUP :: group
    INFO :: with
    REQUEST :: r
    integer :: sum
#ifdef INTERFACE_F08
    type(MPI_Session) :: own
#else
    integer :: own
#endif
    call MPI_Session_init(none, MPI_ERRORS_ARE_FATAL, own, ierror)
    call MPI_Group_from_session_pset(own, 'mpi://WORLD', group, ierror)
    call MPI_Comm_create_from_group(group, 'mpi4', none, MPI_ERRORS_ARE_FATAL, everybody, ierror)
    call MPI_Allreduce(1, sum, 1, MPI_INTEGER, MPI_SUM, everybody, ierror)
    CHECK(sum == processes)
    call MPI_Info_create(with, ierror)
    call MPI_Comm_idup_with_info(everybody, with, copy, r, ierror)
    call MPI_Wait(r, MPI_STATUS_IGNORE, ierror)
    call MPI_Allreduce(1, sum, 1, MPI_INTEGER, MPI_SUM, copy, ierror)
    CHECK(sum == processes)
    call MPI_Info_free(with, ierror)
    call MPI_Comm_free(copy, ierror)
    call MPI_Comm_free(everybody, ierror)
    if (processes > 1) call halves(group)
    call MPI_Group_free(group, ierror)
    call MPI_Session_finalize(own, ierror)
  end subroutine

  ! The lower half of all processes meets the upper half: each learns the other's highest rank.
  subroutine halves(everybody)
    GROUP, intent(in) :: everybody
    GROUP :: groups(0:1)
    COMM :: inter
    integer :: half, side, ranges(3, 1), others, highest
    half = processes / 2
    ranges(:, 1) = [0, half - 1, 1]
    call MPI_Group_range_incl(everybody, 1, ranges, groups(0), ierror)
    ranges(:, 1) = [half, processes - 1, 1]
    call MPI_Group_range_incl(everybody, 1, ranges, groups(1), ierror)
    side = merge(0, 1, rank < half)
    call MPI_Intercomm_create_from_groups(groups(side), 0, groups(1 - side), 0, 'halves', none, MPI_ERRORS_ARE_FATAL, &
                                          inter, ierror)
    call MPI_Comm_remote_size(inter, others, ierror)
    CHECK(others == merge(processes - half, half, side == 0))
    call MPI_Allreduce(rank, highest, 1, MPI_INTEGER, MPI_MAX, inter, ierror)
    CHECK(highest == merge(processes, half, side == 0) - 1)
    call MPI_Comm_free(inter, ierror)
    call MPI_Group_free(groups(0), ierror)
    call MPI_Group_free(groups(1), ierror)
  end subroutine

end program
