# SPDX-License-Identifier: BSD-3-Clause
# revprof_folder(): a target sees another folder's headers only if it links that folder's target.
#
# Headers are included by their path from the top ("fit/model/model.hpp"), yet the top itself is on no
# include path: each folder gets a directory of its own below build/include that holds a link to it
# and nothing else. So a missing link line (a forbidden direction) is a missing header.

# revprof_folder(<target> <folder>): let <target>, and whoever links it, include <folder>/...
function(revprof_folder target folder)
  string(REPLACE "/" "_" flat ${folder})
  set(root ${CMAKE_BINARY_DIR}/include/${flat})
  get_filename_component(parent ${root}/${folder} DIRECTORY)
  file(MAKE_DIRECTORY ${parent})
  if(NOT EXISTS ${root}/${folder})
    file(CREATE_LINK ${CMAKE_SOURCE_DIR}/${folder} ${root}/${folder} SYMBOLIC)
  endif()
  get_target_property(kind ${target} TYPE)
  if(kind STREQUAL "INTERFACE_LIBRARY")
    target_include_directories(${target} INTERFACE ${root})
  else()
    target_include_directories(${target} PUBLIC ${root})
    revprof_warnings(${target})
    revprof_faster_build(${target})
  endif()
endfunction()

# revprof_warnings(<target>): the project's warnings, errors in CI only. Where a folder's sources are compiled as one, a
# local name shadows another file's without harm; GCC can be asked for those that shadow local ones.
function(revprof_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra
    $<IF:$<BOOL:${CMAKE_UNITY_BUILD}>,$<$<CXX_COMPILER_ID:GNU>:-Wshadow=local>,-Wshadow>
    $<$<COMPILE_LANGUAGE:CXX>:-Wconversion -Wnon-virtual-dtor>
    $<$<BOOL:${REVPROF_WERROR}>:-Werror>)
endfunction()
