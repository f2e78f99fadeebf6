// SPDX-License-Identifier: Apache-2.0
// Names that ANDL and CANDL accept.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "formats/common/names.h"

namespace petriloom::andl {

/// The names of one file.
class Names {
 public:
  Names();
  /// Identifiers for `names`: no reserved word, none used before.
  std::vector<std::string> make(const std::vector<std::string>& names);
  /// The same, and none of them a prefix of another (Spike 1.6 confuses such places): a name that
  /// begins another one ends in `_x`, which no other continues.
  std::vector<std::string> make_prefix_free(const std::vector<std::string>& names);
  /// A comment with a line for each identifier that is not the name it stands for; empty if there
  /// is none.
  [[nodiscard]] std::string table() const;

 private:
  Identifiers identifiers_;
  std::vector<std::pair<std::string, std::string>> changed_;  // identifier, original
};

/// What such a comment says: originals by identifier. Empty if the text has none.
std::map<std::string, std::string> names_in(std::string_view text);

}  // namespace petriloom::andl
