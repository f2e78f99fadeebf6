// SPDX-License-Identifier: Apache-2.0
#include "generator/yaml/named_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "engine/text/quote.h"
#include "formats/common/input_file.h"

namespace petriloom {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostNamedBytes = std::uint64_t{16} << 20;
constexpr std::size_t kMostNeighbours = 10'000;

bool has_ending(const fs::path& path, const NamedFile& kind) {
  return std::find(kind.endings.begin(), kind.endings.end(), path.extension().string()) != kind.endings.end();
}

/// What stands in the folder of a file that is not there, and could be meant; in order.
std::vector<std::string> neighbours(const fs::path& absent, const NamedFile& kind) {
  std::vector<std::string> names;
  std::error_code error;
  const fs::path folder = absent.has_parent_path() ? absent.parent_path() : fs::path(".");
  fs::directory_iterator entry(folder, error);
  for (std::size_t seen = 0; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    if (++seen > kMostNeighbours) return {};
    if (has_ending(entry->path(), kind)) names.push_back(entry->path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// Says which file could be meant by the text of a description, or else what there could be.
std::string help_without(const std::string& text, const fs::path& absent, const NamedFile& kind) {
  const std::string near = nearest(absent.filename().string(), neighbours(absent, kind));
  if (near.empty()) return std::string(kind.absent);
  return fmt::format("did you mean {}?", quote_path((fs::path(text).parent_path() / near).string()));
}

}  // namespace

std::optional<FileId> load_named_file(const YamlNode& name, const NamedFile& kind, Sources& sources, Diagnostics& diagnostics) {
  if (name.kind != YamlNode::Kind::scalar || name.text.empty()) {
    diagnostics.error(name.where, fmt::format("expected {}", kind.expected), std::string(kind.example));
    return std::nullopt;
  }
  const fs::path path = (fs::path(sources.name(name.where.file)).parent_path() / name.text).lexically_normal();
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) {
    diagnostics.error(name.where, fmt::format("there is no file {}", quote_path(name.text)), help_without(name.text, path, kind));
    return std::nullopt;
  }
  if (!has_ending(fs::weakly_canonical(path, ignored), kind)) {
    diagnostics.error(name.where, fmt::format("{} is not read as {}: its name does not end in {}", quote_path(name.text), kind.what,
                                              fmt::join(kind.endings, ", ")));
    return std::nullopt;
  }
  std::string problem;
  std::string text = read_file(path.string(), kMostNamedBytes, problem);
  if (!problem.empty()) {
    diagnostics.error(name.where, text.size() > kMostNamedBytes
                                      ? fmt::format("{} is larger than {} MiB", quote_path(name.text), kMostNamedBytes >> 20)
                                      : fmt::format("{} cannot be read", quote_path(name.text)));
    return std::nullopt;
  }
  return sources.add(path.string(), std::move(text));
}

}  // namespace petriloom
