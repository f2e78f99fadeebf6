// SPDX-License-Identifier: Apache-2.0
#include "formats/syntax/find_file.h"

#include <fmt/format.h>

#include <filesystem>

#include "engine/text/byte_order_mark.h"
#include "formats/common/input_file.h"

namespace petriloom::loom {

namespace fs = std::filesystem;

std::string file_identity(const std::string& path) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(path, error);
  return error ? path : whole.string();
}

FoundFile find_file(std::string_view wanted, const std::string& importer, const ReadOptions& options) {
  std::vector<fs::path> candidates{fs::path(importer).parent_path() / wanted};
  for (const std::string& folder : options.search_path) candidates.push_back(fs::path(folder) / wanted);
  FoundFile found;
  for (const fs::path& candidate : candidates) {
    std::error_code error;
    const bool edited = !options.texts.empty() && options.texts.contains(file_identity(candidate.string()));
    const std::string path = candidate.lexically_normal().string();
    if (edited || fs::is_regular_file(candidate, error)) return {path, "", &candidate == candidates.data()};
    found.looked_for += (found.looked_for.empty() ? "looked for " : ", ") + path;
  }
  return found;
}

std::optional<std::string> text_of_file(const std::string& path, std::uint64_t most, const ReadOptions& options,
                                        Diagnostics& diagnostics, const Location& where) {
  const auto edited = options.texts.find(file_identity(path));
  if (edited != options.texts.end()) {
    std::string text = edited->second;
    drop_byte_order_mark(text);
    return text;
  }
  std::string problem;
  std::string text = read_file(path, most, problem);
  if (problem.empty()) return text;
  diagnostics.error(where, fmt::format("`{}` {}", path, text.size() > most ? "is too large" : "cannot be read"));
  return std::nullopt;
}

}  // namespace petriloom::loom
