# SPDX-License-Identifier: Apache-2.0

# petriloom_room(FOLDER TARGET [USES ROOM...] [PACKAGES TARGET...] [DEFINITIONS NAME=VALUE...]): the library of the sources in one
# folder. USES names the other rooms that its sources include, by the last part of their targets (docs/architecture.md; tests/house
# holds the two against each other). Headers are found from the root, in the source tree and below include/petriloom once installed.
function(petriloom_room folder target)
  cmake_parse_arguments(room "" "" "USES;PACKAGES;DEFINITIONS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*.cpp)
  list(TRANSFORM room_USES PREPEND petriloom_)
  set(headers "$<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}>;$<INSTALL_INTERFACE:include/petriloom>")
  petriloom_grammars_alone(${sources})
  set(compiled ${target})  # the library that the sources are part of
  if(NOT sources)
    add_library(${target} INTERFACE)
    target_include_directories(${target} INTERFACE ${headers})
    target_link_libraries(${target} INTERFACE ${room_PACKAGES} ${room_USES})
  elseif(PETRILOOM_SOURCES_TOGETHER)
    petriloom_rooms_together(${folder} compiled ${sources})
    add_library(${target} INTERFACE)
    target_link_libraries(${target} INTERFACE ${compiled} ${room_USES})
    get_target_property(together ${compiled} PETRILOOM_ROOMS)
    list(REMOVE_ITEM room_USES ${together} "")
    set_property(TARGET ${compiled} APPEND PROPERTY PETRILOOM_ROOMS ${target})
  else()
    add_library(${target} STATIC ${sources})
  endif()
  if(sources)
    target_include_directories(${compiled} PUBLIC ${headers})
    target_compile_definitions(${compiled} PRIVATE ${room_DEFINITIONS})
    target_link_libraries(${compiled} PRIVATE petriloom_warnings ${room_PACKAGES} PUBLIC ${room_USES})
  endif()
  if(NOT folder MATCHES "^cli/")  # the rooms of the program are its own, and are not installed
    set_property(GLOBAL APPEND PROPERTY petriloom_libraries ${target} ${compiled})
  endif()
endfunction()

# petriloom_rooms_together(FOLDER LIBRARY SOURCE...): sets LIBRARY to one that neighbouring rooms of a layer share, with SOURCEs
# in it: the last one of the layer, unless it would have more than PETRILOOM_SOURCES_TOGETHER sources. They are compiled at once.
function(petriloom_rooms_together folder library)
  string(REGEX MATCH "^[a-z]+" layer ${folder})
  get_property(last GLOBAL PROPERTY petriloom_${layer}_together)
  list(LENGTH ARGN more)
  set(count ${PETRILOOM_SOURCES_TOGETHER})
  if(last)
    get_target_property(before petriloom_${layer}_${last} SOURCES)
    list(LENGTH before count)
  endif()
  math(EXPR count "${count} + ${more}")
  if(count GREATER PETRILOOM_SOURCES_TOGETHER)
    math(EXPR last "0${last} + 1")
    set_property(GLOBAL PROPERTY petriloom_${layer}_together ${last})
    add_library(petriloom_${layer}_${last} STATIC)
    set_target_properties(petriloom_${layer}_${last} PROPERTIES UNITY_BUILD_BATCH_SIZE 0 PETRILOOM_ROOMS "")
  endif()
  target_sources(petriloom_${layer}_${last} PRIVATE ${ARGN})
  set(${library} petriloom_${layer}_${last} PARENT_SCOPE)
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
