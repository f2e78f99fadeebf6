// SPDX-License-Identifier: Apache-2.0
#include "engine/unfold/reduce.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <unordered_set>

#include "engine/questions/measure_keys.h"

namespace petriloom {

namespace {

constexpr std::uint32_t kNone = NumberMap::kNone;

constexpr std::array<std::pair<ArcKind, ArcRows RowNet::*>, 6> kKinds{{{ArcKind::input, &RowNet::input},
                                                                       {ArcKind::output, &RowNet::output},
                                                                       {ArcKind::read, &RowNet::read},
                                                                       {ArcKind::inhibitor, &RowNet::inhibitor},
                                                                       {ArcKind::equal, &RowNet::equal},
                                                                       {ArcKind::reset, &RowNet::reset}}};

// The net that is left: `place_to` gives each place its new number or none (several may share one),
// `keep` the transitions.
void rebuild(const std::vector<std::uint32_t>& place_to, const std::vector<std::uint8_t>& keep, UnfoldedStructure& made,
             UnfoldedParts& parts) {
  RowNet rows;
  std::vector<UnfoldedPlace> places;
  for (std::size_t p = 0; p < place_to.size(); ++p) {
    if (place_to[p] == kNone) continue;
    if (place_to[p] == places.size()) {
      places.push_back(parts.places[p]);
      rows.initial.push_back(0);
    }
    rows.initial[place_to[p]] += made.rows.initial[p];
  }
  std::vector<UnfoldedTransition> transitions;
  for (std::size_t t = 0; t < made.rows.transitions; ++t) {
    if (keep[t] == 0) continue;
    for (const auto& [kind, member] : kKinds) {
      std::map<PlaceId, std::int64_t> row;
      for_each_entry(made.rows.*member, t, [&](PlaceId place, std::int64_t count) {
        if (place_to[place.index()] != kNone) row[PlaceId(place_to[place.index()])] += count;
      });
      for (const auto& [place, count] : row) (rows.*member).add(rows.transitions, place, count);
    }
    transitions.push_back(parts.transitions[t]);
    ++rows.transitions;
  }
  for (auto& places_of_colours : made.place_of) {
    for (PlaceId& place : places_of_colours) {
      const std::uint32_t to = place.valid() ? place_to[place.index()] : kNone;
      place = to == kNone ? PlaceId() : PlaceId(to);
    }
  }
  for (UnfoldedTotal& total : made.totals) {
    const std::uint32_t to = total.place.valid() ? place_to[total.place.index()] : kNone;
    total.place = to == kNone ? PlaceId() : PlaceId(to);
    for (PlaceId& member : total.members) member = PlaceId(member.valid() ? place_to[member.index()] : kNone);
  }
  made.rows = std::move(rows);
  parts.places = std::move(places);
  parts.transitions = std::move(transitions);
}

// Whether a transition leaves a place as it was.
void mark_changed(const RowNet& rows, std::size_t t, std::vector<std::uint8_t>& changed) {
  const auto in = rows.input.places(t);
  const auto out = rows.output.places(t);
  std::size_t i = 0;
  std::size_t o = 0;
  while (i < in.size() || o < out.size()) {
    if (o == out.size() || (i < in.size() && in[i] < out[o])) {
      changed[in[i++].index()] = 1;
    } else if (i == in.size() || out[o] < in[i]) {
      changed[out[o++].index()] = 1;
    } else {
      if (rows.input.count(t, i) != rows.output.count(t, o)) changed[in[i].index()] = 1;
      ++i;
      ++o;
    }
  }
  for (const PlaceId place : rows.reset.places(t)) {
    if (rows.initial[place.index()] != 0) changed[place.index()] = 1;
  }
}

// Whether a place that always holds what it holds at the start keeps a transition from ever firing.
bool forbidden(const RowNet& rows, std::size_t t, const std::vector<std::uint8_t>& changed) {
  bool never = false;
  for (const auto& [kind, member] : kKinds) {
    for_each_entry(rows.*member, t, [&, arc = kind](PlaceId place, std::int64_t count) {
      if (changed[place.index()] != 0) return;
      const std::int64_t held = rows.initial[place.index()];
      if (arc == ArcKind::input || arc == ArcKind::read) never = never || held < count;
      if (arc == ArcKind::inhibitor) never = never || held >= count;
      if (arc == ArcKind::equal) never = never || held != count;
    });
  }
  return never;
}

// 128 bits, so that equal sums mean equal multisets.
struct Mixed {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  Mixed& operator+=(const Mixed& other) {
    low += other.low;
    high += other.high;
    return *this;
  }
  Mixed operator*(std::uint64_t factor) const { return {low * factor, high * factor}; }
  Mixed operator-(const Mixed& other) const { return {low - other.low, high - other.high}; }
  friend auto operator<=>(const Mixed&, const Mixed&) = default;
};

struct MixedHash {
  std::size_t operator()(const Mixed& m) const { return m.low; }
};

Mixed mixed(std::initializer_list<std::uint64_t> words) {
  Mixed made{0x51afd7ed558ccdU, 0x9e3779b97f4a7c15U};
  for (const std::uint64_t word : words) {
    made.low = mix_words(made.low, static_cast<Word>(word));
    made.high = mix_words(made.high ^ 0xc2b2ae3d27d4eb4fU, static_cast<Word>(word));
  }
  return made;
}

class Merger {
 public:
  Merger(const Net& net, const std::vector<Spoken>& spoken, UnfoldedStructure& made, UnfoldedParts& parts)
      : net_(net), made_(made), rows_(made.rows), parts_(parts), telling_(telling_variables(net)), block_(made.rows.places()) {
    std::map<std::pair<std::size_t, std::size_t>, std::uint32_t> first;
    const std::vector<std::uint8_t> alone = alone_places();
    for (std::size_t p = 0; p < block_.size(); ++p) {
      const std::size_t place = parts.places[p].place.index();
      const bool single = alone[p] != 0 || parts.places[p].total || spoken[place] == Spoken::colours;
      block_[p] = first.try_emplace({place, single ? p + 1 : 0}, static_cast<std::uint32_t>(first.size())).first->second;
    }
    blocks_ = first.size();
  }

  void merge() {
    while (refine()) {
    }
    // Blocks are numbered by their first place, so that rebuilt places stand in order.
    std::vector<std::uint8_t> keep(rows_.transitions);
    std::unordered_set<Mixed, MixedHash> seen;
    for (std::size_t t = 0; t < rows_.transitions; ++t) keep[t] = seen.insert(shape(t, true)).second ? 1 : 0;
    rebuild(block_, keep, made_, parts_);
  }

 private:
  [[nodiscard]] std::vector<std::uint8_t> alone_places() const {
    std::vector<std::uint8_t> alone(rows_.places());
    for (const ArcRows* rows : {&rows_.read, &rows_.inhibitor, &rows_.equal, &rows_.reset}) {
      for (std::size_t t = 0; t < rows_.transitions; ++t) {
        for (const PlaceId place : rows->places(t)) alone[place.index()] = 1;
      }
    }
    return alone;
  }

  // What a transition does: what it takes by place or by block, what it puts by block.
  [[nodiscard]] Mixed shape(std::size_t t, bool blocks) const {
    const std::size_t coloured = parts_.transitions[t].transition.index();
    Mixed sum = mixed({coloured + 1});
    const std::span<const Word> binding = parts_.binding(net_, t);
    for (const std::uint32_t slot : telling_[coloured]) sum += mixed({5, slot, static_cast<std::uint64_t>(binding[slot])});
    for (const auto& [kind, member] : kKinds) {
      for_each_entry(rows_.*member, t, [&, arc = kind](PlaceId place, std::int64_t count) {
        const auto words = static_cast<std::uint64_t>(count);
        if (arc == ArcKind::input) {
          sum += (blocks ? mixed({1, block_[place.index()]}) : token(place)) * words;
        } else if (arc == ArcKind::output) {
          sum += mixed({2, block_[place.index()]}) * words;
        } else {
          sum += mixed({3, static_cast<std::uint64_t>(arc), place.index(), words});
        }
      });
    }
    return sum;
  }

  static Mixed token(PlaceId place) { return mixed({4, place.index()}); }

  // Splits blocks whose places do not take part in the same; whether any was split.
  bool refine() {
    std::vector<Mixed> signature(block_.size());
    std::unordered_set<Mixed, MixedHash> seen;
    for (std::size_t t = 0; t < rows_.transitions; ++t) {
      const Mixed whole = shape(t, false);
      if (!seen.insert(whole).second) continue;
      for (const PlaceId place : rows_.input.places(t)) {
        const Mixed rest = whole - token(place);
        signature[place.index()] += mixed({rest.low, rest.high});
      }
    }
    std::map<std::pair<std::uint32_t, Mixed>, std::uint32_t> number;
    for (std::size_t p = 0; p < block_.size(); ++p) {
      block_[p] = number.try_emplace({block_[p], signature[p]}, static_cast<std::uint32_t>(number.size())).first->second;
    }
    const bool split = number.size() > blocks_;
    blocks_ = number.size();
    return split;
  }

  const Net& net_;
  UnfoldedStructure& made_;
  const RowNet& rows_;
  UnfoldedParts& parts_;
  std::vector<std::vector<std::uint32_t>> telling_;
  std::vector<std::uint32_t> block_;
  std::size_t blocks_ = 0;
};

void speak(const Net& net, ExprId root, std::vector<Spoken>& spoken) {
  for_each_expr(net.exprs, root, [&](ExprId id) {
    const Expr& node = net.exprs[id];
    if (looks_at_tokens(node.op)) {
      Spoken& said = spoken[static_cast<std::size_t>(node.payload)];
      said = std::max(said, node.op == Op::tokens && node.count == 0 ? Spoken::whole : Spoken::colours);
    }
    return true;
  });
}

}  // namespace

std::vector<Spoken> spoken_places(const Net& net) {
  std::vector<Spoken> spoken(net.places.size(), Spoken::no);
  for (const Formula& formula : net.formulas) speak(net, formula.atom, spoken);
  for (const Measure& measure : net.measures) {
    for_each_expression(measure, [&](ExprId expr) { speak(net, expr, spoken); });
  }
  speak(net, net.stop, spoken);
  speak(net, net.final_marking, spoken);
  for (const Transition& transition : net.transitions) {
    for (const ExprId expr : transition.guards) speak(net, expr, spoken);
    for (const ExprId expr : {transition.weight, transition.a, transition.b, transition.delay}) speak(net, expr, spoken);
    for (const ExprId expr : transition.times) speak(net, expr, spoken);
    for (const Arc& arc : transition.arcs) {
      for (const ExprId expr : {arc.count, arc.condition, arc.delay}) speak(net, expr, spoken);
      if (state_decides(net, arc) || puts_drawn(net, arc)) spoken[arc.place.index()] = Spoken::colours;
    }
  }
  return spoken;
}

void drop_constant_places(const std::vector<Spoken>& spoken, UnfoldedStructure& made, UnfoldedParts& parts) {
  std::vector<std::uint8_t> keep(made.rows.transitions, 1);
  std::vector<std::uint8_t> changed;
  for (bool again = true; again;) {
    again = false;
    changed.assign(made.rows.places(), 0);
    for (std::size_t p = 0; p < changed.size(); ++p) changed[p] = spoken[parts.places[p].place.index()] != Spoken::no ? 1 : 0;
    for (std::size_t t = 0; t < made.rows.transitions; ++t) {
      if (keep[t] != 0) mark_changed(made.rows, t, changed);
    }
    for (std::size_t t = 0; t < made.rows.transitions; ++t) {
      if (keep[t] == 0 || !forbidden(made.rows, t, changed)) continue;
      keep[t] = 0;
      again = true;
    }
  }
  std::vector<std::uint32_t> place_to(changed.size(), kNone);
  std::uint32_t number = 0;
  for (std::size_t p = 0; p < changed.size(); ++p) {
    if (changed[p] != 0) place_to[p] = number++;
  }
  rebuild(place_to, keep, made, parts);
}

std::vector<std::vector<std::uint32_t>> telling_variables(const Net& net) {
  std::vector<std::vector<std::uint32_t>> telling;
  for (const Transition& transition : net.transitions) {
    std::vector<ExprId> exprs;
    for (const ExprId guard : transition.guards) {
      if (net.exprs[guard].stateful()) exprs.push_back(guard);
    }
    for (const Arc& arc : transition.arcs) {
      if (state_decides(net, arc) || puts_drawn(net, arc)) exprs.insert(exprs.end(), {arc.count, arc.condition, arc.value});
    }
    for (const ExprId expr : {transition.priority, transition.order}) exprs.push_back(expr);
    std::vector<std::uint32_t>& slots = telling.emplace_back();
    if (transition.weight.valid()) {
      slots.resize(transition.binding_size);
      std::iota(slots.begin(), slots.end(), 0U);
      continue;
    }
    for (const ExprId expr : exprs) {
      if (!expr.valid()) continue;
      const std::vector<std::uint32_t> used = free_variables(net, expr, transition.binding_size);
      slots.insert(slots.end(), used.begin(), used.end());
    }
    std::sort(slots.begin(), slots.end());
    slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
  }
  return telling;
}

void merge_alike_places(const Net& net, const std::vector<Spoken>& spoken, UnfoldedStructure& made, UnfoldedParts& parts) {
  Merger(net, spoken, made, parts).merge();
}

}  // namespace petriloom
