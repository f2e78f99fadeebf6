// SPDX-License-Identifier: Apache-2.0
// Files that a file of the net language names: imports and tables.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "formats/common/format.h"

namespace petriloom::loom {

struct FoundFile {
  std::string path;        ///< empty if there is none
  std::string looked_for;  ///< for the message that there is none
  bool beside = false;     ///< it is where `importer` is, not in the search path
};

/// The one name of a file that has several: absolute, without links and dots.
std::string file_identity(const std::string& path);

/// A file that `importer` names: looked up beside it, then in the folders of the search path.
FoundFile find_file(std::string_view wanted, const std::string& importer, const ReadOptions& options);

/// What the file holds, or what is being written into it. If it cannot be read or has more than
/// `most` bytes, that is reported at `where`.
std::optional<std::string> text_of_file(const std::string& path, std::uint64_t most, const ReadOptions& options,
                                        Diagnostics& diagnostics, const Location& where);

}  // namespace petriloom::loom
