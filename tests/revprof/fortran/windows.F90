! SPDX-License-Identifier: BSD-3-Clause
! One-sided communication: every kind of window, every transfer, every synchronisation, around a ring.
program windows
#include "use_mpi.inc"
  use, intrinsic :: iso_c_binding, only: c_f_pointer, c_loc, c_ptr
  implicit none
#include "declare_mpi.inc"
  integer, parameter :: slots = 64
  integer(kind=MPI_ADDRESS_KIND), parameter :: bytes = 4 * slots
  integer, target :: own(slots)
  integer, pointer, volatile :: memory(:)
  integer(kind=MPI_ADDRESS_KIND), allocatable :: starts(:)
  integer :: next, previous, form
  WINDOW :: w

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, processes, ierror)
  next = modulo(rank + 1, processes)
  previous = modulo(rank - 1, processes)
  allocate (starts(0:processes - 1))
  do form = 1, 5
    call make()
    call fences()
    call locks()
    call atomics()
    call requests()
    if (form <= 2) call groups()
    call unmake()
  end do
  deallocate (starts)
  call say_digest()
  call MPI_Finalize(ierror)

contains

#include "checks.inc"

  subroutine make()
    type(c_ptr) :: address
    integer(kind=MPI_ADDRESS_KIND) :: place
    starts = 0
    address = c_loc(own)
    select case (form)
    case (1)
      call MPI_Win_create(own, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, w, ierror)
#if defined(INTERFACE_F08) || defined(INTERFACE_MODULE)
    case (2)
      call MPI_Win_allocate(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, address, w, ierror)
    case (3)
      call MPI_Win_allocate_shared(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, address, w, ierror)
#else
    case (3)
      call MPI_Win_allocate_shared(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, place, w, ierror)
      address = transfer(place, address)
#endif
#ifndef INTERFACE_F08
    case (4)
      call MPI_Win_allocate(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, place, w, ierror)
      address = transfer(place, address)
#endif
    case (5)
      call MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, w, ierror)
      call MPI_Win_attach(w, own, bytes, ierror)
      call MPI_Get_address(own, place, ierror)
      call MPI_Allgather(place, 1, MPI_AINT, starts, 1, MPI_AINT, MPI_COMM_WORLD, ierror)
    case default
      call MPI_Win_create(own, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, w, ierror)
    end select
    CHECK(ierror == MPI_SUCCESS)
    call c_f_pointer(address, memory, [slots])
    memory = -1
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
  end subroutine

  subroutine unmake()
    INFO :: hints
    call MPI_Info_create(hints, ierror)
    call MPI_Win_set_info(w, hints, ierror)
    call MPI_Info_free(hints, ierror)
    if (form == 5) call MPI_Win_detach(w, own, ierror)
    call MPI_Win_free(w, ierror)
    CHECK(w == MPI_WIN_NULL)
  end subroutine

  ! The displacement of an element of one process; elements count from 1.
  integer(kind=MPI_ADDRESS_KIND) function at(target_rank, element)
    integer, intent(in) :: target_rank, element
    at = element - 1
    if (starts(target_rank) /= 0) at = starts(target_rank) + 4 * at
  end function

  subroutine store(values)
    integer, intent(in) :: values
    call MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, w, ierror)
    memory = values
    call MPI_Win_unlock(rank, w, ierror)
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
  end subroutine

  subroutine fences()
    integer, asynchronous :: out(2), in(2)
    out = [rank, rank + 100]
    in = -5
    call MPI_Win_fence(MPI_MODE_NOPRECEDE, w, ierror)
    call MPI_Put(out, 2, MPI_INTEGER, next, at(next, 3), 2, MPI_INTEGER, w, ierror)
    call MPI_Put(out, 2, MPI_INTEGER, MPI_PROC_NULL, bytes, 2, MPI_INTEGER, w, ierror)
    call MPI_Win_fence(0, w, ierror)
    CHECK(memory(3) == previous .and. memory(4) == previous + 100 .and. memory(5) == -1)
    call MPI_Get(in, 2, MPI_INTEGER, next, at(next, 3), 2, MPI_INTEGER, w, ierror)
    call MPI_Win_fence(0, w, ierror)
    CHECK(in(1) == rank .and. in(2) == rank + 100)
    memory(1) = 0
    call MPI_Win_fence(0, w, ierror)
    out(1) = 2**rank
    call MPI_Accumulate(out, 1, MPI_INTEGER, 0, at(0, 1), 1, MPI_INTEGER, MPI_SUM, w, ierror)
    call MPI_Win_fence(MPI_MODE_NOSUCCEED, w, ierror)
    CHECK(memory(1) == merge(2**processes - 1, 0, rank == 0))
  end subroutine

  subroutine locks()
    integer, asynchronous :: out(2), in(2)
    out = [rank + 7, rank + 8]
    in = -5
    call store(0)
    call MPI_Win_lock(MPI_LOCK_SHARED, next, 0, w, ierror)
    call MPI_Put(out, 2, MPI_INTEGER, next, at(next, 10), 2, MPI_INTEGER, w, ierror)
    call MPI_Win_flush(next, w, ierror)
    call MPI_Get(in, 2, MPI_INTEGER, next, at(next, 10), 2, MPI_INTEGER, w, ierror)
    call MPI_Win_unlock(next, w, ierror)
    CHECK(in(1) == out(1) .and. in(2) == out(2))
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
    call MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, w, ierror)
    CHECK(memory(10) == previous + 7 .and. memory(11) == previous + 8)
    call MPI_Win_unlock(rank, w, ierror)
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
  end subroutine

  subroutine atomics()
    integer, asynchronous :: before, zero, mine, found, addend(2), copy(2)
    integer :: i, last, winners
    call store(0)
    call MPI_Win_lock_all(0, w, ierror)
    last = -1
    mine = 1
    do i = 1, 10
      before = -1
      call MPI_Fetch_and_op(mine, before, MPI_INTEGER, 0, at(0, 20), MPI_SUM, w, ierror)
      call MPI_Win_flush(0, w, ierror)
      CHECK(before > last)
      last = before
    end do
    mine = rank + 1
    zero = 0
    found = -1
    call MPI_Compare_and_swap(mine, zero, found, MPI_INTEGER, processes - 1, at(processes - 1, 21), w, ierror)
    call MPI_Win_flush_all(w, ierror)
    addend = [2, 3]
    copy = -1
    call MPI_Get_accumulate(addend, 2, MPI_INTEGER, copy, 2, MPI_INTEGER, rank, at(rank, 22), 2, MPI_INTEGER, MPI_SUM, w, &
                            ierror)
    call MPI_Win_flush_local(rank, w, ierror)
    CHECK(copy(1) == 0 .and. copy(2) == 0)
    call MPI_Get_accumulate(addend, 0, MPI_INTEGER, copy, 2, MPI_INTEGER, rank, at(rank, 22), 2, MPI_INTEGER, MPI_NO_OP, &
                            w, ierror)
    call MPI_Win_flush_local_all(w, ierror)
    CHECK(copy(1) == 2 .and. copy(2) == 3)
    call MPI_Win_unlock_all(w, ierror)
    call MPI_Allreduce(merge(1, 0, found == 0), winners, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierror)
    CHECK(winners == 1)
    call MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, w, ierror)
    if (rank == 0) then
      CHECK(memory(20) == 10 * processes)
    end if
    call MPI_Win_unlock(rank, w, ierror)
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
  end subroutine

  subroutine requests()
    integer, asynchronous :: out(2), in(2), copy(2)
    REQUEST :: r(2)
    out = [rank + 1, rank + 2]
    in = -5
    copy = -5
    call store(0)
    call MPI_Win_lock_all(0, w, ierror)
    call MPI_Rput(out, 2, MPI_INTEGER, next, at(next, 30), 2, MPI_INTEGER, w, r(1), ierror)
    call MPI_Raccumulate(out, 2, MPI_INTEGER, next, at(next, 32), 2, MPI_INTEGER, MPI_SUM, w, r(2), ierror)
    call MPI_Waitall(2, r, MPI_STATUSES_IGNORE, ierror)
    CHECK(r(1) == MPI_REQUEST_NULL .and. r(2) == MPI_REQUEST_NULL)
    call MPI_Win_flush(next, w, ierror)
    call MPI_Rget(in, 2, MPI_INTEGER, next, at(next, 30), 2, MPI_INTEGER, w, r(1), ierror)
    call MPI_Rget_accumulate(out, 2, MPI_INTEGER, copy, 2, MPI_INTEGER, next, at(next, 32), 2, MPI_INTEGER, MPI_SUM, w, &
                             r(2), ierror)
    call MPI_Wait(r(1), MPI_STATUS_IGNORE, ierror)
    call MPI_Wait(r(2), MPI_STATUS_IGNORE, ierror)
    call MPI_Win_unlock_all(w, ierror)
    CHECK(in(1) == out(1) .and. in(2) == out(2))
    CHECK(copy(1) == out(1) .and. copy(2) == out(2))
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
    call MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, w, ierror)
    CHECK(memory(33) == 2 * (previous + 2))
    call MPI_Win_unlock(rank, w, ierror)
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
  end subroutine

  ! Each is the target of the one before it and puts to the one behind it.
  subroutine groups()
    GROUP :: world, origin, targets
    integer, asynchronous :: out
    integer :: round
    logical :: flag
    call MPI_Comm_group(MPI_COMM_WORLD, world, ierror)
    call MPI_Group_incl(world, 1, [previous], origin, ierror)
    call MPI_Group_incl(world, 1, [next], targets, ierror)
    do round = 1, 2
      out = 10 * rank + round
      call MPI_Win_post(origin, 0, w, ierror)
      call MPI_Win_start(targets, 0, w, ierror)
      call MPI_Put(out, 1, MPI_INTEGER, next, at(next, 40), 1, MPI_INTEGER, w, ierror)
      call MPI_Win_complete(w, ierror)
      flag = .false.
      if (round == 1) call MPI_Win_wait(w, ierror)
      do while (round == 2 .and. .not. flag)
        call MPI_Win_test(w, flag, ierror)
      end do
      CHECK(memory(40) == 10 * previous + round)
    end do
    call MPI_Group_free(world, ierror)
    call MPI_Group_free(origin, ierror)
    call MPI_Group_free(targets, ierror)
  end subroutine
end program
