// SPDX-License-Identifier: Apache-2.0
// A file of the net language and all that it imports, as syntax trees.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>

#include "formats/common/format.h"
#include "formats/loom/ast.h"

namespace petriloom::loom {

struct Loaded {
  FileId main;
  std::deque<Node> trees;  ///< imported files before those that import them
};

/// Parses `text`, named `path`, and what it imports, each file once. Syntax errors and files that are missing, too large or import
/// themselves go to `diagnostics`; the trees then lack what is wrong.
Loaded load_files(const std::string& path, std::string text, const ReadOptions& options, Sources& sources,
                  Diagnostics& diagnostics);

/// The net of files that were loaded without errors, from texts in `sources`.
ReadResult read_loaded(const std::string& path, const Loaded& files, const std::shared_ptr<Sources>& sources,
                       const ReadOptions& options, const std::map<std::uint32_t, Location>& origins);

/// The names of the functions that every net has, and of the distributions.
std::vector<std::string> built_in_functions();

/// The one name of a file that has several: absolute, without links and dots.
std::string file_identity(const std::string& path);

}  // namespace petriloom::loom
