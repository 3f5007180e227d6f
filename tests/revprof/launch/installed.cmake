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
  string(REGEX REPLACE "[ \n]+" " " line "${output}")  # CMake breaks its lines by their length
  string(REGEX REPLACE "[ \n]+" " " words "${words}")
  string(FIND "${line}" "${words}" found)
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

# The pages of the folders lead to what is installed, too.
foreach(folder characterize fit models revprof tests)
  run(python3 ${SOURCE}/../../../page_links.py ${installed}/share/doc/revprof/${folder})
endforeach()

set(ENV{OMPI_ALLOW_RUN_AS_ROOT} 1)
set(ENV{OMPI_ALLOW_RUN_AS_ROOT_CONFIRM} 1)
set(ENV{PKG_CONFIG_PATH} ${pkgconfig})
set(ENV{LD_LIBRARY_PATH} ${libraries})
set(ENV{REVPROF_OUTPUT} ${SCRATCH}/results)
set(ENV{REVPROF_ROOT} ${installed})  # as an environment module would
set(mpirun mpirun --oversubscribe -np 2)

# A project in C, and one that has no C at all.
foreach(language C CXX)
  set(consumer ${SCRATCH}/consumer_${language})
  run(${CMAKE_COMMAND} -G "${GENERATOR}" -S ${SOURCE} -B ${consumer} -DCONSUMER_LANGUAGE=${language}
    -DCMAKE_PREFIX_PATH=${installed})
  run(${CMAKE_COMMAND} --build ${consumer})
  foreach(program shared archive)
    run(${CMAKE_COMMAND} -E env MODEL=${MODEL} ${mpirun} ${consumer}/${program})
    expect("predicted time")
  endforeach()
endforeach()

# A model that ships, by its name; the static library was built for the prefix before the move. And without MODEL.
run(${CMAKE_COMMAND} -E env MODEL=cray-t3d ${mpirun} ${SCRATCH}/consumer_C/shared)
expect("on Cray T3D")
foreach(program shared archive)
  run(${mpirun} ${SCRATCH}/consumer_C/${program})
  expect("revprof: no MODEL is set: the program runs plainly, nothing is predicted")
endforeach()

# A model on some ranks only: said, and nothing hangs.
execute_process(COMMAND mpirun --oversubscribe -np 1 -x MODEL=cray-t3d ${SCRATCH}/consumer_C/shared
    : -np 1 ${SCRATCH}/consumer_C/shared
  RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output TIMEOUT 60)
if(NOT code EQUAL 2)
  message(FATAL_ERROR "a model on one rank: expected exit code 2, found ${code}\n${output}")
endif()
expect("no MODEL on this rank; expected the same model and settings everywhere")

# What is linked asks for the library of this version.
run(ls ${libraries})
expect("librevprof.so.${VERSION}")
run(readelf -d ${SCRATCH}/consumer_C/shared)
string(REGEX MATCH "^[0-9]+\\.[0-9]+" minor ${VERSION})
expect("[librevprof.so.${minor}]")

find_program(PKG_CONFIG pkg-config)
if(NOT PKG_CONFIG)
  message(STATUS "no pkg-config: left out")
  set(packages "")
else()
  set(packages revprof revprof-static)
endif()
foreach(package ${packages})
  run(pkg-config --cflags --libs ${package})
  separate_arguments(flags UNIX_COMMAND "${output}")
  run(mpicc ${SOURCE}/steps.c -o ${SCRATCH}/${package} ${flags})
  run(${CMAKE_COMMAND} -E env MODEL=${MODEL} ${mpirun} ${SCRATCH}/${package})
  expect("predicted time")
endforeach()
if(PKG_CONFIG AND EXISTS ${libraries}/librevprof_mpich.so)
  foreach(package revprof_mpich revprof_mpich-static)
    run(pkg-config --cflags --libs ${package})
    separate_arguments(flags UNIX_COMMAND "${output}")
    run(mpicc.mpich ${SOURCE}/steps.c -o ${SCRATCH}/${package} ${flags})
    run(${CMAKE_COMMAND} -E env MODEL=${MODEL} mpirun.mpich -np 2 ${SCRATCH}/${package})
    expect("predicted time")
  endforeach()
endif()
if(PKG_CONFIG)
  run(pkg-config --static --libs revprof)
  expect("-lstdc++")
endif()

run(mpicc -I${installed}/include ${SOURCE}/steps.c -o ${SCRATCH}/plain)
run(${installed}/bin/revprof run --model ${MODEL} -n 2 -- ${SCRATCH}/plain)
expect("predicted time")

# A machine that is a platform file, by the characterize_smpi beside the installed program.
if(EXISTS ${installed}/bin/characterize_smpi)
  file(WRITE ${SCRATCH}/simulated.grid "transit 2 1,64,1k,16k,64k\n")
  run(${installed}/bin/revprof simulate ${SOURCE}/../../../characterize/cluster-8.xml -n 2 --grid ${SCRATCH}/simulated.grid
    -o ${SCRATCH}/simulated.json)
  run(${installed}/bin/revprof model check ${SCRATCH}/simulated.json)
endif()

# What --help says, as manual pages and completions.
file(GLOB_RECURSE page ${installed}/*/revprof-run.1)
file(READ "${page}" output)
expect(".SH NAME
revprof\\-run \\- predict one run of a program, unmodified")
expect("\\-\\-critical\\-path")
file(GLOB_RECURSE completion ${installed}/*/bash-completion/completions/revprof)
run(bash -c "source ${completion} && COMP_WORDS=(revprof re) && COMP_CWORD=1 && _revprof && echo \${COMPREPLY[*]}")
expect("reprice report")
run(bash -c "source ${completion} && COMP_WORDS=(revprof run --crit) && COMP_CWORD=2 && _revprof && echo \${COMPREPLY[*]}")
expect("--critical-path")
run(bash -c "source ${completion} && COMP_WORDS=(characterize --time-b) && COMP_CWORD=1 && _revprof && echo \${COMPREPLY[*]}")
expect("--time-budget")
file(GLOB module ${installed}/share/revprof/modulefiles/revprof/${VERSION}.lua)
file(READ "${module}" output)
expect("pathJoin(prefix, \"bin\")")

# Nothing can be preloaded from a folder with a blank in its name.
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix "${SCRATCH}/a b" RESULT_VARIABLE code
  OUTPUT_QUIET ERROR_VARIABLE output)
if(code STREQUAL "0")
  message(FATAL_ERROR "a prefix with a blank was not refused")
endif()
expect("has a blank or a colon in it")
