// SPDX-License-Identifier: Apache-2.0
#include "analysis/structural/endless.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/model/net_model.h"
#include "analysis/space/explore.h"
#include "engine/expr/eval.h"
#include "engine/questions/fluid.h"

namespace petriloom {
namespace {

// Transitions looked at, before structure is given up.
constexpr std::size_t kMostWork = 20'000'000;

// What is explored, so that a few markings of many tokens each cost little beside a run as well.
constexpr std::uint64_t kMostBytes = std::uint64_t{2} << 20U;

/// Whether an expression is left out or a number of which `holds` is true.
template <class Holds>
bool is_number(const Net& net, ExprId id, const Holds& holds) {
  if (!id.valid()) return true;
  const Expr& expr = net.exprs[id];
  if (expr.op != Op::literal) return false;
  return holds(net.colours[expr.type].kind == ColourKind::real ? real_of_word(expr.payload) : static_cast<double>(expr.payload));
}

bool positive(double value) { return value > 0; }

/// Whether a transition fires sooner or later as long as it is enabled: not one at set times, nor
/// of a rate that may be 0, nor one whose work may stand still.
bool fires_if_enabled(const Net& net, const Transition& transition) {
  if (scheduled(transition.timing) || transition.timing == Timing::continuous || shares(transition)) return false;
  if (!is_number(net, transition.weight, positive)) return false;
  return transition.timing != Timing::exponential || is_number(net, transition.a, positive);
}

/// Whether a pattern takes any token of its place: variables that nothing else binds, wildcards,
/// and tuples of them.
bool takes_any(const Net& net, const Transition& transition, ExprId value, ColourSetId colour, std::vector<char>& bound) {
  if (!value.valid() || net.colours[colour].size() == 1) return true;
  const Expr& expr = net.exprs[value];
  if (expr.type != colour) return false;
  if (expr.op == Op::wildcard) return true;
  if (expr.op == Op::variable) {
    if (expr.payload < 0 || static_cast<std::size_t>(expr.payload) >= transition.binding_size) return false;
    char& seen = bound[static_cast<std::size_t>(expr.payload)];
    const bool fresh = seen == 0 && transition.variables[static_cast<std::size_t>(expr.payload)].colour == colour;
    seen = 1;
    return fresh;
  }
  if (expr.op != Op::tuple) return false;
  const auto parts = net.exprs.children(value);
  return std::all_of(parts.begin(), parts.end(),
                     [&](ExprId part) { return takes_any(net, transition, part, net.exprs[part].type, bound); });
}

/// What a transition does to places, whatever the colours.
struct Moves {
  /// Places that it may take tokens from, or remove them.
  std::vector<std::size_t> empties;
  std::vector<std::size_t> fills;  ///< places that get a token at each firing
  /// A token in each of these is enough for it to fire; nothing: it may want more.
  std::optional<std::vector<std::size_t>> needs;
};

Moves moves_of(const Net& net, const Transition& transition) {
  Moves moves;
  std::vector<std::size_t> needs;
  std::vector<char> bound(transition.binding_size, 0);
  bool plain = fires_if_enabled(net, transition) && transition.guards.empty();
  for (const Arc& arc : transition.arcs) {
    const std::size_t place = arc.place.index();
    const bool one = is_number(net, arc.count, [](double count) { return count == 1; });
    const bool always = !arc.condition.valid() && !arc.each;
    if (net[arc.place].fluid) {
      plain = plain && arc.kind == ArcKind::output;
      continue;
    }
    if (arc.kind == ArcKind::input || arc.kind == ArcKind::reset) moves.empties.push_back(place);
    if (arc.kind == ArcKind::output) {
      if (always && is_number(net, arc.count, positive)) moves.fills.push_back(place);
    } else if (arc.kind == ArcKind::input || arc.kind == ArcKind::read) {
      plain = plain && one && always && std::find(needs.begin(), needs.end(), place) == needs.end() &&
              takes_any(net, transition, arc.value, net[arc.place].colour, bound);
      needs.push_back(place);
    } else {
      plain = plain && arc.kind == ArcKind::reset;
    }
  }
  plain = plain && std::all_of(bound.begin(), bound.end(), [](char seen) { return seen != 0; });
  if (plain) moves.needs = std::move(needs);
  return moves;
}

/// The search for places that are empty in a dead marking.
class Emptiness {
 public:
  explicit Emptiness(const Net& net) : marked_(net.places.size(), 0), empty_(net.places.size(), 0) {
    for (const Transition& transition : net.transitions) moves_.push_back(moves_of(net, transition));
    for (std::size_t p = 0; p < net.places.size(); ++p) {
      const auto& initial = net.places[p].initial;
      marked_[p] = std::any_of(initial.begin(), initial.end(), [](const InitialTokens& some) { return some.count > 0; }) ? 1 : 0;
    }
  }

  /// Whether there is no such choice of places. The first transition that is always enabled is
  /// told.
  bool impossible(std::optional<std::size_t>& always) {
    std::vector<char> kept = marked_;  // places that keep a token by themselves
    for (const Moves& moves : moves_) {
      for (const std::size_t place : moves.empties) {
        if (std::find(moves.fills.begin(), moves.fills.end(), place) == moves.fills.end()) kept[place] = 0;
      }
    }
    for (std::size_t t = 0; t < moves_.size() && !always; ++t) {
      const auto& needs = moves_[t].needs;
      if (needs && std::all_of(needs->begin(), needs->end(), [&](std::size_t place) { return kept[place] != 0; })) always = t;
    }
    if (always) return true;
    // Those with one place leave no choice, and come first.
    for (const Moves& moves : moves_) {
      if (moves.needs && moves.needs->size() == 1) empty_[moves.needs->front()] = 1;
    }
    return contradicted();
  }

 private:
  /// Whether every way to go on choosing places ends at a marked trap.
  bool contradicted() {
    if (has_marked_trap(empty_)) return true;
    if (work_ > kMostWork) return false;
    const auto open = std::find_if(moves_.begin(), moves_.end(), [this](const Moves& moves) {
      return moves.needs &&
             std::none_of(moves.needs->begin(), moves.needs->end(), [this](std::size_t p) { return empty_[p] != 0; });
    });
    if (open == moves_.end()) return false;
    for (const std::size_t place : *open->needs) {
      empty_[place] = 1;
      const bool impossible = contradicted();
      empty_[place] = 0;
      if (!impossible) return false;
    }
    return true;
  }

  /// Whether the largest trap among places is marked at the start: then it always is.
  bool has_marked_trap(std::vector<char> places) {
    const auto in = [&places](std::size_t place) { return places[place] != 0; };
    for (bool changed = true; changed;) {
      changed = false;
      work_ += moves_.size();
      for (const Moves& moves : moves_) {
        if (std::any_of(moves.fills.begin(), moves.fills.end(), in)) continue;
        for (const std::size_t place : moves.empties) {
          changed = changed || in(place);
          places[place] = 0;
        }
      }
    }
    for (std::size_t p = 0; p < places.size(); ++p) {
      if (in(p) && marked_[p] != 0) return true;
    }
    return false;
  }

  std::vector<Moves> moves_;
  std::vector<char> marked_;  // at the start
  std::vector<char> empty_;   // as chosen
  std::size_t work_ = 0;
};

bool looks_at_time(const Net& net, const Transition& transition) {
  return std::any_of(transition.guards.begin(), transition.guards.end(),
                     [&](ExprId guard) { return net.exprs.looks(guard, look::time); });
}

/// Whether markings with time left out are all that occur with it, and what is enabled there fires
/// with it.
bool explorable(const Net& net) {
  return !has_fluid(net) && std::all_of(net.transitions.begin(), net.transitions.end(), [&](const Transition& transition) {
    return fires_if_enabled(net, transition) && !looks_at_time(net, transition);
  });
}

}  // namespace

std::optional<std::string> never_ends(const Net& net, std::uint64_t states, const std::function<bool()>& cancelled) {
  std::optional<std::size_t> always;
  if (Emptiness(net).impossible(always)) {
    if (always) return fmt::format("'{}' is enabled at all times", path(net, TransitionId(*always)));
    return "something is enabled at all times";
  }
  if (!explorable(net)) return std::nullopt;
  try {
    NetModel model(net, {});
    ExploreOptions options;
    options.limits.cancelled = cancelled;
    options.limits.bytes = kMostBytes;
    options.enough = [states](const StateSpace& space) { return space.first_dead != kNoState || space.size() >= states; };
    const StateSpace space = explore(model, net.places.size(), options);
    if (!space.complete() || space.dead > 0 || space.diagnostics.has_errors()) return std::nullopt;
    return fmt::format("none of its {} markings is dead", space.size());
  } catch (const EvalError&) {
    return std::nullopt;  // the simulation says it better, with the run that leads there
  }
}

}  // namespace petriloom
