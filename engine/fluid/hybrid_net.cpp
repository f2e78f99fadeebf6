// SPDX-License-Identifier: Apache-2.0
#include "engine/fluid/hybrid_net.h"

#include <algorithm>
#include <array>
#include <map>

#include "engine/build/expr_builder.h"

namespace petriloom::fluid {

namespace {

constexpr std::array kComparing{Op::equal,         Op::not_equal, Op::less, Op::less_equal, Op::greater,
                                Op::greater_equal, Op::floor,     Op::ceil, Op::round};

/// Makes the form of a net.
class NetMaker {
 public:
  explicit NetMaker(const Net& net) : net_(net), expr_(made_.net, unused_) { made_.net = net; }

  HybridNet make() {
    made_.transitions = net_.transitions.size();
    made_.slots.assign(net_.places.size(), HybridNet::kNone);
    for (std::size_t p = 0; p < net_.places.size(); ++p) {
      if (!net_.places[p].fluid) continue;
      made_.slots[p] = static_cast<std::uint32_t>(made_.places.size());
      made_.places.emplace_back(p);
      made_.net.places[p].fluid = false;
    }
    made_.arcs.resize(made_.transitions);
    for (std::size_t t = 0; t < made_.transitions; ++t) add(TransitionId(t));
    return std::move(made_);
  }

 private:
  Transition& made(TransitionId id) { return made_.net.transitions[id.index()]; }

  void add(TransitionId id) {
    made(id).arcs.clear();
    for (const Arc& arc : net_[id].arcs) {
      if (!net_[arc.place].fluid) {
        made(id).arcs.push_back(arc);
        continue;
      }
      const bool moves = arc.kind == ArcKind::input || arc.kind == ArcKind::output || arc.kind == ArcKind::reset;
      if (moves) made_.arcs[id.index()].push_back({arc.kind, made_.slots[arc.place.index()], arc.count, arc.condition, arc.where});
    }
    add_guards(id);
    const bool flows = net_[id].timing == Timing::continuous;
    const bool hazard = net_[id].timing == Timing::exponential && looks_at_levels(net_, net_[id].a);
    if (flows) made_.flows.push_back(id);
    if (hazard) {
      made_.hazards.push_back(id);
      made(id).timing = Timing::continuous;
    }
    note_rate(id, flows || hazard);
    add_looking(id);
  }

  // What arcs ask of levels, as guards.
  void add_guards(TransitionId id) {
    std::map<PlaceId, ExprId> taken;  // by several arcs of one place: the sum
    for (const Arc& arc : net_[id].arcs) {
      if (!net_[arc.place].fluid) continue;
      ExprId amount = arc.count.valid() ? arc.count : expr_.real(1, arc.where);
      if (arc.kind == ArcKind::read || arc.kind == ArcKind::inhibitor) {
        const Op op = arc.kind == ArcKind::read ? Op::greater_equal : Op::less;
        guard(id, arc, expr_.binary(op, expr_.level(arc.place, arc.where), amount, arc.where));
      }
      if (arc.kind != ArcKind::input || net_[id].timing == Timing::continuous) continue;
      if (arc.condition.valid()) amount = expr_.if_(arc.condition, amount, expr_.real(0, arc.where), arc.where);
      ExprId& sum = taken[arc.place];
      sum = sum.valid() ? expr_.binary(Op::add, sum, amount, arc.where) : amount;
    }
    for (const auto& [place, sum] : taken) {
      const Location where = net_.exprs.size() > sum.index() ? net_.exprs[sum].where : net_[id].where;
      made(id).guards.push_back(expr_.binary(Op::greater_equal, expr_.level(place, where), sum, where));
    }
  }

  void guard(TransitionId id, const Arc& arc, ExprId condition) {
    if (arc.condition.valid())
      condition = expr_.binary(Op::or_, expr_.unary(Op::not_, arc.condition, arc.where), condition, arc.where);
    made(id).guards.push_back(condition);
  }

  void note_rate(TransitionId id, bool moving) {
    std::vector<ExprId> looked{net_[id].a};
    for (const LevelArc& arc : made_.arcs[id.index()]) {
      looked.push_back(arc.amount);
      looked.push_back(arc.condition);
    }
    const auto looks = [&](unsigned at) {
      return std::any_of(looked.begin(), looked.end(), [&](ExprId e) { return net_.exprs.looks(e, at); });
    };
    made_.counting.push_back(looks(look::tokens) ? 1 : 0);
    made_.clocked.push_back(looks(look::time) ? 1 : 0);
    made_.steady.push_back(looks(look::time | look::levels) ? 0 : 1);
    if (!moving) return;
    LevelConditions conditions{id, id, {}};
    for (const ExprId expr : looked) level_comparisons(made_.net, expr, net_[id].binding_size, conditions.watched);
    if (!conditions.watched.empty()) made_.conditions.push_back(std::move(conditions));
  }

  // A transition beside it that is enabled whatever the levels are, so that it is known which
  // bindings to look at.
  void add_looking(TransitionId id) {
    LevelConditions conditions{id, TransitionId(made_.net.transitions.size()), {}};
    Transition shadow = made(id);
    shadow.guards.clear();
    for (const ExprId guard : made(id).guards) {
      if (!looks_at_levels(made_.net, guard)) {
        shadow.guards.push_back(guard);
        continue;
      }
      level_comparisons(made_.net, guard, net_[id].binding_size, conditions.watched);
      if (std::find(conditions.watched.begin(), conditions.watched.end(), guard) == conditions.watched.end())
        conditions.watched.push_back(guard);
    }
    if (conditions.watched.empty()) return;
    std::erase_if(shadow.arcs, [](const Arc& arc) { return arc.kind == ArcKind::output || arc.kind == ArcKind::reset; });
    for (Arc& arc : shadow.arcs) {
      if (arc.kind == ArcKind::input) arc.kind = ArcKind::read;
    }
    shadow.timing = Timing::continuous;
    shadow.a = expr_.real(0, shadow.where);
    shadow.b = shadow.weight = shadow.priority = shadow.order = shadow.delay = ExprId();
    shadow.servers = 0;
    shadow.memory = Memory::enabling;
    shadow.draws.clear();
    shadow.uses.clear();
    shadow.at_most = ExprId();
    made_.net.transitions.push_back(std::move(shadow));
    made_.looking.push_back(id);
    made_.conditions.push_back(std::move(conditions));
  }

  const Net& net_;
  HybridNet made_;
  Diagnostics unused_;  // what is made here is typed as the net is
  ExprBuilder expr_;
};

}  // namespace

bool looks_at_levels(const Net& net, ExprId expr) { return net.exprs.looks(expr, look::levels); }

void level_comparisons(const Net& net, ExprId expr, std::uint32_t known, std::vector<ExprId>& parts) {
  for_each_expr(net.exprs, expr, [&](ExprId id) {
    const Expr& node = net.exprs[id];
    if (!node.stateful()) return false;
    if (std::find(kComparing.begin(), kComparing.end(), node.op) == kComparing.end()) return true;
    if (!net.exprs.looks(id, look::levels | look::time)) return true;
    bool local = false;
    for_each_expr(net.exprs, id, [&](ExprId part) {
      const Expr& inner = net.exprs[part];
      local = local || (inner.op == Op::variable && static_cast<std::uint64_t>(inner.payload) >= known);
      return !local;
    });
    if (!local) parts.push_back(id);
    return true;
  });
}

HybridNet make_hybrid_net(const Net& net) { return NetMaker(net).make(); }

}  // namespace petriloom::fluid
