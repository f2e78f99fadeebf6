// SPDX-License-Identifier: Apache-2.0
// A file of the net language and all that it imports, as syntax trees.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>

#include "formats/common/format.h"
#include "formats/syntax/ast.h"
#include "formats/syntax/find_file.h"

namespace petriloom {

/// Where lines of a generated text came from: line of the text -> location in the description.
/// Modules instantiated on such a line get it as their `origin`.
using LineOrigins = std::map<std::uint32_t, Location>;

namespace loom {

struct Loaded {
  FileId main;
  std::deque<Node> trees;  ///< imported files before those that import them
};

/// Parses `text`, named `path`, and what it imports, each file once. What modules and scopes import
/// is part of their blocks, a file once in each. What is declared by default is there unless it is
/// declared otherwise. Syntax errors and files that are missing, too
/// large or import themselves go to `diagnostics`; the trees then lack what is wrong.
Loaded load_files(const std::string& path, std::string text, const ReadOptions& options, Sources& sources,
                  Diagnostics& diagnostics);

}  // namespace loom
}  // namespace petriloom
