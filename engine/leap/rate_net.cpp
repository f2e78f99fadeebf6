// SPDX-License-Identifier: Apache-2.0
#include "engine/leap/rate_net.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/expr/eval.h"
#include "engine/questions/fluid.h"
#include "engine/questions/measure_keys.h"
#include "engine/random/durations.h"

namespace petriloom::leap {

namespace {

/// Tells what of a net has no form for leaps, each at its place.
class Refusals {
 public:
  Refusals(const Net& net, Diagnostics& diagnostics) : net_(net), diagnostics_(diagnostics) {}

  void look() {
    if (const auto fluid = find_fluid(net_)) return refuse(fluid->where, fluid->what, "a net of tokens alone");
    for (const Transition& transition : net_.transitions) look(transition);
    for (const Place& coloured : net_.places) {
      const auto late = [](const InitialTokens& tokens) { return tokens.available > 0; };
      if (std::any_of(coloured.initial.begin(), coloured.initial.end(), late))
        refuse(coloured.where, "tokens of place '" + coloured.name + "' are delayed", "tokens that are available at the start");
    }
    for (const Measure& measure : net_.measures) {
      if (measure.kind == MeasureKind::delay)
        refuse(measure.where, "measure '" + measure.name + "' pairs firings, whose order in a leap is not known",
               "the mean number of tokens over the rate at which they come (Little)");
      bool asks = false;
      for_each_expression(measure, [&](ExprId expr) { asks = asks || asks_what_can_fire(expr); });
      if (asks) refuse(measure.where, "measure '" + measure.name + "' asks what can fire", "tokens(P)");
    }
    if (asks_what_can_fire(net_.stop)) refuse(net_.exprs[net_.stop].where, "the stop condition asks what can fire", "tokens(P)");
  }

 private:
  void refuse(const Location& where, const std::string& what, const std::string& accepted) {
    diagnostics_.error(where, "tau-leaping: " + what, "accepted: " + accepted + "; or simulate without --tau-leap");
  }
  [[nodiscard]] bool asks_what_can_fire(ExprId expr) const { return net_.exprs.looks(expr, look::enabled); }
  [[nodiscard]] bool changes(ExprId expr) const { return net_.exprs.looks(expr, look::state | look::random); }

  void look(const Transition& t) {
    const std::string name = "transition '" + t.name + "'";
    if (t.timing != Timing::exponential)
      return refuse(t.where, name + (t.timing == Timing::immediate ? " is immediate" : " has a duration that is not exponential"),
                    "time exponential(RATE), where the rate may count tokens");
    if (net_.exprs.looks(t.a, look::enabled | look::time | look::random))
      refuse(t.where, "the rate of " + name + " asks for more than tokens", "rates of constants, colours and tokens(P)");
    if (shares(t)) refuse(t.where, name + " does its work at a speed that it shares with others", "transitions without `uses`");
    if (t.delay.valid()) refuse(t.where, name + " delays its tokens", "tokens that are available at once");
    if (!t.draws.empty()) refuse(t.where, name + " draws random values", "a transition for each outcome");
    if (std::any_of(t.guards.begin(), t.guards.end(), [&](ExprId guard) { return changes(guard); }))
      refuse(t.where, "a guard of " + name + " looks at the marking", "read and inhibitor arcs");
    for (const Arc& arc : t.arcs) {
      const std::string of = fmt::format("an arc of {} ", name);
      if (arc.kind == ArcKind::reset) refuse(arc.where, of + "resets a place", "arcs that take a constant number of tokens");
      if (arc.collect) refuse(arc.where, of + "collects tokens", "arcs that take tokens of known colours");
      if (arc.delay.valid()) refuse(arc.where, of + "delays its tokens", "tokens that are available at once");
      if (changes(arc.count) || changes(arc.condition) || changes(arc.value))
        refuse(arc.where, of + "is not the same in every marking", "constant counts, and colours of the binding");
    }
  }

  const Net& net_;
  Diagnostics& diagnostics_;
};

/// Adds rates to an unfolded net, and whom changes affect.
class RateMaker {
 public:
  RateMaker(const Net& net, const counts::FormLimits& limits, RateNet& made, Diagnostics& diagnostics)
      : net_(net), limits_(limits), made_(made), diagnostics_(diagnostics), evaluator_(net, made.parts.pool) {}

  void make() {
    places_of_.resize(net_.places.size());
    asked_.resize(made_.places.size());
    for (std::uint32_t place = 0; place < made_.parts.places.size(); ++place) {
      const UnfoldedPlace& coloured = made_.parts.places[place];
      if (!coloured.total) places_of_[coloured.place.index()].push_back(place);
    }
    for (std::uint32_t binding = 0; binding < made_.parts.transitions.size() && !diagnostics_.has_errors(); ++binding) add(binding);
    for (const Asked& asked : asked_) {
      for (const std::int64_t threshold : asked.thresholds) made_.thresholds.add(threshold);
      for (const std::uint32_t binding : asked.affected) made_.affected.add(binding);
      made_.thresholds.end_row();
      made_.affected.end_row();
    }
  }

 private:
  /// How a place is looked at.
  struct Asked {
    std::set<std::int64_t> thresholds;
    std::vector<std::uint32_t> affected;
  };
  void add(std::uint32_t binding) {
    add_rate(binding);
    std::set<std::uint32_t> asked(made_.looked[binding].begin(), made_.looked[binding].end());
    for (const auto& [kind, place, count] : made_.conditions[binding]) {
      asked.insert(place);
      if (kind == ArcKind::input) {
        ++made_.bindings.back().inputs;
      } else {
        asked_[place].thresholds.insert(count);
        if (kind == ArcKind::equal) asked_[place].thresholds.insert(count + 1);
      }
    }
    for (const std::uint32_t place : asked) asked_[place].affected.push_back(binding);
    entries_ += asked.size();
    if (entries_ > limits_.affected)
      diagnostics_.error(net_[made_.transition_of(binding)].where, "tau-leaping: too many bindings look at too many colours",
                         fmt::format("at most {} pairs are accepted", limits_.affected));
  }

  void add_rate(std::uint32_t binding) {
    const Transition& t = net_[made_.transition_of(binding)];
    Binding one;
    one.servers = t.servers;
    std::vector<Word> frame = made_.frame(net_, binding);
    one.looks = net_.exprs.looks(t.a, look::tokens);
    if (!one.looks) {
      one.rate = real_of_word(evaluator_.eval(t.a, frame));
      if (const std::string wrong = check_parameters(t.timing, one.rate, 0); !wrong.empty()) diagnostics_.error(t.where, wrong);
    }
    made_.bindings.push_back(one);
    std::set<std::uint32_t> counted;
    for_each_tokens(net_.exprs, t.a, [&](ExprId node) { add_counted(t, node, frame, counted); });
    for (const std::uint32_t place : counted) made_.looked.add(place);
    made_.looked.end_row();
    if (made_.shares_servers(net_, binding))
      diagnostics_.error(t.where, fmt::format("tau-leaping: bindings of transition '{}' share its servers", t.name),
                         "accepted: infinite servers, or one binding; or simulate without --tau-leap");
  }

  // The place of a colour that the binding gives, or all places of the place.
  void add_counted(const Transition& t, ExprId node, std::vector<Word>& frame, std::set<std::uint32_t>& counted) {
    const auto& places = places_of_[static_cast<std::size_t>(net_.exprs[node].payload)];
    const auto children = net_.exprs.children(node);
    bool known = !children.empty() && !net_.exprs[children[0]].wildcards && !net_.exprs.looks(children[0], look::tokens);
    if (known) {
      for_each_expr(net_.exprs, children[0], [&](ExprId id) {
        const Expr& expr = net_.exprs[id];
        known = known && (expr.op != Op::variable || static_cast<std::uint64_t>(expr.payload) < t.binding_size);
        return true;
      });
    }
    const Word colour = known ? evaluator_.eval(children[0], frame) : 0;
    for (const std::uint32_t place : places) {
      if (!known || made_.parts.places[place].colour == colour) counted.insert(place);
    }
  }

  const Net& net_;
  const counts::FormLimits& limits_;
  RateNet& made_;
  Diagnostics& diagnostics_;
  Evaluator evaluator_;
  std::vector<std::vector<std::uint32_t>> places_of_;  // by place
  std::vector<Asked> asked_;                           // by unfolded place
  std::size_t entries_ = 0;
};

}  // namespace

std::optional<RateNet> make_rate_net(const Net& net, const counts::FormLimits& limits, Diagnostics& diagnostics) {
  Diagnostics found;
  Refusals(net, found).look();
  std::optional<RateNet> made;
  if (!found.has_errors()) {
    UnfoldedRows unfolded = unfold_rows(net, limits.unfolding());
    found.append(unfolded.diagnostics);
    if (unfolded.rows && !found.has_errors()) {
      try {
        // There is one: nothing is delayed.
        made.emplace(counts::make_unfolded_net(net, std::move(unfolded)).value());
        RateMaker(net, limits, *made, found).make();
      } catch (const EvalError& error) {
        found.error(error.where(), error.what());
      }
    }
  }
  if (found.has_errors()) made.reset();
  diagnostics.append(found);
  return made;
}

}  // namespace petriloom::leap
