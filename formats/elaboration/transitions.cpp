// SPDX-License-Identifier: Apache-2.0
// Transitions and their arcs.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "formats/elaboration/elaborate.h"

namespace petriloom::loom {
namespace {

struct ArcWord {
  std::string_view word;
  ArcKind kind;
  bool takes;  ///< allowed on a port `in`; otherwise on a port `out`
  bool wildcards;
};
constexpr std::array kArcWords = {
    ArcWord{"in", ArcKind::input, true, true},    ArcWord{"out", ArcKind::output, false, false},
    ArcWord{"read", ArcKind::read, true, true},   ArcWord{"inhibit", ArcKind::inhibitor, true, true},
    ArcWord{"reset", ArcKind::reset, true, true}, ArcWord{"equal", ArcKind::equal, true, true},
};

class TransitionMaker {
 public:
  TransitionMaker(Context& context, Scope& scope, Symbol& symbol) : context_(context), scope_(scope), symbol_(symbol) {
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
    for (const Node& item : symbol_.node->children) this->item(item);
    filter_guards();
    made_.variables = std::move(frame_.slots);
    symbol_.transition = context_.builder.add(std::move(made_));
  }

 private:
  bool variables() {
    const Scope* const own = own_variables();
    std::vector<const Node*> items;
    for (const Node& item : symbol_.node->children) {
      if (item.kind != Kind::variables && item.kind != Kind::fair) items.push_back(&item);
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
      env_.locals.push_back({variable->name, variable->type, slot, {}});
    }
    anonymous_variables(items);
    return valid;
  }

  /// What an input arc takes must be known: each `_` in its pattern, and each field that is left
  /// out, is a variable without a name.
  void anonymous_variables(const std::vector<const Node*>& items) {
    std::size_t count = 0;
    for (const Node* item : items) {
      if (item->kind == Kind::arc && item->text == "in") count += wildcards_in_arc(context_, env_, *item);
    }
    for (std::size_t k = count; k > 0; --k) fresh_.push_back(static_cast<std::uint32_t>(frame_.slots.size() + k - 1));
    for (std::size_t k = 0; k < count; ++k) new_slot(env_, fmt::format("_{}", k + 1), ColourTable::kUnit);
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
        arc(node);
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
      default:
        memory(node);
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
    if (!value.valid()) return;
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

  bool direction_allows(const Node& node, const ArcWord& word) {
    const Symbol* const port = port_of(env_, node.children[0]);
    if (port == nullptr) return true;
    const std::string_view direction = port->node->child(Kind::direction)->text;
    if (direction == "inout" || (direction == "in") == word.takes) return true;
    context_.diagnostics().error(
        node.where, fmt::format("`{}` on the port `{}`, which is `port {}`", node.text, port->name, direction),
        direction == "in" ? "a `port in` allows in, read, inhibit, equal and reset" : "a `port out` allows out only");
    return false;
  }

  void arc(const Node& node) {
    const auto* const word =
        std::find_if(kArcWords.begin(), kArcWords.end(), [&node](const ArcWord& each) { return each.word == node.text; });
    const std::optional<PlaceUse> use = follow_place(context_, env_, node.children[0]);
    if (!use || !direction_allows(node, *word)) return;
    if (word->takes && context_.net()[use->place].module == scope_.module) takes_local_ = true;
    if (const Node* terms = node.child(Kind::terms)) {
      warn_of_joined_lists(context_, *terms, use->inner);
      for (const Node& term : terms->children) {
        if (term_value(term).kind == Kind::suchthat) {
          guard(condition_on_tokens(context_, env_, node, term));
        } else {
          this->term(*word, *use, term);
        }
      }
      return;
    }
    Arc made;
    made.place = use->place;
    made.kind = word->kind;
    made.where = node.where;
    if (context_.net()[use->place].fluid) return made_.arcs.push_back(made);
    const bool any = word->kind == ArcKind::inhibitor || word->kind == ArcKind::reset || word->kind == ArcKind::equal;
    if (!any && use->inner != ColourTable::kUnit) {
      context_.diagnostics().error(node.where, "the colour of the token is missing",
                                   fmt::format("`{}` holds {}: write `{} PLACE : ...`", context_.net()[use->place].name,
                                               context_.colours().describe(use->inner), node.text));
      return;
    }
    const ExprId inner = any ? context_.expr().wildcard(use->inner, node.where) : context_.expr().unit(node.where);
    made.value = wrap(context_, *use, inner, node.where);
    if (made.value.valid()) made_.arcs.push_back(made);
  }

  void term(const ArcWord& word, const PlaceUse& use, const Node& node) {
    Arc made;
    made.place = use.place;
    made.kind = word.kind;
    made.where = node.where;
    made.each = node.child(Kind::each) != nullptr;
    for (const Node& part : node.children) {
      if (part.kind == Kind::multiplicity) made.count = of_marking(part.children[0], ColourTable::kInt);
      if (part.kind == Kind::when) made.condition = elaborate_as(context_, env_, part.children[0], ColourTable::kBool);
      if (part.kind != Kind::after) continue;
      if (word.kind != ArcKind::output) {
        context_.diagnostics().error(part.where, "only tokens that are put can have a delay");
        continue;
      }
      made.delay = elaborate_as(context_, env_, part.children[0], ColourTable::kReal);
    }
    if (context_.net()[use.place].fluid) return amount(made, node);
    if (word.kind == ArcKind::equal && !made.each && !made.count.valid() && count_alone(made, use, term_value(node))) return;
    made.value = made.each ? list_value(use, term_value(node)) : value(word, use, term_value(node));
    if (made.value.valid()) made_.arcs.push_back(made);
  }

  /// A term of an arc of a fluid place is how much; random amounts are drawn like colours.
  void amount(Arc& made, const Node& node) {
    if (const Node* const multiplicity = node.child(Kind::multiplicity)) {
      context_.diagnostics().error(multiplicity->where,
                                   fmt::format("`{}` is fluid: an amount is one number", context_.net()[made.place].name),
                                   "`in P : 2.5`");
      return;
    }
    made.count = of_marking(term_value(node), ColourTable::kReal);
    if (made.count.valid()) made_.arcs.push_back(made);
  }

  /// An expression that may look at the marking: guards, counts, rates and weights.
  ExprId of_marking(const Node& node, ColourSetId type) {
    env_.state = env_.firing = true;
    const ExprId value = elaborate_as(context_, env_, node, type);
    env_.state = env_.firing = false;
    return value;
  }

  /// `equal P : 3` is about all tokens of P, unless 3 can be a colour of P.
  bool count_alone(Arc& made, const PlaceUse& use, const Node& node) {
    const ColourKind kind = context_.colours()[context_.colours().base_of(use.inner)].kind;
    const bool numbers = kind == ColourKind::integer || kind == ColourKind::range || kind == ColourKind::real;
    const bool colour = node.kind == Kind::tuple || (node.kind == Kind::name && node.text == "_");
    if (colour || numbers || (kind != ColourKind::unit && node.kind != Kind::number)) return false;
    made.count = of_marking(node, ColourTable::kInt);
    made.value = wrap(context_, use, context_.expr().wildcard(use.inner, node.where), node.where);
    if (made.count.valid() && made.value.valid()) made_.arcs.push_back(made);
    return true;
  }

  static const Node& term_value(const Node& term) {
    for (const Node& part : term.children) {
      const bool other =
          part.kind == Kind::each || part.kind == Kind::multiplicity || part.kind == Kind::when || part.kind == Kind::after;
      if (!other) return part;
    }
    return term.back();
  }

  ExprId value(const ArcWord& word, const PlaceUse& use, const Node& node) {
    env_.wildcards = env_.partial = word.wildcards;
    env_.fresh = word.kind == ArcKind::input ? &fresh_ : nullptr;
    const ExprId inner = elaborate(context_, env_, node, use.inner);
    env_.wildcards = env_.partial = false;
    if (!inner.valid()) return {};
    const ColourSet& type = context_.colours()[context_.expr().type(inner)];
    if (type.kind == ColourKind::list && type.components[0] == use.inner) {
      context_.diagnostics().error(node.where, "a list, where one colour is wanted", "write `each LIST` for one token per element");
      return {};
    }
    return wrap(context_, use, context_.expr().convert(inner, use.inner, node.where), node.where);
  }

  /// One token for each element: the elements are wrapped one by one.
  ExprId list_value(const PlaceUse& use, const Node& node) {
    ExprBuilder& expr = context_.expr();
    const ExprId list = elaborate_as(context_, env_, node, context_.colours().add_list("", use.inner));
    if (!list.valid() || use.wraps.empty()) return list;
    const std::uint32_t slot = new_slot(env_, "", use.inner);
    const ExprId wrapped = wrap(context_, use, expr.variable(use.inner, slot, node.where), node.where);
    return wrapped.valid() ? expr.comprehension(Op::map, slot, list, wrapped, node.where) : ExprId{};
  }

  /// The elements that a filter leaves out must not fire. A token of the instance's own places
  /// already says that there is one.
  void filter_guards() {
    if (scope_.written_out) return;
    for (const Filter& filter : scope_.filters) {
      Env there = outside(env_, *filter.scope);
      const ExprId condition = elaborate_as(context_, there, *filter.condition, ColourTable::kBool);
      if (condition.valid()) made_.exists.push_back(condition);
      if (!takes_local_) guard(condition);
    }
  }

  Context& context_;
  Scope& scope_;
  Symbol& symbol_;
  Frame frame_;
  Env env_;
  Transition made_;
  std::set<Kind> given_;
  std::vector<std::uint32_t> fresh_;
  bool takes_local_ = false;
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
