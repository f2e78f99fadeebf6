// SPDX-License-Identifier: Apache-2.0
#include "engine/unfold/net.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace petriloom {

UnfoldNetMaker::UnfoldNetMaker(const Net& net, UnfoldSearch& search, bool keep_time, bool keep_weights,
                               const UnfoldedStructure& made, const UnfoldedParts& parts, Diagnostics& diagnostics)
    : net_(net),
      search_(search),
      arcs_(search.arcs()),
      keep_time_(keep_time),
      keep_weights_(keep_weights),
      keep_priorities_(keep_time || !timed(net)),
      made_(made),
      parts_(parts),
      diagnostics_(diagnostics),
      builder_(net.name, net.sources),
      rewriter_(net, arcs_.evaluator(), nodes_, builder_),
      modules_(net, builder_),
      clear_(net.colours) {
  // Types and words of the coloured net stay valid in the new one.
  builder_.net().colours = net.colours;
  for (std::size_t set = 0; set < net.colours.size(); ++set) builder_.net().colours.write_bounds(ColourSetId(set), {}, {});
  builder_.net().pool = parts.pool;
  unit_ = builder_.expr().unit({});
  nodes_.places.resize(net.places.size());
  nodes_.transitions.resize(net.transitions.size());
  heads_.resize(net.transitions.size());
  for (const Transition& transition : net.transitions) {
    if (transition.fair_with.valid()) heads_[transition.fair_with.index()] = true;
  }
  for (const UnfoldedTotal& total : made.totals) {
    totals_with_.resize(made.rows.places());
    for (const PlaceId member : total.members) {
      if (member.valid() && total.place.valid()) totals_with_[member.index()].push_back(total.place);
    }
  }
}

std::optional<Net> UnfoldNetMaker::make() {
  builder_.net().scenarios = net_.scenarios;
  builder_.net().scenario = net_.scenario;
  builder_.net().notes = net_.notes;
  add_places();
  add_references();
  builder_.net().transitions.reserve(made_.rows.transitions);
  for (std::size_t t = 0; t < made_.rows.transitions && diagnostics_.error_count() < Diagnostics::kMostKept; ++t) add_transition(t);
  add_properties();
  add_condition(&Net::stop, &Net::stop_slots, "the stop condition");
  add_condition(&Net::final_marking, &Net::final_slots, "which markings are final");
  add_measures();
  report_left_out();
  diagnostics_.append(builder_.diagnostics());
  if (diagnostics_.has_errors()) return std::nullopt;
  // Valid by the way it was made; checking millions of parts again would take longer than making
  // them.
  return std::move(builder_.net());
}

PlaceId UnfoldNetMaker::unfolded(PlaceId place, Word colour) const {
  const std::uint32_t position = search_.colours(place).position(colour);
  return position == PossibleColours::kNone ? PlaceId() : made_.place_of[place.index()][position];
}

void UnfoldNetMaker::add_places() {
  builder_.net().places.reserve(parts_.places.size());
  for (std::size_t p = 0; p < parts_.places.size(); ++p) {
    const UnfoldedPlace& part = parts_.places[p];
    const Place& place = net_[part.place];
    Place made;
    made.module = modules_.of(place.module, place_indices(net_, part.place, part.colour, parts_.pool));
    made.name = modules_.free_name(made.module, local_place_name(net_, parts_, p, clear_));
    made.colour = ColourTable::kUnit;
    made.where = place.where;
    if (net_.colours[place.colour].kind == ColourKind::unit) made.at = place.at;
    if (!part.total) nodes_.places[part.place.index()].emplace_back(part.colour, PlaceId(p));
    if (!keep_time_ && made_.rows.initial[p] != 0) made.initial.push_back({0, made_.rows.initial[p], 0});
    builder_.add(std::move(made));
  }
  if (!keep_time_) return;
  for (std::size_t p = 0; p < net_.places.size(); ++p) {
    // Ascending by colour and time, as they have to be.
    for (const InitialTokens& tokens : net_.places[p].initial) {
      builder_.mark(unfolded(PlaceId(p), tokens.colour), 0, tokens.count, tokens.available);
    }
  }
}

// Other names of places that are one place still.
void UnfoldNetMaker::add_references() {
  for (std::size_t m = 0; m < net_.modules.size(); ++m) {
    if (!net_.modules[m].indices.empty()) continue;
    for (Reference reference : net_.modules[m].references) {
      if (net_.colours[net_[reference.place].colour].kind != ColourKind::unit) continue;
      reference.place = nodes_.places[reference.place.index()].at(0).second;
      builder_.net().modules[modules_.of(ModuleId(m), {}).index()].references.push_back(std::move(reference));
    }
  }
}

void UnfoldNetMaker::add_transition(std::size_t t) {
  const TransitionId id = parts_.transitions[t].transition;
  const Transition& original = net_[id];
  const std::span<const Word> binding = parts_.binding(net_, t);
  frame_.assign(original.variables.size(), 0);
  std::copy(binding.begin(), binding.end(), frame_.begin());
  Transition made;
  made.module = modules_.of(original.module, binding.first(original.folded));
  made.name = modules_.free_name(made.module, local_transition_name(net_, parts_, t, clear_));
  made.where = original.where;
  if (binding.empty()) made.at = original.at;
  try {
    if (keep_priorities_) {
      made.priority = rewriter_.rewrite(original.priority, frame_);
      made.order = rewriter_.rewrite(original.order, frame_);
    }
    for (const ExprId guard : original.guards) {
      if (net_.exprs[guard].stateful()) made.guards.push_back(rewriter_.rewrite(guard, frame_));
    }
    if (keep_time_) time(original, made);
    if (keep_weights_) made.weight = rewriter_.rewrite(original.weight, frame_);
    add_rows(t, original, made);
    for (const Arc& arc : original.arcs) {
      if (beside_rows(arcs_, original, arc, keep_time_) && arcs_.present(arc, frame_)) add_beside(original, arc, id, made);
    }
    add_sums(t, made);
    add_open_slots(id, made);
  } catch (const EvalError& error) {
    diagnostics_.error(error.where(), fmt::format("{}, in '{}' unfolded to '{}'", error.what(), path(net_, id), made.name));
  }
  // Slots of what is evaluated when the net runs.
  if (rewriter_.uses_slots()) made.variables = original.variables;
  nodes_.transitions[id.index()].push_back(builder_.add(std::move(made)));
  join_for_fairness(id, nodes_.transitions[id.index()].back(), binding);
}

// What an instance of a transition became counts as one for fairness, as the instance did.
void UnfoldNetMaker::join_for_fairness(TransitionId id, TransitionId made, std::span<const Word> binding) {
  const Transition& original = net_[id];
  // The only one.
  if (binding.size() == original.folded && !original.fair_with.valid() && !heads_[id.index()]) return;
  const TransitionId head = original.fair_with.valid() ? original.fair_with : id;
  const std::span<const Word> indices = binding.first(original.folded);
  const auto [first, fresh] = fair_.try_emplace({head, {indices.begin(), indices.end()}}, made);
  if (!fresh) builder_.net().transitions[made.index()].fair_with = first->second;
}

void UnfoldNetMaker::time(const Transition& original, Transition& made) {
  if (!original.draws.empty()) throw EvalError(original.draws.front().where, "what is drawn for delays cannot be unfolded");
  made.timing = original.timing;
  made.servers = original.servers;
  made.memory = original.memory;
  made.a = rewriter_.rewrite(original.a, frame_);
  made.b = rewriter_.rewrite(original.b, frame_);
  for (const ExprId time : original.times) made.times.push_back(rewriter_.rewrite(time, frame_));
  made.delay = rewriter_.rewrite(original.delay, frame_);
  made.at_most = rewriter_.rewrite(original.at_most, frame_);
  for (const Arc& use : original.uses) add_use(use, made);
  if (made.uses.empty() && !original.uses.empty()) add_no_use(original.uses.front(), made);
}

// Its time is still work, although it uses nothing: a term of no tokens says so.
void UnfoldNetMaker::add_no_use(const Arc& use, Transition& made) {
  if (builder_.net().places.empty()) throw EvalError(use.where, "no place is left that could be used");
  Arc none;
  none.place = PlaceId(0);
  none.kind = use.kind;
  none.value = unit_;
  none.where = use.where;
  none.count = rewriter_.literal(ColourTable::kInt, 0, use.where);
  made.uses.push_back(none);
}

void UnfoldNetMaker::add_use(const Arc& use, Transition& made) {
  const std::optional<std::int64_t> count = arcs_.count(use, frame_);
  if (!count) return;
  std::vector<Word> colours;
  arcs_.colours_of(use, frame_, colours);
  for (const Word colour : colours) {
    Arc part;
    part.place = unfolded(use.place, colour);
    if (!part.place.valid())
      throw EvalError(use.where,
                      fmt::format("'{}' never has a token of what is used, so that the work stands still", net_[use.place].name));
    part.kind = use.kind;
    part.value = unit_;
    part.where = use.where;
    if (*count != 1) part.count = rewriter_.literal(ColourTable::kInt, *count, use.where);
    made.uses.push_back(part);
  }
}

void UnfoldNetMaker::add_rows(std::size_t t, const Transition& original, Transition& made) {
  const RowNet& rows = made_.rows;
  add_row(rows.input, ArcKind::input, t, original, made);
  add_row(rows.output, ArcKind::output, t, original, made);
  add_row(rows.read, ArcKind::read, t, original, made);
  add_row(rows.inhibitor, ArcKind::inhibitor, t, original, made);
  add_row(rows.equal, ArcKind::equal, t, original, made);
  add_row(rows.reset, ArcKind::reset, t, original, made);
  std::sort(made.arcs.begin(), made.arcs.end(),
            [](const Arc& a, const Arc& b) { return std::tie(a.place, a.kind) < std::tie(b.place, b.kind); });
}

void UnfoldNetMaker::add_row(const ArcRows& rows, ArcKind kind, std::size_t t, const Transition& original, Transition& made) {
  for_each_entry(rows, t, [&](PlaceId place, std::int64_t count) {
    Arc arc;
    arc.place = place;
    arc.kind = kind;
    arc.value = unit_;
    const PlaceId coloured = parts_.places[place.index()].place;
    const auto same = [&](const Arc& a) { return a.place == coloured && (a.kind == kind || a.kind == ArcKind::equal); };
    const auto found = std::find_if(original.arcs.begin(), original.arcs.end(), same);
    arc.where = found == original.arcs.end() ? original.where : found->where;
    if (count != 1) arc.count = rewriter_.literal(ColourTable::kInt, count, arc.where);
    made.arcs.push_back(arc);
  });
}

// An arc whose count the marking decides, or that puts tokens with a delay.
void UnfoldNetMaker::add_beside(const Transition& original, const Arc& arc, TransitionId id, Transition& made) {
  std::vector<Word> colours;
  const bool matched =
      arc.kind == ArcKind::inhibitor || arc.kind == ArcKind::reset || arc.kind == ArcKind::equal || net_.exprs[arc.value].wildcards;
  if (!matched || arc.each) {
    arcs_.colours_of(arc, frame_, colours);
  } else {
    search_.matching(id, static_cast<std::size_t>(&arc - original.arcs.data()), frame_, colours);
  }
  if (colours.size() > 1 && (draws(net_, arc.count) || draws(net_, arc.condition) || (keep_time_ && draws(net_, arc.delay)))) {
    throw EvalError(arc.where, "a random value that several colours share cannot be unfolded");
  }
  if (!matched || arc.each || arc.kind == ArcKind::reset || colours.size() == 1) {
    for (const Word colour : colours) add_beside_colour(arc, unfolded(arc.place, colour), made);
    return;
  }
  if (arc.kind == ArcKind::read && keep_time_) {
    throw EvalError(arc.where,
                    "a read arc over several colours whose count depends on the marking can only be unfolded without time");
  }
  std::vector<PlaceId> members;
  for (const Word colour : colours) members.push_back(unfolded(arc.place, colour));
  add_guard(arc, members, made);
}

// The arc as a condition on all the members together.
void UnfoldNetMaker::add_guard(const Arc& arc, const std::vector<PlaceId>& members, Transition& made) {
  const ArcKind kind = arc.kind == ArcKind::input ? ArcKind::read : arc.kind;
  ExprId guard = sum_guard(kind, tokens_of(members, arc.where), rewriter_.rewrite(arc.count, frame_), arc.where);
  if (const ExprId condition = rewriter_.rewrite_undecided(arc.condition, frame_); condition.valid()) {
    const ExprId absent = builder_.expr().unary(Op::not_, condition, arc.where);
    guard = builder_.expr().binary(Op::or_, absent, guard, arc.where);
  }
  made.guards.push_back(guard);
}

void UnfoldNetMaker::add_beside_colour(const Arc& arc, PlaceId place, Transition& made) {
  if (!place.valid()) {
    // A colour that is never there: the arc can only be satisfied by asking for none.
    if (arc.kind != ArcKind::inhibitor && arc.kind != ArcKind::reset) add_guard(arc, {}, made);
    return;
  }
  Arc carried;
  carried.place = place;
  carried.kind = arc.kind;
  carried.value = unit_;
  carried.where = arc.where;
  carried.count = rewriter_.rewrite(arc.count, frame_);
  carried.condition = rewriter_.rewrite_undecided(arc.condition, frame_);
  if (keep_time_) carried.delay = rewriter_.rewrite(arc.delay, frame_);
  made.arcs.push_back(carried);
  if (place.index() >= totals_with_.size() || (arc.kind != ArcKind::input && arc.kind != ArcKind::output)) return;
  for (const PlaceId total : totals_with_[place.index()]) {
    carried.place = total;
    made.arcs.push_back(carried);
  }
}

ExprId UnfoldNetMaker::tokens_of(const std::vector<PlaceId>& members, const Location& where) {
  std::vector<ExprId> terms;
  for (const PlaceId member : members) terms.push_back(builder_.expr().tokens(member, {}, where));
  return rewriter_.join(Op::add, std::move(terms), rewriter_.literal(ColourTable::kInt, 0, where), where);
}

ExprId UnfoldNetMaker::sum_guard(ArcKind kind, ExprId sum, ExprId count, const Location& where) {
  if (!count.valid()) count = rewriter_.literal(ColourTable::kInt, 1, where);
  const ExprId none = rewriter_.literal(ColourTable::kInt, 0, where);
  if (kind == ArcKind::read) return builder_.expr().binary(Op::greater_equal, sum, count, where);
  if (kind == ArcKind::equal) {
    return builder_.expr().binary(Op::equal, sum, builder_.expr().binary(Op::maximum, count, none, where), where);
  }
  // An inhibitor arc whose count is 0 or less is absent.
  const ExprId absent = builder_.expr().binary(Op::less_equal, count, none, where);
  return builder_.expr().binary(Op::or_, absent, builder_.expr().binary(Op::less, sum, count, where), where);
}

// That the marking makes the arc one that is there.
ExprId UnfoldNetMaker::presence(const Arc& arc) {
  ExprId there = rewriter_.rewrite_undecided(arc.condition, frame_);
  if (const ExprId count = rewriter_.rewrite_undecided(arc.count, frame_); count.valid()) {
    const ExprId any = builder_.expr().binary(Op::greater, count, rewriter_.literal(ColourTable::kInt, 0, arc.where), arc.where);
    there = there.valid() ? builder_.expr().binary(Op::and_, there, any, arc.where) : any;
  }
  return there;
}

// A variable has another colour than its first only where a term is there that binds it.
void UnfoldNetMaker::add_open_slots(TransitionId id, Transition& made) {
  for (const UnfoldOpenSlot& open : search_.prepared(id).open_slots) {
    const ColourSetId set = net_[id].variables[open.slot].colour;
    if (frame_[open.slot] == net_.colours.first(set, arcs_.evaluator().pool())) continue;
    bool certain = false;
    std::vector<ExprId> there;
    for (const std::size_t k : open.terms) {
      const Arc& arc = net_[id].arcs[k];
      if (!arcs_.present(arc, frame_)) continue;
      if (state_decides(net_, arc)) there.push_back(presence(arc));
      certain = certain || !state_decides(net_, arc);
    }
    if (certain) continue;
    const Location& where = net_[id].where;
    made.guards.push_back(rewriter_.join(Op::or_, std::move(there), rewriter_.literal(ColourTable::kBool, 0, where), where));
  }
}

void UnfoldNetMaker::add_sums(std::size_t t, Transition& made) {
  for (; next_sum_ < made_.sums.size() && made_.sums[next_sum_].transition == t; ++next_sum_) {
    const UnfoldedSum& sum = made_.sums[next_sum_];
    const ExprId count = rewriter_.literal(ColourTable::kInt, sum.count, sum.where);
    made.guards.push_back(sum_guard(sum.kind, tokens_of(sum.members, sum.where), count, sum.where));
  }
}

}  // namespace petriloom
