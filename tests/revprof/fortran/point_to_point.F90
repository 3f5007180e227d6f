! SPDX-License-Identifier: BSD-3-Clause
! Every point-to-point call, around a ring: data, statuses, flags, indices and handles.
! Plain MPICH 4.0.2 counts requests from 0 in mpi_f08, and adds 1 to MPI_UNDEFINED in mpif.h and `use mpi`.
#define INDEX_OF(k) k
#define NO_INDEX MPI_UNDEFINED
#ifdef ON_MPICH
#ifdef INTERFACE_F08
#undef INDEX_OF
#define INDEX_OF(k) k + 1
#else
#undef NO_INDEX
#define NO_INDEX MPI_UNDEFINED + 1
#endif
#endif
program point_to_point
#include "use_mpi.inc"
  use, intrinsic :: iso_c_binding, only: c_ptr
  implicit none
#include "declare_mpi.inc"
  integer, parameter :: n = 50
  integer :: next, previous, provided, i, queries = 0
  integer :: out(n), in(n)
  integer, asynchronous :: buffer(4 * n + 4 * MPI_BSEND_OVERHEAD)
  double precision :: begun
  character(len=MPI_MAX_PROCESSOR_NAME) :: name

  call MPI_Init_thread(MPI_THREAD_SINGLE, provided, ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, processes, ierror)
  CHECK(provided >= MPI_THREAD_SINGLE)
  call MPI_Get_processor_name(name, i, ierror)
  CHECK(len_trim(name) == i)
  next = modulo(rank + 1, processes)
  previous = modulo(rank - 1, processes)
  out = [(1000 * rank + i, i = 1, n)]
  begun = MPI_Wtime()
  CHECK(MPI_Wtick() > 0)
  call MPI_Pcontrol(1)
  call modes()
  call send_and_receive()
  call bottom()
  call tests_and_waits()
  call many()
  call probes()
  call cancelled_and_freed()
#ifndef ON_MPICH
  call generalised()
#endif
  call persistent()
  call errors()
  CHECK(MPI_Wtime() >= begun)
  call MPI_Pcontrol(2)
  call say_digest()
  call MPI_Finalize(ierror)

contains

#include "checks.inc"

  subroutine expect(line, sent)
    integer, intent(in) :: line, sent
    call check(all(in(1:sent) == [(1000 * previous + i, i = 1, sent)]), line)
    in = -1
  end subroutine

  subroutine receive_first(request_in)
    REQUEST, intent(out) :: request_in
    call MPI_Irecv(in, n, MPI_INTEGER, previous, MPI_ANY_TAG, MPI_COMM_WORLD, request_in, ierror)
  end subroutine

  subroutine modes()
    REQUEST :: r, s
    STATUS(found)
    call receive_first(r)
    call MPI_Send(out, 3, MPI_INTEGER, next, 1, MPI_COMM_WORLD, ierror)
    call MPI_Wait(r, found, ierror)
    call check_status(__LINE__, found, previous, 1, 3)
    call expect(__LINE__, 3)
    CHECK(r == MPI_REQUEST_NULL)
    call receive_first(r)
    call MPI_Ssend(out, 4, MPI_INTEGER, next, 2, MPI_COMM_WORLD, ierror)
    call MPI_Wait(r, found, ierror)
    call check_status(__LINE__, found, previous, 2, 4)
    call receive_first(r)
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
    call MPI_Rsend(out, 5, MPI_INTEGER, next, 3, MPI_COMM_WORLD, ierror)
    call MPI_Wait(r, MPI_STATUS_IGNORE, ierror)
    call expect(__LINE__, 5)
    call MPI_Buffer_attach(buffer, 4 * size(buffer), ierror)
    call receive_first(r)
    call MPI_Bsend(out, 6, MPI_INTEGER, next, 4, MPI_COMM_WORLD, ierror)
    call MPI_Wait(r, found, ierror)
    call check_status(__LINE__, found, previous, 4, 6)
    call receive_first(r)
    call MPI_Ibsend(out, 7, MPI_INTEGER, next, 5, MPI_COMM_WORLD, s, ierror)
    call MPI_Wait(s, MPI_STATUS_IGNORE, ierror)
    call MPI_Wait(r, found, ierror)
    call check_status(__LINE__, found, previous, 5, 7)
    call detach()
    call receive_first(r)
    call MPI_Issend(out, 8, MPI_INTEGER, next, 6, MPI_COMM_WORLD, s, ierror)
    call MPI_Wait(r, found, ierror)
    call MPI_Wait(s, MPI_STATUS_IGNORE, ierror)
    call check_status(__LINE__, found, previous, 6, 8)
    call receive_first(r)
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
    call MPI_Irsend(out, 9, MPI_INTEGER, next, 7, MPI_COMM_WORLD, s, ierror)
    call MPI_Wait(s, MPI_STATUS_IGNORE, ierror)
    call MPI_Wait(r, found, ierror)
    call check_status(__LINE__, found, previous, 7, 9)
    call expect(__LINE__, 9)
  end subroutine

  ! Only mpi_f08 says which buffer it was.
  subroutine detach()
    integer :: was
#ifdef INTERFACE_F08
    type(c_ptr) :: address
    integer(kind=MPI_ADDRESS_KIND) :: expected
#else
    integer :: address(2)
    address = 77
#endif
    call MPI_Buffer_detach(address, was, ierror)
    CHECK(was == 4 * size(buffer))
#ifdef INTERFACE_F08
    call MPI_Get_address(buffer, expected, ierror)
    CHECK(transfer(address, expected) == expected)
#elif !defined(ON_MPICH)
    CHECK(all(address == 77))
#endif
  end subroutine

  subroutine send_and_receive()
    STATUS(found)
    call MPI_Sendrecv(out, 10, MPI_INTEGER, next, 8, in, n, MPI_INTEGER, previous, 8, MPI_COMM_WORLD, found, ierror)
    call check_status(__LINE__, found, previous, 8, 10)
    call expect(__LINE__, 10)
    in = out
    call MPI_Sendrecv_replace(in, 11, MPI_INTEGER, next, 9, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, found, ierror)
    call check_status(__LINE__, found, previous, 9, 11)
    call expect(__LINE__, 11)
    call MPI_Recv(in, n, MPI_INTEGER, MPI_PROC_NULL, 1, MPI_COMM_WORLD, found, ierror)
    call check_status(__LINE__, found, MPI_PROC_NULL, MPI_ANY_TAG, 0)
    if (processes == 1) return
    if (rank == 0) then
      call MPI_Send(out, n, MPI_INTEGER, 1, 10, MPI_COMM_WORLD, ierror)
    else if (rank == 1) then
      call MPI_Recv(in, n, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, found, ierror)
      call check_status(__LINE__, found, 0, 10, n)
      call expect(__LINE__, n)
    end if
  end subroutine

  ! An absolute address inside a type, every second element of a matrix row by row.
  subroutine bottom()
    DATATYPE :: absolute, columns
    integer :: matrix(4, 6)
    integer(kind=MPI_ADDRESS_KIND) :: address(1)
    integer :: lengths(1) = 3
    DATATYPE :: of_integers(1)
    REQUEST :: r
    STATUS(found)
    of_integers = MPI_INTEGER
    call MPI_Get_address(out, address(1), ierror)
    call MPI_Type_create_struct(1, lengths, address, of_integers, absolute, ierror)
    call MPI_Type_commit(absolute, ierror)
    call receive_first(r)
    call MPI_Send(MPI_BOTTOM, 1, absolute, next, 11, MPI_COMM_WORLD, ierror)
    call MPI_Wait(r, found, ierror)
    call check_status(__LINE__, found, previous, 11, 3)
    call expect(__LINE__, 3)
    call MPI_Type_free(absolute, ierror)
    call MPI_Type_vector(6, 1, 4, MPI_INTEGER, columns, ierror)
    call MPI_Type_commit(columns, ierror)
    matrix = -1
    matrix(2, :) = out(1:6)
    call receive_first(r)
    call MPI_Send(matrix(2, 1), 1, columns, next, 12, MPI_COMM_WORLD, ierror)
    call MPI_Wait(r, found, ierror)
    call check_status(__LINE__, found, previous, 12, 6)
    call expect(__LINE__, 6)
    call MPI_Type_free(columns, ierror)
  end subroutine

  subroutine tests_and_waits()
    REQUEST :: r, s
    STATUS(found)
    logical :: flag
    call receive_first(r)
    call MPI_Request_get_status(r, flag, MPI_STATUS_IGNORE, ierror)
    CHECK(.not. flag)
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
    call MPI_Test(r, flag, found, ierror)
    CHECK(.not. flag)
    CHECK(r /= MPI_REQUEST_NULL)
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
    call MPI_Isend(out, 13, MPI_INTEGER, next, 13, MPI_COMM_WORLD, s, ierror)
    flag = .false.
    do while (.not. flag)
      call MPI_Request_get_status(r, flag, found, ierror)
    end do
    call check_status(__LINE__, found, previous, 13, 13)
    call expect(__LINE__, 13)
    flag = .false.
    do while (.not. flag)
      call MPI_Test(r, flag, found, ierror)
    end do
    call check_status(__LINE__, found, previous, 13, 13)
    CHECK(r == MPI_REQUEST_NULL)
    call MPI_Wait(s, MPI_STATUS_IGNORE, ierror)
    call MPI_Wait(s, found, ierror)
    CHECK(SOURCE(found) == MPI_ANY_SOURCE)
  end subroutine

  subroutine start_three(r, s)
    REQUEST, intent(out) :: r(4), s(4)
    integer :: k
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
    do k = 1, 3
      call MPI_Irecv(in(10 * k), 10, MPI_INTEGER, previous, 20 + k, MPI_COMM_WORLD, r(k), ierror)
    end do
    r(4) = MPI_REQUEST_NULL
    s = MPI_REQUEST_NULL
    do k = 1, 3
      call MPI_Isend(out(10 * k), k, MPI_INTEGER, next, 20 + k, MPI_COMM_WORLD, s(k), ierror)
    end do
  end subroutine

  subroutine arrived(line, k, found)
    integer, intent(in) :: line, k
    STATUS(found)
    call check_status(line, found, previous, 20 + k, k)
    call check(all(in(10 * k:11 * k - 1) == [(1000 * previous + i, i = 10 * k, 11 * k - 1)]), line)
  end subroutine

  subroutine many()
    REQUEST :: r(4), s(4)
    STATUS(found)
    STATUSES(all_found, 4)
    integer :: k, which, outcount, indices(4), left
    logical :: flag
    call start_three(r, s)
    call MPI_Waitall(4, r, all_found, ierror)
    do k = 1, 3
      call arrived(__LINE__, k, AT(all_found, k))
    end do
    call MPI_Waitall(4, s, MPI_STATUSES_IGNORE, ierror)
    CHECK(s(3) == MPI_REQUEST_NULL)

    call start_three(r, s)
    flag = .false.
    do while (.not. flag)
      call MPI_Testall(4, r, flag, all_found, ierror)
    end do
    do k = 1, 3
      call arrived(__LINE__, k, AT(all_found, k))
    end do
    flag = .false.
    do while (.not. flag)
      call MPI_Testall(4, s, flag, MPI_STATUSES_IGNORE, ierror)
    end do

    call start_three(r, s)
    do k = 1, 3
      call MPI_Waitany(4, r, which, found, ierror)
      call arrived(__LINE__, INDEX_OF(which), found)
    end do
    call MPI_Waitany(4, r, which, MPI_STATUS_IGNORE, ierror)
    CHECK(which == NO_INDEX)
    call MPI_Waitall(4, s, MPI_STATUSES_IGNORE, ierror)

    call start_three(r, s)
    left = 3
    do while (left > 0)
      call MPI_Testany(4, r, which, flag, found, ierror)
      if (.not. flag) cycle
      call arrived(__LINE__, INDEX_OF(which), found)
      left = left - 1
    end do
    call MPI_Testany(4, r, which, flag, found, ierror)
    CHECK(flag .and. which == NO_INDEX)
    call MPI_Waitall(4, s, MPI_STATUSES_IGNORE, ierror)

    call start_three(r, s)
    left = 3
    do while (left > 0)
      call MPI_Waitsome(4, r, outcount, indices, all_found, ierror)
      do k = 1, outcount
        call arrived(__LINE__, INDEX_OF(indices(k)), AT(all_found, k))
      end do
      left = left - outcount
    end do
    call MPI_Waitsome(4, r, outcount, indices, MPI_STATUSES_IGNORE, ierror)
    CHECK(outcount == MPI_UNDEFINED)
    call MPI_Waitall(4, s, MPI_STATUSES_IGNORE, ierror)

    call start_three(r, s)
    left = 3
    do while (left > 0)
      call MPI_Testsome(4, r, outcount, indices, all_found, ierror)
      do k = 1, outcount
        call arrived(__LINE__, INDEX_OF(indices(k)), AT(all_found, k))
      end do
      left = left - outcount
    end do
    call MPI_Waitall(4, s, MPI_STATUSES_IGNORE, ierror)
    in = -1
  end subroutine

  subroutine probes()
    MESSAGE :: m
    REQUEST :: s, r
    STATUS(found)
    logical :: flag
    call MPI_Isend(out, 14, MPI_INTEGER, next, 14, MPI_COMM_WORLD, s, ierror)
    call MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, found, ierror)
    call check_status(__LINE__, found, previous, 14, 14)
    flag = .false.
    do while (.not. flag)
      call MPI_Iprobe(previous, 14, MPI_COMM_WORLD, flag, found, ierror)
    end do
    call check_status(__LINE__, found, previous, 14, 14)
    call MPI_Mprobe(previous, 14, MPI_COMM_WORLD, m, found, ierror)
    call check_status(__LINE__, found, previous, 14, 14)
    call MPI_Mrecv(in, n, MPI_INTEGER, m, found, ierror)
    call check_status(__LINE__, found, previous, 14, 14)
    CHECK(SAME(m, MPI_MESSAGE_NULL))
    call expect(__LINE__, 14)
    call MPI_Wait(s, MPI_STATUS_IGNORE, ierror)
    call MPI_Isend(out, 15, MPI_INTEGER, next, 15, MPI_COMM_WORLD, s, ierror)
    flag = .false.
    do while (.not. flag)
      call MPI_Improbe(MPI_ANY_SOURCE, 15, MPI_COMM_WORLD, flag, m, found, ierror)
    end do
    call MPI_Imrecv(in, n, MPI_INTEGER, m, r, ierror)
    call MPI_Wait(r, found, ierror)
    call check_status(__LINE__, found, previous, 15, 15)
    call expect(__LINE__, 15)
    call MPI_Wait(s, MPI_STATUS_IGNORE, ierror)
    call MPI_Mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, m, MPI_STATUS_IGNORE, ierror)
    CHECK(SAME(m, MPI_MESSAGE_NO_PROC))
    call MPI_Mrecv(in, n, MPI_INTEGER, m, MPI_STATUS_IGNORE, ierror)
  end subroutine

  subroutine cancelled_and_freed()
    REQUEST :: r, s
    STATUS(found)
    logical :: flag
    call MPI_Irecv(in, n, MPI_INTEGER, previous, 30, MPI_COMM_WORLD, r, ierror)
    call MPI_Cancel(r, ierror)
    call MPI_Wait(r, found, ierror)
    call MPI_Test_cancelled(found, flag, ierror)
    CHECK(flag)
    call receive_first(r)
    call MPI_Isend(out, 16, MPI_INTEGER, next, 16, MPI_COMM_WORLD, s, ierror)
    call MPI_Request_free(s, ierror)
    CHECK(s == MPI_REQUEST_NULL)
    call MPI_Wait(r, found, ierror)
    call check_status(__LINE__, found, previous, 16, 16)
    call expect(__LINE__, 16)
    call MPI_Barrier(MPI_COMM_WORLD, ierror)
  end subroutine

  ! The query function is called once, when its request is completed.
  subroutine generalised()
    REQUEST :: r(2)
    STATUS(found)
    integer :: k
    integer(kind=MPI_ADDRESS_KIND) :: state
    state = 0
    call MPI_Grequest_start(query, nothing_to_free, nothing_to_cancel, state, r(1), ierror)
    call MPI_Irecv(in, n, MPI_INTEGER, MPI_PROC_NULL, 60, MPI_COMM_WORLD, r(2), ierror)
    call MPI_Grequest_complete(r(1), ierror)
    do i = 1, 2
      call MPI_Waitany(2, r, k, found, ierror)
      CHECK(k /= MPI_UNDEFINED)
    end do
    CHECK(queries == 1)
  end subroutine

  subroutine query(state, found, code)
    integer(kind=MPI_ADDRESS_KIND) :: state
    STATUS(found)
    integer :: code
    queries = queries + 1
    call MPI_Status_set_elements(found, MPI_INTEGER, 1, code)
    call MPI_Status_set_cancelled(found, .false., code)
  end subroutine

  subroutine nothing_to_free(state, code)
    integer(kind=MPI_ADDRESS_KIND) :: state
    integer :: code
    code = MPI_SUCCESS
  end subroutine

  subroutine nothing_to_cancel(state, is_complete, code)
    integer(kind=MPI_ADDRESS_KIND) :: state
    logical :: is_complete
    integer :: code
    code = MPI_SUCCESS
  end subroutine

  subroutine persistent()
    REQUEST :: r(5), s(4)
    STATUSES(found, 5)
    integer :: round, k
    call MPI_Buffer_attach(buffer, 4 * size(buffer), ierror)
    do k = 1, 4
      call MPI_Recv_init(in(10 * k), 10, MPI_INTEGER, previous, 40 + k, MPI_COMM_WORLD, r(k), ierror)
    end do
    call MPI_Send_init(out, 1, MPI_INTEGER, next, 41, MPI_COMM_WORLD, s(1), ierror)
    call MPI_Bsend_init(out, 2, MPI_INTEGER, next, 42, MPI_COMM_WORLD, s(2), ierror)
    call MPI_Ssend_init(out, 3, MPI_INTEGER, next, 43, MPI_COMM_WORLD, s(3), ierror)
    call MPI_Rsend_init(out, 4, MPI_INTEGER, next, 44, MPI_COMM_WORLD, s(4), ierror)
    do round = 1, 3
      call MPI_Startall(4, r, ierror)
      call MPI_Barrier(MPI_COMM_WORLD, ierror)
      call MPI_Start(s(1), ierror)
      call MPI_Startall(3, s(2:4), ierror)
      call MPI_Waitall(4, r, found, ierror)
      call MPI_Waitall(4, s, MPI_STATUSES_IGNORE, ierror)
      do k = 1, 4
        call check_status(__LINE__, AT(found, k), previous, 40 + k, k)
        CHECK(in(10 * k + k - 1) == 1000 * previous + k)
        CHECK(r(k) /= MPI_REQUEST_NULL)
      end do
      in = -1
    end do
    do k = 1, 4
      call MPI_Request_free(r(k), ierror)
      call MPI_Request_free(s(k), ierror)
    end do
    call detach()
  end subroutine

  ! Errors come back as plainly: a message that is too long, a rank that is none.
  subroutine errors()
    REQUEST :: s
    STATUS(found)
    integer :: code, class
    call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, ierror)
    call MPI_Send(out, 1, MPI_INTEGER, processes, 1, MPI_COMM_WORLD, code)
    call MPI_Error_class(code, class, ierror)
    CHECK(class == MPI_ERR_RANK)
    call MPI_Isend(out, 5, MPI_INTEGER, next, 50, MPI_COMM_WORLD, s, ierror)
    call MPI_Recv(in, 2, MPI_INTEGER, previous, 50, MPI_COMM_WORLD, found, code)
    call MPI_Error_class(code, class, ierror)
    CHECK(class == MPI_ERR_TRUNCATE)
#ifndef ON_MPICH
    CHECK(in(2) == out(2) - 1000 * (rank - previous))
#endif
    CHECK(in(3) == -1)
    call MPI_Wait(s, MPI_STATUS_IGNORE, ierror)
    call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL, ierror)
#ifdef INTERFACE_F08
    call MPI_Barrier(MPI_COMM_WORLD)  ! the last argument may be left out
    call MPI_Sendrecv(out, 1, MPI_INTEGER, next, 51, in, 1, MPI_INTEGER, previous, 51, MPI_COMM_WORLD, &
                      MPI_STATUS_IGNORE)
    CHECK(in(1) == 1000 * previous + 1)
#endif
  end subroutine
end program
