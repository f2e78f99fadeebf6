// SPDX-License-Identifier: Apache-2.0
// Code that changes references in ways that are not known while it is translated: as often as a
// function calls itself. It becomes a function of what the references hold (store-passing style).
#include <algorithm>

#include "formats/cpn/work.h"
#include "formats/ml/store_passing.h"

namespace petriloom::cpn {

namespace {

using ml::Expr;
using ml::ExprKind;

// What code of a transition reaches by names, before its types are known.
class Reached {
 public:
  explicit Reached(NetContext& context) : context_(context) {}

  void add(const Expr& code) {
    visit(code);
    // Functions that look at references through others do so too.
    for (bool again = true; std::exchange(again, false);) {
      for (const ml::Function* function : functions_) {
        if (looks_.contains(function) || !in_bodies(*function, [this](const Expr& each) { return looks(each); })) continue;
        looks_.insert(function);
        again = true;
      }
    }
    for (bool again = true; std::exchange(again, false);) {
      for (const ml::Function* function : functions_) {
        if (changes_.contains(function) || !in_bodies(*function, [this](const Expr& each) { return changes(each); })) continue;
        changes_.insert(function);
        again = true;
      }
    }
  }

  // In the order of their names.
  [[nodiscard]] const std::map<std::string, const ml::Declaration*>& references() const { return references_; }
  // Those that look at references, as one group of functions.
  [[nodiscard]] ml::Declaration looking() const {
    ml::Declaration all;
    all.kind = ml::DeclarationKind::functions;
    for (const ml::Function* function : functions_) {
      if (!looks_.contains(function)) continue;
      ml::Function copy = *function;
      copy.frees.clear();
      copy.generals.clear();
      all.functions.push_back(std::move(copy));
    }
    return all;
  }
  // Whether names mean the same where the code stands as where the functions are declared.
  [[nodiscard]] bool same_names() const {
    return std::all_of(looks_.begin(), looks_.end(), [this](const ml::Function* function) {
      return !in_bodies(*function, [this](const Expr& each) { return means_other(each); });
    });
  }

  // Whether the statements are followed while they are translated (state.cpp).
  [[nodiscard]] bool in_steps(const Expr& expr) const {
    if (!changes(expr)) return true;
    const auto parts = [&] {
      return std::all_of(expr.parts.begin(), expr.parts.end(), [this](const Expr* part) { return in_steps(*part); });
    };
    switch (expr.kind) {
      case ExprKind::sequence:
      case ExprKind::branch:
      case ExprKind::typed:
        return parts();
      case ExprKind::infix:
        return expr.name == ":=" && in_steps(*expr.parts[1]);
      case ExprKind::block:
        return parts() && std::all_of(expr.declarations.begin(), expr.declarations.end(), [this](const ml::Declaration* each) {
                 return each->kind == ml::DeclarationKind::value && in_steps(*each->value);
               });
      case ExprKind::apply: {
        if (assigned(expr)) return true;
        const ml::Function* const function = function_of(*expr.parts[0]);
        return function && function->curried == 1 && function->clauses.size() == 1 && in_steps(*expr.parts[1]) &&
               !context_.translator.facts().recursive(*function) && in_steps(*function->clauses[0].body);
      }
      default:
        return false;
    }
  }

 private:
  template <class Test>
  static bool in_bodies(const ml::Function& function, const Test& test) {
    return std::any_of(function.clauses.begin(), function.clauses.end(),
                       [&](const ml::Clause& clause) { return test(*clause.body); });
  }
  [[nodiscard]] const ml::Binder* binder_of(const Expr& expr) const {
    const std::uint32_t id = expr.kind == ExprKind::name ? context_.environment().find(expr.name) : 0;
    return id != 0 ? &context_.environment().binder(id) : nullptr;
  }
  [[nodiscard]] const ml::Function* function_of(const Expr& expr) const {
    const ml::Binder* const binder = binder_of(expr);
    return binder && binder->kind == ml::BinderKind::function ? binder->function : nullptr;
  }
  [[nodiscard]] const ml::Declaration* state_of(const Expr& expr) const {
    const ml::Binder* const binder = binder_of(expr);
    const bool state = binder && binder->kind == ml::BinderKind::reference && context_.states.contains(binder->declaration);
    return state ? binder->declaration : nullptr;
  }
  [[nodiscard]] bool assigned(const Expr& expr) const {
    if (expr.kind == ExprKind::infix && expr.name == ":=") return state_of(*expr.parts[0]) != nullptr;
    const bool counts = expr.kind == ExprKind::apply && expr.parts[0]->kind == ExprKind::name &&
                        (expr.parts[0]->name == "inc" || expr.parts[0]->name == "dec");
    return counts && state_of(*expr.parts[1]) != nullptr;
  }

  void visit(const Expr& expr) {
    if (const ml::Declaration* const state = state_of(expr)) references_.emplace(expr.name, state);
    const ml::Function* const function = function_of(expr);
    if (function && std::find(functions_.begin(), functions_.end(), function) == functions_.end()) {
      functions_.push_back(function);
      for (const ml::Clause& clause : function->clauses) visit(*clause.body);
    }
    ml::any_inside(expr, [this](const Expr& inner) {
      visit(inner);
      return false;
    });
  }
  [[nodiscard]] bool looks(const Expr& expr) const {
    const ml::Function* const function = function_of(expr);
    return state_of(expr) || (function && looks_.contains(function)) ||
           ml::any_inside(expr, [this](const Expr& inner) { return looks(inner); });
  }
  [[nodiscard]] bool changes(const Expr& expr) const {
    const ml::Function* const function = function_of(expr);
    return assigned(expr) || (function && changes_.contains(function)) ||
           ml::any_inside(expr, [this](const Expr& inner) { return changes(inner); });
  }
  [[nodiscard]] bool means_other(const Expr& expr) const {
    if (expr.kind == ExprKind::name && expr.binder != 0) {
      const ml::Binder& binder = context_.environment().binder(expr.binder);
      const bool local = binder.kind == ml::BinderKind::local || (binder.kind == ml::BinderKind::function && binder.local);
      if (!local && context_.environment().find(expr.name) != expr.binder) return true;
    }
    return ml::any_inside(expr, [this](const Expr& inner) { return means_other(inner); });
  }

  NetContext& context_;
  std::vector<const ml::Function*> functions_;
  std::set<const ml::Function*> looks_, changes_;
  std::map<std::string, const ml::Declaration*> references_;
};

}  // namespace

void pass_states(Work& work) {
  if (work.context.states.empty()) return;
  Reached reached(work.context);
  reached.add(*work.code.action);
  if (reached.references().empty() || reached.in_steps(*work.code.action) || !reached.same_names()) return;
  std::map<std::string, ml::Type*> held;
  for (const auto& [name, reference] : reached.references()) held.emplace(name, reference->value->type);
  ml::StorePassing store(work.context.arena);
  Expr* const function = store.function_of(*work.code.action, held, reached.looking());
  if (!function) {
    work.context.work().fail(store.where(), store.problem(),
                             "code changes references one after the other, with ';', 'if', 'case', 'let' and functions");
    work.code.action = nullptr;
    return;
  }
  work.written_code = std::exchange(work.code.action, function);
  for (const auto& [name, reference] : reached.references()) work.passed.push_back(reference);
}

ml::Value run_passed(Work& work) {
  ml::Workspace& w = work.context.work();
  const Expr& code = *work.code.action;
  std::vector<ml::Value> held;
  for (const ml::Declaration* reference : work.passed) held.push_back(w.now().contents.at(reference));
  ml::Type* const result = ml::Types::found(ml::Types::found(code.type)->parts[1]);
  const ColourSetId type = work.context.values().colour_of(result);
  const ExprId whole = w.naming([&]() -> ExprId {
    const ml::Value function = work.context.translator.eval(code);
    const ml::Value argument = held.size() == 1 ? held[0] : ml::Value::tuple(held);
    const ml::Value value = work.context.translator.calls().apply(function, argument, code);
    return work.context.values().coerce(work.context.values().materialise(value, result, code.where), type, code.where);
  });
  if (!whole.valid()) return {};
  // Worked out once, whatever uses it.
  const std::uint32_t slot = w.slot("code", type);
  work.made.draws.push_back({slot, whole, code.where, {}});
  ExprBuilder& e = work.context.e();
  const ExprId once = e.variable(type, slot, code.where);
  for (std::size_t k = 0; k < work.passed.size(); ++k) {
    const ColourSetId colour = work.context.net()[work.context.states.at(work.passed[k])].colour;
    w.now().contents[work.passed[k]] = work.context.values().coerce(e.project(once, k + 1, code.where), colour, code.where);
  }
  return e.project(once, 0, code.where);
}

}  // namespace petriloom::cpn
