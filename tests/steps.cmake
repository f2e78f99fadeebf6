# SPDX-License-Identifier: Apache-2.0
# What tests that are scripts of cmake share.

# step(COMMAND...): runs it; the test fails if it does.
function(step)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${ARGN}\n${out}")
  endif()
endfunction()
