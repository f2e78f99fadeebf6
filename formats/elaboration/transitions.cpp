// SPDX-License-Identifier: Apache-2.0
// Transitions and their arcs.
#include <fmt/format.h>

#include <algorithm>

#include "formats/drawing/comments.h"
#include "formats/elaboration/arcs.h"

namespace petriloom::loom {
namespace {

class TransitionMaker {
 public:
  TransitionMaker(Context& context, Scope& scope, Symbol& symbol)
      : context_(context), scope_(scope), symbol_(symbol), arcs_(context, scope, env_, made_) {
    env_.scope = &scope;
    env_.frame = &frame_;
  }

  void make() {
    made_.name = symbol_.name;
    made_.module = scope_.module;
    made_.where = symbol_.where;
    made_.at = position_of(*symbol_.node);
    made_.folded = static_cast<std::uint32_t>(scope_.indices.size());
    if (!variables()) return;
    made_.binding_size = static_cast<std::uint32_t>(frame_.slots.size());
    for (const Node& item : symbol_.node->children) {
      if (item.kind == Kind::draw) draw(item);
    }
    for (const Node& item : symbol_.node->children) {
      if (item.kind != Kind::note) comments_before(item);
      this->item(item);
    }
    comments_on("transition");
    guard_existence();
    made_.variables = std::move(frame_.slots);
    warn_of_whole_parts(context_, made_);
    symbol_.transition = context_.builder.add(std::move(made_));
  }

 private:
  bool variables() {
    const Scope* const own = own_variables();
    std::vector<const Node*> items;
    for (const Node& item : symbol_.node->children) {
      const bool names_none = item.kind == Kind::variables || item.kind == Kind::fair || item.kind == Kind::note;
      if (!names_none) items.push_back(&item);
    }
    std::vector<Symbol*> used = variables_of(*env_.scope, items, own);
    std::erase_if(used, [this](const Symbol* variable) {
      const auto& all = symbol_.node->children;
      return std::any_of(all.begin(), all.end(),
                         [&](const Node& item) { return item.kind == Kind::draw && item.text == variable->name; });
    });
    for (const FoldedIndex& index : scope_.indices) {
      const bool taken = std::any_of(used.begin(), used.end(), [&index](const Symbol* each) { return each->name == index.name; });
      frame_.slots.push_back({taken && !scope_.written_out ? index.name + "_" : index.name, index.type});
    }
    bool valid = true;
    for (Symbol* variable : used) {
      valid = resolve_variable(context_, *variable) && valid;
      if (!valid) continue;
      const std::uint32_t slot = new_slot(env_, variable->name, variable->type);
      frame_.slots[slot].alias = variable->alias;
      env_.locals.push_back({variable->name, variable->type, slot, {}});
    }
    arcs_.name_wildcards(items);
    return valid;
  }

  /// Enters the variables declared in the transition itself, which all belong to its binding.
  Scope* own_variables() {
    if (symbol_.node->child(Kind::variables) == nullptr) return nullptr;
    Scope& inner = context_.scopes.emplace_back();
    inner.parent = &scope_;
    inner.outer = scope_.outer;
    inner.module = scope_.module;
    inner.indices = scope_.indices;
    inner.written_out = scope_.written_out;
    for (const Node& item : symbol_.node->children) {
      if (item.kind == Kind::variables) declare_names(context_, inner, item);
    }
    return env_.scope = &inner;
  }

  void once(const Node& node, std::string_view what) {
    if (!given_.insert(node.kind).second) context_.diagnostics().error(node.where, fmt::format("{} is given twice", what));
  }

  void item(const Node& node) {
    switch (node.kind) {
      case Kind::guard:
        guard(of_marking(node.children[0], ColourTable::kBool));
        return;
      case Kind::arc:
        arcs_.add(node);
        return;
      case Kind::variables:
      case Kind::position:
      case Kind::draw:
        return;
      case Kind::delay:
        once(node, "the delay");
        made_.delay = elaborate_as(context_, env_, node.children[0], ColourTable::kReal);
        return;
      case Kind::weight:
        once(node, "the weight");
        made_.weight = of_marking(node.children[0], ColourTable::kReal);
        return;
      case Kind::priority:
        once(node, "the priority");
        made_.priority = elaborate_as(context_, env_, node.children[0], ColourTable::kInt);
        return;
      case Kind::order_by:
        once(node, "the order");
        made_.order = elaborate_as(context_, env_, node.children[0], ColourTable::kReal);
        return;
      case Kind::at_most:
        once(node, "the limit of the speed");
        made_.at_most = elaborate_as(context_, env_, node.children[0], ColourTable::kReal);
        return;
      case Kind::servers:
        servers(node);
        return;
      case Kind::timing:
        timing(node);
        return;
      case Kind::flow:
        once(node, "the flow");
        if (made_.timing != Timing::immediate) return flows(node);
        made_.timing = Timing::continuous;
        made_.a = of_marking(node.children[0], ColourTable::kReal);
        return;
      case Kind::schedule:
        schedule(node);
        return;
      case Kind::fair:
        once(node, "fairness");
        return;
      case Kind::note:
        note(node);
        return;
      default:
        memory(node);
    }
  }

  void note(const Node& node) {
    auto note = note_of(context_, node);
    if (!note) return;
    if (note->first != drawing::comment_heading({})) {
      context_.diagnostics().error(node.where, "the notes of a transition are comments", "`note \"comment\" \"...\";`");
      return;
    }
    comments_.push_back(std::move(note->second));
  }

  /// Comments are on the statement behind them, if that is one which other formats have too.
  void comments_before(const Node& item) {
    switch (item.kind) {
      case Kind::draw:
        return comments_on("draw");
      case Kind::guard:
        return comments_on("guard");
      case Kind::arc:
        return comments_on(drawing::arc_part(made_.arcs.size()));
      case Kind::delay:
        return comments_on("delay");
      default:
        return comments_on("transition");
    }
  }
  void comments_on(std::string_view part) {
    for (std::string& text : std::exchange(comments_, {})) {
      const std::string heading = drawing::comment_heading(drawing::part_name(context_.net(), made_, part));
      context_.net().notes.emplace_back(heading, std::move(text));
    }
  }

  /// A name for a value that is evaluated once when the transition fires.
  void draw(const Node& node) {
    const auto again = [&](const Draw& other) { return frame_.slots[other.slot].name == node.text; };
    if (std::any_of(made_.draws.begin(), made_.draws.end(), again)) {
      context_.diagnostics().error(node.where, fmt::format("`{}` is drawn twice", node.text));
      return;
    }
    env_.state = env_.firing = true;
    const ExprId value = elaborate(context_, env_, node.children[0], {});
    env_.state = env_.firing = false;
    if (!value.valid()) {
      env_.locals.push_back({node.text, {}, UINT32_MAX, {}});
      return;
    }
    const ColourSetId type = context_.expr().type(value);
    const std::uint32_t slot = new_slot(env_, std::string(node.text), type);
    env_.locals.push_back({node.text, type, slot, {}});
    made_.draws.push_back({slot, value, node.where, abstract_values(context_, *env_.scope, node, type)});
  }

  /// `a & b` is two guards: each can bind a variable.
  void guard(ExprId condition) {
    if (!condition.valid()) return;
    const Expr& expr = context_.net().exprs[condition];
    if (expr.op != Op::and_) {
      made_.guards.push_back(condition);
      return;
    }
    const std::vector<ExprId> parts(context_.net().exprs.children(condition).begin(),
                                    context_.net().exprs.children(condition).end());
    for (const ExprId part : parts) guard(part);
  }

  void servers(const Node& node) {
    once(node, "the number of servers");
    if (node.children.empty()) return;
    const std::optional<Word> value =
        constant_value(context_, scope_, node.children[0], ColourTable::kInt, "the number of servers");
    if (!value) return;
    if (*value < 1) context_.diagnostics().error(node.where, "there must be at least one server", "or `servers infinite`");
    made_.servers = *value;
  }

  void memory(const Node& node) {
    once(node, "the memory");
    made_.memory = node.text == "age" ? Memory::age : node.text == "resampling" ? Memory::resampling : Memory::enabling;
  }

  void timing(const Node& node) {
    once(node, "the time");
    const std::optional<Timing> found = timing_named(context_, node);
    if (!found) return;
    if (made_.timing == Timing::continuous) return flows(node);
    made_.timing = *found;
    made_.a = of_marking(node.children[0], ColourTable::kReal);
    if (node.children.size() == 2) made_.b = of_marking(node.children[1], ColourTable::kReal);
  }

  void flows(const Node& node) {
    context_.diagnostics().error(node.where, fmt::format("`{}` has a time and a flow", symbol_.name),
                                 "a transition fires after a time, or flows all the time it is enabled");
  }

  /// `at 1 s, 2 s` and `every 2 s from 1 s until 9 s`.
  void schedule(const Node& node) {
    if (!given_.insert(Kind::timing).second || made_.timing != Timing::immediate) {
      context_.diagnostics().error(node.where, fmt::format("`{}` in a transition that has its time already", node.text),
                                   "one of `time`, `at` and `every`");
      return;
    }
    add_schedule(context_, env_, node, made_);
  }

  /// An expression that may look at the marking: guards, counts, rates and weights.
  ExprId of_marking(const Node& node, ColourSetId type) {
    env_.state = env_.firing = true;
    const ExprId value = elaborate_as(context_, env_, node, type);
    env_.state = env_.firing = false;
    return value;
  }

  /// The elements that a filter leaves out must not fire. A token of the instance's own places
  /// already says that there is one.
  void guard_existence() {
    if (scope_.written_out) return;
    for (const Filter& filter : scope_.filters) {
      Env there = outside(env_, *filter.scope);
      const ExprId condition = elaborate_as(context_, there, *filter.condition, ColourTable::kBool);
      if (condition.valid()) made_.exists.push_back(condition);
      if (!arcs_.need_own_token()) guard(condition);
    }
  }

  Context& context_;
  Scope& scope_;
  Symbol& symbol_;
  Frame frame_;
  Env env_;
  Transition made_;
  ArcMaker arcs_;
  std::set<Kind> given_;
  std::vector<std::string> comments_;  // for the next statement
};

}  // namespace

void add_transitions(Context& context) {
  order_transitions(context);
  for (const PendingTransition& pending : context.transitions) {
    in_instance(context, *pending.scope, [&] { TransitionMaker(context, *pending.scope, *pending.symbol).make(); });
  }
  join_for_fairness(context);
}

}  // namespace petriloom::loom
