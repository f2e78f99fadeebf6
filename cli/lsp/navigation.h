// SPDX-License-Identifier: Apache-2.0
// What a name is, where it is declared, and what a text declares.
#pragma once

#include "cli/lsp/document.h"

namespace petriloom::cli {

struct Hover {
  std::string markdown;
  Range range;
};
/// The declaration of the name at a place, as it is written.
std::optional<Hover> hover_at(const Analysis& analysis, const Position& position);

struct Target {
  std::string path;
  Range range;
};
/// Where the name at a place is declared; an import leads to the file.
std::optional<Target> definition_at(const Analysis& analysis, const Position& position);

/// All that the text declares, what stands in modules and scopes below these.
std::vector<DocumentSymbol> symbols_of(const Analysis& analysis);

/// The declaration of a name on one line, without what stands in its block.
std::string declaration_text(const Sources& sources, const source::Declared& declared);

}  // namespace petriloom::cli
