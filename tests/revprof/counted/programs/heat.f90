! SPDX-License-Identifier: BSD-3-Clause
! A rod that cools down: Fortran's loops, a module, characters, a procedure as an argument.
module rod
  use mpi
  implicit none
contains
  pure function source(x) result(heat)
    double precision, intent(in) :: x
    double precision :: heat
    heat = merge(1.0d0 - x, 0.0d0, mod(int(100 * x), 3) == 0)
  end function source

  subroutine fill(values, f)
    double precision, intent(out) :: values(:)
    interface
      pure function f(x)
        double precision, intent(in) :: x
        double precision :: f
      end function f
    end interface
    integer :: i
    do i = 1, size(values)
      values(i) = f(dble(i) / size(values))
    end do
  end subroutine fill
end module rod

program heat
  use rod
  implicit none
  integer :: error, rank, processes, step, left, right
  double precision :: u(0:1001), whole
  character(len=32) :: text
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, processes, error)
  left = merge(rank - 1, MPI_PROC_NULL, rank > 0)
  right = merge(rank + 1, MPI_PROC_NULL, rank < processes - 1)
  call fill(u, source)
  do step = 1, 20
    call MPI_Sendrecv(u(1000), 1, MPI_DOUBLE_PRECISION, right, 0, u(0), 1, MPI_DOUBLE_PRECISION, left, 0, &
                      MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
    call MPI_Sendrecv(u(1), 1, MPI_DOUBLE_PRECISION, left, 0, u(1001), 1, MPI_DOUBLE_PRECISION, right, 0, &
                      MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
    u(1:1000) = u(1:1000) + 0.25d0 * (u(0:999) - 2 * u(1:1000) + u(2:1001))
  end do
  call MPI_Reduce(sum(u(1:1000)), whole, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0, MPI_COMM_WORLD, error)
  write (text, '(f20.12)') whole
  if (rank == 0) print '(a)', trim(adjustl(text))
  call MPI_Finalize(error)
end program heat
