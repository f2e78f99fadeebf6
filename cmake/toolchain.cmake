# SPDX-License-Identifier: Apache-2.0
# What all targets share: warnings as an interface target, sanitizers, coverage, the compiler cache.
find_program(CCACHE ccache)
if(CCACHE)
  # What one clone has compiled serves another, where sources are compiled one by one (a unity source names them by absolute paths).
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${CCACHE})
endif()

add_library(petriloom_warnings INTERFACE)
target_compile_options(petriloom_warnings INTERFACE
  -Wall -Wextra -Wpedantic $<$<NOT:$<BOOL:$<TARGET_PROPERTY:PETRILOOM_TEST>>>:-Wshadow> -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Woverloaded-virtual
  # g++ 12 warns without reason on std::string joined from parts (GCC bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  # In a unity build it takes every source for a header, where unnamed namespaces would be wrong.
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<BOOL:${CMAKE_UNITY_BUILD}>>:-Wno-subobject-linkage>
  # Units of many sources are compiled a tenth faster if g++ collects no garbage meanwhile (and need some 1.1 GB).
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<BOOL:${PETRILOOM_SOURCES_TOGETHER}>>:--param=ggc-min-expand=1000;--param=ggc-min-heapsize=1000000>
  $<$<BOOL:${PETRILOOM_WERROR}>:-Werror>)

if(PETRILOOM_SANITIZE)
  # With sanitizers g++ 12 takes parts of std::regex and std::function for uninitialised (GCC bug 105562).
  # What -fsanitize=undefined asks of every access through a pointer costs a third of the time to compile; null and dead objects
  # are found by the address sanitizer.
  add_compile_options(-fsanitize=${PETRILOOM_SANITIZE} -fno-sanitize=null,alignment,object-size,vptr -fno-omit-frame-pointer
    -fno-sanitize-recover=all
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  add_link_options(-fsanitize=${PETRILOOM_SANITIZE})
endif()
if(PETRILOOM_COVERAGE)
  add_compile_options(--coverage)
  add_link_options(--coverage)
endif()
