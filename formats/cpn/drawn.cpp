// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>

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

// Puts what the markings of these places of one module draw.
Transition draw(NetContext& context, Pages& pages, ModuleId module, const std::vector<DrawnMarking>& markings) {
  const Location where = markings[0].node->marking.where();
  Place begin;
  begin.module = module;
  begin.name = context.unique(module, "not marked yet", "");
  begin.where = where;
  begin.colour = ColourTable::kUnit;
  const PlaceId start = context.builder.add(std::move(begin));
  context.builder.mark(start, 0, 1);
  const TransitionNode node;
  std::vector<ArcNode> nodes(markings.size());
  Work work{context, pages, node};
  work.made.module = module;
  work.made.name = context.unique(module, "initial marking", "");
  work.made.where = where;
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    nodes[k].orientation = Orientation::to_place;
    nodes[k].inscription = markings[k].node->marking;
    nodes[k].where = markings[k].node->where;
    work.inscriptions.push_back({markings[k].expr, &nodes[k], markings[k].place, {}, {}});
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

std::vector<Transition> draw_markings(NetContext& context, Pages& pages) {
  std::map<ModuleId, std::vector<DrawnMarking>> by_module;
  for (const DrawnMarking& marking : pages.drawn()) by_module[pages.module_of(pages.place(marking.place))].push_back(marking);
  if (!by_module.empty()) {
    context.diagnostics.warning(pages.drawn()[0].node->marking.where(),
                                "values of the initial marking are drawn by a transition that fires before all others");
  }
  std::vector<Transition> all;
  for (const auto& [module, markings] : by_module) all.push_back(draw(context, pages, module, markings));
  return all;
}

}  // namespace petriloom::cpn
