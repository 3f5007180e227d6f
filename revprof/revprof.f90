! SPDX-License-Identifier: BSD-3-Clause
! What a Fortran program may tell revprof, as revprof.h for C: how much it computes, and which part of it runs.
!
! One file to compile with the program, for Fortran 2003 and every MPI: it needs no library of revprof's, and the
! program runs the same with and without it. The calls are C's MPI_Pcontrol with levels of ours. Behind the level
! they pass addresses alone, for which a function with variable arguments is called as any other is (x86-64,
! AArch64 and RISC-V Linux); a floating-point number would not do.
!
!   use revprof
!   call revprof_begin("distances")
!   do i = 1, n; ...; call compute(1); end do        one step of REVPROF_STEP seconds
!   call revprof_end()
module revprof
  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_int, c_int64_t, c_float, c_loc, c_null_char, &
                                         c_null_ptr, c_ptr
  implicit none
  private
  public :: compute, revprof_compute, revprof_compute_in, revprof_begin, revprof_end, &
            revprof_marker, revprof_counter

  integer(c_int), parameter :: level_begin = 1380994882_c_int, level_end = 1380994883_c_int, &
                               level_steps = 1380994884_c_int, level_in = 1380994885_c_int, &
                               level_marker = 1380994886_c_int, level_counter = 1380994887_c_int

  type, bind(c) :: count_type
    type(c_ptr) :: name
    real(c_double) :: value
  end type

  ! The program has computed that many steps since the last call; a step takes REVPROF_STEP seconds.
  interface revprof_compute
    module procedure steps_double, steps_float, steps_int, steps_long
  end interface
  interface compute
    module procedure steps_double, steps_float, steps_int, steps_long
  end interface

  interface
    integer(c_int) function c_pcontrol(level, argument) bind(c, name="MPI_Pcontrol")
      import :: c_int, c_ptr
      integer(c_int), value :: level
      type(c_ptr), value :: argument
    end function
    integer(c_int) function c_pcontrol_in(level, unit, amount) bind(c, name="MPI_Pcontrol")
      import :: c_int, c_ptr
      integer(c_int), value :: level
      type(c_ptr), value :: unit, amount
    end function
    integer(c_int) function c_initialized(flag) bind(c, name="MPI_Initialized")
      import :: c_int
      integer(c_int), intent(out) :: flag
    end function
    integer(c_int) function c_finalized(flag) bind(c, name="MPI_Finalized")
      import :: c_int
      integer(c_int), intent(out) :: flag
    end function
  end interface

contains

  ! A region of the program begins, or the one begun last ends. Regions nest.
  subroutine revprof_begin(name)
    character(len=*), intent(in) :: name
    call tell_text(level_begin, name)
  end subroutine

  ! A line of text, and a value that changes while the program runs: in its traces.
  subroutine revprof_marker(text)
    character(len=*), intent(in) :: text
    call tell_text(level_marker, text)
  end subroutine

  subroutine revprof_counter(name, value)
    character(len=*), intent(in) :: name
    real(c_double), intent(in) :: value
    character(kind=c_char), target :: text(len_trim(name) + 1)
    type(count_type), target :: counted
    call as_c(name, text)
    counted%name = c_loc(text(1))
    counted%value = value
    call tell(level_counter, c_loc(counted))
  end subroutine

  subroutine as_c(name, text)
    character(len=*), intent(in) :: name
    character(kind=c_char), intent(out) :: text(:)
    integer :: i
    do i = 1, len_trim(name)
      text(i) = name(i:i)
    end do
    text(len_trim(name) + 1) = c_null_char
  end subroutine

  subroutine revprof_end()
    call tell(level_end, c_null_ptr)
  end subroutine

  subroutine steps_double(steps)
    real(c_double), intent(in) :: steps
    real(c_double), target :: number
    number = steps
    call tell(level_steps, c_loc(number))
  end subroutine

  subroutine steps_float(steps)
    real(c_float), intent(in) :: steps
    call steps_double(real(steps, c_double))
  end subroutine

  subroutine steps_int(steps)
    integer(c_int), intent(in) :: steps
    call steps_double(real(steps, c_double))
  end subroutine

  subroutine steps_long(steps)
    integer(c_int64_t), intent(in) :: steps
    call steps_double(real(steps, c_double))
  end subroutine

  ! So many of another unit: "flop", "access", "byte", or any name whose time --step NAME=SECONDS says.
  subroutine revprof_compute_in(unit, amount)
    character(len=*), intent(in) :: unit
    real(c_double), intent(in) :: amount
    character(kind=c_char), target :: text(len_trim(unit) + 1)
    real(c_double), target :: number
    integer(c_int) :: ignored
    call as_c(unit, text)
    number = amount
    if (is_active()) ignored = c_pcontrol_in(level_in, c_loc(text(1)), c_loc(number))
  end subroutine

  ! Before MPI_Init and after MPI_Finalize there is no clock to move, and MPI_Pcontrol is not allowed.
  logical function is_active()
    integer(c_int) :: ignored, initialized, finalized
    is_active = .false.
    ignored = c_initialized(initialized)
    if (initialized == 0) return
    ignored = c_finalized(finalized)
    is_active = finalized == 0
  end function

  subroutine tell_text(level, words)
    integer(c_int), intent(in) :: level
    character(len=*), intent(in) :: words
    character(kind=c_char), target :: text(len_trim(words) + 1)
    call as_c(words, text)
    call tell(level, c_loc(text(1)))
  end subroutine

  subroutine tell(level, argument)
    integer(c_int), intent(in) :: level
    type(c_ptr), intent(in) :: argument
    integer(c_int) :: ignored
    if (is_active()) ignored = c_pcontrol(level, argument)
  end subroutine

end module revprof
