// SPDX-License-Identifier: Apache-2.0
#include "formats/syntax/load_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "formats/common/csv.h"
#include "formats/syntax/find_file.h"

namespace petriloom::loom {

std::optional<FileId> table_file(std::string_view name, const Location& where, const std::string& importer,
                                 const ReadOptions& options, Sources& sources, Diagnostics& diagnostics) {
  const FoundFile found = find_file(name, importer, options);
  if (found.path.empty()) {
    diagnostics.error(where, fmt::format("there is no file `{}` for this table", name), found.looked_for);
    return std::nullopt;
  }
  // Errors show lines of the file that they are in, as in Loader::import_file.
  if (std::filesystem::path(file_identity(found.path)).extension() != ".csv") {
    diagnostics.error(where, fmt::format("`{}` is not read: it is no table", name),
                      "its name must end in .csv, also where a link leads to it");
    return std::nullopt;
  }
  const std::uint64_t most = std::min(kMostCsvBytes, options.most_bytes);
  std::optional<std::string> text = text_of_file(found.path, most, options, diagnostics, where);
  if (!text) return std::nullopt;
  return sources.add(found.path, std::move(*text));
}

void load_tables(Node& tree, const std::string& importer, const ReadOptions& options, Sources& sources, Diagnostics& diagnostics) {
  std::vector<Node*> todo{&tree};
  while (!todo.empty()) {
    Node& node = *todo.back();
    todo.pop_back();
    if (node.kind == Kind::table) {
      const std::optional<FileId> file = table_file(node.text, node.where, importer, options, sources, diagnostics);
      if (file) node.children.push_back({Kind::file, {*file, 1, 1}, sources.text(*file), {}});
      continue;
    }
    for (auto child = node.children.rbegin(); child != node.children.rend(); ++child) {
      if (child->kind == Kind::table || !child->children.empty()) todo.push_back(&*child);
    }
  }
}

}  // namespace petriloom::loom
