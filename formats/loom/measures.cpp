// SPDX-License-Identifier: Apache-2.0
// Measures and the stop condition.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "formats/loom/elaborate.h"

namespace petriloom::loom {
namespace {

struct MeasureWord {
  std::string_view word;
  MeasureKind kind;
};
constexpr std::array kMeasureWords = {
    MeasureWord{"count", MeasureKind::count},       MeasureWord{"sum", MeasureKind::sum},
    MeasureWord{"mean", MeasureKind::mean},         MeasureWord{"min", MeasureKind::minimum},
    MeasureWord{"max", MeasureKind::maximum},       MeasureWord{"first", MeasureKind::first},
    MeasureWord{"last", MeasureKind::last},         MeasureWord{"average", MeasureKind::average},
    MeasureWord{"integral", MeasureKind::integral}, MeasureWord{"peak", MeasureKind::peak},
    MeasureWord{"time", MeasureKind::passage},
};

MeasureKind kind_of(const Node& node) {
  for (const MeasureWord& each : kMeasureWords) {
    if (each.word == node.text) return each.kind;
  }
  return node.kind == Kind::between ? MeasureKind::delay : MeasureKind::derived;
}

class MeasureMaker {
 public:
  MeasureMaker(Context& context, Scope& scope, const Node& node) : context_(context), scope_(scope), node_(node) {}

  void make() {
    Measure measure;
    measure.name = node_.text;
    measure.module = scope_.module;
    measure.where = node_.where;
    measure.kind = kind_of(node_.back());
    if (const Node* quantity = node_.child(Kind::quantity)) measure.unit = quantity->text;
    for (const FoldedIndex& index : scope_.indices) measure.keys.push_back({index.name, index.type});
    if (!scope_.indices.empty()) measure.members = rows_of(context_, scope_);
    const Node* const array = node_.child(Kind::array);
    if (array == nullptr) return finish(std::move(measure));
    if (!keys(*array, measure)) return;
    const bool literal = measure.kind != MeasureKind::derived &&
                         std::any_of(array->children.begin(), array->children.end(), [&](const Node& binder) {
                           return binder.kind == Kind::binder && needs_literal(env(), node_.back(), binder.text);
                         });
    literal ? write_out(measure, *array) : finish(std::move(measure));
  }

 private:
  Env& env() {
    env_.scope = &scope_;
    env_.frame = &frame_;
    return env_;
  }

  /// Adds the keys of `measure m[n in Node where c]`, and their rows.
  bool keys(const Node& array, Measure& measure) {
    Scope& inner = context_.scopes.emplace_back();
    inner.parent = &scope_;
    inner.outer = &scope_;
    inner.module = scope_.module;
    inner.indices = scope_.indices;
    inner.filters = scope_.filters;
    for (const Node& binder : array.children) {
      if (binder.kind != Kind::binder) continue;
      const ColourSetId type = resolve_type(context_, scope_, binder.children[0]);
      if (!type.valid()) return false;
      if (!context_.colours()[type].finite) {
        context_.diagnostics().error(binder.where, "a measure can only be taken for each colour of a finite colour set");
        return false;
      }
      Symbol symbol;
      symbol.kind = SymbolKind::index;
      symbol.name = binder.text;
      symbol.where = binder.where;
      symbol.type = type;
      symbol.slot = static_cast<std::uint32_t>(inner.indices.size());
      declare(context_, inner, std::move(symbol));
      inner.indices.push_back({std::string(binder.text), type});
      measure.keys.push_back({std::string(binder.text), type});
    }
    if (const Node* where = array.child(Kind::where)) inner.filters.push_back({where->children.data(), &inner});
    measure.members = rows_of(context_, inner);
    keyed_ = &inner;
    return true;
  }

  /// Over expanded arrays: one measure for each row, named by its keys.
  void write_out(const Measure& family, const Node& array) {
    const std::size_t own = scope_.indices.size();
    std::vector<ColourSetId> types;
    for (std::size_t k = own; k < family.keys.size(); ++k) types.push_back(family.keys[k].colour);
    for (const std::vector<Word>& row : family.members) {
      Measure one = family;
      one.keys.resize(own);
      one.members.clear();
      const std::span<const Word> literal = std::span<const Word>(row).subspan(own);
      one.name += format_indices(context_, types, literal);
      env_.locals.clear();
      for (std::size_t k = 0; k < literal.size(); ++k) env_.locals.push_back({array.children[k].text, types[k], 0, literal[k]});
      keyed_ = nullptr;
      finish(std::move(one));
    }
  }

  void finish(Measure measure) {
    env();
    if (keyed_ != nullptr) env_.scope = keyed_;
    const Node& quantity = node_.back();
    bool made = false;
    switch (quantity.kind) {
      case Kind::of_firings:
        made = firings(measure, quantity);
        break;
      case Kind::of_state:
        made = state(measure, quantity);
        break;
      case Kind::between:
        made = between(measure, quantity);
        break;
      default: {
        const std::optional<std::string> text = derived_text(context_, env_, quantity.children[0], measure.keys);
        made = text.has_value();
        measure.value_text = text.value_or("");
      }
    }
    measure.slots = std::max(measure.slots, static_cast<std::uint32_t>(measure.keys.size()));
    if (made) context_.builder.add(std::move(measure));
  }

  bool state(Measure& measure, const Node& quantity) {
    frame_.slots.assign(measure.keys.begin(), measure.keys.end());
    env_.state = true;
    const bool passage = measure.kind == MeasureKind::passage;
    ExprId& looked_at = passage ? measure.condition : measure.value;
    looked_at = elaborate_as(context_, env_, quantity.children[0], passage ? ColourTable::kBool : ColourTable::kReal);
    measure.slots = static_cast<std::uint32_t>(frame_.slots.size());
    return looked_at.valid();
  }

  /// The transition of a path, with conditions on its leading variables where the path has literal indices.
  bool over(const Measure& measure, const Node& path, TransitionId& transition, std::vector<ExprId>& conditions) {
    frame_.slots.assign(measure.keys.begin(), measure.keys.end());
    const std::optional<Target> target = follow_transition(context_, env_, path.children[0]);
    if (!target || !target->symbol->transition.valid()) return false;
    transition = target->symbol->transition;
    const Net& net = context_.net();
    for (std::size_t k = 0; k < target->indices.size(); ++k) {
      const Expr expr = net.exprs[target->indices[k]];
      if (expr.op == Op::wildcard) continue;
      if (expr.op == Op::variable && k < measure.keys.size() && expr.payload == static_cast<Word>(k)) continue;
      if (expr.op != Op::literal) {
        context_.diagnostics().error(path.where, "the indices of this path must be the keys of the measure in order, or constant");
        return false;
      }
      const ExprId variable =
          context_.expr().variable(net[transition].variables[k].colour, static_cast<std::uint32_t>(k), path.where);
      conditions.push_back(context_.expr().binary(Op::equal, variable, target->indices[k], path.where));
    }
    return true;
  }

  bool firings(Measure& measure, const Node& quantity) {
    std::vector<ExprId> conditions;
    if (!over(measure, *quantity.child(Kind::over), measure.transition, conditions)) return false;
    Transition& transition = context_.net().transitions[measure.transition.index()];
    frame_.slots = transition.variables;
    const std::vector<Local> before = env_.locals;
    names_ = transition.variables;  // the locals refer to these names
    for (std::uint32_t slot = 0; slot < transition.binding_size; ++slot) {
      const bool key = std::any_of(measure.keys.begin(), measure.keys.end(),
                                   [&](const Variable& each) { return each.name == names_[slot].name; });
      if (slot >= transition.folded || !key) env_.locals.push_back({names_[slot].name, names_[slot].colour, slot, {}});
    }
    const Node* const where = quantity.child(Kind::where);
    if (where != nullptr) conditions.push_back(elaborate_as(context_, env_, where->children[0], ColourTable::kBool));
    if (quantity.children[0].kind != Kind::over) {
      measure.value = elaborate_as(context_, env_, quantity.children[0], ColourTable::kReal);
      if (!measure.value.valid()) return false;
    }
    env_.locals = before;
    for (const ExprId condition : conditions) {
      if (!condition.valid()) return false;
      measure.condition =
          measure.condition.valid() ? context_.expr().binary(Op::and_, measure.condition, condition, node_.where) : condition;
    }
    context_.net().transitions[measure.transition.index()].variables = frame_.slots;
    return true;
  }

  bool between(Measure& measure, const Node& quantity) {
    std::vector<ExprId> conditions;
    if (!over(measure, quantity.children[0], measure.transition, conditions)) return false;
    if (!over(measure, quantity.children[1], measure.until, conditions)) return false;
    if (conditions.empty()) return true;
    context_.diagnostics().error(quantity.where, "a delay cannot be measured for one element of a folded array");
    return false;
  }

  Context& context_;
  Scope& scope_;
  const Node& node_;
  Frame frame_;
  Env env_;
  Scope* keyed_ = nullptr;
  std::vector<Variable> names_;
};

}  // namespace

void add_measures(Context& context) {
  const std::size_t scopes = context.scopes.size();
  for (std::size_t i = 0; i < scopes; ++i) {
    Scope& scope = context.scopes[i];
    for (const Node* node : scope.body) {
      if (node->kind == Kind::measure) MeasureMaker(context, scope, *node).make();
    }
  }
}

void add_stop(Context& context) {
  ExprId all;
  Frame frame;
  Env env;
  env.scope = &context.scopes.front();
  env.frame = &frame;
  env.state = true;
  for (const Node* node : context.scopes.front().body) {
    if (node->kind != Kind::stop) continue;
    const ExprId condition = elaborate_as(context, env, node->children[0], ColourTable::kBool);
    if (!condition.valid()) return;
    all = all.valid() ? context.expr().binary(Op::or_, all, condition, node->where) : condition;
  }
  context.net().stop = all;
  context.net().stop_slots = static_cast<std::uint32_t>(frame.slots.size());
}

}  // namespace petriloom::loom
