# SPDX-License-Identifier: BSD-3-Clause
# Has the compiler look for errors in the product's sources, compiled the other way than in this build: of a preset that takes the
# files of a folder as one, a name that two of them have in their unnamed namespaces; of one that takes each by itself, a header
# that only another one includes. Nothing is optimised, linked or run.
# cmake -DPRESET=... -DSOURCE=... -DSCRATCH=... -DPYTHON=... -DTARGETS=... -P other_build.cmake
function(run)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${SOURCE} RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${ARGN}: ${code}\n${output}")
  endif()
endfunction()

file(REMOVE_RECURSE ${SCRATCH})
set(empty "<CMAKE_COMMAND> -E touch <TARGET>")
run(${CMAKE_COMMAND} --preset ${PRESET} -G Ninja -B ${SCRATCH} -DPython3_EXECUTABLE=${PYTHON} -DREVPROF_PRECOMPILED=OFF -DREVPROF_TESTS=OFF
  "-DCMAKE_CXX_COMPILE_OBJECT=<CMAKE_CXX_COMPILER> <DEFINES> <INCLUDES> <FLAGS> -fsyntax-only -o <OBJECT> -c <SOURCE>;<CMAKE_COMMAND> -E touch <OBJECT>"
  "-DCMAKE_CXX_CREATE_STATIC_LIBRARY=${empty}" "-DCMAKE_CXX_CREATE_SHARED_LIBRARY=${empty}" "-DCMAKE_CXX_LINK_EXECUTABLE=${empty}")
run(${CMAKE_COMMAND} --build ${SCRATCH} -j 2 --target ${TARGETS})
