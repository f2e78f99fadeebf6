// SPDX-License-Identifier: Apache-2.0
// What the program says to scripts. The numbers are fixed; every command's --help lists them.
#pragma once

namespace petriloom::cli {

enum class ExitCode : int {
  done = 0,       ///< done, or every property holds
  refuted = 1,    ///< a property is refuted
  wrong = 2,      ///< usage or input is wrong
  undecided = 3,  ///< undecided within the given limits, or interrupted
  internal = 4,   ///< an error of the program itself
};

inline constexpr const char* kExitCodesHelp =
    "Exit codes: 0 done, every property holds; 1 a property is refuted; 2 usage or input is wrong;\n"
    "            3 undecided within the given limits, or interrupted; 4 internal error.";

}  // namespace petriloom::cli
