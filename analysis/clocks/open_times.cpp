// SPDX-License-Identifier: Apache-2.0
#include "analysis/clocks/open_times.h"

#include <algorithm>
#include <vector>

#include "analysis/clocks/time_values.h"
#include "engine/build/expr_builder.h"

namespace petriloom {
namespace {

// Of a value that may be anything, as many colours are tried at most.
constexpr std::uint64_t kMostColours = 1 << 10;

// The expressions of one transition.
class Opening {
 public:
  Opening(Net& net, TimeValues& times, Transition& transition, TimeValues::Slots slots)
      : net_(net), times_(times), transition_(transition), slots_(std::move(slots)), build_(net, none_) {}

  // The expression where nothing but times depends on the time.
  ExprId open(ExprId id) {
    if (settled(id)) return id;
    const Location where = net_.exprs[id].where;
    const Op op = net_.exprs[id].op;
    if (compares(op) || op == Op::forall || op == Op::exists || op == Op::contains) return coin(where);
    if (op == Op::let) return open_let(id);
    if (op == Op::argmin) return any_element(loop(id, false), where);
    const ExprId result = goes_through_list(op) ? loop(id, true) : with_open_children(id);
    return settled(result) ? result : any_colour(result);
  }

  // The expression where each time is `now`, so that markings which differ in times alone are one.
  ExprId levelled(ExprId id) {
    const Expr node = net_.exprs[id];
    if (of(id) == 0) return id;
    if (net_.colours[node.type].kind == ColourKind::real) return build_.now(node.where);
    if (node.op == Op::let) {
      const ExprId value = child(id, 0);
      set(node, of(value));
      return with_children(node, {value, levelled(child(id, 1))});
    }
    if (node.op == Op::if_) return with_children(node, {child(id, 0), levelled(child(id, 1)), levelled(child(id, 2))});
    if (node.op == Op::map) {
      set(node, of(child(id, 0)));
      return with_children(node, {child(id, 0), levelled(child(id, 1))});
    }
    if (node.op != Op::tuple && node.op != Op::list) return id;
    std::vector<ExprId> children = children_of(id);
    for (ExprId& one : children) one = levelled(one);
    return with_children(node, children);
  }

 private:
  TimeParts of(ExprId id) {
    TimeValues::Slots slots = slots_;
    return times_.parts(id, slots);
  }
  bool settled(ExprId id) { return times_.of().only_times(of(id), net_.exprs[id].type); }
  [[nodiscard]] ExprId child(ExprId id, std::size_t k) const { return net_.exprs.children(id)[k]; }
  [[nodiscard]] std::vector<ExprId> children_of(ExprId id) const {
    const auto children = net_.exprs.children(id);
    return {children.begin(), children.end()};
  }
  ExprId with_children(Expr node, const std::vector<ExprId>& children) { return net_.exprs.add(node, children); }
  // What a let or a loop gives its variable.
  void set(const Expr& node, TimeParts parts) {
    const auto slot = static_cast<std::size_t>(node.payload);
    if (slots_.size() <= slot + 1) slots_.resize(slot + 2);
    slots_[slot] = parts;
  }

  ExprId number(ExprId last, Location where) {
    return build_.random(Distribution::discrete, std::vector{build_.integer(0, where), last}, where);
  }
  ExprId coin(Location where) {
    return build_.binary(Op::equal, number(build_.integer(1, where), where), build_.integer(1, where), where);
  }

  ExprId with_open_children(ExprId id) {
    std::vector<ExprId> children = children_of(id);
    for (ExprId& one : children) one = open(one);
    return with_children(net_.exprs[id], children);
  }

  ExprId open_let(ExprId id) {
    const ExprId value = open(child(id, 0));
    set(net_.exprs[id], of(value));
    const ExprId body = open(child(id, 1));
    return with_children(net_.exprs[id], {value, body});
  }

  // What goes through a list; `whole`: itself, otherwise its list.
  ExprId loop(ExprId id, bool whole) {
    std::vector<ExprId> children = children_of(id);
    const Expr node = net_.exprs[id];
    children[0] = open(children[0]);
    if (!whole) return children[0];
    set(node, of(children[0]));
    if (node.op == Op::fold) {
      children[1] = open(children[1]);
      slots_[static_cast<std::size_t>(node.payload) + 1] = of(children[0]);
      set(node, times_.of().of_times(kAllParts, node.type));
    }
    children.back() = open(children.back());
    return with_children(node, children);
  }

  ExprId any_element(ExprId list, Location where) {
    if (!settled(list)) return list;
    const ColourSetId type = net_.exprs[list].type;
    const auto slot = static_cast<std::uint32_t>(transition_.variables.size());
    transition_.variables.push_back({"", type});
    slots_.resize(std::max<std::size_t>(slots_.size(), slot + 1));
    slots_[slot] = of(list);
    const ExprId held = build_.variable(type, slot, where);
    const ExprId length = build_.list_op(Op::length, std::vector{held}, where);
    const ExprId which = number(build_.binary(Op::subtract, length, build_.integer(1, where), where), where);
    return build_.let(slot, list, build_.list_op(Op::element, std::vector{held, which}, where), where);
  }

  // Any colour of the type of an expression, if there are not too many.
  ExprId any_colour(ExprId id) {
    const Expr node = net_.exprs[id];
    const ColourSet& set = net_.colours[node.type];
    if (set.kind == ColourKind::boolean) return coin(node.where);
    if (!set.finite || set.size() > kMostColours) return id;
    const ExprId last = build_.integer(static_cast<std::int64_t>(set.size()) - 1, node.where);
    return build_.list_op(Op::element, std::vector{build_.colours(node.type, node.where), number(last, node.where)}, node.where);
  }

  Net& net_;
  TimeValues& times_;
  Transition& transition_;
  TimeValues::Slots slots_;
  Diagnostics none_;
  ExprBuilder build_;
};

}  // namespace

std::optional<OpenTimes> with_open_times(const Net& net) {
  if (!timed(net) || !puts_times(net)) return std::nullopt;
  OpenTimes opened{net};
  Net& result = opened.net;
  TimeValues times(result);
  for (std::size_t t = 0; t < net.transitions.size(); ++t) {
    Transition& transition = result.transitions[t];
    Opening opening(result, times, transition, times.slots(TransitionId(t)));
    opened.choices = opened.choices || times.order(TransitionId(t));
    const auto open = [&](ExprId& expr) {
      const ExprId before = expr;
      if (expr.valid()) expr = opening.open(expr);
      opened.choices = opened.choices || expr != before;
    };
    for (Draw& draw : transition.draws) open(draw.value);
    for (Arc& arc : transition.arcs) {
      if (arc.kind != ArcKind::output) continue;
      for (ExprId* part : {&arc.value, &arc.count, &arc.condition}) open(*part);
      if (arc.value.valid()) arc.value = opening.levelled(arc.value);
    }
  }
  return opened;
}

}  // namespace petriloom
