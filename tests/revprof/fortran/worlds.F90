! SPDX-License-Identifier: BSD-3-Clause
! Processes of several worlds: spawned ones, whose arguments arrive, and ones that connect to each other.
program worlds
#include "use_mpi.inc"
  implicit none
#include "declare_mpi.inc"
  integer, parameter :: children = 2
  COMM :: parents

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, processes, ierror)
  call MPI_Comm_get_parent(parents, ierror)
  if (parents /= MPI_COMM_NULL) then
    call be_a_child()
  else
    call spawn()
    call spawn_multiple()
    call connect()
    call say_digest()
  end if
  call MPI_Finalize(ierror)

contains

#include "checks.inc"

  ! Both sides do the same: everyone learns the highest number of the other side.
  subroutine talk(line, inter, own, highest)
    integer, intent(in) :: line, own, highest
    COMM, intent(inout) :: inter
    integer :: found
    call MPI_Allreduce(own, found, 1, MPI_INTEGER, MPI_MAX, inter, ierror)
    call check(found == highest, line)
    call MPI_Comm_disconnect(inter, ierror)
    call check(inter == MPI_COMM_NULL, line)
  end subroutine

  ! The first argument is the way it was spawned; the second has a blank in it.
  subroutine be_a_child()
    character(len=20) :: way, second
    call get_command_argument(1, way)
    call get_command_argument(2, second)
    select case (way)
    case ('alone')
      CHECK(command_argument_count() == 2 .and. second == 'two words')
    case ('first')
      CHECK(command_argument_count() == 2 .and. second == 'of two' .and. rank == 0)
    case ('second')
      CHECK(command_argument_count() == 1 .and. rank == 1)
    case default
      CHECK(command_argument_count() == 0)
    end select
    call talk(__LINE__, parents, 100 + rank, 2)
  end subroutine

  subroutine spawn()
    character(len=500) :: program
    character(len=12) :: arguments(3)
    integer :: codes(children)
    COMM :: inter
    call get_command_argument(0, program)
    arguments = ['alone       ', '  two words ', '            ']
    codes = -1
    call MPI_Comm_spawn(program, arguments, children, MPI_INFO_NULL, 0, MPI_COMM_WORLD, inter, codes, ierror)
    CHECK(all(codes == MPI_SUCCESS))
    call talk(__LINE__, inter, rank, 101)
    call MPI_Comm_spawn(program, MPI_ARGV_NULL, children, MPI_INFO_NULL, processes - 1, MPI_COMM_WORLD, inter, &
                        MPI_ERRCODES_IGNORE, ierror)
    call talk(__LINE__, inter, rank, 101)
  end subroutine

  subroutine spawn_multiple()
    character(len=500) :: programs(2)
    character(len=12) :: arguments(2, 3)
    INFO :: infos(2)
    integer :: codes(children)
    COMM :: inter
    call get_command_argument(0, programs(1))
    programs(2) = programs(1)
    arguments = reshape(['first       ', 'second      ', 'of two      ', '            ', '            ', &
                         '            '], [2, 3])
    infos = MPI_INFO_NULL
    codes = -1
    call MPI_Comm_spawn_multiple(2, programs, arguments, [1, 1], infos, 0, MPI_COMM_WORLD, inter, codes, ierror)
    CHECK(all(codes == MPI_SUCCESS))
    call talk(__LINE__, inter, rank, 101)
    call MPI_Comm_spawn_multiple(2, programs, MPI_ARGVS_NULL, [1, 1], infos, 0, MPI_COMM_WORLD, inter, &
                                 MPI_ERRCODES_IGNORE, ierror)
    call talk(__LINE__, inter, rank, 101)
  end subroutine

  ! Rank 0 accepts, the others connect.
  subroutine connect()
    character(len=MPI_MAX_PORT_NAME) :: port
    COMM :: own, inter
    if (rank == 0) call MPI_Open_port(MPI_INFO_NULL, port, ierror)
    call MPI_Bcast(port, MPI_MAX_PORT_NAME, MPI_CHARACTER, 0, MPI_COMM_WORLD, ierror)
    call MPI_Comm_split(MPI_COMM_WORLD, min(rank, 1), rank, own, ierror)
    if (rank == 0) then
      call MPI_Comm_accept(port, MPI_INFO_NULL, 0, own, inter, ierror)
      call talk(__LINE__, inter, rank, processes - 1)
      call MPI_Close_port(port, ierror)
    else
      call MPI_Comm_connect(port, MPI_INFO_NULL, 0, own, inter, ierror)
      call talk(__LINE__, inter, rank, 0)
    end if
    call MPI_Comm_free(own, ierror)
  end subroutine
end program
