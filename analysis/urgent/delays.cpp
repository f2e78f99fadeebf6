// SPDX-License-Identifier: Apache-2.0
#include "analysis/urgent/delays.h"

#include <algorithm>

#include "analysis/clocks/time_values.h"
#include "engine/expr/drawn.h"

namespace petriloom {
namespace {

bool is_number(const Net& net, ExprId expr, double& value) {
  const Expr& node = net.exprs[expr];
  if (node.op != Op::literal) return false;
  value = net.colours[node.type].kind == ColourKind::real ? real_of_word(node.payload) : static_cast<double>(node.payload);
  return true;
}

// Values of these are above 0 with probability 1.
bool draws_positive(Distribution distribution) {
  switch (distribution) {
    case Distribution::exponential:
    case Distribution::erlang:
    case Distribution::gamma:
    case Distribution::weibull:
    case Distribution::lognormal:
    case Distribution::chi_squared:
    case Distribution::beta:
      return true;
    default:
      return false;
  }
}

bool draws_positive(const Net& net, const Expr& node) {
  const auto distribution = static_cast<Distribution>(node.payload);
  if (draws_positive(distribution)) return true;
  if (distribution != Distribution::uniform && distribution != Distribution::triangular) return false;
  const ExprId* const parameters = net.exprs.children_at(node.first);
  double low = 0;
  double high = 0;
  return is_number(net, parameters[0], low) && is_number(net, parameters[node.count - 1], high) && low >= 0 && high > low;
}

bool same(const Net& net, ExprId a, ExprId b) {
  if (a == b) return true;
  if (!a.valid() || !b.valid()) return false;
  const Expr& x = net.exprs[a];
  const Expr& y = net.exprs[b];
  if (x.op != y.op || x.type != y.type || x.payload != y.payload || x.count != y.count) return false;
  const auto left = net.exprs.children(a);
  const auto right = net.exprs.children(b);
  return std::equal(left.begin(), left.end(), right.begin(), [&](ExprId one, ExprId other) { return same(net, one, other); });
}

// The delays of one transition.
class TransitionDelays {
 public:
  TransitionDelays(const Net& net, TransitionId id, TimeValues& times)
      : net_(net), id_(id), transition_(net[id]), times_(times), drawn_(drawn_for_tokens(net, transition_)) {}

  std::vector<TermDelay> all() {
    std::vector<TermDelay> result(transition_.arcs.size());
    for (std::size_t k = 0; k < result.size(); ++k) {
      if (transition_.arcs[k].kind != ArcKind::output) continue;
      for (const ExprId part : {transition_.delay, transition_.arcs[k].delay}) add(part, result[k]);
      if (result[k].open) result[k].group = group(k);
    }
    return result;
  }

 private:
  void add(ExprId part, TermDelay& delay) {
    double value = 0;
    if (!part.valid() || (is_number(net_, part, value) && value == 0)) return;
    if (!open(part)) {
      delay.known.push_back(part);
      return;
    }
    delay.open = true;
    delay.late = delay.late || surely_positive(net_, part);
  }

  // What is drawn for delays alone has no value.
  [[nodiscard]] bool open(ExprId part) const {
    if (net_.exprs.looks(part, look::random) || times_.depends(id_, part)) return true;
    bool found = false;
    for_each_expr(net_.exprs, part, [&](ExprId id) {
      const Expr& node = net_.exprs[id];
      for (std::size_t k = 0; node.op == Op::variable && k < drawn_.size(); ++k)
        found = found || (drawn_[k] == 0 && node.payload == static_cast<Word>(transition_.draws[k].slot));
      return !found;
    });
    return found;
  }

  // That of an earlier term with the same open part, unless each draws its own.
  std::uint32_t group(std::size_t arc) {
    const ExprId own = transition_.arcs[arc].delay;
    const ExprId part = own.valid() && open(own) ? own : ExprId{};
    const bool shared = !net_.exprs.looks(part, look::random);
    for (std::size_t k = 0; shared && k < open_parts_.size(); ++k) {
      if (same(net_, open_parts_[k], part)) return static_cast<std::uint32_t>(k);
    }
    open_parts_.push_back(part);
    return static_cast<std::uint32_t>(open_parts_.size() - 1);
  }

  const Net& net_;
  TransitionId id_;
  const Transition& transition_;
  TimeValues& times_;
  std::vector<char> drawn_;
  std::vector<ExprId> open_parts_;  // of the terms, by group
};

}  // namespace

bool surely_positive(const Net& net, ExprId expr) {
  double value = 0;
  if (!expr.valid()) return false;
  if (is_number(net, expr, value)) return value > 0;
  const Expr& node = net.exprs[expr];
  const auto parts = net.exprs.children(expr);
  const auto positive = [&](ExprId part) { return surely_positive(net, part); };
  switch (node.op) {
    case Op::random:
      return draws_positive(net, node);
    case Op::add:
    case Op::multiply:
    case Op::divide:
    case Op::minimum:
    case Op::convert:
      return std::all_of(parts.begin(), parts.end(), positive);
    case Op::maximum:
      return std::any_of(parts.begin(), parts.end(), positive);
    case Op::exp:
      return true;
    case Op::if_:
      return positive(parts[1]) && positive(parts[2]);
    case Op::let:
      return positive(parts[1]);
    default:
      return false;
  }
}

TermDelays::TermDelays(const Net& net, TimeValues& times) {
  for (std::size_t t = 0; t < net.transitions.size(); ++t) delays_.push_back(TransitionDelays(net, TransitionId(t), times).all());
}

bool TermDelays::may_be_none(TransitionId transition) const {
  const std::vector<TermDelay>& delays = delays_[transition.index()];
  return std::any_of(delays.begin(), delays.end(), [](const TermDelay& delay) { return delay.open && !delay.late; });
}

}  // namespace petriloom
