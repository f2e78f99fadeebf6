// SPDX-License-Identifier: Apache-2.0
// Which names a declaration enters into the scope it stands in: decided on the syntax, for the
// elaboration and for tools.
#pragma once

#include <functional>

#include "formats/syntax/ast.h"

namespace petriloom::loom {

/// What a name is declared as.
enum class NameKind : std::uint8_t {
  constant,  ///< in the elaboration also a parameter
  parameter,
  colour,
  label,        ///< name of a colour of an enumeration, or of a variant that holds nothing
  constructor,  ///< name of an index: `core` of core(3)
  function,
  variable,
  local,  ///< bound inside an expression
  index,  ///< of an array
  place,
  port,
  transition,
  module,
  instance,  ///< also a scope
  measure,
  property,
  scenario,
  variant,  ///< name of a variant that holds something: `Data` of Data(3)
  alias,    ///< another name of a place
};

/// Names of different spaces do not get into each other's way: where a name stands says which it is
/// (docs/language.md).
enum class NameSpace : std::uint8_t { value, place, transition, instance, colour, function, module, constructor, measure, other };
NameSpace space_of(NameKind kind);
/// The kind for messages: "a constant", "a place" ...
std::string_view describe(NameKind kind);
/// The kind for lists of names: "constant", "place" ...
std::string_view word_for(NameKind kind);

/// Gets a name, and the node that has its text and place.
using EnterName = std::function<void(NameKind kind, const Node& named)>;
/// Calls `enter` for each name that a declaration enters into the scope around it; of a colour set
/// first for those of its colours.
void declared_names(const Node& declaration, const EnterName& enter);
/// What a parameter of a module is: `parameter` for a value, `colour` or `function`.
NameKind kind_of_parameter(const Node& parameter);
/// What a parameter of a module is where an instance does not say: expression or type; null if it
/// must be given.
const Node* default_of(const Node& parameter);
/// Calls `enter` for each name that the colours of a declared colour set have: labels, variants,
/// the name of an index.
void colour_names(const Node& colour, const EnterName& enter);

}  // namespace petriloom::loom
