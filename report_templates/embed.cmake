# SPDX-License-Identifier: BSD-3-Clause
# embed_template(): a template becomes a string in the program, so that nothing has to be found at
# run time.
#
#   include(${CMAKE_SOURCE_DIR}/report_templates/embed.cmake)
#   embed_template(datasheet datasheet.tex)      # #include "datasheet_tex.hpp"
#
# gives the target a header that defines `inline constexpr std::string_view datasheet_tex` in
# namespace revprof::report_templates. It is made again when the template changes.

if(CMAKE_SCRIPT_MODE_FILE)
  # The build step: cmake -DTEMPLATE=... -DNAME=... -DHEADER=... -P embed.cmake
  file(READ ${TEMPLATE} text)
  string(FIND "${text}" ")template\"" end)
  if(NOT end EQUAL -1)
    message(FATAL_ERROR "${TEMPLATE}: must not contain )template\"")
  endif()
  file(WRITE ${HEADER} "// Generated from report_templates/; do not edit.
#pragma once
#include <string_view>
namespace revprof::report_templates {
inline constexpr std::string_view ${NAME} = R\"template(${text})template\";
}
")
  return()
endif()

set(REPORT_TEMPLATES_DIR ${CMAKE_CURRENT_LIST_DIR})

function(embed_template target template)
  get_filename_component(path ${template} ABSOLUTE BASE_DIR ${REPORT_TEMPLATES_DIR})
  string(MAKE_C_IDENTIFIER ${template} name)
  set(header ${CMAKE_CURRENT_BINARY_DIR}/templates/${name}.hpp)
  add_custom_command(OUTPUT ${header}
    COMMAND ${CMAKE_COMMAND} -DTEMPLATE=${path} -DNAME=${name}
      -DHEADER=${header} -P ${REPORT_TEMPLATES_DIR}/embed.cmake
    DEPENDS ${path} ${REPORT_TEMPLATES_DIR}/embed.cmake
    COMMENT "Embedding ${template}" VERBATIM)
  target_sources(${target} PRIVATE ${header})
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/templates)
endfunction()
