# SPDX-License-Identifier: BSD-3-Clause
# The libraries of headers that revprof needs, and GoogleTest for its tests: found, or, where that is not so and
# -DREVPROF_FETCH=ON allows it, fetched by git. -DFETCHCONTENT_SOURCE_DIR_EIGEN3=DIR (_NLOHMANN_JSON, _GOOGLETEST) takes a copy
# that is there already, so that nothing is fetched on a machine without a network.
option(REVPROF_FETCH "Fetch header libraries that are not installed: Eigen, nlohmann/json; GoogleTest for the tests" OFF)
include(FetchContent)

# revprof_missing(<name> <packages>): ends the configuration with one clear message.
function(revprof_missing name packages)
  message(FATAL_ERROR "${name} is missing: install it (Debian: ${packages}; other distributions: .ci/packages), say where it is "
    "by -DCMAKE_PREFIX_PATH=DIR, or let it be fetched by -DREVPROF_FETCH=ON")
endfunction()

# revprof_headers(<name> <target> <folder> <repository> <tag>): that target, for the headers in <folder> of the repository.
function(revprof_headers name target folder repository tag)
  string(TOLOWER ${name} content)
  # Its own build is not wanted: there is no such folder in it.
  FetchContent_Declare(${content} GIT_REPOSITORY ${repository} GIT_TAG ${tag} GIT_SHALLOW ON SOURCE_SUBDIR none)
  FetchContent_MakeAvailable(${content})
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${target} INTERFACE ${${content}_SOURCE_DIR}/${folder})
  message(STATUS "Fetched ${name}: ${${content}_SOURCE_DIR}")
endfunction()

find_package(Eigen3 QUIET NO_MODULE)
if(NOT TARGET Eigen3::Eigen)
  if(NOT REVPROF_FETCH)
    revprof_missing(Eigen3 libeigen3-dev)
  endif()
  revprof_headers(Eigen3 Eigen3::Eigen "." https://gitlab.com/libeigen/eigen.git 3.4.0)
endif()
find_package(nlohmann_json QUIET)
if(NOT TARGET nlohmann_json::nlohmann_json)
  if(NOT REVPROF_FETCH)
    revprof_missing(nlohmann_json nlohmann-json3-dev)
  endif()
  revprof_headers(nlohmann_json nlohmann_json::nlohmann_json include https://github.com/nlohmann/json.git v3.11.3)
endif()
if(REVPROF_TESTS)
  find_package(GTest QUIET)
  if(NOT TARGET GTest::gtest_main)
    if(NOT REVPROF_FETCH)
      revprof_missing("GoogleTest, which the tests need (-DREVPROF_TESTS=OFF builds none)," libgtest-dev)
    endif()
    set(INSTALL_GTEST OFF CACHE BOOL "" FORCE)
    FetchContent_Declare(googletest GIT_REPOSITORY https://github.com/google/googletest.git GIT_TAG v1.14.0 GIT_SHALLOW ON)
    FetchContent_MakeAvailable(googletest)
  endif()
endif()
