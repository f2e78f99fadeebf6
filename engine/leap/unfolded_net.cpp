// SPDX-License-Identifier: Apache-2.0
#include "engine/leap/unfolded_net.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/compiled/dependency.h"
#include "engine/expr/eval.h"
#include "engine/net/fluid.h"
#include "engine/random/distributions.h"

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
      if (asks_what_can_fire(measure.value) || asks_what_can_fire(measure.condition))
        refuse(measure.where, "measure '" + measure.name + "' asks what can fire", "tokens(P)");
    }
    if (asks_what_can_fire(net_.stop)) refuse(net_.exprs[net_.stop].where, "the stop condition asks what can fire", "tokens(P)");
  }

 private:
  void refuse(const Location& where, const std::string& what, const std::string& accepted) {
    diagnostics_.error(where, "tau-leaping: " + what, "accepted: " + accepted + "; or simulate without --tau-leap");
  }
  [[nodiscard]] bool reach(ExprId expr, Op op) const { return expr.valid() && reaches(net_, expr, op); }
  [[nodiscard]] bool asks_what_can_fire(ExprId expr) const { return reach(expr, Op::fireable) || reach(expr, Op::dead); }
  [[nodiscard]] bool changes(ExprId expr) const {
    return asks_what_can_fire(expr) || reach(expr, Op::tokens) || reach(expr, Op::now) || reach(expr, Op::random);
  }

  void look(const Transition& t) {
    const std::string name = "transition '" + t.name + "'";
    if (t.timing != Timing::exponential)
      return refuse(t.where, name + (t.timing == Timing::immediate ? " is immediate" : " has a duration that is not exponential"),
                    "time exponential(RATE), where the rate may count tokens");
    if (asks_what_can_fire(t.a) || reach(t.a, Op::now) || reach(t.a, Op::random))
      refuse(t.where, "the rate of " + name + " asks for more than tokens", "rates of constants, colours and tokens(P)");
    if (t.delay.valid()) refuse(t.where, name + " delays its tokens", "tokens that are available at once");
    if (!t.draws.empty()) refuse(t.where, name + " draws random values", "a transition for each outcome");
    if (std::any_of(t.guards.begin(), t.guards.end(), [&](ExprId guard) { return changes(guard); }))
      refuse(t.where, "a guard of " + name + " looks at the marking", "read and inhibitor arcs");
    for (const Arc& arc : t.arcs) {
      const std::string of = fmt::format("an arc of {} ", name);
      if (arc.kind == ArcKind::reset) refuse(arc.where, of + "resets a place", "arcs that take a constant number of tokens");
      if (arc.delay.valid()) refuse(arc.where, of + "delays its tokens", "tokens that are available at once");
      if (changes(arc.count) || changes(arc.condition) || changes(arc.value))
        refuse(arc.where, of + "is not the same in every marking", "constant counts, and colours of the binding");
    }
  }

  const Net& net_;
  Diagnostics& diagnostics_;
};

/// Fills a net for leaps from the rows of an unfolded net.
class NetMaker {
 public:
  NetMaker(const Net& net, const RowNet& rows, const counts::FormLimits& limits, UnfoldedNet& made, Diagnostics& diagnostics)
      : net_(net), rows_(rows), limits_(limits), made_(made), diagnostics_(diagnostics), evaluator_(net, made.parts.pool) {}

  void make() {
    made_.initial = rows_.initial;
    places_of_.resize(net_.places.size());
    for (std::uint32_t place = 0; place < made_.initial.size(); ++place) {
      const UnfoldedPlace& coloured = made_.parts.places[place];
      if (!coloured.total) places_of_[coloured.place.index()].push_back(place);
    }
    thresholds_.resize(made_.initial.size());
    affected_.resize(made_.initial.size());
    for (std::uint32_t binding = 0; binding < rows_.transitions && !diagnostics_.has_errors(); ++binding) add(binding);
    for (std::size_t place = 0; place < made_.initial.size(); ++place) {
      for (const std::int64_t threshold : thresholds_[place]) made_.thresholds.add(threshold);
      for (const std::uint32_t binding : affected_[place]) made_.affected.add(binding);
      made_.thresholds.end_row();
      made_.affected.end_row();
    }
  }

 private:
  [[nodiscard]] const Transition& transition(std::uint32_t binding) const {
    return net_[made_.parts.transitions[binding].transition];
  }

  void add(std::uint32_t binding) {
    std::set<std::uint32_t> asked;
    std::map<std::uint32_t, std::int64_t> changes;
    for_each_entry(rows_.input, binding, [&](PlaceId coloured, std::int64_t count) {
      const auto place = static_cast<std::uint32_t>(coloured.index());
      changes[place] -= count;
      if (made_.parts.places[place].total) return;  // a total has what its colours have
      made_.takes.add({ArcKind::input, place, count});
      asked.insert(place);
    });
    made_.takes.end_row();
    for_each_entry(rows_.output, binding,
                   [&](PlaceId coloured, std::int64_t count) { changes[static_cast<std::uint32_t>(coloured.index())] += count; });
    for (const auto& [place, amount] : changes) {
      if (amount != 0) made_.changes.add({place, amount});
    }
    made_.changes.end_row();
    add_conditions(binding, asked);
    add_rate(binding);
    for (const std::uint32_t place : made_.looked[binding]) asked.insert(place);
    for (const std::uint32_t place : asked) affected_[place].push_back(binding);
    entries_ += asked.size();
    if (entries_ > limits_.affected)
      diagnostics_.error(transition(binding).where, "tau-leaping: too many bindings look at too many colours",
                         fmt::format("at most {} pairs are accepted", limits_.affected));
  }

  void add_conditions(std::uint32_t binding, std::set<std::uint32_t>& asked) {
    const std::pair<ArcKind, const ArcRows*> kinds[] = {
        {ArcKind::read, &rows_.read}, {ArcKind::inhibitor, &rows_.inhibitor}, {ArcKind::equal, &rows_.equal}};
    for (const auto& [kind, arcs] : kinds) {
      for_each_entry(*arcs, binding, [&, kind = kind](PlaceId coloured, std::int64_t count) {
        const auto place = static_cast<std::uint32_t>(coloured.index());
        made_.conditions.add({kind, place, count});
        asked.insert(place);
        thresholds_[place].insert(count);
        if (kind == ArcKind::equal) thresholds_[place].insert(count + 1);
      });
    }
    made_.conditions.end_row();
  }

  void add_rate(std::uint32_t binding) {
    const Transition& t = transition(binding);
    Binding one;
    one.servers = t.servers;
    std::vector<Word> frame(t.variables.size());
    const std::span<const Word> values = made_.parts.binding(net_, binding);
    std::copy(values.begin(), values.end(), frame.begin());
    one.looks = reaches(net_, t.a, Op::tokens);
    if (!one.looks) {
      one.rate = real_of_word(evaluator_.eval(t.a, frame));
      if (const std::string wrong = check_parameters(t.timing, one.rate, 0); !wrong.empty()) diagnostics_.error(t.where, wrong);
    }
    made_.bindings.push_back(one);
    std::set<std::uint32_t> counted;
    for_each_reached(net_, t.a, Op::tokens, [&](ExprId node, bool inside) { add_counted(t, node, inside, frame, counted); });
    for (const std::uint32_t place : counted) made_.looked.add(place);
    made_.looked.end_row();
    if (shares_servers(binding))
      diagnostics_.error(t.where, fmt::format("tau-leaping: bindings of transition '{}' share its servers", t.name),
                         "accepted: infinite servers, or one binding; or simulate without --tau-leap");
  }

  // The place of a colour that the binding gives, or all places of the place.
  void add_counted(const Transition& t, ExprId node, bool inside, std::vector<Word>& frame, std::set<std::uint32_t>& counted) {
    const auto& places = places_of_[static_cast<std::size_t>(net_.exprs[node].payload)];
    const auto children = net_.exprs.children(node);
    bool known = !inside && !children.empty() && !net_.exprs[children[0]].wildcards && !reaches(net_, children[0], Op::tokens);
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

  // Bindings of one instance come one after the other: the words of its index lead those of the binding.
  [[nodiscard]] bool shares_servers(std::uint32_t binding) const {
    const auto& bindings = made_.parts.transitions;
    const Transition& t = transition(binding);
    if (t.servers == 0 || binding == 0 || bindings[binding - 1].transition != bindings[binding].transition) return false;
    const auto values = made_.parts.binding(net_, binding);
    return std::equal(values.begin(), values.begin() + t.folded, made_.parts.binding(net_, binding - 1).begin());
  }

  const Net& net_;
  const RowNet& rows_;
  const counts::FormLimits& limits_;
  UnfoldedNet& made_;
  Diagnostics& diagnostics_;
  Evaluator evaluator_;
  std::vector<std::vector<std::uint32_t>> places_of_;  // by place
  std::vector<std::set<std::int64_t>> thresholds_;
  std::vector<std::vector<std::uint32_t>> affected_;
  std::size_t entries_ = 0;
};

}  // namespace

std::optional<UnfoldedNet> make_leap_net(const Net& net, const counts::FormLimits& limits, Diagnostics& diagnostics) {
  Diagnostics found;
  Refusals(net, found).look();
  std::optional<UnfoldedNet> made;
  if (!found.has_errors()) {
    UnfoldedRows unfolded = unfold_rows(net, limits.unfolding());
    found.append(unfolded.diagnostics);
    if (unfolded.rows && !found.has_errors()) {
      made.emplace();
      made->parts = std::move(unfolded.parts);
      try {
        NetMaker(net, *unfolded.rows, limits, *made, found).make();
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
