# SPDX-License-Identifier: Apache-2.0

# petriloom_room(FOLDER TARGET [USES ROOM...] [PACKAGES TARGET...]): the library of the sources in one folder. USES names the other
# rooms that its sources include, by the last part of their targets (docs/architecture.md; tests/house holds the two against each
# other). Headers are found from the root, in the source tree and below include/petriloom once installed.
function(petriloom_room folder target)
  cmake_parse_arguments(room "" "" "USES;PACKAGES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*.cpp)
  list(TRANSFORM room_USES PREPEND petriloom_)
  set(headers "$<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}>;$<INSTALL_INTERFACE:include/petriloom>")
  if(sources)
    add_library(${target} STATIC ${sources})
    petriloom_grammars_alone(${sources})
    target_include_directories(${target} PUBLIC ${headers})
    target_link_libraries(${target} PRIVATE petriloom_warnings ${room_PACKAGES} PUBLIC ${room_USES})
  else()
    add_library(${target} INTERFACE)
    target_include_directories(${target} INTERFACE ${headers})
    target_link_libraries(${target} INTERFACE ${room_PACKAGES} ${room_USES})
  endif()
  if(NOT folder MATCHES "^cli/")  # the rooms of the program are its own, and are not installed
    set_property(GLOBAL APPEND PROPERTY petriloom_libraries ${target})
  endif()
endfunction()

# petriloom_rooms(LAYER TARGET...): one name for all rooms of a layer.
function(petriloom_rooms layer)
  add_library(${layer} INTERFACE)
  target_link_libraries(${layer} INTERFACE ${ARGN})
  set_property(GLOBAL APPEND PROPERTY petriloom_libraries ${layer})
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
