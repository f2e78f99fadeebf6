// SPDX-License-Identifier: Apache-2.0
// Measures, the stop condition and final markings.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "engine/questions/measure_keys.h"
#include "formats/elaboration/elaborate.h"

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
      symbol.kind = NameKind::index;
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
        made = all_firings(measure, quantity.children, measure.firings);
        break;
      case Kind::of_state:
        made = state(measure, quantity);
        break;
      case Kind::between:
        made = all_firings(measure, quantity.children[0].children, measure.firings) &&
               all_firings(measure, quantity.children[1].children, measure.until);
        break;
      default:
        measure.derived = derived_of(context_, env_, quantity.children[0], measure);
        made = measure.derived.has_value();
    }
    if (measure.firings.empty()) measure.slots = std::max(measure.slots, static_cast<std::uint32_t>(measure.keys.size()));
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

  /// The transition of a path.
  std::optional<Target> transition_of(const Measure& measure, const Node& path) {
    frame_.slots.assign(measure.keys.begin(), measure.keys.end());
    std::optional<Target> target = follow_transition(context_, env_, path.children[0]);
    if (!target || !target->symbol->transition.valid()) return std::nullopt;
    return target;
  }

  /// The key that an index of a path is.
  std::optional<std::size_t> key_of(const Measure& measure, ExprId index) {
    const Expr& expr = context_.net().exprs[index];
    if (expr.op != Op::variable || expr.payload >= static_cast<Word>(measure.keys.size())) return std::nullopt;
    return static_cast<std::size_t>(expr.payload);
  }

  ExprId variable(const Transition& transition, std::size_t slot, Location where) {
    return context_.expr().variable(transition.variables[slot].colour, static_cast<std::uint32_t>(slot), where);
  }

  /// Of all transitions of these groups.
  bool all_firings(const Measure& measure, std::span<const Node> groups, std::vector<MeasuredFirings>& made) {
    bool all = true;
    for (const Node& group : groups) {
      for (const Node& part : group.children) {
        if (part.kind != Kind::over) continue;
        const std::optional<MeasuredFirings> one = firings(measure, group, part);
        all = all && one && is_new(made, *one, part);
        if (one) made.push_back(*one);
      }
    }
    return all;
  }

  bool is_new(const std::vector<MeasuredFirings>& made, const MeasuredFirings& one, const Node& path) {
    const auto same = [&](const MeasuredFirings& other) { return other.transition == one.transition; };
    if (std::none_of(made.begin(), made.end(), same)) return true;
    context_.diagnostics().error(path.where, fmt::format("`{}` stands here twice", context_.net()[one.transition].name),
                                 "each transition once, in `where` all of its firings that count");
    return false;
  }

  std::optional<MeasuredFirings> firings(const Measure& measure, const Node& group, const Node& path) {
    keys_.clear();
    told_.clear();
    const std::optional<Target> target = transition_of(measure, path);
    if (!target) return std::nullopt;
    MeasuredFirings made;
    made.transition = target->symbol->transition;
    Net& net = context_.net();
    const Transition transition = net[made.transition];
    own_ = inside(net, transition.module, measure.module) ? scope_.indices.size() : 0;
    enter_keys(measure, transition, made);
    const std::vector<Local> before = env_.locals;
    enter_variables(measure, transition);
    ExprId where;
    const Node* const given = group.child(Kind::where);
    const bool valued = group.children[0].kind != Kind::over;
    if (given != nullptr) where = elaborate_as(context_, env_, given->children[0], ColourTable::kBool);
    if (valued) made.value = elaborate_as(context_, env_, group.children[0], ColourTable::kReal);
    env_.locals = before;
    env_.indices = nullptr;
    if ((given != nullptr && !where.valid()) || (valued && !made.value.valid())) {
      say_of_which(group, path, transition);
      return std::nullopt;
    }
    if (!path_conditions(measure, path, *target, transition, made)) return std::nullopt;
    add_condition(made, where);
    if (!key_conditions(measure, path, *target, transition, made)) return std::nullopt;
    net.transitions[made.transition.index()].variables = frame_.slots;
    return made;
  }

  /// What is wrong with a value or condition of several may be so with one of them alone.
  void say_of_which(const Node& group, const Node& path, const Transition& transition) {
    const auto is_path = [](const Node& part) { return part.kind == Kind::over; };
    if (std::count_if(group.children.begin(), group.children.end(), is_path) < 2) return;
    context_.diagnostics().error(path.where,
                                 fmt::format("the value or the condition of this group is wrong for `{}`", transition.name),
                                 "a condition and a value for each: `count a where x > 1, b where y > 1`");
  }

  /// The frame is that of the transition, and behind it the keys that are not the leading variables
  /// anyway.
  void enter_keys(const Measure& measure, const Transition& transition, MeasuredFirings& made) {
    frame_.slots = transition.variables;
    if (own_ == measure.keys.size()) return;
    made.slots = static_cast<std::uint32_t>(frame_.slots.size());
    frame_.slots.insert(frame_.slots.end(), measure.keys.begin(), measure.keys.end());
    for (std::size_t k = 0; k < measure.keys.size(); ++k) {
      const std::uint32_t slot = key_slot(context_.net(), measure, made, k);
      keys_.push_back(context_.expr().variable(measure.keys[k].colour, slot, node_.where));
    }
    env_.indices = &keys_;
  }

  /// Variables hide keys of their name, but for those that are indices of folded instances.
  void enter_variables(const Measure& measure, const Transition& transition) {
    names_ = transition.variables;  // the locals refer to these names
    for (std::uint32_t slot = 0; slot < transition.binding_size; ++slot) {
      const bool key = std::any_of(measure.keys.begin(), measure.keys.end(),
                                   [&](const Variable& each) { return each.name == names_[slot].name; });
      if (slot >= transition.folded || !key) env_.locals.push_back({names_[slot].name, names_[slot].colour, slot, {}});
    }
  }

  void add_condition(MeasuredFirings& made, ExprId condition) {
    if (!condition.valid()) return;
    made.condition = made.condition.valid() ? context_.expr().binary(Op::and_, made.condition, condition, node_.where) : condition;
  }

  void equate(MeasuredFirings& made, const Transition& transition, std::size_t slot, ExprId with) {
    add_condition(made, context_.expr().binary(Op::equal, variable(transition, slot, node_.where), with, node_.where));
  }

  /// What the indices of a path say of the leading variables.
  bool path_conditions(const Measure& measure, const Node& path, const Target& target, const Transition& transition,
                       MeasuredFirings& made) {
    for (std::size_t k = 0; k < target.indices.size(); ++k) {
      const ExprId index = target.indices[k];
      const std::optional<std::size_t> key = key_of(measure, index);
      const Op op = context_.net().exprs[index].op;
      if (op == Op::wildcard || (key && *key == k && k < own_)) continue;
      if (!key && op != Op::literal) {
        context_.diagnostics().error(path.where, "the indices of this path must be keys of the measure, or constant");
        return false;
      }
      equate(made, transition, k, key ? key_value(*key, transition) : index);
      if (key) told_.insert(*key);
    }
    return true;
  }

  ExprId key_value(std::size_t key, const Transition& transition) {
    return key < own_ ? variable(transition, key, node_.where) : keys_[key];
  }

  /// Whether a condition or value speaks of a key; `equated`: as one side of an equation that must
  /// hold.
  bool speaks_of(const Measure& measure, const MeasuredFirings& made, std::size_t key, bool equated) {
    const ExprArena& exprs = context_.net().exprs;
    const std::uint32_t slot = key_slot(context_.net(), measure, made, key);
    bool found = false;
    for_each_conjunct(exprs, made.condition, [&](ExprId part) { found = found || equated_with(exprs, part, slot).has_value(); });
    for (const ExprId expr : {made.condition, made.value}) {
      if (equated) break;
      for_each_expr(exprs, expr, [&](ExprId id) {
        found = found || (exprs[id].op == Op::variable && exprs[id].payload == static_cast<Word>(slot));
        return true;
      });
    }
    return found;
  }

  /// Says of each key which firings belong to its members: those of the index in the path, else of
  /// the variable of its name, else what condition and value say, else of the variable at its
  /// position, if that has its colours. Where places and transitions show their indices in the
  /// source, paths have none: there the variable at its position goes before all but equations.
  bool key_conditions(const Measure& measure, const Node& path, const Target& target, const Transition& transition,
                      MeasuredFirings& made) {
    for (std::size_t k = own_; k < measure.keys.size(); ++k) {
      if (told_.contains(k) || k < scope_.indices.size()) continue;
      const auto like = [&](std::size_t slot) { return transition.variables[slot].colour == measure.keys[k].colour; };
      const auto bound = transition.variables.begin() + static_cast<std::ptrdiff_t>(transition.binding_size);
      const auto named = std::find_if(transition.variables.begin() + static_cast<std::ptrdiff_t>(transition.folded), bound,
                                      [&](const Variable& each) { return each.name == measure.keys[k].name; });
      const auto slot = static_cast<std::size_t>(named - transition.variables.begin());
      const bool shown = k < transition.folded && target.symbol->scope->written_out;
      if (named != bound && like(slot)) {
        equate(made, transition, slot, keys_[k]);
      } else if (shown && like(k) && !speaks_of(measure, made, k, true)) {
        equate(made, transition, k, keys_[k]);
      } else if (speaks_of(measure, made, k, false)) {
        continue;
      } else if (k < transition.binding_size && like(k)) {
        equate(made, transition, k, keys_[k]);
      } else {
        const std::string& name = measure.keys[k].name;
        context_.diagnostics().error(path.where,
                                     fmt::format("nothing says which firings of `{}` belong to which `{}`", transition.name, name),
                                     fmt::format("`where x = {}` for a variable x of the transition", name));
        return false;
      }
    }
    return true;
  }

  Context& context_;
  Scope& scope_;
  const Node& node_;
  Frame frame_;
  Env env_;
  Scope* keyed_ = nullptr;
  std::vector<Variable> names_;
  std::vector<ExprId> keys_;    ///< the keys in the frame of a transition
  std::set<std::size_t> told_;  ///< keys that are indices of the path
  std::size_t own_ = 0;         ///< so many keys are the leading variables of the transition anyway
};

}  // namespace

void add_measures(Context& context) {
  const std::size_t scopes = context.scopes.size();
  for (std::size_t i = 0; i < scopes; ++i) {
    Scope& scope = context.scopes[i];
    for (const Node* node : scope.body) {
      if (node->kind == Kind::measure) in_instance(context, scope, [&] { MeasureMaker(context, scope, *node).make(); });
    }
  }
}

namespace {

/// One condition of all declarations of a kind: any of them. Invalid if there are none.
ExprId any_declared(Context& context, Kind kind, Frame& frame) {
  ExprId all;
  Env env{.scope = &context.scopes.front(), .frame = &frame, .state = true};
  for (const Node* node : context.scopes.front().body) {
    if (node->kind != kind) continue;
    const ExprId condition = elaborate_as(context, env, node->children[0], ColourTable::kBool);
    if (!condition.valid()) return {};
    all = all.valid() ? context.expr().binary(Op::or_, all, condition, node->where) : condition;
  }
  return all;
}

}  // namespace

void add_stop(Context& context) {
  Frame frame;
  context.net().stop = any_declared(context, Kind::stop, frame);
  context.net().stop_slots = static_cast<std::uint32_t>(frame.slots.size());
}

void add_final_markings(Context& context) {
  Frame frame;
  context.net().final_marking = any_declared(context, Kind::final_, frame);
  context.net().final_slots = static_cast<std::uint32_t>(frame.slots.size());
}

}  // namespace petriloom::loom
