// SPDX-License-Identifier: Apache-2.0
#include "generator/yaml/include.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "engine/text/quote.h"
#include "formats/common/input_file.h"

namespace petriloom {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostIncludeDepth = 16;
constexpr std::size_t kMostFiles = 256;  // including the same file several times counts each time

class Includer {
 public:
  Includer(const std::vector<std::string>& search_path, Sources& sources, Diagnostics& diagnostics)
      : search_path_(search_path), sources_(sources), diagnostics_(diagnostics) {}

  /// `asked` is the entry that names the file; unknown for the first one.
  std::optional<YamlNode> read(const fs::path& path, const Location& asked) {
    const std::optional<std::string> text = read_text(path, asked);
    return text ? read_given(path, *text) : std::nullopt;
  }

  std::optional<YamlNode> read_given(const fs::path& path, const std::string& text) {
    const FileId file = sources_.add(path.string(), text);
    std::optional<YamlNode> root = parse_yaml(file, sources_, limits_, diagnostics_);
    if (root && root->kind == YamlNode::Kind::null) {
      diagnostics_.error({file, 0, 0}, "the file is empty", "templates/workstation.yaml is a description to start from");
      return std::nullopt;
    }
    if (!root) return std::nullopt;
    if (root->kind != YamlNode::Kind::map) {
      diagnostics_.error({file, 1, 1}, "a description is a map of sections", "for example 'machine:' on a line of its own");
      return std::nullopt;
    }
    std::error_code unreachable;  // a text that an editor holds need not be where its name says
    stack_.push_back(fs::weakly_canonical(path, unreachable));
    merge_includes(*root, path);
    stack_.pop_back();
    return root;
  }

 private:
  void merge_includes(YamlNode& root, const fs::path& path) {
    const auto entry =
        std::find_if(root.entries.begin(), root.entries.end(), [](const YamlEntry& e) { return e.key == "include"; });
    if (entry == root.entries.end()) return;
    YamlNode list = std::move(entry->value);
    root.entries.erase(entry);
    if (list.kind == YamlNode::Kind::scalar) list.items = {list};
    if (list.kind != YamlNode::Kind::scalar && list.kind != YamlNode::Kind::list) {
      diagnostics_.error(list.where, "expected a list of files to include", "for example 'include: [networks/ib-qdr.yaml]'");
      return;
    }
    // The later file wins, and merging keeps what is there already: hence backwards.
    std::vector<std::optional<YamlNode>> included;
    for (const YamlNode& item : list.items) included.push_back(include(item, path));
    for (auto it = included.rbegin(); it != included.rend(); ++it) {
      if (*it) merge_missing(root, **it);
    }
  }

  std::optional<YamlNode> include(const YamlNode& item, const fs::path& from) {
    if (item.kind != YamlNode::Kind::scalar || item.text.empty()) {
      diagnostics_.error(item.where, "expected the name of a file to include");
      return std::nullopt;
    }
    const std::optional<fs::path> path = find(item.text, from);
    if (!path) {
      diagnostics_.error(item.where, fmt::format("there is no file {} to include", quote_path(item.text)), places_searched(from));
      return std::nullopt;
    }
    if (std::find(stack_.begin(), stack_.end(), fs::weakly_canonical(*path)) != stack_.end()) {
      diagnostics_.error(item.where,
                         fmt::format("{} includes itself, {}", quote_path(item.text),
                                     stack_.size() == 1 ? "directly" : fmt::format("by way of {} files", stack_.size() - 1)));
      return std::nullopt;
    }
    // Errors show lines of the file that they are in, which must not be those of any file that a
    // description cares to name.
    const std::string ending = fs::weakly_canonical(*path).extension().string();
    if (ending != ".yaml" && ending != ".yml") {
      diagnostics_.error(item.where, fmt::format("{} is not included: it is no description", quote_path(item.text)),
                         "its name must end in .yaml or .yml, also where a link leads to it");
      return std::nullopt;
    }
    if (stack_.size() >= kMostIncludeDepth) {
      diagnostics_.error(item.where, fmt::format("files include each other more than {} deep", kMostIncludeDepth));
      return std::nullopt;
    }
    if (++files_ > kMostFiles) {
      if (files_ == kMostFiles + 1) diagnostics_.error(item.where, fmt::format("more than {} files are included", kMostFiles));
      return std::nullopt;
    }
    return read(*path, item.where);
  }

  [[nodiscard]] std::optional<fs::path> find(const std::string& name, const fs::path& from) const {
    std::vector<fs::path> candidates{from.parent_path() / name};
    for (const std::string& folder : search_path_) {
      candidates.push_back(fs::path(folder) / name);
      candidates.push_back(fs::path(folder) / "templates" / name);
    }
    std::error_code ignored;  // a candidate that cannot be looked at is not there
    for (const fs::path& candidate : candidates) {
      if (fs::is_regular_file(candidate, ignored)) return candidate.lexically_normal();
    }
    return std::nullopt;
  }

  [[nodiscard]] std::string places_searched(const fs::path& from) const {
    std::string help = "looked beside " + from.filename().string();
    for (const std::string& folder : search_path_) help += fmt::format(", in {0} and {0}/templates", folder);
    return help;
  }

  std::optional<std::string> read_text(const fs::path& path, const Location& asked) {
    std::error_code error;
    const Location where = asked.known() ? asked : Location{sources_.add(path.string(), ""), 0, 0};
    if (!fs::is_regular_file(path, error)) {
      diagnostics_.error(where, fmt::format("{} is not a file that can be read", quote_path(path.string())));
      return std::nullopt;
    }
    std::string problem;
    std::string text = read_file(path.string(), limits_.most_bytes, problem);
    if (problem.empty()) return text;
    diagnostics_.error(where, text.size() > limits_.most_bytes
                                  ? fmt::format("{} is larger than {} MiB", quote_path(path.string()), limits_.most_bytes >> 20)
                                  : fmt::format("{} cannot be read", quote_path(path.string())));
    return std::nullopt;
  }

  const std::vector<std::string>& search_path_;
  Sources& sources_;
  Diagnostics& diagnostics_;
  YamlLimits limits_;
  std::vector<fs::path> stack_;
  std::size_t files_ = 0;
};

}  // namespace

std::optional<YamlNode> read_with_includes(const std::string& path, const std::optional<std::string>& text,
                                           const std::vector<std::string>& search_path, Sources& sources,
                                           Diagnostics& diagnostics) {
  Includer includer(search_path, sources, diagnostics);
  return text ? includer.read_given(fs::path(path), *text) : includer.read(fs::path(path), Location{});
}

}  // namespace petriloom
