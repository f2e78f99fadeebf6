// SPDX-License-Identifier: Apache-2.0
// Commands that would take hours, or more memory than there is, each by another part of the
// program.
#pragma once

#include <string>
#include <vector>

#include "tests/cli/child.h"

namespace petriloom::test {

struct HardInput {
  std::string name;
  std::vector<std::string> arguments;  ///< the files that they name lie in the folder
  /// It says something before the limit ends it: exit code 3 and a result on stdout.
  bool finds = false;
};

/// Writes the files into the folder.
std::vector<HardInput> hard_inputs(const OwnFolder& folder);

}  // namespace petriloom::test
