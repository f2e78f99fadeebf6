// SPDX-License-Identifier: Apache-2.0
#include "cli/lsp/renaming.h"

#include <algorithm>
#include <cctype>

namespace petriloom::cli {

namespace {

NamePlace place_of(const Analysis& analysis, const Location& where, std::size_t length) {
  return {loom::file_identity(analysis.sources.name(where.file)), where.line, where.column, static_cast<std::uint32_t>(length)};
}

}  // namespace

std::optional<NamePlace> declaration_at(const Analysis& analysis, const Position& position) {
  const std::optional<std::size_t> found = analysis.index.at(analysis.location(position));
  if (!found) return std::nullopt;
  const source::Declared& declared = analysis.index.names[*found];
  return place_of(analysis, declared.where, declared.length);
}

void add_places(const Analysis& analysis, const NamePlace& declared, std::set<NamePlace>& places) {
  const source::Index& index = analysis.index;
  for (std::size_t k = 0; k < index.names.size(); ++k) {
    const source::Declared& name = index.names[k];
    const bool near = name.where.line == declared.line && name.where.column == declared.column;
    if (!near || place_of(analysis, name.where, name.length) != declared) continue;
    places.insert(declared);
    for (const source::Use& use : index.uses) {
      if (use.declared == k) places.insert(place_of(analysis, use.where, use.length));
    }
  }
}

std::optional<Range> range_of(const Analysis& analysis, const NamePlace& place) {
  for (std::size_t k = 0; k < analysis.sources.size(); ++k) {
    const FileId file(k);
    if (loom::file_identity(analysis.sources.name(file)) != place.path) continue;
    return analysis.range({file, place.line, place.column}, place.length);
  }
  return std::nullopt;
}

std::optional<std::string> spelled_name(const std::string& name) {
  if (name.empty() || name.find_first_of("'\n\r") != std::string::npos) return std::nullopt;
  const auto letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  const bool plain = std::all_of(name.begin(), name.end(), letter) && std::isdigit(static_cast<unsigned char>(name[0])) == 0;
  return plain && !source::reserved_word(name) ? name : "'" + name + "'";
}

std::string renamed(std::string_view text, const std::string& path, const std::set<NamePlace>& places, const std::string& spelled) {
  std::string made;
  std::size_t at = 0;
  std::size_t line_start = 0;
  std::uint32_t line = 1;
  for (const NamePlace& place : places) {  // in order of path, line and column
    if (place.path != path) continue;
    while (line < place.line) {
      line_start = text.find('\n', line_start) + 1;
      ++line;
    }
    const std::size_t begin = line_start + place.column - 1;
    made += text.substr(at, begin - at);
    made += spelled;
    at = begin + place.length;
  }
  made += text.substr(at);
  return made;
}

bool same_meaning(const Analysis& before, const Analysis& after) {
  if (before.diagnostics.has_errors() != after.diagnostics.has_errors()) return false;
  const auto same_use = [](const source::Use& a, const source::Use& b) { return a.declared == b.declared; };
  return before.index.names.size() == after.index.names.size() && before.index.by_name == after.index.by_name &&
         std::equal(before.index.uses.begin(), before.index.uses.end(), after.index.uses.begin(), after.index.uses.end(), same_use);
}

}  // namespace petriloom::cli
