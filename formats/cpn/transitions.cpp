// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "formats/cpn/work.h"

namespace petriloom::cpn {

namespace {

// The variables of the net that an expression uses.
void variables_of(const ml::Environment& environment, const ml::Expr& expr, std::set<std::uint32_t>& all) {
  if (expr.kind == ml::ExprKind::name && expr.binder != 0 && environment.binder(expr.binder).kind == ml::BinderKind::variable) {
    all.insert(expr.binder);
  }
  ml::any_inside(expr, [&](const ml::Expr& inner) {
    variables_of(environment, inner, all);
    return false;
  });
}

bool takes(Orientation orientation) { return orientation == Orientation::to_transition || orientation == Orientation::both; }

// Priorities that CPN Tools knows without a declaration.
constexpr std::array<std::pair<std::string_view, std::int64_t>, 3> kPriorities{
    {{"P_HIGH", 100}, {"P_NORMAL", 1000}, {"P_LOW", 10000}}};
constexpr std::int64_t kNormal = 1000;

bool parse(Work& work, const Instance& instance) {
  bool good = true;
  for (const ArcNode& arc : instance.page->arcs) {
    const auto place = instance.places.find(arc.place);
    if (arc.transition != work.node.id || place == instance.places.end()) continue;
    Inscription inscription;
    inscription.node = &arc;
    inscription.place = work.pages.root(place->second);
    const bool wanted = arc.orientation != Orientation::inhibitor && arc.orientation != Orientation::reset;
    if (wanted && !arc.inscription.blank()) {
      inscription.expr = work.context.parsed(arc.inscription);
      good = good && inscription.expr;
    }
    work.inscriptions.push_back(inscription);
  }
  if (!work.node.guard.blank()) {
    work.guard = ml::Parser(work.node.guard, work.context.arena, work.context.diagnostics).whole_guard();
    good = good && work.guard;
  }
  if (!work.node.time.blank()) {
    const std::size_t before = work.context.diagnostics.error_count();
    work.delay = ml::Parser(work.node.time, work.context.arena, work.context.diagnostics).whole_delay();
    good = good && work.context.diagnostics.error_count() == before;
  }
  parse_code(work);
  return good;
}

void infer(Work& work) {
  work.context.inference.types().enter();
  if (work.delay) work.context.inference.time_interval(work.delay);
  if (work.guard) work.context.inference.infer(*work.guard);
  for (Inscription& inscription : work.inscriptions) {
    if (!inscription.expr) continue;
    work.context.inference.infer(*inscription.expr);
    fit(work.context, *inscription.expr, work.pages.place(inscription.place));
  }
  if (work.delay) work.context.inference.infer(*work.delay);
  infer_code(work);
  work.context.inference.settle();
  work.context.inference.types().leave();
}

}  // namespace

// The variables of the binding come first, in the order in which they are declared.
void begin_frame(Work& work) {
  for (const Inscription& inscription : work.inscriptions) {
    if (inscription.expr) variables_of(work.context.environment(), *inscription.expr, work.variables);
  }
  if (work.guard) variables_of(work.context.environment(), *work.guard, work.variables);
  if (work.delay) variables_of(work.context.environment(), *work.delay, work.variables);
  std::set<std::uint32_t> bound;
  for (const Inscription& inscription : work.inscriptions) {
    if (inscription.expr && takes(inscription.node->orientation))
      variables_of(work.context.environment(), *inscription.expr, bound);
  }
  for (const auto& [name, where] : work.code.output) {
    const std::uint32_t id = work.context.environment().find(name);
    if (id == 0 || work.context.environment().binder(id).kind != ml::BinderKind::variable) continue;
    if (bound.contains(id)) work.context.work().fail(where, fmt::format("'{}' is taken from a place and given by the code", name));
    work.drawn.push_back(id);
  }
  find_states(work);
  if (work.code.action && (!work.drawn.empty() || !work.changed.empty()))
    variables_of(work.context.environment(), *work.code.action, work.variables);
  std::vector<std::uint32_t> later = work.drawn;
  std::set<std::uint32_t> asked;
  for (const ml::Expr* condition : work.conditions()) {
    const std::uint32_t id = drawn_by(work, *condition);
    if (id != 0) later.push_back(id);
    if (id == 0) variables_of(work.context.environment(), *condition, asked);
  }
  for (const std::uint32_t id : later) {
    work.variables.erase(id);
    if (!asked.contains(id)) continue;
    work.context.work().fail(work.guard->where, fmt::format("the guard asks for '{}', which is drawn when the transition fires",
                                                            work.context.environment().binder(id).name));
  }
  work.context.work().now() = {};
  if (work.code.bad && !work.drawn.empty()) {
    work.context.work().fail(work.node.code.where(),
                             "this code gives values to variables and is outside the part of ML that is read");
  }
  // Without a value until the code is evaluated; what uses them before has no message of its own.
  for (const std::uint32_t id : later) work.context.work().now().scope[id] = {};
  for (const std::uint32_t id : work.variables) {
    const ml::Binder& binder = work.context.environment().binder(id);
    const ColourSetId colour = work.context.values().colour(binder.colour);
    const std::uint32_t slot = work.context.slot(binder, colour);
    work.context.work().now().scope[id] = ml::Value(work.context.e().variable(colour, slot, work.node.where));
  }
  for (Inscription& inscription : work.inscriptions) {
    const bool early = takes(inscription.node->orientation) && !work.pages.place(inscription.place).early.empty();
    if (early) inscription.ready = work.context.work().slot("ready", ColourTable::kReal);
  }
  begin_states(work);
  work.made.binding_size = static_cast<std::uint32_t>(work.context.work().now().slots.size());
}

namespace {

void guards(Work& work) {
  if (!work.guard) return;
  work.context.work().write_out = true;
  for (const ml::Expr* part : work.conditions()) {
    if (drawn_by(work, *part) != 0) continue;
    const ExprId guard = work.context.translator.closed(*part);
    if (!guard.valid()) continue;
    if (work.context.e().type(guard) != ColourTable::kBool) {
      work.context.work().fail(part->where, "a guard is a condition");
      continue;
    }
    work.made.guards.push_back(guard);
  }
  work.context.work().write_out = false;
}

void priority(Work& work) {
  if (work.node.priority.blank()) return;
  const std::string name = one_line(work.node.priority.text);
  ExprBuilder& e = work.context.e();
  const Location where = work.node.priority.where();
  ExprId value;
  for (const auto& [known, number] : kPriorities) {
    if (known == name && work.context.environment().find(name) == 0) value = e.integer(number, where);
  }
  if (!value.valid()) {
    ml::Expr* expr = work.context.parsed(work.node.priority);
    if (!expr) return;
    work.context.inference.infer(*expr);
    work.context.inference.settle();
    value = work.context.translator.constant_literal(*expr, ColourTable::kInt, "a priority");
    if (!value.valid()) return;
  }
  const petriloom::Expr& known = work.context.net().exprs[value];
  if (known.payload == kNormal && !known.named) return;
  // There the smaller number goes first, here the larger one.
  work.made.priority = e.binary(Op::subtract, e.integer(kNormal, where), value, where);
}

/// A transition that was made, but is not yet in the net.
struct Made {
  std::size_t rank = 0;
  std::size_t instance = 0;
  const TransitionNode* node = nullptr;
  Transition transition;
};

// What a file of ours says of a transition: by the path of its instance; at the top, and in older
// files, by the name of its page.
std::optional<NotedNames::Found> noted_of(const Work& work, const Instance& instance) {
  if (!work.context.noted) return std::nullopt;
  const std::string name = one_line(work.node.name.text);
  const auto by_path = work.context.noted->find(path(work.context.builder.net(), instance.module), name);
  return by_path ? by_path : work.context.noted->find(one_line(instance.page->name), name);
}

// Adds a transition to the others with its rank, unless it cannot be read.
void make_transition(Work& work, std::size_t number, std::vector<Made>& all) {
  const Instance& instance = work.pages.instances()[number];
  const TransitionNode& node = work.node;
  work.made.module = instance.module;
  work.made.name = work.context.unique(instance.module, node.name.text, node.id);
  work.pages.named(instance, node.id, work.made.name);
  work.made.where = node.where;
  work.made.at = node.shape.at;
  if (!parse(work, instance)) return;
  infer(work);
  begin_frame(work);
  note_code(work);
  guards(work);
  draw_conditions(work);
  run_states(work);
  draw_code(work);
  make_arcs(work);
  state_arcs(work);
  work.context.work().now().contents = work.after;
  make_delays(work);
  note_part_comments(work);
  // What is taken is told before what is put.
  std::stable_partition(work.made.arcs.begin(), work.made.arcs.end(), [](const Arc& arc) { return arc.kind != ArcKind::output; });
  priority(work);
  const auto noted = noted_of(work, instance);
  // CPN Tools chooses at random among what is enabled.
  if (!noted || noted->weight) work.made.weight = work.context.e().real(1, node.where);
  work.made.variables = work.context.work().now().slots;
  all.push_back({noted ? noted->rank : all.size(), number, &node, std::move(work.made)});
}

}  // namespace

void make_transitions(NetContext& context, Pages& pages) {
  make_states(context);
  std::vector<Made> all;
  for (std::size_t k = 0; k < pages.instances().size(); ++k) {
    const Instance& instance = pages.instances()[k];
    if (!instance.page) continue;
    std::set<std::string> known;
    for (const TransitionNode& node : instance.page->transitions) {
      known.insert(node.id);
      if (!node.subpage.empty()) continue;
      Work work{context, pages, node};
      make_transition(work, k, all);
    }
    for (const ArcNode& node : instance.page->arcs) {
      if (!instance.places.contains(node.place)) {
        context.work().fail(node.where, fmt::format("there is no place '{}' on this page", node.place));
      } else if (!known.contains(node.transition)) {
        context.work().fail(node.where, fmt::format("there is no transition '{}' on this page", node.transition));
      }
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const Made& a, const Made& b) { return a.rank < b.rank; });
  for (Made& one : all) pages.made(one.instance, one.node->id, context.builder.add(std::move(one.transition)));
  for (Transition& drawn : draw_markings(context, pages)) context.builder.add(std::move(drawn));
}

}  // namespace petriloom::cpn
