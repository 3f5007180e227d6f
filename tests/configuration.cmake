# SPDX-License-Identifier: BSD-3-Clause
# Configures the tree as on machines that have less: without optional parts, and with header libraries from copies as
# -DREVPROF_FETCH=ON would fetch them.
# cmake -DSOURCE=... -DSCRATCH=... -DGENERATOR=... -DEIGEN=<folder that holds Eigen/> -DJSON=<folder that holds nlohmann/>
#   -DPYTHON=... -P configuration.cmake

# configure(<folder> <option>...): `output` and `code` are its own.
function(configure folder)
  execute_process(COMMAND ${CMAKE_COMMAND} -G ${GENERATOR} -S ${SOURCE} -B ${SCRATCH}/${folder} -DREVPROF_TESTS=OFF
      -DPython3_EXECUTABLE=${PYTHON} ${ARGN}
    RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE errors TIMEOUT 100)
  string(REGEX REPLACE "[ \n]+" " " output "${output}${errors}")
  set(output "${output}" PARENT_SCOPE)
  set(code "${code}" PARENT_SCOPE)
endfunction()

function(expect wanted_code words)
  string(FIND "${output}" "${words}" found)
  if(found EQUAL -1 OR (wanted_code EQUAL 0 AND NOT code STREQUAL "0") OR (NOT wanted_code EQUAL 0 AND code STREQUAL "0"))
    message(FATAL_ERROR "expected \"${words}\" and exit code ${wanted_code}, found ${code}:\n${output}")
  endif()
endfunction()

file(REMOVE_RECURSE ${SCRATCH})
set(none -DCMAKE_DISABLE_FIND_PACKAGE_Eigen3=ON -DCMAKE_DISABLE_FIND_PACKAGE_nlohmann_json=ON)

configure(minimal -DREVPROF_WITHOUT=OTF2,libdw,hwloc,other-MPI,LaTeX,SimGrid)
expect(0 "-- OTF2 off traces for Vampir and others (--trace otf2) (Debian: libotf2-trace-dev)")
foreach(part libdw hwloc other-MPI LaTeX SimGrid)
  expect(0 "-- ${part} off ")
endforeach()

configure(wrong -DREVPROF_WITHOUT=OTF3)
expect(1 "found \"OTF3\"")

configure(missing ${none})
expect(1 "Eigen3 is missing: install it (Debian: libeigen3-dev")

file(MAKE_DIRECTORY ${SCRATCH}/eigen ${SCRATCH}/json/include)
file(COPY ${EIGEN}/Eigen DESTINATION ${SCRATCH}/eigen)
file(COPY ${JSON}/nlohmann DESTINATION ${SCRATCH}/json/include)
configure(fetched ${none} -DREVPROF_FETCH=ON -DREVPROF_WITHOUT=OTF2,libdw,hwloc,other-MPI,LaTeX,SimGrid -DCMAKE_BUILD_TYPE=Debug
  -DFETCHCONTENT_SOURCE_DIR_EIGEN3=${SCRATCH}/eigen -DFETCHCONTENT_SOURCE_DIR_NLOHMANN_JSON=${SCRATCH}/json)
expect(0 "Fetched Eigen3: ${SCRATCH}/eigen")
expect(0 "Fetched nlohmann_json: ${SCRATCH}/json")
execute_process(COMMAND ${CMAKE_COMMAND} --build ${SCRATCH}/fetched --target model_json
  RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output TIMEOUT 500)
expect(0 "")
