// SPDX-License-Identifier: Apache-2.0
// References whose content code regions change and inscriptions read: a place with one token each,
// which holds the content. Who reads it looks at the token, who changes it takes and puts it.
#include <fmt/format.h>

#include <algorithm>

#include "formats/cpn/named_references.h"
#include "formats/cpn/work.h"

namespace petriloom::cpn {

namespace {

using ml::Expr;
using ml::ExprKind;

// Whether a value of that type, given by that expression, is one of the net.
bool of_net(ml::Type* type) {
  type = ml::Types::found(type);
  return type->kind != ml::TypeKind::variable && type->kind != ml::TypeKind::function &&
         std::all_of(type->parts.begin(), type->parts.end(), [](ml::Type* part) { return of_net(part); });
}
bool of_net(const Expr& expr) {
  return expr.problem.empty() && !ml::any_inside(expr, [](const Expr& inner) { return !of_net(inner); });
}

// Code outside the part of ML that is read, as with files, is kept as text, and so is code that
// handles exceptions: what it would assign keeps its first value, which is said.
bool in_subset(const Expr& expr) {
  const bool loop = expr.kind == ExprKind::unsupported && expr.text == "while";
  return (expr.kind != ExprKind::unsupported || loop) && expr.kind != ExprKind::handle &&
         !ml::any_inside(expr, [](const Expr& inner) { return !in_subset(inner); });
}

// The reference with a state that a name stands for; null if it is none.
const ml::Declaration* reference_of(const Work& work, const Expr& expr) {
  if (expr.kind != ExprKind::name) return nullptr;
  const std::uint32_t id = expr.binder != 0 ? expr.binder : work.context.environment().find(expr.name);
  if (id == 0 || work.context.environment().binder(id).kind != ml::BinderKind::reference) return nullptr;
  const ml::Declaration* reference = work.context.environment().binder(id).declaration;
  return work.context.states.contains(reference) ? reference : nullptr;
}

// Runs the code of a transition while it is translated.
class CodeRunner {
 public:
  explicit CodeRunner(Work& work) : work_(work), contents_(work.context.work().now().contents) {}

  ml::Value run(const Expr& expr) {
    if (!changes(expr)) return settled(work_.context.translator.eval(expr), expr);
    switch (expr.kind) {
      case ExprKind::sequence:
        for (std::size_t k = 0; k + 1 < expr.parts.size(); ++k) step(*expr.parts[k]);
        return run(*expr.parts.back());
      case ExprKind::infix:
        if (expr.name == ":=") return assign(*expr.parts[0], run(*expr.parts[1]), expr);
        break;
      case ExprKind::branch:
        return branch(expr);
      case ExprKind::block:
        return block(expr);
      case ExprKind::typed:
        return run(*expr.parts[0]);
      case ExprKind::apply:
        return apply(expr);
      default:
        break;
    }
    return refuse(expr);
  }

 private:
  ml::Value refuse(const Expr& expr) {
    return work_.context.work().fail(expr.where, "a reference is changed inside of an expression that is not read",
                                     "code changes references one after the other, with ';', 'if', 'let' and functions");
  }

  [[nodiscard]] bool changes(const Expr& expr) {
    std::set<std::uint32_t> seen;
    return changes(expr, seen);
  }
  bool changes(const Expr& expr, std::set<std::uint32_t>& seen) {
    if (expr.kind == ExprKind::infix && expr.name == ":=" && reference_of(work_, *expr.parts[0])) return true;
    if (expr.kind == ExprKind::apply && counts(expr) != 0 && reference_of(work_, *expr.parts[1])) return true;
    if (expr.kind == ExprKind::name && expr.binder != 0) {
      const ml::Binder& binder = work_.context.environment().binder(expr.binder);
      if (binder.kind == ml::BinderKind::function && seen.insert(expr.binder).second) {
        for (const ml::Clause& clause : binder.function->clauses)
          if (changes(*clause.body, seen)) return true;
      }
    }
    return ml::any_inside(expr, [&](const Expr& inner) { return changes(inner, seen); });
  }

  // Of `inc r` 1, of `dec r` -1, else 0.
  static int counts(const Expr& expr) {
    if (expr.parts[0]->kind != ExprKind::name || expr.parts[0]->binder != 0) return 0;
    return expr.parts[0]->name == "inc" ? 1 : expr.parts[0]->name == "dec" ? -1 : 0;
  }

  // What is not needed has no effect here, unless it changes a reference.
  void step(const Expr& expr) {
    if (changes(expr)) {
      run(expr);
    } else {
      work_.context.translator.discard(expr);
    }
  }

  // What is drawn at random is drawn once, whatever uses it.
  ml::Value settled(const ml::Value& value, const Expr& expr) {
    if (value.kind == ml::ValueKind::tuple) {
      ml::Value all = value;
      for (ml::Value& part : all.parts) part = settled(part, expr);
      return all;
    }
    if (value.kind != ml::ValueKind::expr || !work_.context.net().exprs[value.expr].random()) return value;
    const ColourSetId type = work_.context.e().type(value.expr);
    const std::uint32_t slot = work_.context.work().slot("code", type);
    work_.made.draws.push_back({slot, value.expr, expr.where, {}});
    return work_.context.e().variable(type, slot, expr.where);
  }

  ml::Value assign(const Expr& to, const ml::Value& value, const Expr& at) {
    const ml::Declaration* reference = reference_of(work_, to);
    if (!reference || !value.known()) return {};
    const ColourSetId type = work_.context.net()[work_.context.states.at(reference)].colour;
    const ExprId content =
        work_.context.values().coerce(work_.context.values().materialise(value, reference->value->type, at.where), type, at.where);
    if (!content.valid()) return {};
    contents_[reference] = content;
    return work_.context.e().unit(at.where);
  }

  ml::Value branch(const Expr& expr) {
    const ml::Value value = run(*expr.parts[0]);
    const ExprId condition = work_.context.values().materialise(value, expr.parts[0]->type, expr.where);
    if (!condition.valid()) return {};
    const auto before = contents_;
    const ml::Value then = run(*expr.parts[1]);
    const auto first = std::exchange(contents_, before);
    const ml::Value otherwise = run(*expr.parts[2]);
    if (!then.known() || !otherwise.known()) return {};
    for (auto& [reference, content] : contents_) {
      const ExprId a = first.at(reference).expr;
      if (a != content.expr) content = work_.context.e().if_(condition, a, content.expr, expr.where);
    }
    const ColourSetId type = work_.context.values().colour_of(expr.type);
    const auto side = [&](const ml::Value& part, std::size_t k) {
      return work_.context.values().coerce(work_.context.values().materialise(part, expr.parts[k]->type, expr.where), type,
                                           expr.where);
    };
    return work_.context.e().if_(condition, side(then, 1), side(otherwise, 2), expr.where);
  }

  ml::Value block(const Expr& expr) {
    for (const ml::Declaration* declaration : expr.declarations) {
      if (!declaration->value) {
        // What functions inside would change is not followed.
        if (!declaration->functions.empty()) return refuse(expr);
        continue;
      }
      if (declaration->pattern->kind == ml::PatternKind::wildcard) {
        step(*declaration->value);
        continue;
      }
      const ml::Value value = run(*declaration->value);
      std::vector<ExprId> tests;
      if (value.known()) work_.context.translator.patterns().match(*declaration->pattern, value, tests);
    }
    return run(*expr.parts[0]);
  }

  ml::Value apply(const Expr& expr) {
    if (const int step = counts(expr); step != 0) {
      const ml::Declaration* reference = reference_of(work_, *expr.parts[1]);
      ExprBuilder& e = work_.context.e();
      const ExprId sum = e.binary(Op::add, contents_.at(reference).expr, e.integer(step, expr.where), expr.where);
      return assign(*expr.parts[1], sum, expr);
    }
    const Expr& function = *expr.parts[0];
    const ml::Binder& binder = work_.context.environment().binder(function.binder);
    const bool known = function.kind == ExprKind::name && function.binder != 0 && binder.kind == ml::BinderKind::function &&
                       !binder.local && binder.function->curried == 1 && binder.function->clauses.size() == 1;
    if (!known) return refuse(expr);
    const ml::Workspace::Level level(work_.context.work(), expr.where);
    if (!level.allowed()) return {};
    const ml::Value argument = run(*expr.parts[1]);
    if (!argument.known()) return {};
    const ml::Clause& clause = binder.function->clauses[0];
    const ml::Workspace::Elsewhere inside(work_.context.work(), {}, work_.context.translator.types_of_call(binder, function));
    std::vector<ExprId> tests;
    work_.context.translator.patterns().match(*clause.patterns[0], argument, tests);
    return run(*clause.body);
  }

  Work& work_;
  ml::Contents& contents_;
};

}  // namespace

void make_states(NetContext& context) {
  NamedReferences in_code(context.environment());
  std::vector<const Expr*> codes;
  Diagnostics none;
  for (const Page& page : context.document.pages) {
    for (const TransitionNode& node : page.transitions) {
      if (node.code.blank()) continue;
      const ml::Parser::Code code = ml::Parser(node.code, context.arena, none).whole_code();
      if (!code.action || code.bad || !in_subset(*code.action)) continue;
      in_code.add(*code.action);
      codes.push_back(code.action);
    }
  }
  if (in_code.assigned.empty()) return;
  // One that nothing but code reads counts or logs, which changes nothing here.
  NamedReferences asked(context.environment());
  const auto ask = [&](ml::Expr* expr) {
    if (expr) asked.add(*expr);
  };
  for (const Page& page : context.document.pages) {
    for (const TransitionNode& node : page.transitions) {
      if (!node.guard.blank()) ask(ml::Parser(node.guard, context.arena, none).whole_expression());
      if (!node.time.blank()) ask(ml::Parser(node.time, context.arena, none).whole_delay());
      if (node.code.blank()) continue;
      const ml::Parser::Code code = ml::Parser(node.code, context.arena, none).whole_code();
      if (!code.bad && !code.output.empty()) ask(code.action);
    }
    for (const ArcNode& node : page.arcs)
      if (!node.inscription.blank()) ask(ml::Parser(node.inscription, context.arena, none).whole_expression());
  }
  NeededReferences needed(context.environment(), asked.read);
  for (std::size_t before = 0; before != asked.read.size();) {
    before = asked.read.size();
    for (const Expr* code : codes) needed.add(*code);
  }
  for (const std::string& name : in_code.assigned) {
    const std::uint32_t id = context.environment().find(name);
    if (!asked.read.contains(name) || id == 0 || context.environment().binder(id).kind != ml::BinderKind::reference) continue;
    const ml::Declaration* reference = context.environment().binder(id).declaration;
    // Files and the like: what inscriptions would need of them is refused there.
    if (!of_net(context.environment().binder(id).type) || !of_net(*reference->value)) continue;
    Place made;
    made.colour = context.values().colour_of(context.environment().binder(id).type);
    const auto word = context.translator.constant(*reference->value, made.colour, "the first content of a reference");
    if (!word) continue;
    made.module = ModuleId(0);
    made.where = reference->where;
    made.name = context.unique(made.module, name, name);
    const PlaceId place = context.builder.add(std::move(made));
    context.builder.mark(place, *word, 1, 0);
    context.states.emplace(reference, place);
    context.work().changing.insert(reference);
  }
}

void find_states(Work& work) {
  if (work.context.states.empty()) return;
  NamedReferences all(work.context.environment());
  for (const Inscription& inscription : work.inscriptions)
    if (inscription.expr) all.add(*inscription.expr);
  const ml::Expr* const code = work.written_code ? work.written_code : work.code.action;
  for (const ml::Expr* expr : {static_cast<const ml::Expr*>(work.guard), static_cast<const ml::Expr*>(work.delay), code})
    if (expr) all.add(*expr);
  std::set<std::string> names = all.read;
  names.insert(all.assigned.begin(), all.assigned.end());
  for (const std::string& name : names) {
    const std::uint32_t id = work.context.environment().find(name);
    if (id == 0 || work.context.environment().binder(id).kind != ml::BinderKind::reference) continue;
    const ml::Declaration* reference = work.context.environment().binder(id).declaration;
    const auto state = work.context.states.find(reference);
    if (state == work.context.states.end()) continue;
    work.before[reference] = {};
    if (all.assigned.contains(name)) work.changed.insert(reference);
  }
}

void begin_states(Work& work) {
  for (auto& [reference, content] : work.before) {
    const ColourSetId colour = work.context.net()[work.context.states.at(reference)].colour;
    const std::uint32_t slot = work.context.work().slot(reference->name, colour);
    content = ml::Value(work.context.e().variable(colour, slot, work.node.where));
  }
  work.after = work.before;
  work.context.work().now().contents = work.before;
}

void run_states(Work& work) {
  if (work.changed.empty() || !work.code.action) return;
  ml::Workspace& w = work.context.work();
  const bool written = std::exchange(w.write_out, work.passed.empty());
  const ml::Value value = work.passed.empty() ? CodeRunner(work).run(*work.code.action) : run_passed(work);
  w.write_out = written;
  work.after = std::exchange(w.now().contents, work.before);
  for (std::size_t k = 0; k < work.drawn.size() && value.known(); ++k) {
    const ml::Binder& binder = work.context.environment().binder(work.drawn[k]);
    const Location where = work.node.code.where();
    ml::Value part = value;
    if (work.drawn.size() > 1)
      part = value.kind == ml::ValueKind::tuple ? value.parts[k] : ml::Value(work.context.e().project(value.expr, k, where));
    const ColourSetId colour = work.context.values().colour(binder.colour);
    w.now().scope[work.drawn[k]] =
        ml::Value(work.context.values().coerce(work.context.values().materialise(part, binder.type, where), colour, where));
  }
  work.drawn.clear();
}

void state_arcs(Work& work) {
  for (const auto& [reference, content] : work.before) {
    Arc arc;
    arc.place = work.context.states.at(reference);
    arc.where = work.node.where;
    arc.value = content.expr;
    const bool changed = work.changed.contains(reference);
    arc.kind = changed ? ArcKind::input : ArcKind::read;
    work.made.arcs.push_back(arc);
    if (!changed) continue;
    arc.kind = ArcKind::output;
    arc.value = work.after.at(reference).expr;
    work.made.arcs.push_back(arc);
  }
}

}  // namespace petriloom::cpn
