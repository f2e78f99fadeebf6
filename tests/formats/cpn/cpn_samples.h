// SPDX-License-Identifier: Apache-2.0
// Files of CPN Tools from public repositories.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tests/own_folder.h"

namespace petriloom::test {

struct CpnSample {
  std::string path;
  std::string text;
};

/// All files of ../shared/formats/cpn-samples and cpn-samples-2, by name; nothing if they are not
/// there. The latter are unpacked into `folder`.
std::optional<std::vector<CpnSample>> cpn_samples(const OwnFolder& folder);

}  // namespace petriloom::test
