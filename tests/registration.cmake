# SPDX-License-Identifier: BSD-3-Clause
# One line registers one test. Every test has a timeout; MPI tests count as two.

# Open MPI refuses to run as root and on fewer cores than processes unless told otherwise, and waits a tenth of a second
# for each network that is not here.
set(REVPROF_MPI_ENVIRONMENT
  OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1
  OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_mtl=^ofi,psm,psm2)

# revprof_has_python(<result> <what> <module>...): whether Python has all of them; where not, that is said.
function(revprof_has_python result what)
  list(JOIN ARGN ", " modules)
  execute_process(COMMAND ${Python3_EXECUTABLE} -c "import ${modules}" RESULT_VARIABLE missing OUTPUT_QUIET ERROR_QUIET)
  if(missing)
    message(STATUS "Python has no ${modules}: ${what} left out")
    set(${result} OFF PARENT_SCOPE)
  else()
    set(${result} ON PARENT_SCOPE)
  endif()
endfunction()

# Those that take long, or do once more with other numbers of processes what others do: `./test.sh` leaves them out,
# `./test.sh --all` and CI run them.
set(REVPROF_SLOW_TESTS
  "^real_hpcc_(8|16)$" "^real_quantum-espresso_[48]$" "^real_lammps_(8|16)$" "^real_lammps_(salt|crack)_[28]$" "^real_petsc_8$"
  "^example_.*_[3-7]$" "^mpi(ch)?\\.(many_contexts|stress_tcp|stress_many)" "^mpi(ch)?\\.stress\\.[134]$"
  "^mpi(ch)?\\.(wrong_programs|unstamped_world|eager_limit|masters|balancer)$" "^mpich\\.files\\.3$"
  "^mpi\\.from_anybody\\.5$" "^shmem\\.order\\.[247]$" "^launch_(exit_codes|sweeps|long_times|special_files)$"
  "^nodes_library_missing" "^counted\\.(profiles|processors)_"
  "^characterize_(every_cell_on_three|interrupted)$" "^launch_packaged$" "^configuration$" "^other_build$")

# revprof_label_slow(<test>): adds the label `slow` where the list has it.
function(revprof_label_slow test)
  foreach(pattern IN LISTS REVPROF_SLOW_TESTS)
    if(test MATCHES "${pattern}")
      set_property(TEST ${test} APPEND PROPERTY LABELS slow)
      return()
    endif()
  endforeach()
endfunction()

# Sanitizers make some of them many times slower.
set(REVPROF_UNIT_TEST_SECONDS 120)
if(CMAKE_CXX_FLAGS MATCHES -fsanitize)
  set(REVPROF_UNIT_TEST_SECONDS 1200)
endif()

# All programs of revprof_test(), which need no MPI; as tests they have the label `unit`.
add_custom_target(unit_tests)

# revprof_test([<folder>/]<name> LIBRARIES <target>... [SOURCES <file>...]): a GoogleTest program, <name>.cpp by default.
function(revprof_test path)
  cmake_parse_arguments(ARG "" "" "LIBRARIES;SOURCES" ${ARGN})
  if(NOT ARG_SOURCES)
    set(ARG_SOURCES ${path}.cpp)
  endif()
  get_filename_component(name ${path} NAME)
  add_executable(${name} ${ARG_SOURCES})
  target_include_directories(${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})  # what several folders' tests share
  revprof_warnings(${name})
  target_link_libraries(${name} PRIVATE ${ARG_LIBRARIES} GTest::gtest_main)
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES TIMEOUT ${REVPROF_UNIT_TEST_SECONDS} LABELS unit)
  add_dependencies(unit_tests ${name})
endfunction()

# revprof_calls_of(<set> <test> <source> <directory>): the test, a run of `source`, leaves its summary there.
function(revprof_calls_of set test source directory)
  set_property(GLOBAL APPEND PROPERTY revprof_sources_${set} ${CMAKE_CURRENT_SOURCE_DIR}/${source})
  set_property(GLOBAL APPEND PROPERTY revprof_runs_${set} ${directory})
  set_property(TEST ${test} APPEND PROPERTY FIXTURES_SETUP calls_of_${set})
endfunction()

# MPICH as Debian builds it starts and connects no further processes.
set(mpich_cannot_spawn MPI_Comm_spawn MPI_Comm_spawn_multiple MPI_Comm_accept MPI_Comm_connect MPI_Comm_join)

# revprof_every_call_test(<test> <set> <host> [<not tested>...]): the set's tests together make every call of
# mpi.table that the host has.
function(revprof_every_call_test test set host)
  get_property(sources GLOBAL PROPERTY revprof_sources_${set})
  get_property(runs GLOBAL PROPERTY revprof_runs_${set})
  list(REMOVE_DUPLICATES sources)
  list(TRANSFORM ARGN PREPEND "--not-tested=" OUTPUT_VARIABLE not_tested)
  add_test(NAME ${test} COMMAND Python3::Interpreter ${CMAKE_SOURCE_DIR}/tests/revprof/mpi/every_call_tested.py
    --table ${CMAKE_SOURCE_DIR}/revprof/calls/mpi.table
    --header ${CMAKE_BINARY_DIR}/generated/revprof/calls/mpi_${host}.h ${not_tested}
    --sources ${sources} --runs ${runs})
  set_tests_properties(${test} PROPERTIES TIMEOUT 30 FIXTURES_REQUIRED calls_of_${set})
endfunction()
