// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "formats/cpn/net_maker.h"

namespace petriloom::cpn {

namespace {

// The variables of the net that an expression uses.
void variables_of(const ml::Inference& inference, const ml::Expr& expr, std::set<std::uint32_t>& all) {
  if (expr.kind == ml::ExprKind::name && expr.binder != 0 && inference.binder(expr.binder).kind == ml::BinderKind::variable) {
    all.insert(expr.binder);
  }
  for (const ml::Expr* part : expr.parts) variables_of(inference, *part, all);
  for (const ml::Clause& clause : expr.clauses) variables_of(inference, *clause.body, all);
  for (const ml::Declaration* declaration : expr.declarations) {
    if (declaration->value) variables_of(inference, *declaration->value, all);
    for (const ml::Function& function : declaration->functions) {
      for (const ml::Clause& clause : function.clauses) variables_of(inference, *clause.body, all);
    }
  }
}

bool takes(Orientation orientation) { return orientation == Orientation::to_transition || orientation == Orientation::both; }

// Priorities that CPN Tools knows without a declaration.
constexpr std::array<std::pair<std::string_view, std::int64_t>, 3> kPriorities{
    {{"P_HIGH", 100}, {"P_NORMAL", 1000}, {"P_LOW", 10000}}};
constexpr std::int64_t kNormal = 1000;

}  // namespace

void NetMaker::make_transitions() {
  for (const Instance& instance : instances_) {
    if (!instance.page) continue;
    std::set<std::string> known;
    for (const TransitionNode& node : instance.page->transitions) {
      known.insert(node.id);
      if (node.subpage.empty()) make_transition(instance, node);
    }
    for (const ArcNode& node : instance.page->arcs) {
      if (!instance.places.contains(node.place)) {
        translator_.work().fail(node.where, fmt::format("there is no place '{}' on this page", node.place));
      } else if (!known.contains(node.transition)) {
        translator_.work().fail(node.where, fmt::format("there is no transition '{}' on this page", node.transition));
      }
    }
  }
  std::stable_sort(transitions_.begin(), transitions_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (auto& [rank, transition] : transitions_) builder_.add(std::move(transition));
  transitions_.clear();
}

bool NetMaker::parse(Work& work, const Instance& instance) {
  bool good = true;
  for (const ArcNode& arc : instance.page->arcs) {
    const auto place = instance.places.find(arc.place);
    if (arc.transition != work.node->id || place == instance.places.end()) continue;
    Inscription inscription;
    inscription.node = &arc;
    inscription.place = root(place->second);
    const bool wanted = arc.orientation != Orientation::inhibitor && arc.orientation != Orientation::reset;
    if (wanted && !arc.inscription.blank()) {
      inscription.expr = parsed(arc.inscription);
      good = good && inscription.expr;
    }
    work.inscriptions.push_back(inscription);
  }
  if (!work.node->guard.blank()) {
    work.guard = parsed(work.node->guard);
    good = good && work.guard;
  }
  if (!work.node->time.blank()) {
    const std::size_t before = diagnostics_.error_count();
    work.delay = ml::Parser(work.node->time, arena_, diagnostics_).whole_delay();
    good = good && diagnostics_.error_count() == before;
  }
  parse_code(work);
  return good;
}

void NetMaker::parse_code(Work& work) {
  if (work.node->code.blank()) return;
  Diagnostics found;
  work.code = ml::Parser(work.node->code, arena_, found).whole_code();
  if (work.code.bad) work.code.action = nullptr;
}

// Code is kept as text. What it gives to variables is translated, if it can be; what else it does is not done.
void NetMaker::note_code(const Work& work) {
  if (!work.code.action && work.code.output.empty() && !work.code.bad) return;
  const std::string name = one_line(work.node->name.text);
  builder_.net().notes.emplace_back(fmt::format("code region of {}", name), work.node->code.text);
  if (work.code.output.empty() || work.code.bad) {
    translator_.work().warn_once(work.node->code.where(),
                                 fmt::format("the code region of '{}' is kept as text, not executed", name));
  }
}

// An inscription is a colour of its place, or a multiset of such.
void NetMaker::fit(ml::Expr& expr, std::size_t at) {
  const PlaceInstance& place = places_[at];
  ml::Type* type = place.colour != 0 ? inference_.colour(place.colour).type : inference_.types().unit();
  ml::Type* wanted = many(expr, at) ? inference_.types().list(type) : type;
  if (inference_.types().unify(expr.type, wanted)) return;
  ml::mark(expr,
           fmt::format("this is of type {} where the place holds {}", ml::Types::describe(expr.type), ml::Types::describe(type)));
}

void NetMaker::infer(Work& work) {
  inference_.types().enter();
  if (work.delay) inference_.time_interval(work.delay);
  if (work.guard) inference_.infer(*work.guard);
  for (Inscription& inscription : work.inscriptions) {
    if (!inscription.expr) continue;
    inference_.infer(*inscription.expr);
    fit(*inscription.expr, inscription.place);
  }
  if (work.delay) inference_.infer(*work.delay);
  infer_code(work);
  inference_.settle();
  inference_.types().leave();
}

void NetMaker::infer_code(Work& work) {
  if (!work.code.action) return;
  inference_.infer(*work.code.action);
  std::vector<ml::Type*> types;
  for (const auto& [name, where] : work.code.output) {
    const std::uint32_t id = inference_.find(name);
    if (id == 0 || inference_.binder(id).kind != ml::BinderKind::variable) {
      translator_.work().fail(where, fmt::format("there is no variable '{}'", name));
      types.push_back(inference_.types().variable());
    } else {
      types.push_back(inference_.binder(id).type);
    }
  }
  if (types.empty()) return;
  ml::Type* wanted = types.size() == 1 ? types[0] : inference_.types().tuple(types);
  if (!inference_.types().unify(work.code.action->type, wanted)) {
    ml::mark(*work.code.action, fmt::format("this code gives {} where its variables are of type {}",
                                            ml::Types::describe(work.code.action->type), ml::Types::describe(wanted)));
  }
}

// The variables of the binding come first, in the order in which they are declared.
void NetMaker::begin_frame(Work& work) {
  for (const Inscription& inscription : work.inscriptions) {
    if (inscription.expr) variables_of(inference_, *inscription.expr, work.variables);
  }
  if (work.guard) variables_of(inference_, *work.guard, work.variables);
  if (work.delay) variables_of(inference_, *work.delay, work.variables);
  std::set<std::uint32_t> bound;
  for (const Inscription& inscription : work.inscriptions) {
    if (inscription.expr && takes(inscription.node->orientation)) variables_of(inference_, *inscription.expr, bound);
  }
  for (const auto& [name, where] : work.code.output) {
    const std::uint32_t id = inference_.find(name);
    if (id == 0 || inference_.binder(id).kind != ml::BinderKind::variable) continue;
    if (bound.contains(id)) translator_.work().fail(where, fmt::format("'{}' is taken from a place and given by the code", name));
    work.drawn.push_back(id);
  }
  if (work.code.action && !work.drawn.empty()) variables_of(inference_, *work.code.action, work.variables);
  if (work.guard) {
    std::set<std::uint32_t> asked;
    variables_of(inference_, *work.guard, asked);
    for (const std::uint32_t id : work.drawn) {
      if (!asked.contains(id)) continue;
      translator_.work().fail(
          work.guard->where,
          fmt::format("the guard asks for '{}', which the code gives when the transition fires", inference_.binder(id).name));
    }
  }
  for (const std::uint32_t id : work.drawn) work.variables.erase(id);
  translator_.work().now() = {};
  if (work.code.bad && !work.drawn.empty()) {
    translator_.work().fail(work.node->code.where(),
                            "this code gives values to variables and is outside the part of ML that is read");
  }
  // Without a value until the code is evaluated; what uses them before has no message of its own.
  for (const std::uint32_t id : work.drawn) translator_.work().now().scope[id] = {};
  for (const std::uint32_t id : work.variables) {
    const ml::Binder& binder = inference_.binder(id);
    const ColourSetId colour = translator_.values().colour(binder.colour);
    const std::uint32_t slot = translator_.work().slot(binder.name, colour);
    translator_.work().now().scope[id] = ml::Value(builder_.expr().variable(colour, slot, work.node->where));
  }
  for (Inscription& inscription : work.inscriptions) {
    const bool early = takes(inscription.node->orientation) && !places_[inscription.place].early.empty();
    if (early) inscription.ready = translator_.work().slot("ready", ColourTable::kReal);
  }
  work.made.binding_size = static_cast<std::uint32_t>(translator_.work().now().slots.size());
}

void NetMaker::guards(Work& work) {
  if (!work.guard) return;
  translator_.work().write_out = true;
  const bool list = work.guard->kind == ml::ExprKind::list;
  const std::vector<ml::Expr*> parts = list ? work.guard->parts : std::vector<ml::Expr*>{work.guard};
  for (const ml::Expr* part : parts) {
    const ExprId guard = translator_.closed(*part);
    if (!guard.valid()) continue;
    if (builder_.expr().type(guard) != ColourTable::kBool) {
      translator_.work().fail(part->where, "a guard is a condition");
      continue;
    }
    work.made.guards.push_back(guard);
  }
  translator_.work().write_out = false;
}

void NetMaker::priority(Work& work) {
  if (work.node->priority.blank()) return;
  const std::string name = one_line(work.node->priority.text);
  std::optional<Word> value;
  for (const auto& [known, number] : kPriorities) {
    if (known == name && inference_.find(name) == 0) value = number;
  }
  if (!value) {
    ml::Expr* expr = parsed(work.node->priority);
    if (!expr) return;
    inference_.infer(*expr);
    inference_.settle();
    value = translator_.constant(*expr, ColourTable::kInt, "a priority");
  }
  // There the smaller number goes first, here the larger one.
  if (value && *value != kNormal) work.made.priority = builder_.expr().integer(kNormal - *value, work.node->priority.where());
}

// The delay of a transition holds for the tokens of timed colour sets only.
void NetMaker::delays(Work& work) {
  if (!work.delay) return;
  ExprId delay = made(work, *work.delay, ColourTable::kReal);
  if (!delay.valid()) return;
  std::size_t late = 0;
  std::size_t all = 0;
  for (const Arc& arc : work.made.arcs) {
    if (arc.kind != ArcKind::output) continue;
    ++all;
    late += timed_.contains(arc.place) ? 1U : 0U;
  }
  if (late == all) {
    work.made.delay = delay;
    return;
  }
  if (late > 1 && translator_.facts().has(*work.delay, ml::Effect::random)) draw_delay(work, delay);
  for (Arc& arc : work.made.arcs) {
    if (arc.kind != ArcKind::output || !timed_.contains(arc.place)) continue;
    arc.delay = arc.delay.valid() ? builder_.expr().binary(Op::add, delay, arc.delay, work.delay->where) : delay;
  }
}

// One delay for several tokens.
void NetMaker::draw_delay(Work& work, ExprId& delay) {
  const std::uint32_t slot = translator_.work().slot("delay", ColourTable::kReal);
  const Location where = builder_.net().exprs[delay].where;
  work.made.draws.push_back({slot, delay, where});
  delay = builder_.expr().variable(ColourTable::kReal, slot, where);
}

// Whether a delay is drawn from a distribution with negative values.
bool NetMaker::may_be_negative(const Work& work, ExprId delay) const {
  if (!delay.valid()) return false;
  bool found = false;
  const ExprArena& exprs = builder_.net().exprs;
  for_each_expr(exprs, delay, [&](ExprId id) {
    const Expr& node = exprs[id];
    const auto distribution = static_cast<Distribution>(node.payload);
    found = found || (node.op == Op::random && (distribution == Distribution::normal || distribution == Distribution::student));
    for (const Draw& draw : work.made.draws) {
      // A draw uses those before it alone, so that this comes to an end.
      if (node.op == Op::variable && node.payload == static_cast<Word>(draw.slot))
        found = found || may_be_negative(work, draw.value);
    }
    return !found;
  });
  return found;
}

// The delay of the transition as one of each arc.
void NetMaker::delay_to_arcs(Work& work) {
  ExprId& delay = work.made.delay;
  if (builder_.net().exprs[delay].random) draw_delay(work, delay);
  for (Arc& arc : work.made.arcs) {
    if (arc.kind != ArcKind::output) continue;
    arc.delay = arc.delay.valid() ? builder_.expr().binary(Op::add, delay, arc.delay, work.delay->where) : delay;
  }
  delay = {};
}

// A time stamp of the past is there as good as one of now.
void NetMaker::keep_delays_positive(Work& work) {
  std::vector<Arc>& arcs = work.made.arcs;
  const auto doubtful = [&](const Arc& arc) { return arc.kind == ArcKind::output && may_be_negative(work, arc.delay); };
  const ExprId delay = work.made.delay;
  if (may_be_negative(work, delay) || (delay.valid() && std::any_of(arcs.begin(), arcs.end(), doubtful))) delay_to_arcs(work);
  for (Arc& arc : arcs) {
    if (!doubtful(arc)) continue;
    const Location where = builder_.net().exprs[arc.delay].where;
    arc.delay = builder_.expr().binary(Op::maximum, builder_.expr().real(0, where), arc.delay, where);
  }
}

// What the code draws at random is drawn once, whatever uses it.
void NetMaker::draw_code(Work& work) {
  if (!work.code.action || work.drawn.empty() || !translator_.facts().has(*work.code.action, ml::Effect::random)) return;
  const Location where = work.node->code.where();
  const bool one = work.drawn.size() == 1;
  const ml::Binder& first = inference_.binder(work.drawn[0]);
  const ColourSetId type = translator_.values().colour_of(work.code.action->type);
  const std::uint32_t slot = translator_.work().slot(one ? first.name : "code", type);
  const ExprId value = translator_.values().coerce(translator_.closed(*work.code.action), type, where);
  if (!value.valid()) return;
  work.made.draws.push_back({slot, value, where});
  const ExprId whole = builder_.expr().variable(type, slot, where);
  for (std::size_t k = 0; k < work.drawn.size(); ++k) {
    const ColourSetId colour = translator_.values().colour(inference_.binder(work.drawn[k]).colour);
    const ExprId part = one ? whole : builder_.expr().project(whole, k, where);
    translator_.work().now().scope[work.drawn[k]] = ml::Value(translator_.values().coerce(part, colour, where));
  }
  work.drawn.clear();
}

// Gives the variables of the code their values, inside the expression that is being made.
void NetMaker::code_values(Work& work) {
  for (const std::uint32_t id : work.drawn) translator_.work().now().scope[id] = {};
  if (!work.code.action) return;
  const ml::Value value = translator_.work().named(translator_.eval(*work.code.action), work.node->code.where());
  for (std::size_t k = 0; k < work.drawn.size() && value.known(); ++k) {
    ml::Value part = value;
    if (work.drawn.size() > 1) {
      if (value.kind == ml::ValueKind::tuple)
        part = value.parts[k];
      else
        part = ml::Value(builder_.expr().project(value.expr, k, work.node->code.where()));
    }
    const ColourSetId colour = translator_.values().colour(inference_.binder(work.drawn[k]).colour);
    const ExprId expr = translator_.values().materialise(part, inference_.binder(work.drawn[k]).type, work.node->code.where());
    translator_.work().now().scope[work.drawn[k]] = ml::Value(translator_.values().coerce(expr, colour, work.node->code.where()));
  }
}

void NetMaker::make_transition(const Instance& instance, const TransitionNode& node) {
  Work work;
  work.node = &node;
  work.made.module = instance.module;
  work.made.name = unique(instance.module, node.name, node.id);
  work.made.where = node.where;
  work.made.at = {node.at.x, -node.at.y, node.at.known};
  if (!parse(work, instance)) return;
  infer(work);
  begin_frame(work);
  note_code(work);
  guards(work);
  draw_code(work);
  arcs(work);
  delays(work);
  keep_delays_positive(work);
  put_ready(work);
  priority(work);
  const auto noted = noted_ ? noted_->find(one_line(instance.page->name), one_line(node.name.text)) : std::nullopt;
  // CPN Tools chooses at random among what is enabled.
  if (!noted || noted->weight) work.made.weight = builder_.expr().real(1, node.where);
  work.made.variables = translator_.work().now().slots;
  transitions_.emplace_back(noted ? noted->rank : transitions_.size(), std::move(work.made));
}

}  // namespace petriloom::cpn
