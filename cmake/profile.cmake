# SPDX-License-Identifier: Apache-2.0
# A program built twice: the first one counts what runs do, and the second one is compiled with the counts (GCC manual, "-fprofile-use")
# and as a whole. The counts stand beside the object files, so both are built in one folder; cmake/profiled.sh does so.
set(PETRILOOM_PROFILE "" CACHE STRING "counted: the program counts what its runs do; used: it is compiled with those counts")
if(PETRILOOM_PROFILE AND NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  message(FATAL_ERROR "PETRILOOM_PROFILE needs g++, and the compiler is ${CMAKE_CXX_COMPILER_ID}")
elseif(PETRILOOM_PROFILE STREQUAL "counted")
  add_compile_options(-fprofile-generate -fprofile-update=prefer-atomic)
  add_link_options(-fprofile-generate)
elseif(PETRILOOM_PROFILE STREQUAL "used")
  # What no run came to is compiled as without counts, not for its size.
  add_compile_options(-fprofile-use -fprofile-partial-training -fprofile-correction -Wno-missing-profile)
  set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
elseif(PETRILOOM_PROFILE)
  message(FATAL_ERROR "PETRILOOM_PROFILE is \"${PETRILOOM_PROFILE}\"; it can be counted, used, or empty")
endif()
