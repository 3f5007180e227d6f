# SPDX-License-Identifier: BSD-3-Clause
# Finds MPICH beside the MPI that find_package(MPI) has found: the target MPI::MPICH_C, its launcher
# MPICH_EXECUTABLE. Where there is no MPICH both stay undefined.
find_program(MPICH_C_COMPILER mpicc.mpich DOC "MPICH's compiler wrapper")
find_program(MPICH_EXECUTABLE mpirun.mpich DOC "MPICH's launcher")

set(mpich_line "")
if(MPICH_C_COMPILER)
  execute_process(COMMAND ${MPICH_C_COMPILER} -show OUTPUT_VARIABLE mpich_line
    ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
separate_arguments(mpich_words UNIX_COMMAND "${mpich_line}")
set(mpich_folders ${mpich_words})
list(FILTER mpich_folders INCLUDE REGEX "^-I")
list(TRANSFORM mpich_folders REPLACE "^-I" "")
set(mpich_library_folders ${mpich_words})
list(FILTER mpich_library_folders INCLUDE REGEX "^-L")
list(TRANSFORM mpich_library_folders REPLACE "^-L" "")
find_path(MPICH_INCLUDE_FOLDER mpi.h PATHS ${mpich_folders} NO_DEFAULT_PATH)
find_library(MPICH_LIBRARY mpich PATHS ${mpich_library_folders})

if(MPICH_INCLUDE_FOLDER AND MPICH_LIBRARY AND MPICH_EXECUTABLE)
  add_library(MPI::MPICH_C INTERFACE IMPORTED GLOBAL)
  target_include_directories(MPI::MPICH_C INTERFACE ${MPICH_INCLUDE_FOLDER})
  target_link_libraries(MPI::MPICH_C INTERFACE ${MPICH_LIBRARY})
  message(STATUS "Found MPICH: ${MPICH_LIBRARY}")
endif()
