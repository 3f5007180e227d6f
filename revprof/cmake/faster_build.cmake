# SPDX-License-Identifier: BSD-3-Clause
# A first build that takes half as long. Not for those who change the code: a header that a file forgets would not be missed.
option(REVPROF_PRECOMPILED "Precompile the headers of other libraries" OFF)
option(REVPROF_HURRIED "Optimise only what a prediction's or a measurement's time hangs on" OFF)

# What runs once at the end or the beginning.
set(REVPROF_UNHURRIED_TARGETS launch report datasheet import conversion json_node model_json settings summary summary_text measurements
  filled_template self_consistency)

# revprof_folders_as_one(<target>): with -DCMAKE_UNITY_BUILD=ON the compiler gets all sources of a folder as one, and reads the
# headers once. So a name in an unnamed namespace is one of its folder (CI; elsewhere test other_build).
function(revprof_folders_as_one target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    get_filename_component(folder ${source} DIRECTORY)
    get_filename_component(folder "${folder}" NAME)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP "folder_${folder}")
  endforeach()
endfunction()

# revprof_faster_build(<target>): as these options say.
function(revprof_faster_build target)
  revprof_folders_as_one(${target})
  set(like precompiled)
  if(REVPROF_HURRIED AND target IN_LIST REVPROF_UNHURRIED_TARGETS)
    target_compile_options(${target} PRIVATE -O0)
    set(like precompiled_unoptimised)
  endif()
  if(NOT REVPROF_PRECOMPILED)
    return()
  endif()
  set(headers ${CMAKE_SOURCE_DIR}/revprof/cmake/precompiled.hpp)
  # Headers precompiled with other options or macros would be read once more: hidden symbols, Boost's macros.
  if(target STREQUAL launch)
    target_precompile_headers(${target} PRIVATE ${headers} <boost/program_options.hpp>)
    return()
  elseif(target MATCHES "_objects$")
    target_precompile_headers(${target} PRIVATE ${headers})
    return()
  endif()
  if(NOT TARGET ${like})
    set(empty ${CMAKE_BINARY_DIR}/${like}.cpp)
    file(CONFIGURE OUTPUT ${empty} CONTENT "")
    add_library(${like} OBJECT ${empty})
    target_link_libraries(${like} PRIVATE nlohmann_json::nlohmann_json)
    revprof_warnings(${like})
    if(like STREQUAL precompiled_unoptimised)
      target_compile_options(${like} PRIVATE -O0)
    endif()
    target_precompile_headers(${like} PRIVATE ${headers})
  endif()
  target_precompile_headers(${target} REUSE_FROM ${like})
endfunction()
