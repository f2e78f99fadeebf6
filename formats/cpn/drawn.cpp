// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "formats/cpn/work.h"

namespace petriloom::cpn {

namespace {

// Above what any file says: a priority of CPN Tools is a small number.
constexpr std::int64_t kBeforeAll = std::int64_t{1} << 40U;

const ml::Binder* variable_in(const Work& work, const ml::Expr& expr) {
  if (expr.kind != ml::ExprKind::name || expr.binder == 0) return nullptr;
  const ml::Binder& binder = work.context.environment().binder(expr.binder);
  return binder.kind == ml::BinderKind::variable ? &binder : nullptr;
}

bool names(const ml::Expr& expr, std::uint32_t id) {
  return (expr.kind == ml::ExprKind::name && expr.binder == id) ||
         ml::any_inside(expr, [&](const ml::Expr& inner) { return names(inner, id); });
}

}  // namespace

std::uint32_t drawn_by(const Work& work, const ml::Expr& condition) {
  if (condition.kind != ml::ExprKind::infix || condition.name != "=" || condition.parts.size() != 2) return 0;
  for (std::size_t k = 0; k < 2; ++k) {
    const ml::Expr& name = *condition.parts[k];
    const ml::Expr& value = *condition.parts[1 - k];
    if (!variable_in(work, name) || names(value, name.binder)) continue;
    if (!work.context.translator.facts().has(value, ml::Effect::random)) continue;
    const bool taken = std::any_of(work.inscriptions.begin(), work.inscriptions.end(), [&](const Inscription& inscription) {
      return inscription.expr && inscription.node->orientation != Orientation::to_place && names(*inscription.expr, name.binder);
    });
    if (!taken) return name.binder;
  }
  return 0;
}

void draw_conditions(Work& work) {
  if (!work.guard) return;
  for (const ml::Expr* condition : work.conditions()) {
    const std::uint32_t id = drawn_by(work, *condition);
    if (id == 0) continue;
    const bool first = condition->parts[0]->kind == ml::ExprKind::name && condition->parts[0]->binder == id;
    const ml::Binder& binder = work.context.environment().binder(id);
    const ColourSetId colour = work.context.values().colour(binder.colour);
    const std::uint32_t slot = work.context.work().slot(binder.name, colour);
    const ExprId value = made(work, *condition->parts[first ? 1 : 0], colour);
    if (!value.valid()) continue;
    work.made.draws.push_back({slot, value, condition->where, {}});
    work.context.work().now().scope[id] = ml::Value(work.context.e().variable(colour, slot, condition->where));
  }
}

std::optional<Transition> draw_markings(NetContext& context, Pages& pages) {
  if (pages.drawn().empty()) return std::nullopt;
  const ModuleId top{std::size_t{0}};
  const Location where = pages.drawn()[0].node->marking.where();
  context.diagnostics.warning(where, "values of the initial marking are drawn by a transition that fires before all others");
  Text name;
  name.text = "not marked yet";
  Place begin;
  begin.module = top;
  begin.name = context.unique(top, name, "");
  begin.where = where;
  begin.colour = ColourTable::kUnit;
  const PlaceId start = context.builder.add(std::move(begin));
  context.builder.mark(start, 0, 1);
  name.text = "initial marking";
  const TransitionNode node;
  std::vector<ArcNode> nodes(pages.drawn().size());
  Work work{context, pages, node};
  work.made.module = top;
  work.made.name = context.unique(top, name, "");
  work.made.where = where;
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    nodes[k].orientation = Orientation::to_place;
    nodes[k].inscription = pages.drawn()[k].node->marking;
    nodes[k].where = pages.drawn()[k].node->where;
    work.inscriptions.push_back({pages.drawn()[k].expr, &nodes[k], pages.drawn()[k].place, std::nullopt});
  }
  begin_frame(work);
  Arc takes;
  takes.place = start;
  takes.where = where;
  work.made.arcs.push_back(takes);
  make_arcs(work);
  make_delays(work);
  work.made.priority = context.e().integer(kBeforeAll, where);
  work.made.weight = context.e().real(1, where);
  work.made.variables = context.work().now().slots;
  return std::move(work.made);
}

}  // namespace petriloom::cpn
