// SPDX-License-Identifier: Apache-2.0
// What ANDL and CANDL have no words for and our reader takes back from a comment.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace petriloom::andl {

/// Facts about transitions, by identifier.
struct Kept {
  /// All of them, if the net has another order than the text.
  std::vector<std::string> order;
  std::set<std::string> first_come;  ///< immediate ones without weight
  /// Timed ones with another number of servers than the text says; 0: infinite.
  std::map<std::string, std::int64_t> servers;

  /// The comment; empty if there is nothing to keep.
  [[nodiscard]] std::string text() const;
};

/// Reads such a comment in a text. Empty if there is none.
Kept kept_in(std::string_view text);

}  // namespace petriloom::andl
