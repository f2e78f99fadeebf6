// SPDX-License-Identifier: Apache-2.0
#include "formats/cpn/monitor_functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "engine/expr/match.h"
#include "formats/cpn_writing/write_monitors.h"
#include "formats/ml/parser.h"

namespace petriloom::cpn {

namespace {

std::string known_as(const Page& page, const std::string& node) { return code_name(one_line(page.name), one_line(node)); }

/// Of a function over elements of bindings what speaks of one transition: other clauses go, and the
/// element is (number, {variables}) without its constructor, which says of which colour sets.
class OfTransition {
 public:
  /// `colours`: the names of the colour sets of the variables.
  OfTransition(std::string name, const std::map<std::string, std::string>& colours, ml::Arena& arena)
      : name_(std::move(name)), colours_(colours), arena_(arena) {}

  static bool element(const ml::Pattern& pattern) {
    return pattern.kind == ml::PatternKind::constructor && pattern.name.find('\'') != std::string::npos;
  }

  void keep(std::vector<ml::Clause>& clauses) const {
    std::erase_if(clauses, [this](const ml::Clause& clause) { return of_another(*clause.patterns[0]); });
    for (ml::Clause& clause : clauses) {
      take_off(clause.patterns[0]);
      keep(*clause.body);
    }
  }

 private:
  void keep(ml::Expr& expr) const {
    keep(expr.clauses);
    for (ml::Expr* part : expr.parts) keep(*part);
    for (ml::Declaration* declaration : expr.declarations) {
      if (declaration->value) keep(*declaration->value);
      for (ml::Function& function : declaration->functions) keep(function.clauses);
    }
  }

  [[nodiscard]] bool of_another(const ml::Pattern& pattern) const {
    if (pattern.kind == ml::PatternKind::tuple && !pattern.parts.empty()) return of_another(*pattern.parts[0]);
    return element(pattern) && pattern.name != name_;
  }
  void take_off(ml::Pattern*& pattern) const {
    if (pattern->kind == ml::PatternKind::tuple && !pattern->parts.empty()) return take_off(pattern->parts[0]);
    if (!element(*pattern) || pattern->parts.empty()) return;
    pattern = pattern->parts[0];
    if (pattern->kind == ml::PatternKind::tuple && pattern->parts.size() == 2) say_colours(*pattern->parts[1]);
  }
  void say_colours(const ml::Pattern& record) const {
    for (std::size_t k = 0; k < record.labels.size(); ++k) {
      const auto colour = colours_.find(record.labels[k]);
      if (record.parts[k]->written || colour == colours_.end()) continue;
      record.parts[k]->written = arena_.written(ml::WrittenKind::name, record.where);
      record.parts[k]->written->name = colour->second;
    }
  }

  std::string name_;
  const std::map<std::string, std::string>& colours_;
  ml::Arena& arena_;
};

// Whether a function takes elements of bindings apart.
bool speaks_of_firings(const ml::Expr& expr) {
  const auto apart = [](const ml::Clause& clause) { return OfTransition::element(*clause.patterns[0]); };
  const auto inside = [&](const ml::Declaration* declaration) {
    return std::any_of(declaration->functions.begin(), declaration->functions.end(), [&](const ml::Function& function) {
      return std::any_of(function.clauses.begin(), function.clauses.end(), apart);
    });
  };
  return std::any_of(expr.clauses.begin(), expr.clauses.end(), apart) ||
         std::any_of(expr.declarations.begin(), expr.declarations.end(), inside) ||
         ml::any_inside(expr, [](const ml::Expr& inner) { return speaks_of_firings(inner); });
}

}  // namespace

void MonitorFunctions::enter(const Watched& of) {
  const Transition& transition = context_.net()[of.made];
  work().now() = {};
  work().now().slots = transition.variables;
  variables_.clear();
  unknown_ = static_cast<std::uint32_t>(transition.variables.size());
  for (std::uint32_t slot = 0; slot < transition.binding_size; ++slot) {
    const Variable& variable = transition.variables[slot];
    const std::uint32_t id = context_.environment().find(variable.name);
    if (id == 0 || context_.environment().binder(id).kind != ml::BinderKind::variable) continue;
    work().now().scope[id] = ml::Value(e().variable(variable.colour, slot, monitor_.where));
    is_around(id);
  }
  unknown_count_ = 0;
  if (of.node->code.blank()) return;
  // What the code draws is part of the element, but is not known here.
  Diagnostics told;
  for (const auto& [output, where] : ml::Parser(of.node->code, context_.arena, told).whole_code().output) {
    const std::uint32_t id = context_.environment().find(output);
    if (id == 0 || variables_.contains(output)) continue;
    const ColourSetId colour = context_.values().colour(context_.environment().binder(id).colour);
    work().now().scope[id] = ml::Value(e().variable(colour, work().slot(output, colour), monitor_.where));
    is_around(id);
  }
  unknown_count_ = static_cast<std::uint32_t>(work().now().slots.size()) - unknown_;
}

void MonitorFunctions::is_around(std::uint32_t variable) {
  const ml::Binder& binder = context_.environment().binder(variable);
  variables_[binder.name] = context_.environment().colour(binder.colour).name;
}

// (number, {variables}) of a transition. Without a binding, where only the marking counts, nothing.
ml::Expr* MonitorFunctions::element(const Watched& of, const Location& where) {
  ml::Expr* result = context_.arena.expr(ml::ExprKind::tuple, where);
  ml::Expr* number = context_.arena.expr(ml::ExprKind::integer, where);
  number->text = std::to_string(number_of(of.instance));
  ml::Expr* binding = context_.arena.expr(ml::ExprKind::record, where);
  for (const auto& [one, colour] : variables_) {
    binding->labels.push_back(one);
    binding->parts.push_back(context_.arena.expr(ml::ExprKind::name, where));
    binding->parts.back()->name = one;
  }
  result->parts = {number, binding};
  return result;
}

std::size_t MonitorFunctions::number_of(std::size_t instance) const {
  const auto all = std::span(pages_.instances()).first(instance + 1);
  return static_cast<std::size_t>(
      std::count_if(all.begin(), all.end(), [&](const Instance& one) { return one.page == all.back().page; }));
}

ml::Expr* MonitorFunctions::function(const std::string& role, const std::string& called, const Watched* of) {
  const auto text = monitor_.functions.find(role);
  if (text == monitor_.functions.end() || text->second.blank()) throw LeftOut{fmt::format("it has no function '{}'", called)};
  Diagnostics wrong;
  const std::vector<ml::Declaration*> all = ml::Parser(text->second, context_.arena, wrong).whole_declarations();
  if (wrong.has_errors()) throw LeftOut{wrong.list()[0].message};
  if (all.size() != 1 || all[0]->functions.size() != 1 || all[0]->functions[0].curried != 1) {
    throw LeftOut{fmt::format("'{}' is not the one function of its text", called)};
  }
  ml::Expr* result = context_.arena.expr(ml::ExprKind::function, text->second.where());
  result->clauses = all[0]->functions[0].clauses;
  if (of) {
    const Page& page = *pages_.instances()[of->instance].page;
    OfTransition(known_as(page, of->node->name.text), variables_, context_.arena).keep(result->clauses);
  }
  if (result->clauses.empty()) throw LeftOut{fmt::format("'{}' says nothing of its transition", called)};
  return result;
}

std::size_t MonitorFunctions::marked_place(const std::string& parameter) {
  for (std::size_t k = 0; k < pages_.place_count(); ++k) {
    const PlaceInstance& place = pages_.place(k);
    const Page& page = *pages_.instances()[place.instance].page;
    const std::string known = fmt::format("{}_{}_mark", known_as(page, place.node->name.text), number_of(place.instance));
    if (known == parameter) return pages_.root(k);
  }
  throw LeftOut{fmt::format("there is no place for '{}'", parameter)};
}

std::vector<std::size_t> MonitorFunctions::markings(const ml::Expr& function, bool element) {
  std::vector<std::size_t> all;
  const ml::Pattern& first = *function.clauses[0].patterns[0];
  const bool several = first.kind == ml::PatternKind::tuple;
  const std::vector<ml::Pattern*> parts = several ? first.parts : std::vector<ml::Pattern*>{function.clauses[0].patterns[0]};
  if (!marked_) return all;
  for (std::size_t k = element ? 1 : 0; k < parts.size(); ++k) {
    all.push_back(marked_place(parts[k]->name));
    if (!pages_.place(all.back()).early.empty()) throw LeftOut{"tokens of its place are taken before they are ready"};
  }
  return all;
}

ExprId MonitorFunctions::call(const std::string& role, const std::string& called, const Watched* of, ColourSetId type) {
  ml::Expr* const made = function(role, called, of);
  const Location where = made->where;
  ml::Inference& inference = context_.inference;
  ml::Types& types = inference.types();
  std::vector<ml::Type*> domain;
  std::vector<ml::Value> values;
  ml::Expr* bound = nullptr;
  types.enter();
  ml::Type* const typed = inference.infer(*made);
  if (of) {
    bound = element(*of, where);
    domain.push_back(inference.infer(*bound));
  }
  for (const std::size_t place : markings(*made, of != nullptr)) {
    domain.push_back(types.list(context_.environment().colour(pages_.place(place).colour).type));
    values.emplace_back(tokens_of(pages_.place(place).made, where));
  }
  ml::Expr* const at = context_.arena.expr(ml::ExprKind::apply, where);
  at->type = types.variable();
  const bool fits = types.unify(typed, types.function(domain.size() == 1 ? domain[0] : types.tuple(domain), at->type));
  inference.settle();
  types.leave();
  if (!fits) throw LeftOut{fmt::format("'{}' takes something else than its transitions and places", called)};
  work().write_out = true;  // a call would take the whole element along
  const ExprId result = work().naming([&]() -> ExprId {
    if (bound) values.insert(values.begin(), context_.translator.eval(*bound));
    const ml::Value function = context_.translator.eval(*made);
    const ml::Value argument = values.size() == 1 ? values[0] : ml::Value::tuple(values);
    if (!function.known() || !argument.known()) return {};
    return context_.values().materialise(context_.translator.calls().apply(function, argument, *at), at->type, where);
  });
  work().write_out = false;
  if (!result.valid()) throw LeftOut{"what its functions do has no form here"};
  if (of && reads_unknown(result)) throw LeftOut{"it looks at what the code region of its transition draws"};
  return e().convert(result, type, where);
}

// The tokens of a place as a list: the net language has it behind `in` alone.
ExprId MonitorFunctions::tokens_of(PlaceId place, const Location& where) {
  const ColourSetId colour = context_.net()[place].colour;
  const std::uint32_t slot = work().slot(colour);
  return e().comprehension(Op::map, slot, e().token_list(place, where), e().variable(colour, slot, where), where);
}

bool MonitorFunctions::reads_unknown(ExprId expr) const {
  const std::vector<std::uint32_t> read = free_variables(context_.net(), expr, unknown_ + unknown_count_);
  return std::any_of(read.begin(), read.end(), [this](std::uint32_t slot) { return slot >= unknown_; });
}

bool MonitorFunctions::asks_what_fired(const std::string& role, const std::string& called) {
  return speaks_of_firings(*function(role, called, nullptr));
}

}  // namespace petriloom::cpn
