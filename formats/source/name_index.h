// SPDX-License-Identifier: Apache-2.0
// Which name of a text stands for which declaration. Works on syntax trees alone: modules that
// nothing instantiates, and texts that are wrong elsewhere, have an index too.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "formats/syntax/declarations.h"
#include "formats/syntax/load.h"

namespace petriloom::source {

using loom::NameKind;
using loom::NameSpace;

inline constexpr std::size_t kNoScope = static_cast<std::size_t>(-1);

struct Declared {
  std::string_view name;
  /// All variants of a union are labels, and other names of places are places.
  NameKind kind = NameKind::constant;
  Location where;
  std::size_t length = 0;            ///< bytes in the text, quotes included
  std::size_t scope = 0;             ///< that it belongs to
  std::size_t inner = kNoScope;      ///< module, scope, transition: what is declared in it
  const loom::Node* node = nullptr;  ///< the declaration
};

struct Use {
  Location where;
  std::size_t length = 0;
  std::size_t declared = 0;  ///< which name is used
};

struct NameScope {
  std::size_t parent = kNoScope;
  std::size_t also = kNoScope;  ///< looked into after the parents
  std::vector<std::size_t> declared;
  std::map<std::pair<NameSpace, std::string_view>, std::size_t> names;
};

/// Refers to the trees and texts that it was made of.
struct Index {
  std::vector<Declared> names;
  std::vector<Use> uses;  ///< in order of place
  /// Ports that are bound `by name`, and the places that they are bound to.
  std::vector<std::size_t> by_name;
  std::vector<NameScope> scopes;          ///< 0 is the net
  std::set<std::string_view> unresolved;  ///< names that stand for nothing known here
  /// "node[3]": second names of scopes that are elements of an array.
  std::deque<std::string> elements;

  /// The name found from a scope outwards.
  [[nodiscard]] std::optional<std::size_t> find(std::size_t scope, NameSpace space, std::string_view name) const;
  /// The name declared or used at a place; also right behind its last letter.
  [[nodiscard]] std::optional<std::size_t> at(const Location& where) const;
  /// What is declared in the module or scope that an instance stands for; kNoScope if that is not
  /// known.
  [[nodiscard]] std::size_t members(std::size_t declared) const;
};

/// Whether a name is a parameter of a function or of a module: a value, a colour set or a function.
bool is_parameter(const Declared& name);
/// Makes the index of a file and all that it imports.
Index index_of(const loom::Loaded& files, const Sources& sources);

}  // namespace petriloom::source
