// SPDX-License-Identifier: Apache-2.0
// All places where a name stands, in the documents that an editor holds open and what they import.
#pragma once

#include <functional>
#include <set>

#include "cli/lsp/document.h"

namespace petriloom::cli {

/// Where a name is declared, which says which name it is, in whatever file it is used.
struct NamePlace {
  std::string path;  ///< loom::file_identity
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t length = 0;
  friend auto operator<=>(const NamePlace&, const NamePlace&) = default;
};

/// The declaration of the name at a place.
std::optional<NamePlace> declaration_at(const Analysis& analysis, const Position& position);
/// Adds the places where an analysed text and its imports name what is declared at `declared`, that
/// place included.
void add_places(const Analysis& analysis, const NamePlace& declared, std::set<NamePlace>& places);
/// The range of a place in an analysis that knows its file; nothing if it does not.
std::optional<Range> range_of(const Analysis& analysis, const NamePlace& place);

/// The name as it must stand in a text, between quotes where it is no plain one; nothing if it can
/// be no name.
std::optional<std::string> spelled_name(const std::string& name);
/// The text of a file with another name at the places that are in it.
std::string renamed(std::string_view text, const std::string& path, const std::set<NamePlace>& places, const std::string& spelled);
/// Whether every name stands for the same declaration in both.
bool same_meaning(const Analysis& before, const Analysis& after);

}  // namespace petriloom::cli
