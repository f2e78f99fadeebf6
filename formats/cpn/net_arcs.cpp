// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "formats/cpn/net_maker.h"

namespace petriloom::cpn {

using ml::ExprKind;

namespace {

// Lists inside each other, from the outside.
std::size_t nesting(ml::Type* type) {
  std::size_t depth = 0;
  for (type = ml::Types::found(type); type->kind == ml::TypeKind::list; type = ml::Types::found(type->parts[0])) ++depth;
  return depth;
}

bool is_delay(const ml::Expr& expr) {
  return expr.kind == ExprKind::infix && (expr.name == "@+" || expr.name == "@++" || expr.name == "@@+");
}

bool uses(const ml::Expr& expr, const std::vector<std::uint32_t>& names) {
  if (expr.kind == ExprKind::name && std::find(names.begin(), names.end(), expr.binder) != names.end()) return true;
  if (std::any_of(expr.parts.begin(), expr.parts.end(), [&](const ml::Expr* part) { return uses(*part, names); })) return true;
  if (std::any_of(expr.clauses.begin(), expr.clauses.end(), [&](const ml::Clause& clause) { return uses(*clause.body, names); }))
    return true;
  return std::any_of(expr.declarations.begin(), expr.declarations.end(),
                     [&](const ml::Declaration* declaration) { return declaration->value && uses(*declaration->value, names); });
}

// `if c then x else y @+ d` delays both: ML would see a branch with a time and one without, which it refuses.
const ml::Expr* branch_delay(const ml::Expr& expr) {
  if (expr.kind != ExprKind::branch) return nullptr;
  const ml::Expr& otherwise = *expr.parts[2];
  if (is_delay(*expr.parts[1])) return nullptr;
  if (is_delay(otherwise)) return &otherwise;
  return branch_delay(otherwise);
}

}  // namespace

// Whether the expression is a multiset of the colours of the place, not one of them.
bool NetMaker::many(const ml::Expr& expr, std::size_t place) {
  const std::uint32_t colour = places_[place].colour;
  const std::size_t own = colour == 0 ? 0 : nesting(inference_.colour(colour).type);
  return expr.type && nesting(expr.type) > own;
}

ExprId NetMaker::made(Work& work, const ml::Expr& expr, ColourSetId type) {
  const bool drawn = !work.drawn.empty() && uses(expr, work.drawn);
  return translator_.work().naming([&]() -> ExprId {
    if (drawn) code_values(work);
    const ExprId value = translator_.values().materialise(translator_.eval(expr), expr.type, expr.where);
    return type.valid() ? translator_.values().coerce(value, type, expr.where) : value;
  });
}

ExprId NetMaker::both(ExprId a, ExprId b) {
  if (!a.valid()) return b;
  return b.valid() ? builder_.expr().binary(Op::and_, a, b, builder_.net().exprs[a].where) : a;
}

void NetMaker::arcs(Work& work) {
  for (const Inscription& inscription : work.inscriptions) arc(work, inscription);
}

// A token that is taken and put back at once is as well only looked at, if it has no time and no other arc takes from there.
bool NetMaker::read_only(const Work& work, const Inscription& inscription) const {
  if (inscription.node->orientation != Orientation::both || places_[inscription.place].timed) return false;
  return std::count_if(work.inscriptions.begin(), work.inscriptions.end(),
                       [&](const Inscription& other) { return other.place == inscription.place; }) == 1;
}

void NetMaker::arc(Work& work, const Inscription& inscription) {
  const ArcNode& node = *inscription.node;
  const PlaceInstance& place = places_[inscription.place];
  Arc base;
  base.place = place.made;
  base.where = node.inscription.blank() ? node.where : node.inscription.where();
  if (node.orientation == Orientation::inhibitor || node.orientation == Orientation::reset) {
    base.kind = node.orientation == Orientation::inhibitor ? ArcKind::inhibitor : ArcKind::reset;
    if (base.kind == ArcKind::reset && place.timed) {
      translator_.work().fail(node.where, "a reset arc of a timed place removes the tokens that are ready only, which is not read");
    }
    work.made.arcs.push_back(base);
    return;
  }
  const bool takes = node.orientation != Orientation::to_place;
  const bool puts = node.orientation != Orientation::to_transition;
  std::vector<Term> all;
  const bool unit = place.colour == 0 || place.set == ColourTable::kUnit;
  Term start;
  start.where = base.where;
  if (inscription.expr) {
    output_ = !takes;
    translator_.work().write_out = takes;
    terms(work, *inscription.expr, inscription.place, start, all);
    translator_.work().write_out = false;
  } else if (unit) {
    all.push_back(start);
  } else {
    translator_.work().fail(node.where, "this arc has no inscription");
  }
  const bool read = all.size() == 1 && read_only(work, inscription) && !all[0].each;
  for (const Term& term : all) {
    Arc made_arc = base;
    made_arc.where = term.where;
    made_arc.count = term.count;
    made_arc.value = term.value;
    made_arc.condition = term.condition;
    made_arc.each = term.each;
    if (takes) {
      if (term.delay.valid() && (puts || place.early.empty())) {
        translator_.work().fail(term.where,
                                puts ? "a time on an arc both ways is not read" : "a time on an arc from a place without times");
      }
      Arc taking = made_arc;
      taking.kind = read ? ArcKind::read : ArcKind::input;
      if (!place.early.empty()) take_early(work, inscription, term, all.size() == 1, taking);
      work.made.arcs.push_back(taking);
    }
    if (puts && !read) {
      made_arc.kind = ArcKind::output;
      if (place.timed) made_arc.delay = term.delay;
      work.made.arcs.push_back(made_arc);
    }
  }
}

void NetMaker::terms(Work& work, const ml::Expr& expr, std::size_t place, Term so_far, std::vector<Term>& all) {
  if (!expr.problem.empty()) {
    translator_.work().fail(expr.where, expr.problem, expr.help);
    return;
  }
  so_far.where = expr.where;
  switch (expr.kind) {
    case ExprKind::infix:
      infix_terms(work, expr, place, so_far, all);
      return;
    case ExprKind::branch:
      if (many(expr, place) || branch_delay(expr) || is_delay(*expr.parts[1])) {
        branch_terms(work, expr, place, so_far, all);
        return;
      }
      break;
    case ExprKind::typed:
      terms(work, *expr.parts[0], place, so_far, all);
      return;
    default:
      special_terms(work, expr, place, so_far, all);
      return;
  }
  whole_term(work, expr, place, so_far, all);
}

void NetMaker::special_terms(Work& work, const ml::Expr& expr, std::size_t place, const Term& so_far, std::vector<Term>& all) {
  const bool drawn = !work.drawn.empty() && uses(expr, work.drawn);
  if (many(expr, place)) {
    if (expr.kind == ExprKind::list) {
      for (const ml::Expr* part : expr.parts) terms(work, *part, place, so_far, all);
      return;
    }
    if (expr.kind == ExprKind::name && (expr.name == "empty" || expr.name == "nil") && expr.binder == 0) return;
    if (expr.kind == ExprKind::choice && !drawn && !translator_.facts().has(*expr.parts[0], ml::Effect::random)) {
      const ml::Value value = translator_.eval(*expr.parts[0]);
      if (value.known()) clause_terms(work, expr.clauses, {value}, place, so_far, all);
      return;
    }
    if (expr.kind == ExprKind::apply && !drawn && call_terms(work, expr, place, so_far, all)) return;
  }
  whole_term(work, expr, place, so_far, all);
}

void NetMaker::infix_terms(Work& work, const ml::Expr& expr, std::size_t place, const Term& so_far, std::vector<Term>& all) {
  Term next = so_far;
  if (expr.name == "++") {
    for (const ml::Expr* part : expr.parts) terms(work, *part, place, so_far, all);
  } else if (expr.name == "`" && many(expr, place)) {
    const ExprId count = made(work, *expr.parts[0], ColourTable::kInt);
    if (!count.valid()) return;
    const auto known = builder_.expr().constant(count);
    if (known && *known == 0) return;
    if (!known || *known != 1)
      next.count = so_far.count.valid() ? builder_.expr().binary(Op::multiply, so_far.count, count, expr.where) : count;
    terms(work, *expr.parts[1], place, next, all);
  } else if (is_delay(expr)) {
    const ExprId delay = made(work, *expr.parts[1], ColourTable::kReal);
    if (!delay.valid()) return;
    next.delay = so_far.delay.valid() ? builder_.expr().binary(Op::add, so_far.delay, delay, expr.where) : delay;
    // A delay that is drawn is drawn once for all tokens of a multiset.
    const ml::Expr& inner = *expr.parts[0];
    const bool sum = inner.kind == ExprKind::infix && inner.name == "++";
    if (sum && translator_.facts().has(*expr.parts[1], ml::Effect::random)) {
      whole_term(work, inner, place, next, all);
    } else {
      terms(work, inner, place, next, all);
    }
  } else if (expr.name == "@time") {
    translator_.work().fail(expr.where, "a time stamp on an arc is not read: only times from now on are, '@+'");
  } else {
    whole_term(work, expr, place, so_far, all);
  }
}

void NetMaker::branch_terms(Work& work, const ml::Expr& expr, std::size_t place, const Term& so_far, std::vector<Term>& all) {
  if (const ml::Expr* delayed = branch_delay(expr); delayed && !work.delayed.contains(delayed)) {
    Term next = so_far;
    const ExprId delay = made(work, *delayed->parts[1], ColourTable::kReal);
    if (!delay.valid()) return;
    next.delay = so_far.delay.valid() ? builder_.expr().binary(Op::add, so_far.delay, delay, expr.where) : delay;
    work.delayed.insert(delayed);
    branch_terms(work, expr, place, next, all);
    work.delayed.erase(delayed);
    return;
  }
  const ml::Expr& otherwise = work.delayed.contains(expr.parts[2]) ? *expr.parts[2]->parts[0] : *expr.parts[2];
  if (translator_.facts().has(*expr.parts[0], ml::Effect::random)) {
    // The condition is drawn once: all that depends on it must be one term.
    const bool nothing = otherwise.kind == ExprKind::name && otherwise.name == "empty";
    const ml::Expr& then = *expr.parts[1];
    const bool one = then.kind == ExprKind::infix && then.name == "`" && then.parts[1]->kind != ExprKind::infix;
    if (!nothing || !one) {
      whole_term(work, expr, place, so_far, all);
      return;
    }
  }
  const ExprId condition = made(work, *expr.parts[0], ColourTable::kBool);
  if (!condition.valid()) return;
  const auto known = builder_.expr().constant(condition);
  const auto side = [&](const ml::Expr& part, ExprId holds) {
    Term next = so_far;
    if (!known) next.condition = both(so_far.condition, holds);
    terms(work, part, place, next, all);
  };
  if (!known || *known != 0) side(*expr.parts[1], condition);
  if (!known || *known == 0) side(otherwise, known ? condition : builder_.expr().unary(Op::not_, condition, expr.where));
}

// A function that gives a multiset is written out, so that its terms are terms of the arc.
bool NetMaker::call_terms(Work& work, const ml::Expr& expr, std::size_t place, const Term& so_far, std::vector<Term>& all) {
  std::vector<const ml::Expr*> arguments;
  const ml::Expr* head = &expr;
  while (head->kind == ExprKind::apply) {
    arguments.insert(arguments.begin(), head->parts[1]);
    head = head->parts[0];
  }
  if (head->kind != ExprKind::name || head->binder == 0 || !head->problem.empty()) return false;
  const ml::Binder& binder = inference_.binder(head->binder);
  if (binder.kind != ml::BinderKind::function || binder.depth != 0 || binder.function->curried != arguments.size()) return false;
  if (translator_.facts().recursive(*binder.function)) return false;
  const ml::Value function = translator_.eval(*head);
  std::vector<ml::Value> values;
  for (const ml::Expr* argument : arguments) {
    if (translator_.facts().has(*argument, ml::Effect::random)) return false;
    values.push_back(translator_.eval(*argument));
    if (!values.back().known()) return true;
  }
  ml::Workspace::Surroundings& now = translator_.work().now();
  const ml::Scope scope = now.scope;
  const auto types = now.types;
  now.scope.clear();
  now.types = function.types;
  clause_terms(work, binder.function->clauses, values, place, so_far, all);
  now.scope = scope;
  now.types = types;
  return true;
}

void NetMaker::clause_terms(Work& work, const std::vector<ml::Clause>& clauses, const std::vector<ml::Value>& values,
                            std::size_t place, const Term& so_far, std::vector<Term>& all) {
  const ml::Scope scope = translator_.work().now().scope;
  ExprId before;  // that no clause before this one fits
  for (const ml::Clause& clause : clauses) {
    translator_.work().now().scope = scope;
    std::vector<ExprId> tests;
    bool never = false;
    for (std::size_t k = 0; k < values.size() && !never; ++k) {
      never = translator_.patterns().match(*clause.patterns[k], values[k], tests) == ml::Patterns::Fit::never;
    }
    if (never) continue;
    ExprId fits;
    for (const ExprId test : tests) fits = both(fits, test);
    Term next = so_far;
    next.condition = both(so_far.condition, both(before, fits));
    terms(work, *clause.body, place, next, all);
    if (tests.empty()) break;
    before = both(before, builder_.expr().unary(Op::not_, fits, so_far.where));
  }
  translator_.work().now().scope = scope;
}

void NetMaker::whole_term(Work& work, const ml::Expr& expr, std::size_t place, Term term, std::vector<Term>& all) {
  const bool list = many(expr, place);
  const ColourSetId set = places_[place].set;
  const ColourSetId type = list ? builder_.net().colours.add_list("", set) : set;
  // A pattern keeps the colour sets of its variables: the net converts.
  const bool pattern = !list && !output_;
  term.value = made(work, expr, pattern ? ColourSetId{} : type);
  if (pattern && term.value.valid() && !builder_.net().colours.converts(builder_.expr().type(term.value), set)) {
    term.value = translator_.values().coerce(term.value, set, expr.where);
  }
  if (!term.value.valid()) return;
  term.each = list;
  term.where = expr.where;
  all.push_back(term);
}

}  // namespace petriloom::cpn
