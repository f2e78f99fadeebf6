// SPDX-License-Identifier: Apache-2.0
#include "formats/ml/use_files.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "formats/common/input_file.h"

namespace petriloom::cpn {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostJoined = 100;

// The parts of a path behind the last step upwards, or behind the root.
std::vector<std::string> parts_below(const std::string& said) {
  std::vector<std::string> parts;
  std::string part;
  for (const char c : said + "/") {
    if (c != '/' && c != '\\') {
      part += c;
      continue;
    }
    if (part == ".." || part.ends_with(':')) {
      parts.clear();
    } else if (!part.empty() && part != ".") {
      parts.push_back(part);
    }
    part.clear();
  }
  return parts;
}

// Whether `file` is beneath `folder`, links resolved.
bool beneath(const fs::path& file, const fs::path& folder) {
  std::error_code error;
  const fs::path whole = fs::canonical(file, error);
  if (error) return false;
  const fs::path root = fs::canonical(folder, error);
  if (error) return false;
  return std::mismatch(root.begin(), root.end(), whole.begin(), whole.end()).first == root.end();
}

Text text_of_file(Sources& sources, const std::string& path, std::string content) {
  Text text;
  text.text = content;
  text.file = sources.add(path, std::move(content));
  std::uint32_t line = 1;
  text.marks.push_back({0, line, 1});
  for (std::size_t k = 0; k < text.text.size(); ++k) {
    if (text.text[k] == '\n') text.marks.push_back({static_cast<std::uint32_t>(k + 1), ++line, 1});
  }
  return text;
}

}  // namespace

std::optional<std::string> said_path(const ml::Expr& expr, const std::function<const ml::Expr*(const std::string&)>& value) {
  std::size_t left = kMostJoined;
  const std::function<std::optional<std::string>(const ml::Expr&)> said = [&](const ml::Expr& part) -> std::optional<std::string> {
    if (left == 0) return std::nullopt;
    --left;
    if (part.kind == ml::ExprKind::text) return part.text;
    if (part.kind == ml::ExprKind::tuple && part.parts.size() == 1) return said(*part.parts[0]);
    if (part.kind == ml::ExprKind::name) {
      const ml::Expr* known = value(part.name);
      return known ? said(*known) : std::nullopt;
    }
    if (part.kind != ml::ExprKind::infix || part.name != "^") return std::nullopt;
    const auto first = said(*part.parts[0]);
    const auto second = first ? said(*part.parts[1]) : std::nullopt;
    return second ? std::optional(*first + *second) : std::nullopt;
  };
  return said(expr);
}

UsedFile read_used(UseFiles& files, const std::string& said) {
  UsedFile used;
  const std::vector<std::string> parts = parts_below(said);
  for (std::size_t from = 0; from < parts.size() && !files.folder.empty(); ++from) {
    std::string path = parts[from];
    for (std::size_t k = from + 1; k < parts.size(); ++k) path += "/" + parts[k];
    const fs::path file = fs::path(files.folder) / path;
    std::error_code error;
    if (!fs::is_regular_file(file, error) || !beneath(file, files.folder)) continue;
    used.path = path;
    std::string content = read_file(file.string(), files.most_bytes, used.error);
    if (used.error.empty()) used.text = text_of_file(files.sources, file.string(), std::move(content));
    return used;
  }
  return used;
}

}  // namespace petriloom::cpn
