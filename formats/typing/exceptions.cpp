// SPDX-License-Identifier: Apache-2.0
// Exceptions go by their names, without the structures that these stand in.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "engine/text/last_part.h"
#include "formats/typing/infer.h"

namespace petriloom::cpn::ml {

namespace {

constexpr std::array<std::string_view, 12> kExceptions{"Bind",  "Chr",    "Div",      "Domain", "Empty",     "Fail",
                                                       "Match", "Option", "Overflow", "Size",   "Subscript", "Subtract"};

}  // namespace

void Inference::declare_exceptions(const Declaration& declaration) {
  for (std::size_t k = 0; k < declaration.names.size(); ++k) {
    Type* const content = declaration.contents[k] ? written_.meant(*declaration.contents[k]) : nullptr;
    exceptions_.insert_or_assign(std::string(last_part(declaration.names[k].first)), content);
  }
}

Type* Inference::carried(std::string_view exception) {
  const std::string name(last_part(exception));
  if (const auto own = exceptions_.find(name); own != exceptions_.end()) return own->second;
  return name == "Fail" ? types_.basic(TypeKind::text) : nullptr;
}

void Inference::infer_raise(Expr& expr) {
  const Expr& exception = *expr.parts[0];
  if (exception.kind != ExprKind::apply || exception.parts[0]->kind != ExprKind::name) return;
  if (Type* const content = carried(exception.parts[0]->name)) need(exception.parts[1]->type, content, *exception.parts[1]);
}

// A clause is for the exception of its pattern, whatever that carries, or for all: then a name is
// bound to its name.
Type* Inference::infer_handle(Expr& expr) {
  for (Clause& clause : expr.clauses) {
    const std::size_t scope = environment_.begin_scope();
    Pattern& pattern = *clause.patterns[0];
    const bool one = pattern.kind == PatternKind::constructor || pattern.kind == PatternKind::variable;
    const std::string name(last_part(pattern.name));
    const bool known = exceptions_.contains(name) || std::find(kExceptions.begin(), kExceptions.end(), name) != kExceptions.end();
    if (one && known) {
      for (Pattern* const part : pattern.parts) {
        Type* const content = carried(name);
        part->known = content;
        patterns_.infer(*part);
      }
      pattern.kind = PatternKind::constructor;
    } else if (pattern.kind == PatternKind::variable) {
      pattern.binder = environment_.bind(pattern.name, types_.basic(TypeKind::text), pattern.where);
    } else if (pattern.kind != PatternKind::wildcard) {
      pattern.problem = pattern.name.empty() ? "an exception, or '_' for all, is expected"
                                             : fmt::format("there is no exception '{}'", pattern.name);
    }
    infer(*clause.body);
    need(clause.body->type, expr.parts[0]->type, *clause.body);
    environment_.end_scope(scope);
  }
  return expr.parts[0]->type;
}

}  // namespace petriloom::cpn::ml
