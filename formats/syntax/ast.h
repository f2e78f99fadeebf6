// SPDX-License-Identifier: Apache-2.0
// What a .loom text says, before names and types are known. Texts are views into the Sources that
// were parsed.
#pragma once

#include <string_view>
#include <vector>

#include "engine/net/diagnostics.h"

namespace petriloom::loom {

/// What a node is; in brackets its text, then its children (`?` optional, `*` any number).
enum class Kind : std::uint8_t {
  file,  ///< declaration*
  // expressions
  number,         ///< [digits] unit?
  unit,           ///< [name of the unit]
  string,         ///< [as written between the quotes, escapes not resolved]
  name,           ///< [identifier or `_`]
  root,           ///< the net itself: what a leading dot starts from
  star,           ///< `*` as an index
  tuple,          ///< component* (none: the unit colour)
  record,         ///< field*
  field,          ///< [name] expression or type, value where none is given?
  list,           ///< element*
  select,         ///< [field or number] composite or path
  index,          ///< base, index*
  call,           ///< [name] argument*
  comprehension,  ///< [name] binder*, body
  fold,           ///< binder (accumulator, start), binder (element, list), body
  binder,         ///< [name] list, start value, type or range
  ascribed,       ///< expression, typed
  all_of,         ///< type
  table,          ///< [name of its file] file once it is loaded (its text, where it begins)
  unary,          ///< [operator] operand
  binary,         ///< [operator] left, right
  let,            ///< [name] value, body
  if_,            ///< condition, then, else
  case_,          ///< subject, arm*
  arm,            ///< pattern, body
  quantified,     ///< [A or E] formula
  // types
  type_name,     ///< [name]
  range_type,    ///< low, high
  enum_type,     ///< name*
  index_type,    ///< [name of the index] low, high
  record_type,   ///< field*
  product_type,  ///< type*
  list_type,     ///< type
  union_type,    ///< variant*
  variant,       ///< [name] type?
  subset_type,   ///< type, suchthat or members
  suchthat,      ///< [variable] condition
  members,       ///< expression*
  // declarations
  net,                 ///< [name of the net]
  import,              ///< [file name]
  by_default,          ///< what is declared next counts unless it is declared otherwise
  constant,            ///< [name] type?, expression (type: wrapped in `typed`)
  typed,               ///< type
  colour,              ///< [name] type
  function,            ///< [name] type_parameters?, parameters, typed, body
  type_parameters,     ///< name*
  parameters,          ///< field*, of a module also the two below
  colour_parameter,    ///< [name] type?
  function_parameter,  ///< [name] parameters, typed, body?
  variables,           ///< name*, typed
  stop,                ///< expression
  final_,              ///< expression
  order,               ///< path*
  fuse,                ///< path*
  alias,               ///< [name] direction?, position?, path
  note,                ///< [what it is] string*, the lines
  scenario,            ///< [name] override_*
  override_,           ///< [const, place] path, expression or terms
  place,               ///< [name] typed, position?, terms?
  transition,          ///< [name] position?, item*
  position,            ///< number, number (with their signs)
  module,              ///< [name] hardware?, parameters?, kind?, block
  hardware,
  block,      ///< declaration*
  port,       ///< [name] direction, typed, position?
  direction,  ///< [in, out, inout]
  instance,   ///< [name] array?, kind, argument*, (binding or by_name)*
  scope,      ///< [name] element? or array?, kind?, hardware?, folded?, block
  array,      ///< binder*, where?
  element,    ///< index*
  folded,     ///< binder*, where?
  kind,       ///< [name of a module]
  argument,   ///< [name] expression, or typed
  binding,    ///< [port] path
  by_name,
  where,          ///< expression
  measure,        ///< [name] array?, quantity?, firing kind and its parts
  quantity,       ///< [text between the quotes]
  of_firings,     ///< [count, sum, mean ...] group*
  group,          ///< value?, over*, where?
  over,           ///< path
  of_state,       ///< [average, integral, peak, time (until)] expression
  between,        ///< of_firings, of_firings
  derived,        ///< expression
  property,       ///< [name] property_kind, formula?
  property_kind,  ///< [invariant, ltl ...]
  formula,        ///< [as written] expression
  // items of a transition, besides `variables`
  guard,  ///< expression
  arc,    ///< [in, out, read, inhibit, reset, equal, uses] path, terms?
  terms,  ///< term*
  term,   ///< each? or collect?, multiplicity?, value, as?, when?, after?
  each,
  collect,       ///< expression, none for all
  as,            ///< name
  multiplicity,  ///< expression
  when,          ///< expression
  after,         ///< expression
  draw,          ///< [name] expression, abstract_?
  abstract_,     ///< expression*
  delay,         ///< expression
  priority,      ///< expression
  order_by,      ///< expression
  weight,        ///< expression
  flow,          ///< expression
  timing,        ///< [distribution] argument expressions
  at_most,       ///< expression
  schedule,      ///< [at] times; [every] period, from?, until?
  from,          ///< expression
  until,         ///< expression
  servers,       ///< expression, none for infinite
  memory,        ///< [enabling, age, resampling]
  fair,          ///< path
};

struct Node {
  Kind kind = Kind::file;
  Location where;
  std::string_view text;
  std::vector<Node> children;

  /// The first child of a kind, or null.
  [[nodiscard]] const Node* child(Kind wanted) const {
    for (const Node& node : children) {
      if (node.kind == wanted) return &node;
    }
    return nullptr;
  }
  [[nodiscard]] const Node& back() const { return children.back(); }
};

}  // namespace petriloom::loom
