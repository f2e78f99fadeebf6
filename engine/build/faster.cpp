// SPDX-License-Identifier: Apache-2.0
#include "engine/build/faster.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/build/builder.h"

namespace petriloom {

namespace {

/// A name without the indices in brackets.
std::string plain_path(const Net& net, TransitionId transition) {
  std::string plain;
  int depth = 0;
  for (const char c : path(net, transition)) {
    if (c == '[') ++depth;
    if (depth == 0) plain += c;
    if (c == ']' && depth > 0) --depth;
  }
  return plain;
}

bool takes_time(const Net& net, ExprId delay) {
  if (!delay.valid()) return false;
  const Expr& expr = net.exprs[delay];
  return expr.op != Op::literal || real_of_word(expr.payload) != 0;
}

bool takes_time(const Net& net, const Transition& transition) {
  if (scheduled(transition.timing) || transition.timing == Timing::continuous) return false;
  return transition.timing != Timing::immediate || takes_time(net, transition.delay) ||
         std::any_of(transition.arcs.begin(), transition.arcs.end(), [&](const Arc& arc) { return takes_time(net, arc.delay); });
}

/// Multiplies times of one transition.
class Multiplied {
 public:
  Multiplied(NetBuilder& builder, Transition& transition, ExprId where, double factor)
      : builder_(builder), transition_(transition), where_(where), factor_(factor) {}

  void all() {
    make_room();
    time(transition_.delay);
    for (Arc& arc : transition_.arcs) time(arc.delay);
    switch (transition_.timing) {
      case Timing::deterministic:
        time(transition_.a);
        break;
      case Timing::uniform:
      case Timing::normal:
        time(transition_.a);
        time(transition_.b);
        break;
      case Timing::exponential:
        with(transition_.a, Op::divide, factor_, 1);
        break;
      case Timing::erlang:
        with(transition_.b, Op::divide, factor_, 1);
        break;
      case Timing::gamma:
      case Timing::weibull:
        time(transition_.b);
        break;
      case Timing::lognormal:
        with(transition_.a, Op::add, std::log(factor_), 0);
        break;
      case Timing::immediate:
      case Timing::continuous:
      case Timing::at:
      case Timing::every:
        break;
    }
  }

 private:
  /// The slots of lambda variables of the condition.
  void make_room() {
    const Net& net = builder_.net();
    for_each_expr(net.exprs, where_, [&](ExprId id) {
      const Expr& expr = net.exprs[id];
      if (expr.op != Op::variable) return true;
      while (transition_.variables.size() <= static_cast<std::size_t>(expr.payload) + 1)
        transition_.variables.push_back({fmt::format("slot_{}", transition_.variables.size()), ColourTable::kInt});
      return true;
    });
  }

  void time(ExprId& of) { with(of, Op::multiply, factor_, 1); }

  void with(ExprId& of, Op op, double value, double otherwise) {
    if (!of.valid()) return;
    ExprBuilder& expr = builder_.expr();
    const Location where = builder_.net().exprs[of].where;
    ExprId by = expr.real(value, where);
    if (where_.valid()) by = expr.if_(where_, by, expr.real(otherwise, where), where);
    of = expr.binary(op, of, by, where);
  }

  NetBuilder& builder_;
  Transition& transition_;
  ExprId where_;
  double factor_;
};

}  // namespace

std::vector<TimedPart> timed_parts(const Net& net) {
  std::vector<TimedPart> parts;
  for (std::size_t t = 0; t < net.transitions.size(); ++t) {
    if (!takes_time(net, net.transitions[t])) continue;
    const std::string name = plain_path(net, TransitionId(t));
    auto part = std::find_if(parts.begin(), parts.end(), [&](const TimedPart& one) { return one.name == name; });
    if (part == parts.end()) part = parts.insert(part, {name, {}});
    part->firings.push_back({TransitionId(t), {}});
  }
  return parts;
}

std::optional<Net> with_times(const Net& net, std::span<const TimedFirings> firings, double factor, Diagnostics& diagnostics) {
  NetBuilder builder(net.name, net.sources);
  builder.net() = net;
  for (const TimedFirings& one : firings)
    Multiplied(builder, builder.net().transitions[one.transition.index()], one.where, factor).all();
  std::optional<Net> made = builder.build();
  diagnostics.append(builder.diagnostics());
  return made;
}

}  // namespace petriloom
