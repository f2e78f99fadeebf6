// SPDX-License-Identifier: Apache-2.0
// Inscriptions as terms of arcs: an arc has one colour, or all elements of a list, how often it is
// there, under which condition, and with which delay.
#include <algorithm>
#include <utility>

#include "formats/cpn/work.h"

namespace petriloom::cpn {

using ml::ExprKind;

namespace {

// Whether a time is added to what the expression gives, at least in one of its branches.
bool gives_delay(const ml::Expr& expr) {
  const auto in_clause = [](const ml::Clause& clause) { return gives_delay(*clause.body); };
  switch (expr.kind) {
    case ExprKind::infix:
      return ml::is_delay(expr) || expr.name == "@time" ||
             (expr.name == "++" &&
              std::any_of(expr.parts.begin(), expr.parts.end(), [](const auto* part) { return gives_delay(*part); }));
    case ExprKind::branch:
      return gives_delay(*expr.parts[1]) || gives_delay(*expr.parts[2]);
    case ExprKind::choice:
      return std::any_of(expr.clauses.begin(), expr.clauses.end(), in_clause);
    case ExprKind::block:
    case ExprKind::typed:
      return gives_delay(*expr.parts[0]);
    default:
      return false;
  }
}

// `if c then x else y @+ d` delays both: ML would see a branch with a time and one without, which
// it refuses.
const ml::Expr* branch_delay(const ml::Expr& expr) {
  if (expr.kind != ExprKind::branch) return nullptr;
  const ml::Expr& otherwise = *expr.parts[2];
  if (gives_delay(*expr.parts[1])) return nullptr;
  if (ml::is_delay(otherwise)) return &otherwise;
  return branch_delay(otherwise);
}

// `a` and `b`, or the one that is there.
ExprId both(Work& work, ExprId a, ExprId b) {
  if (!a.valid()) return b;
  return b.valid() ? work.context.e().binary(Op::and_, a, b, work.context.net().exprs[a].where) : a;
}

class InscriptionTerms {
 public:
  InscriptionTerms(Work& work, const PlaceInstance& place, bool takes)
      : work_(work), context_(work.context), place_(place), takes_(takes) {}
  void terms(const ml::Expr& expr, Term so_far);
  [[nodiscard]] std::vector<Term> take() { return std::move(all_); }

 private:
  void block_terms(const ml::Expr& expr, const Term& so_far);
  void special_terms(const ml::Expr& expr, const Term& so_far);
  void infix_terms(const ml::Expr& expr, const Term& so_far);
  void branch_terms(const ml::Expr& expr, const Term& so_far);
  bool call_terms(const ml::Expr& expr, const Term& so_far);
  void clause_terms(const std::vector<ml::Clause>& clauses, const std::vector<ml::Value>& values, const Term& so_far);
  void whole_term(const ml::Expr& expr, Term term);

  Work& work_;
  NetContext& context_;
  const PlaceInstance& place_;
  bool takes_;
  std::vector<Term> all_;
  std::set<const ml::Expr*> delayed_;  ///< parts whose delay was taken to the whole
};

void InscriptionTerms::terms(const ml::Expr& expr, Term so_far) {
  if (!expr.problem.empty()) {
    context_.work().fail(expr.where, expr.problem, expr.help);
    return;
  }
  so_far.where = expr.where;
  switch (expr.kind) {
    case ExprKind::infix:
      infix_terms(expr, so_far);
      return;
    case ExprKind::branch:
      if (many(context_, expr, place_) || gives_delay(expr)) {
        branch_terms(expr, so_far);
        return;
      }
      break;
    case ExprKind::typed:
      terms(*expr.parts[0], so_far);
      return;
    default:
      special_terms(expr, so_far);
      return;
  }
  whole_term(expr, so_far);
}

// What is declared around terms with times stands in each of them; what is drawn is drawn once.
void InscriptionTerms::block_terms(const ml::Expr& expr, const Term& so_far) {
  const ml::Scope scope = context_.work().now().scope;
  bool known = false;
  const auto drawn = context_.work().naming_drawn([&] { known = context_.translator.enter_block(expr); });
  for (const auto& [slot, value] : drawn) work_.made.draws.push_back({slot, value, context_.net().exprs[value].where, {}});
  if (known) terms(*expr.parts[0], so_far);
  context_.work().now().scope = scope;
}

void InscriptionTerms::special_terms(const ml::Expr& expr, const Term& so_far) {
  if (expr.kind == ExprKind::block && gives_delay(expr)) {
    block_terms(expr, so_far);
    return;
  }
  const bool drawn = uses_code(work_, expr);
  if (many(context_, expr, place_)) {
    if (expr.kind == ExprKind::list) {
      for (const ml::Expr* part : expr.parts) terms(*part, so_far);
      return;
    }
    if (expr.kind == ExprKind::name && (expr.name == "empty" || expr.name == "nil") && expr.binder == 0) return;
    if (expr.kind == ExprKind::choice && !drawn && !context_.translator.facts().has(*expr.parts[0], ml::Effect::random)) {
      const ml::Value value = context_.translator.eval(*expr.parts[0]);
      if (value.known()) clause_terms(expr.clauses, {value}, so_far);
      return;
    }
    const std::size_t before = all_.size();
    if (expr.kind == ExprKind::apply && !drawn && call_terms(expr, so_far)) {
      // Nothing is gained where one list comes of it: the call says more.
      const bool one_list = all_.size() == before + 1 && all_[before].each && all_[before].count == so_far.count &&
                            all_[before].condition == so_far.condition && all_[before].delay == so_far.delay;
      if (!one_list) return;
      all_.pop_back();
    }
  }
  whole_term(expr, so_far);
}

void InscriptionTerms::infix_terms(const ml::Expr& expr, const Term& so_far) {
  Term next = so_far;
  if (expr.name == "++") {
    for (const ml::Expr* part : expr.parts) terms(*part, so_far);
  } else if (expr.name == "`" && many(context_, expr, place_)) {
    const ExprId count = made(work_, *expr.parts[0], ColourTable::kInt);
    if (!count.valid()) return;
    const petriloom::Expr& node = context_.net().exprs[count];
    const bool known = node.op == Op::literal;
    if (known && node.payload == 0) {
      context_.e().fix(count);
      return;
    }
    if (!known || node.payload != 1 || node.named)
      next.count = so_far.count.valid() ? context_.e().binary(Op::multiply, so_far.count, count, expr.where) : count;
    terms(*expr.parts[1], next);
  } else if (ml::is_delay(expr)) {
    const ExprId delay = made(work_, *expr.parts[1], ColourTable::kReal);
    if (!delay.valid()) return;
    next.delay = so_far.delay.valid() ? context_.e().binary(Op::add, so_far.delay, delay, expr.where) : delay;
    // A delay that is drawn is drawn once for all tokens of a multiset.
    const ml::Expr& inner = *expr.parts[0];
    const bool sum = inner.kind == ExprKind::infix && inner.name == "++";
    if (sum && context_.translator.facts().has(*expr.parts[1], ml::Effect::random)) {
      whole_term(inner, next);
    } else {
      terms(inner, next);
    }
  } else if (expr.name == "@time") {
    next.stamp = made(work_, *expr.parts[1], ColourTable::kReal);
    if (next.stamp.valid()) terms(*expr.parts[0], next);
  } else {
    whole_term(expr, so_far);
  }
}

void InscriptionTerms::branch_terms(const ml::Expr& expr, const Term& so_far) {
  if (const ml::Expr* delayed = branch_delay(expr); delayed && !delayed_.contains(delayed)) {
    Term next = so_far;
    const ExprId delay = made(work_, *delayed->parts[1], ColourTable::kReal);
    if (!delay.valid()) return;
    next.delay = so_far.delay.valid() ? context_.e().binary(Op::add, so_far.delay, delay, expr.where) : delay;
    delayed_.insert(delayed);
    branch_terms(expr, next);
    delayed_.erase(delayed);
    return;
  }
  const ml::Expr& otherwise = delayed_.contains(expr.parts[2]) ? *expr.parts[2]->parts[0] : *expr.parts[2];
  if (context_.translator.facts().has(*expr.parts[0], ml::Effect::random)) {
    // The condition is drawn once: all that depends on it must be one term.
    const bool nothing = otherwise.kind == ExprKind::name && otherwise.name == "empty";
    const ml::Expr& then = *expr.parts[1];
    const bool one = then.kind == ExprKind::infix && then.name == "`" && then.parts[1]->kind != ExprKind::infix;
    if (!nothing || !one) {
      whole_term(expr, so_far);
      return;
    }
  }
  const ExprId condition = made(work_, *expr.parts[0], ColourTable::kBool);
  if (!condition.valid()) return;
  const auto known = context_.e().constant(condition);
  const auto side = [&](const ml::Expr& part, ExprId holds) {
    Term next = so_far;
    if (!known) next.condition = both(work_, so_far.condition, holds);
    terms(part, next);
  };
  if (!known || *known != 0) side(*expr.parts[1], condition);
  if (!known || *known == 0) side(otherwise, known ? condition : context_.e().unary(Op::not_, condition, expr.where));
}

// A function that gives a multiset is written out, so that its terms are terms of the arc.
bool InscriptionTerms::call_terms(const ml::Expr& expr, const Term& so_far) {
  std::vector<const ml::Expr*> arguments;
  const ml::Expr* head = &expr;
  while (head->kind == ExprKind::apply) {
    arguments.insert(arguments.begin(), head->parts[1]);
    head = head->parts[0];
  }
  if (head->kind != ExprKind::name || head->binder == 0 || !head->problem.empty()) return false;
  const ml::Binder& binder = context_.environment().binder(head->binder);
  if (binder.kind != ml::BinderKind::function || binder.depth != 0 || binder.function->curried != arguments.size()) return false;
  if (!binder.function->frees.empty()) return false;
  if (context_.translator.facts().recursive(*binder.function)) return false;
  const ml::Value function = context_.translator.eval(*head);
  std::vector<ml::Value> values;
  for (const ml::Expr* argument : arguments) {
    if (context_.translator.facts().has(*argument, ml::Effect::random)) return false;
    values.push_back(context_.translator.eval(*argument));
    if (!values.back().known()) return true;
  }
  const ml::Workspace::Elsewhere inside(context_.work(), {}, function.types);
  clause_terms(binder.function->clauses, values, so_far);
  return true;
}

void InscriptionTerms::clause_terms(const std::vector<ml::Clause>& clauses, const std::vector<ml::Value>& values,
                                    const Term& so_far) {
  const ml::Scope scope = context_.work().now().scope;
  ExprId before;  // that no clause before this one fits
  for (const ml::Clause& clause : clauses) {
    context_.work().now().scope = scope;
    std::vector<ExprId> tests;
    if (context_.translator.patterns().match(clause, values, tests) == ml::Patterns::Fit::never) continue;
    ExprId fits;
    for (const ExprId test : tests) fits = both(work_, fits, test);
    Term next = so_far;
    next.condition = both(work_, so_far.condition, both(work_, before, fits));
    terms(*clause.body, next);
    if (tests.empty()) break;
    before = both(work_, before, context_.e().unary(Op::not_, fits, so_far.where));
  }
  context_.work().now().scope = scope;
}

void InscriptionTerms::whole_term(const ml::Expr& expr, Term term) {
  const bool list = many(context_, expr, place_);
  const ColourSetId set = place_.set;
  const ColourSetId type = list ? context_.net().colours.add_list("", set) : set;
  // A pattern keeps the colour sets of its variables: the net converts.
  const bool pattern = !list && takes_;
  const bool written = std::exchange(context_.work().write_out, pattern);
  term.value = made(work_, expr, pattern ? ColourSetId{} : type);
  context_.work().write_out = written;
  if (pattern && term.value.valid() && !context_.net().colours.converts(context_.e().type(term.value), set)) {
    term.value = context_.values().coerce(term.value, set, expr.where);
  }
  if (!term.value.valid()) return;
  term.each = list;
  term.where = expr.where;
  all_.push_back(term);
}

}  // namespace

std::vector<Term> terms_of(Work& work, const ml::Expr& expr, std::size_t place, bool takes) {
  work.context.work().write_out = takes;
  InscriptionTerms terms(work, work.pages.place(place), takes);
  terms.terms(expr, {});
  work.context.work().write_out = false;
  return terms.take();
}

}  // namespace petriloom::cpn
