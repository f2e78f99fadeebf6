// SPDX-License-Identifier: Apache-2.0
// What an expression of ML stands for while it is translated: an expression of the net, or
// something that only translating knows.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/build/builder.h"
#include "formats/ml/ast.h"
#include "formats/typing/library.h"
#include "formats/typing/types.h"

namespace petriloom::cpn::ml {

struct Value;
/// What local names stand for.
using Scope = std::map<std::uint32_t, Value>;

enum class ValueKind : std::uint8_t {
  none,
  expr,
  tuple,
  record,
  lambda,
  function,
  library,
  constructor,
  constructed,
  select,
  reference
};

struct Value {
  Value() = default;
  explicit Value(ValueKind what) : kind(what) {}
  /// An expression of the net; one that is not valid is no value.
  Value(ExprId made) : kind(made.valid() ? ValueKind::expr : ValueKind::none), expr(made) {}

  ValueKind kind = ValueKind::none;
  ExprId expr;
  /// Tuple, record: components; function, library: the arguments so far; constructed: the content,
  /// if there is one.
  std::vector<Value> parts;
  std::vector<std::string> labels;  ///< record
  const Expr* lambda = nullptr;
  const Function* function = nullptr;
  const LibraryFunction* library = nullptr;
  std::uint32_t colour = 0;   ///< constructor, function of a colour set; constructed: the datatype
  std::int32_t variant = -1;  ///< constructor of a union, constructed; else of an index
  std::string name;           ///< select: the field; function of a colour set: its name
  const Declaration* reference = nullptr;
  std::shared_ptr<const Scope> scope;  ///< lambda, function: the names around it
  /// The types that general ones stand for in it.
  std::shared_ptr<const Types::Substitution> types;

  [[nodiscard]] bool known() const { return kind != ValueKind::none; }
  static Value tuple(std::vector<Value> parts) {
    Value value(ValueKind::tuple);
    value.parts = std::move(parts);
    return value;
  }
};

/// In an order that is the same in every run.
struct ByName {
  bool operator()(const Declaration* a, const Declaration* b) const {
    return a->name != b->name ? a->name < b->name : a->where < b->where;
  }
};
/// What references hold.
using Contents = std::map<const Declaration*, Value, ByName>;

}  // namespace petriloom::cpn::ml
