# SPDX-License-Identifier: BSD-3-Clause
# A few MPI programs with AddressSanitizer and UndefinedBehaviorSanitizer in the library's own code (revprof/mpi,
# revprof/fortran, revprof/run and the engine); tests/sanitize.sh, which this calls, runs all of them, and with everything sanitized.
if(NOT REVPROF_OPENMPI_FIRST OR NOT CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  return()
endif()

set(sources "")
foreach(part revprof_objects revprof_front run engine)
  get_target_property(folder ${part} SOURCE_DIR)
  get_target_property(files ${part} SOURCES)
  foreach(file IN LISTS files)
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY ${folder})
    list(APPEND sources ${file})
    cmake_path(GET file PARENT_PATH group)
    cmake_path(GET group STEM group)
    set_source_files_properties(${file} PROPERTIES UNITY_GROUP "${part}_${group}")  # as the parts themselves are compiled
  endforeach()
endforeach()
set_source_files_properties(${REVPROF_CALLS_FOLDER}/wrappers_openmpi.cpp ${REVPROF_CALLS_FOLDER}/fortran_openmpi.cpp
  PROPERTIES GENERATED TRUE)

# Its folder is one for sanitize.sh: it holds lib/librevprof.so and all programs.
set(folder ${CMAKE_BINARY_DIR}/sanitized)
add_library(revprof_sanitized SHARED ${sources})
add_dependencies(revprof_sanitized calls_generated)
foreach(part revprof_objects run)
  get_target_property(definitions ${part} COMPILE_DEFINITIONS)
  target_compile_definitions(revprof_sanitized PRIVATE ${definitions})
endforeach()
target_compile_definitions(revprof_sanitized PRIVATE REVPROF_VERSION="${PROJECT_VERSION}")
get_target_property(include_paths revprof_objects INCLUDE_DIRECTORIES)
target_include_directories(revprof_sanitized PRIVATE ${include_paths})
target_compile_options(revprof_sanitized PRIVATE -fsanitize=address,undefined -fno-omit-frame-pointer -O0 -g1)
target_link_options(revprof_sanitized PRIVATE -fsanitize=address,undefined
  -Wl,--version-script=${CMAKE_SOURCE_DIR}/revprof/mpi/exported.map)
get_target_property(parts revprof_objects LINK_LIBRARIES)
target_link_libraries(revprof_sanitized PRIVATE ${parts} nlohmann_json::nlohmann_json)
set_target_properties(revprof_sanitized PROPERTIES OUTPUT_NAME revprof LIBRARY_OUTPUT_DIRECTORY ${folder}/lib
  UNITY_BUILD "$CACHE{CMAKE_UNITY_BUILD}" UNITY_BUILD_MODE GROUP
  CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
file(MAKE_DIRECTORY ${folder})
file(MAKE_DIRECTORY ${folder}/tests)
file(CREATE_LINK ${CMAKE_BINARY_DIR}/bin ${folder}/bin SYMBOLIC)
file(CREATE_LINK ${CMAKE_BINARY_DIR}/tests/bin ${folder}/tests/bin SYMBOLIC)

add_test(NAME sanitized COMMAND ${CMAKE_SOURCE_DIR}/tests/sanitize.sh address --build ${folder} openmpi
  request_life neighbours window_epochs)
set_tests_properties(sanitized PROPERTIES TIMEOUT 180 PROCESSORS 2)
