# SPDX-License-Identifier: Apache-2.0

# Adds a folder whose CMakeLists.txt makes `target`. A folder without sources gives an empty interface target, so that the layers
# above it can be configured.
set(petriloom_libraries "")
function(petriloom_layer folder target)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*.cpp)
  if(sources)
    add_subdirectory(${folder})
  elseif(NOT target STREQUAL "petriloom")
    add_library(${target} INTERFACE)
    target_include_directories(${target} INTERFACE ${CMAKE_SOURCE_DIR})
  endif()
  if(NOT target STREQUAL "petriloom")
    list(APPEND petriloom_libraries ${target})
    set(petriloom_libraries ${petriloom_libraries} PARENT_SCOPE)
    # The same headers are found in the source tree and, once installed, below include/petriloom.
    set_target_properties(${target} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES
      "$<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}>;$<INSTALL_INTERFACE:include/petriloom>")
  endif()
endfunction()

# In builds of several sources at a time (CMAKE_UNITY_BUILD): a lexer's rules have the short names of the grammar they follow, so
# the sources with a grammar in them are compiled one by one.
function(petriloom_grammars_alone)
  foreach(source ${ARGN})
    file(STRINGS ${source} grammar REGEX "^#include <tao/pegtl" LIMIT_COUNT 1)
    if(grammar)
      set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endforeach()
endfunction()
