// SPDX-License-Identifier: Apache-2.0
// The files of the tables that a text of the net language names.
#pragma once

#include "formats/common/format.h"
#include "formats/syntax/ast.h"

namespace petriloom::loom {

/// The file of a table that `importer` names, found as by find_file, and added to `sources`. If
/// there is none, or it does not end in .csv or cannot be read, that is reported at `where`.
std::optional<FileId> table_file(std::string_view name, const Location& where, const std::string& importer,
                                 const ReadOptions& options, Sources& sources, Diagnostics& diagnostics);

/// Gives every table below `tree` a child `file`, which is the text of its CSV file and where that
/// begins. Files are looked up beside `importer`, as imports are. What is missing or too large is
/// reported.
void load_tables(Node& tree, const std::string& importer, const ReadOptions& options, Sources& sources, Diagnostics& diagnostics);

}  // namespace petriloom::loom
