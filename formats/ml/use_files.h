// SPDX-License-Identifier: Apache-2.0
// Files that a net says to use: declarations beside it.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "formats/ml/ast.h"
#include "formats/ml/text.h"

namespace petriloom::cpn {

/// Where the files of a net are read from.
struct UseFiles {
  Sources& sources;
  /// Of the net; empty: it stands in no folder, and none of its files is read.
  std::string folder;
  std::uint64_t most_bytes = 0;
};

/// The path that a `use` says: a text, or several joined by `^`; `value` gives what a name stands
/// for, or null.
std::optional<std::string> said_path(const ml::Expr& expr, const std::function<const ml::Expr*(const std::string&)>& value);

/// What was found for a path.
struct UsedFile {
  Text text;
  std::string path;   ///< seen from the folder of the net; empty: none was found
  std::string error;  ///< why it could not be read, if it is there
};
/// Reads the file beneath the folder of the net that the path says. Of one that leads elsewhere,
/// as from the root or from a folder above, the end is looked for, the longest first: nothing that
/// stands outside is read.
UsedFile read_used(UseFiles& files, const std::string& said);

}  // namespace petriloom::cpn
