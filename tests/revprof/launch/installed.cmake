# SPDX-License-Identifier: BSD-3-Clause
# Installs the build into a directory of its own, moves that, and uses it as others would: with
# find_package(revprof), with pkg-config, and with the installed `revprof run`.
# cmake -DBUILD=... -DSOURCE=... -DMODEL=... -DSCRATCH=... -P installed.cmake

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE errors
    TIMEOUT 100)
  if(NOT code STREQUAL "0")
    list(JOIN ARGN " " line)
    message(FATAL_ERROR "${line}: ${code}\n${output}${errors}")
  endif()
  set(output "${output}${errors}" PARENT_SCOPE)
endfunction()

function(expect words)
  string(FIND "${output}" "${words}" found)
  if(found EQUAL -1)
    message(FATAL_ERROR "expected \"${words}\", found:\n${output}")
  endif()
endfunction()

file(REMOVE_RECURSE ${SCRATCH})
file(MAKE_DIRECTORY ${SCRATCH})
foreach(folder ${FOLDERS})
  run(${CMAKE_COMMAND} --install ${BUILD}/${folder} --prefix ${SCRATCH}/first)
endforeach()
file(RENAME ${SCRATCH}/first ${SCRATCH}/installed)
set(installed ${SCRATCH}/installed)
file(GLOB_RECURSE pc ${installed}/*/revprof.pc)
get_filename_component(pkgconfig ${pc} DIRECTORY)
get_filename_component(libraries ${pkgconfig} DIRECTORY)

set(ENV{OMPI_ALLOW_RUN_AS_ROOT} 1)
set(ENV{OMPI_ALLOW_RUN_AS_ROOT_CONFIRM} 1)
set(ENV{PKG_CONFIG_PATH} ${pkgconfig})
set(ENV{LD_LIBRARY_PATH} ${libraries})
set(ENV{REVPROF_OUTPUT} ${SCRATCH}/results)
set(mpirun mpirun --oversubscribe -np 2)

run(${CMAKE_COMMAND} -S ${SOURCE} -B ${SCRATCH}/consumer -DCMAKE_PREFIX_PATH=${installed})
run(${CMAKE_COMMAND} --build ${SCRATCH}/consumer)
foreach(program shared archive)
  run(${CMAKE_COMMAND} -E env MODEL=${MODEL} ${mpirun} ${SCRATCH}/consumer/${program})
  expect("predicted time")
endforeach()

foreach(package revprof revprof-static)
  run(pkg-config --cflags --libs ${package})
  separate_arguments(flags UNIX_COMMAND "${output}")
  run(mpicc ${SOURCE}/steps.c -o ${SCRATCH}/${package} ${flags})
  run(${CMAKE_COMMAND} -E env MODEL=${MODEL} ${mpirun} ${SCRATCH}/${package})
  expect("predicted time")
endforeach()
run(pkg-config --static --libs revprof)
expect("-lstdc++")

run(mpicc -I${installed}/include ${SOURCE}/steps.c -o ${SCRATCH}/plain)
run(${installed}/bin/revprof run --model ${MODEL} -n 2 -- ${SCRATCH}/plain)
expect("predicted time")
