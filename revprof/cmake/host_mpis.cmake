# SPDX-License-Identifier: BSD-3-Clause
# Which MPIs there are, by what their mpi.h says and not by their names: MPI::OPENMPI_C for Open MPI, MPI::MPICH_C for
# MPICH and what has its binary interface (Intel MPI, MVAPICH, Cray MPICH), each with its launcher (OPENMPI_EXECUTABLE,
# MPICH_EXECUTABLE). One of them is the MPI that find_package(MPI) has found, the other one may stand beside it. Where
# there is none of a family its target and launcher stay undefined.
set(REVPROF_OTHER_MPI "" CACHE FILEPATH
  "Compiler wrapper (mpicc) of a second MPI, of another family, whose programs are to be predicted, too")

# revprof_mpi_family(<result> <include folder>...): openmpi, mpich, abi, or nothing.
function(revprof_mpi_family result)
  set(file ${CMAKE_BINARY_DIR}/mpi_family.h)
  file(WRITE ${file} "#include <mpi.h>
#if defined(OPEN_MPI)
revprof_family openmpi
#elif defined(MPICH) || defined(MPICH_VERSION) || defined(MPICH_NUMVERSION) || defined(I_MPI_VERSION) || defined(MVAPICH_VERSION) || \\
  defined(MVAPICH2_VERSION) || defined(CRAY_MPICH_VERSION)
revprof_family mpich
#elif defined(MPI_ABI_VERSION)
revprof_family abi
#endif
")
  set(folders ${ARGN})
  list(TRANSFORM folders PREPEND -I)
  execute_process(COMMAND ${CMAKE_C_COMPILER} -E -P ${folders} ${file} OUTPUT_VARIABLE text ERROR_QUIET)
  set(${result} "" PARENT_SCOPE)
  if(text MATCHES "revprof_family ([a-z]+)")
    set(${result} ${CMAKE_MATCH_1} PARENT_SCOPE)
  endif()
endfunction()

# revprof_words_of(<result> <prefix> <word>...): the words that begin with it, without it.
function(revprof_words_of result prefix)
  set(words ${ARGN})
  list(FILTER words INCLUDE REGEX "^${prefix}")
  list(TRANSFORM words REPLACE "^${prefix}" "")
  set(${result} ${words} PARENT_SCOPE)
endfunction()

# revprof_mpi_of_compiler(<wrapper>): what the wrapper would hand to the compiler, in mpi_folders, mpi_library_folders and
# mpi_libraries.
function(revprof_mpi_of_compiler wrapper)
  set(line "")
  foreach(option -show -showme)  # MPICH's and Open MPI's
    execute_process(COMMAND ${wrapper} ${option} OUTPUT_VARIABLE line ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE
      RESULT_VARIABLE code)
    if(code EQUAL 0)
      break()
    endif()
  endforeach()
  separate_arguments(words UNIX_COMMAND "${line}")
  revprof_words_of(folders -I ${words})
  revprof_words_of(library_folders -L ${words})
  revprof_words_of(libraries -l ${words})
  set(mpi_folders ${folders} PARENT_SCOPE)
  set(mpi_library_folders ${library_folders} PARENT_SCOPE)
  set(mpi_libraries ${libraries} PARENT_SCOPE)
endfunction()

# The first one.
revprof_mpi_family(REVPROF_MPI_FAMILY ${MPI_C_INCLUDE_DIRS})
if(REVPROF_MPI_FAMILY STREQUAL abi)
  message(FATAL_ERROR "${MPI_C_COMPILER}: its mpi.h is that of the MPI 5 ABI (libmpi_abi.so), which revprof does not follow yet. "
    "Expected the MPI's own compiler wrapper: -DMPI_C_COMPILER=mpicc -DMPI_CXX_COMPILER=mpicxx")
elseif(NOT REVPROF_MPI_FAMILY)
  message(FATAL_ERROR "${MPI_C_COMPILER}: its mpi.h is neither Open MPI's nor one with MPICH's binary interface. Expected one of them: "
    "-DMPI_C_COMPILER=mpicc -DMPI_CXX_COMPILER=mpicxx")
endif()
set(openmpi_name OPENMPI)
set(mpich_name MPICH)
add_library(MPI::${${REVPROF_MPI_FAMILY}_name}_C INTERFACE IMPORTED GLOBAL)
target_link_libraries(MPI::${${REVPROF_MPI_FAMILY}_name}_C INTERFACE MPI::MPI_C)
target_include_directories(MPI::${${REVPROF_MPI_FAMILY}_name}_C INTERFACE ${MPI_C_INCLUDE_DIRS})
set(${${REVPROF_MPI_FAMILY}_name}_EXECUTABLE ${MPIEXEC_EXECUTABLE})

# The other one: as the user says, else as Debian tells them apart.
set(other openmpi)
if(REVPROF_MPI_FAMILY STREQUAL openmpi)
  set(other mpich)
endif()
revprof_wanted(other-MPI wanted)
if(NOT wanted)
  return()
endif()
if(REVPROF_OTHER_MPI)
  set(REVPROF_OTHER_MPI_COMPILER ${REVPROF_OTHER_MPI})
else()
  find_program(REVPROF_OTHER_MPI_COMPILER mpicc.${other})
  mark_as_advanced(REVPROF_OTHER_MPI_COMPILER)
endif()
if(NOT REVPROF_OTHER_MPI_COMPILER)
  return()
endif()
revprof_mpi_of_compiler(${REVPROF_OTHER_MPI_COMPILER})
revprof_mpi_family(family ${mpi_folders})
if(NOT family STREQUAL other)
  if(REVPROF_OTHER_MPI)
    message(FATAL_ERROR "REVPROF_OTHER_MPI: expected a compiler wrapper of an MPI of the family ${other}, as the first one "
      "(${MPI_C_COMPILER}) is of ${REVPROF_MPI_FAMILY}; found \"${REVPROF_OTHER_MPI}\", of \"${family}\"")
  endif()
  return()
endif()
find_path(REVPROF_OTHER_MPI_FOLDER mpi.h PATHS ${mpi_folders} NO_DEFAULT_PATH)
list(FILTER mpi_libraries INCLUDE REGEX "^mpi(ch|_cray|_gnu.*|_intel.*)?$")  # not those of Fortran and C++
find_library(REVPROF_OTHER_MPI_LIBRARY NAMES ${mpi_libraries} NAMES_PER_DIR PATHS ${mpi_library_folders})
get_filename_component(folder ${REVPROF_OTHER_MPI_COMPILER} DIRECTORY)
find_program(REVPROF_OTHER_MPI_EXECUTABLE NAMES mpirun.${other} mpiexec mpirun HINTS ${folder} DOC "The second MPI's launcher")
mark_as_advanced(REVPROF_OTHER_MPI_FOLDER REVPROF_OTHER_MPI_LIBRARY REVPROF_OTHER_MPI_EXECUTABLE)
if(REVPROF_OTHER_MPI_FOLDER AND REVPROF_OTHER_MPI_LIBRARY AND REVPROF_OTHER_MPI_EXECUTABLE)
  add_library(MPI::${${other}_name}_C INTERFACE IMPORTED GLOBAL)
  target_include_directories(MPI::${${other}_name}_C INTERFACE ${REVPROF_OTHER_MPI_FOLDER})
  target_link_libraries(MPI::${${other}_name}_C INTERFACE ${REVPROF_OTHER_MPI_LIBRARY})
  set(${${other}_name}_EXECUTABLE ${REVPROF_OTHER_MPI_EXECUTABLE})
  message(STATUS "Found a second MPI: ${REVPROF_OTHER_MPI_LIBRARY}")
endif()
