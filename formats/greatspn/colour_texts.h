// SPDX-License-Identifier: Apache-2.0
// The colours of a net in the words of GreatSPN: classes, markings, functions and guards.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/net/net.h"

namespace petriloom::greatspn {

/// What the two files say of the colours of a net.
struct ColourTexts {
  struct TransitionTexts {
    std::string guard;  ///< `[x<>y]`; empty if there is none
    /// Functions of the arcs from and to coloured places.
    std::map<PlaceId, std::string> taken, made, fewer;
  };
  std::vector<std::string> domains;  ///< of the places: `C,D`; empty for neutral tokens
  /// Of the places: the number of the definition of their tokens; 0: none.
  std::vector<std::size_t> markings;
  std::vector<TransitionTexts> transitions;
  std::string definitions;  ///< of the `.def` file
};

/// The texts of a net whose colours are finite simple ones and products of them, in which arcs put
/// and take tuples of variables, constants, successors and all colours, in constant numbers, and
/// guards compare these. Empty if anything else stands in the net. A read arc becomes an arc there
/// and back. With `timed` no token may be late and servers must be infinite or one for each
/// binding.
std::optional<ColourTexts> colour_texts(const Net& net, bool timed);

}  // namespace petriloom::greatspn
