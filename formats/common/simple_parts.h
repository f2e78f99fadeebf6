// SPDX-License-Identifier: Apache-2.0
// Products and records as flat tuples, for formats that nest none.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/net/net.h"

namespace petriloom {

/// Texts of the simple parts of a colour or of an expression, in order.
using Parts = std::vector<std::string>;

/// The simple colour sets that a colour set is made of; a simple one is made of itself.
std::vector<ColourSetId> simple_sets(const ColourTable& colours, ColourSetId set);

/// Those of `all`, the parts of a `whole`, that its component `number` has.
Parts parts_of_component(const ColourTable& colours, ColourSetId whole, std::size_t number, const Parts& all);

/// What `parts` says of each of the expressions, one after the other.
template <class PartsOf>
Parts joined_parts(std::span<const ExprId> exprs, const PartsOf& parts) {
  Parts all;
  for (const ExprId expr : exprs) {
    for (std::string& part : parts(expr)) all.push_back(std::move(part));
  }
  return all;
}

/// The parts of a colour: what `text` says of each simple one with its colour set.
template <class Text>
Parts parts_of_colour(const ColourTable& colours, ColourSetId set, Word colour, const WordPool& pool, const Text& text) {
  if (!colours[set].composite()) return {text(set, colour)};
  Parts all;
  for (std::size_t k = 0; k < colours[set].components.size(); ++k) {
    const Word inner = colours.component(set, colour, k, pool);
    for (std::string& part : parts_of_colour(colours, colours[set].components[k], inner, pool, text))
      all.push_back(std::move(part));
  }
  return all;
}

}  // namespace petriloom
