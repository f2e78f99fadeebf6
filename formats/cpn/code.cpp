// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "formats/cpn/work.h"

namespace petriloom::cpn {

void parse_code(Work& work) {
  if (work.node.code.blank()) return;
  Diagnostics found;
  work.code = ml::Parser(work.node.code, work.context.arena, found).whole_code();
  if (work.code.bad) work.code.action = nullptr;
}

// Code is kept as text. What it gives to variables is translated, if it can be; what else it does
// is not done.
void note_code(const Work& work) {
  if (!work.code.action && work.code.output.empty() && !work.code.bad) return;
  const std::string name = one_line(work.node.name.text);
  work.context.net().notes.emplace_back(fmt::format("code region of {}", name), work.node.code.text);
  if ((work.code.output.empty() && work.changed.empty()) || work.code.bad) {
    work.context.work().warn_once(work.node.code.where(),
                                  fmt::format("the code region of '{}' is kept as text, not executed", name));
  }
}

void infer_code(Work& work) {
  if (!work.code.action) return;
  pass_states(work);
  if (!work.code.action) return;
  ml::Type* given = work.context.inference.infer(*work.code.action);
  if (!work.passed.empty()) given = ml::Types::found(ml::Types::found(given)->parts[1])->parts[0];
  std::vector<ml::Type*> types;
  for (const auto& [name, where] : work.code.output) {
    const std::uint32_t id = work.context.environment().find(name);
    if (id == 0 || work.context.environment().binder(id).kind != ml::BinderKind::variable) {
      work.context.work().fail(where, fmt::format("there is no variable '{}'", name));
      types.push_back(work.context.inference.types().variable());
    } else {
      types.push_back(work.context.environment().binder(id).type);
    }
  }
  if (types.empty()) return;
  ml::Type* wanted = types.size() == 1 ? types[0] : work.context.inference.types().tuple(types);
  if (!work.context.inference.types().unify(given, wanted)) {
    ml::mark(*work.code.action, fmt::format("this code gives {} where its variables are of type {}", ml::Types::describe(given),
                                            ml::Types::describe(wanted)));
  }
}

// What the code draws at random is drawn once, whatever uses it.
void draw_code(Work& work) {
  if (!work.code.action || work.drawn.empty() || !work.context.translator.facts().has(*work.code.action, ml::Effect::random))
    return;
  const Location where = work.node.code.where();
  const bool one = work.drawn.size() == 1;
  const ml::Binder& first = work.context.environment().binder(work.drawn[0]);
  const ColourSetId type = work.context.values().colour_of(work.code.action->type);
  const std::uint32_t slot = one ? work.context.slot(first, type) : work.context.work().slot("code", type);
  const ExprId value = work.context.values().coerce(work.context.translator.closed(*work.code.action), type, where);
  if (!value.valid()) return;
  work.made.draws.push_back({slot, value, where, {}});
  const ExprId whole = work.context.e().variable(type, slot, where);
  for (std::size_t k = 0; k < work.drawn.size(); ++k) {
    const ColourSetId colour = work.context.values().colour(work.context.environment().binder(work.drawn[k]).colour);
    const ExprId part = one ? whole : work.context.e().project(whole, k, where);
    work.context.work().now().scope[work.drawn[k]] = ml::Value(work.context.values().coerce(part, colour, where));
  }
  work.drawn.clear();
}

bool uses_code(const Work& work, const ml::Expr& expr) {
  if (expr.kind == ml::ExprKind::name && std::find(work.drawn.begin(), work.drawn.end(), expr.binder) != work.drawn.end())
    return true;
  return !work.drawn.empty() && ml::any_inside(expr, [&](const ml::Expr& inner) { return uses_code(work, inner); });
}

namespace {

// Gives the variables of the code their values, inside the expression that is being made.
void code_values(Work& work) {
  for (const std::uint32_t id : work.drawn) work.context.work().now().scope[id] = {};
  if (!work.code.action) return;
  const ml::Value value = work.context.work().named(work.context.translator.eval(*work.code.action), work.node.code.where());
  for (std::size_t k = 0; k < work.drawn.size() && value.known(); ++k) {
    ml::Value part = value;
    if (work.drawn.size() > 1) {
      if (value.kind == ml::ValueKind::tuple)
        part = value.parts[k];
      else
        part = ml::Value(work.context.e().project(value.expr, k, work.node.code.where()));
    }
    const ColourSetId colour = work.context.values().colour(work.context.environment().binder(work.drawn[k]).colour);
    const ExprId expr =
        work.context.values().materialise(part, work.context.environment().binder(work.drawn[k]).type, work.node.code.where());
    work.context.work().now().scope[work.drawn[k]] = ml::Value(work.context.values().coerce(expr, colour, work.node.code.where()));
  }
}

}  // namespace

ExprId made(Work& work, const ml::Expr& expr, ColourSetId type) {
  const bool drawn = uses_code(work, expr);
  return work.context.work().naming([&]() -> ExprId {
    if (drawn) code_values(work);
    const ExprId value = work.context.values().materialise(work.context.translator.eval(expr), expr.type, expr.where);
    return type.valid() ? work.context.values().coerce(value, type, expr.where) : value;
  });
}

}  // namespace petriloom::cpn
