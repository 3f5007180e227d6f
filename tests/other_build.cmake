# SPDX-License-Identifier: BSD-3-Clause
# Hands the compiler the sources of a folder as one, as quickstart's build does, and looks for errors only: a name that two
# files of a folder have in their unnamed namespaces. Nothing is optimised, linked or run.
# cmake -DSOURCE=... -DSCRATCH=... -DPYTHON=... -DTARGETS=... -P first_build.cmake
function(run)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${SOURCE} RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${ARGN}: ${code}\n${output}")
  endif()
endfunction()

file(REMOVE_RECURSE ${SCRATCH})
set(empty "<CMAKE_COMMAND> -E touch <TARGET>")
run(${CMAKE_COMMAND} --preset quickstart -G Ninja -B ${SCRATCH} -DPython3_EXECUTABLE=${PYTHON} -DREVPROF_PRECOMPILED=OFF
  "-DCMAKE_CXX_COMPILE_OBJECT=<CMAKE_CXX_COMPILER> <DEFINES> <INCLUDES> <FLAGS> -fsyntax-only -o <OBJECT> -c <SOURCE>;<CMAKE_COMMAND> -E touch <OBJECT>"
  "-DCMAKE_CXX_CREATE_STATIC_LIBRARY=${empty}" "-DCMAKE_CXX_CREATE_SHARED_LIBRARY=${empty}" "-DCMAKE_CXX_LINK_EXECUTABLE=${empty}")
run(${CMAKE_COMMAND} --build ${SCRATCH} -j 2 --target ${TARGETS})
