// SPDX-License-Identifier: Apache-2.0
#include "engine/net/unfold.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/net/unfold_names.h"
#include "engine/net/unfold_search.h"
#include "engine/net/unfold_state.h"

namespace petriloom {

namespace {

// Makes the net out of what the search found.
class Maker {
 public:
  Maker(const Net& net, UnfoldSearch& search, const UnfoldLimits& limits, Unfolding& result)
      : net_(net),
        search_(search),
        limits_(limits),
        result_(result),
        builder_(net.name, net.sources),
        rewriter_(net, search.evaluator(), parts_, builder_) {
    // Types and words of the coloured net stay valid in the new one.
    builder_.net().colours = net.colours;
    builder_.net().pool = result.pool;
    unit_ = builder_.expr().unit({});
  }

  void make() {
    UnfoldedModules modules(net_, builder_);
    modules_ = &modules;
    add_places();
    add_transitions();
    add_properties();
    if (result_.diagnostics.has_errors()) return;
    result_.net = builder_.build();
    result_.diagnostics.append(builder_.diagnostics());
  }

 private:
  // The arcs of one unfolded transition, collected so that equal ones become one.
  struct ArcKey {
    PlaceId place;
    ArcKind kind;
    Word delay;  // real
    friend auto operator<=>(const ArcKey&, const ArcKey&) = default;
  };
  using Arcs = std::map<ArcKey, std::pair<std::int64_t, Location>>;

  void add_places();
  void add_place(PlaceId id, Word colour);
  void add_transitions();
  void add_transition(TransitionId id, const FoundBinding& binding);
  void add_arcs(TransitionId id, const FoundBinding& binding, Transition& made);
  void add_matching(const Arc& arc, std::int64_t count, Arcs& arcs);
  void add_counted(const Arc& arc, std::int64_t count, Word colour, Word delay, Arcs& arcs);
  bool choose(TransitionId id, std::size_t arc, const FoundBinding& binding, Word& chosen) const;
  void time(const Transition& original, Transition& made);
  void add_properties();
  FormulaId carry(FormulaId id);
  [[nodiscard]] std::string colour_suffix(const Place& place, Word colour) const;
  [[nodiscard]] std::vector<Word> indices_of(const Place& place, Word colour) const;
  [[nodiscard]] PlaceId unfolded(PlaceId place, Word colour) const;
  [[nodiscard]] const ColourTable& colours() const { return net_.colours; }

  const Net& net_;
  UnfoldSearch& search_;
  const UnfoldLimits& limits_;
  Unfolding& result_;
  NetBuilder builder_;
  UnfoldedParts parts_;
  StateRewriter rewriter_;
  UnfoldedModules* modules_ = nullptr;
  ExprId unit_;
  std::vector<Word> frame_;
  std::vector<std::unordered_map<Word, PlaceId>> place_of_;
};

std::vector<Word> Maker::indices_of(const Place& place, Word colour) const {
  if (place.folded == 0) return {};
  if (!colours()[place.colour].composite()) return {colour};
  std::vector<Word> indices;
  for (std::size_t k = 0; k < place.folded; ++k) indices.push_back(colours().component(place.colour, colour, k, result_.pool));
  return indices;
}

// What of the colour is left for the name once the indices are in the path.
std::string Maker::colour_suffix(const Place& place, Word colour) const {
  const ColourSet& set = colours()[place.colour];
  if (place.folded == 0) return identifier_of(colours(), place.colour, colour, result_.pool);
  if (!set.composite()) return {};
  std::string text;
  for (std::size_t k = place.folded; k < set.components.size(); ++k) {
    const Word part = colours().component(place.colour, colour, k, result_.pool);
    const std::string name = identifier_of(colours(), set.components[k], part, result_.pool);
    if (!text.empty() && !name.empty()) text += "__";
    text += name;
  }
  return text;
}

void Maker::add_places() {
  parts_.places.resize(net_.places.size());
  place_of_.resize(net_.places.size());
  for (std::size_t p = 0; p < net_.places.size(); ++p) {
    const Place& place = net_.places[p];
    std::vector<Word> found = search_.colours(PlaceId(p)).all();
    // A place without colours keeps its one unfolded place even if it is always empty.
    if (found.empty() && colours()[place.colour].kind == ColourKind::unit) found.push_back(0);
    std::sort(found.begin(), found.end(), [&](Word a, Word b) { return colours().compare(place.colour, a, b, result_.pool) < 0; });
    for (const Word colour : found) add_place(PlaceId(p), colour);
    for (const InitialTokens& tokens : place.initial) {
      builder_.mark(unfolded(PlaceId(p), tokens.colour), 0, tokens.count, limits_.untimed ? 0 : tokens.available);
    }
  }
}

void Maker::add_place(PlaceId id, Word colour) {
  const Place& place = net_[id];
  Place made;
  made.module = modules_->of(place.module, indices_of(place, colour));
  const std::string suffix = colour_suffix(place, colour);
  made.name = modules_->free_name(made.module, suffix.empty() ? place.name : place.name + "_" + suffix);
  made.colour = ColourTable::kUnit;
  made.where = place.where;
  const PlaceId number = builder_.add(std::move(made));
  parts_.places[id.index()].emplace_back(colour, number);
  place_of_[id.index()].emplace(colour, number);
  result_.places.push_back({id, colour});
}

PlaceId Maker::unfolded(PlaceId place, Word colour) const {
  const auto found = place_of_[place.index()].find(colour);
  return found == place_of_[place.index()].end() ? PlaceId() : found->second;
}

void Maker::add_transitions() {
  parts_.transitions.resize(net_.transitions.size());
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) {
    const TransitionId id(t);
    const Transition& transition = net_.transitions[t];
    std::vector<const FoundBinding*> found;
    for (const FoundBinding& binding : search_.bindings(id)) {
      if (binding.possible) found.push_back(&binding);
    }
    const auto less = [&](const FoundBinding* a, const FoundBinding* b) {
      for (std::size_t k = 0; k < transition.binding_size; ++k) {
        const int order = colours().compare(transition.variables[k].colour, a->words[k], b->words[k], result_.pool);
        if (order != 0) return order < 0;
      }
      return a->words < b->words;
    };
    std::sort(found.begin(), found.end(), less);
    if (transition.servers != 0 && transition.timing != Timing::immediate && !limits_.untimed && found.size() > 1 &&
        transition.folded < transition.binding_size) {
      result_.diagnostics.error(
          transition.where,
          fmt::format("the {} servers of '{}' are shared by its {} bindings, which unfolded transitions cannot do",
                      transition.servers, path(net_, id), found.size()));
    }
    for (const FoundBinding* binding : found) add_transition(id, *binding);
  }
}

void Maker::add_transition(TransitionId id, const FoundBinding& binding) {
  const Transition& original = net_[id];
  frame_.assign(original.variables.size(), 0);
  std::copy_n(binding.words.begin(), original.binding_size, frame_.begin());
  Transition made;
  const std::span<const Word> indices(binding.words.data(), original.folded);
  made.module = modules_->of(original.module, indices);
  std::string suffix;
  const auto append = [&](ColourSetId set, Word word) {
    const std::string name = identifier_of(colours(), set, word, result_.pool);
    if (!suffix.empty() && !name.empty()) suffix += "__";
    suffix += name;
  };
  for (std::size_t k = original.folded; k < original.binding_size; ++k) append(original.variables[k].colour, binding.words[k]);
  const auto& terms = search_.terms(id);
  for (std::size_t k = 0; k < terms.size(); ++k) {
    if (terms[k].pattern.wildcards) append(terms[k].pattern.type, binding.words[original.binding_size + k]);
  }
  made.name = modules_->free_name(made.module, suffix.empty() ? original.name : original.name + "_" + suffix);
  made.where = original.where;
  try {
    if (original.priority.valid()) made.priority = rewriter_.rewrite(original.priority, frame_);
    if (!limits_.untimed) time(original, made);
    add_arcs(id, binding, made);
  } catch (const EvalError& error) {
    result_.diagnostics.error(error.where(), fmt::format("{}, in '{}' unfolded to '{}'", error.what(), path(net_, id), made.name));
    return;
  }
  parts_.transitions[id.index()].push_back(builder_.add(std::move(made)));
  result_.transitions.push_back({id, {binding.words.begin(), binding.words.begin() + original.binding_size}});
}

void Maker::time(const Transition& original, Transition& made) {
  made.timing = original.timing;
  made.servers = original.servers;
  made.memory = original.memory;
  made.a = rewriter_.rewrite(original.a, frame_);
  made.b = rewriter_.rewrite(original.b, frame_);
  made.weight = rewriter_.rewrite(original.weight, frame_);
  made.delay = rewriter_.rewrite(original.delay, frame_);
}

// The colour that the search chose for a term with wildcards.
bool Maker::choose(TransitionId id, std::size_t arc, const FoundBinding& binding, Word& chosen) const {
  const auto& terms = search_.terms(id);
  for (std::size_t k = 0; k < terms.size(); ++k) {
    if (terms[k].arc != arc || !terms[k].pattern.wildcards) continue;
    chosen = binding.words[net_[id].binding_size + k];
    return true;
  }
  return false;
}

void Maker::add_arcs(TransitionId id, const FoundBinding& binding, Transition& made) {
  const Transition& original = net_[id];
  Arcs arcs;
  std::vector<Arc> stateful;
  for (std::size_t a = 0; a < original.arcs.size(); ++a) {
    const Arc& arc = original.arcs[a];
    if (arc.kind == ArcKind::equal) throw EvalError(arc.where, "an 'equal' arc cannot be unfolded");
    if (!search_.present(arc, frame_)) continue;
    const std::int64_t count = arc.count.valid() ? search_.evaluator().eval(arc.count, frame_) : 1;
    if ((arc.kind == ArcKind::inhibitor || arc.kind == ArcKind::reset) && !arc.each) {
      add_matching(arc, count, arcs);
      continue;
    }
    Word chosen = 0;
    if (choose(id, a, binding, chosen)) {
      if (count > 1)
        throw EvalError(arc.where, "several tokens that match a wildcard may be of several colours, which cannot be unfolded");
      add_counted(arc, count, chosen, 0, arcs);
      continue;
    }
    std::vector<Word> found;
    search_.colours_of(arc, frame_, found);
    const bool moving = arc.delay.valid() && net_.exprs[arc.delay].stateful && !limits_.untimed;
    const Word delay =
        arc.delay.valid() && !moving && !limits_.untimed ? search_.evaluator().eval(arc.delay, frame_) : word_of_real(0);
    for (const Word colour : found) {
      if (!moving) {
        add_counted(arc, count, colour, delay, arcs);
        continue;
      }
      Arc carried;
      carried.place = unfolded(arc.place, colour);
      carried.kind = arc.kind;
      carried.value = unit_;
      if (count != 1) carried.count = rewriter_.literal(ColourTable::kInt, count, arc.where);
      carried.delay = rewriter_.rewrite(arc.delay, frame_);
      carried.where = arc.where;
      stateful.push_back(carried);
    }
  }
  for (const auto& [key, value] : arcs) {
    Arc arc;
    arc.place = key.place;
    arc.kind = key.kind;
    arc.value = unit_;
    if (value.first != 1) arc.count = rewriter_.literal(ColourTable::kInt, value.first, value.second);
    if (key.delay != word_of_real(0)) arc.delay = rewriter_.literal(ColourTable::kReal, key.delay, value.second);
    arc.where = value.second;
    made.arcs.push_back(arc);
  }
  made.arcs.insert(made.arcs.end(), stateful.begin(), stateful.end());
}

// Inhibitor and reset: every colour that can be in the place and matches.
void Maker::add_matching(const Arc& arc, std::int64_t count, Arcs& arcs) {
  std::vector<Word> matching;
  if (net_.exprs[arc.value].wildcards) {
    for (const auto& [colour, made] : parts_.places[arc.place.index()]) {
      if (search_.matches(arc, colour, frame_)) matching.push_back(colour);
    }
  } else {
    matching.push_back(search_.evaluator().eval(arc.value, frame_));
  }
  // Fewer than one of all together is fewer than one of each; other totals are not sums of conditions on single places.
  if (arc.kind == ArcKind::inhibitor && count > 1 && matching.size() > 1) {
    throw EvalError(arc.where,
                    fmt::format("the inhibitor arc counts up to {} tokens of {} colours together, which cannot be unfolded", count,
                                matching.size()));
  }
  for (const Word colour : matching) add_counted(arc, count, colour, word_of_real(0), arcs);
}

void Maker::add_counted(const Arc& arc, std::int64_t count, Word colour, Word delay, Arcs& arcs) {
  const PlaceId place = unfolded(arc.place, colour);
  if (!place.valid()) return;  // nothing can ever be there: an inhibitor or reset arc without effect
  const auto [entry, added] = arcs.try_emplace({place, arc.kind, delay}, count, arc.where);
  if (added) return;
  std::int64_t& total = entry->second.first;
  switch (arc.kind) {
    case ArcKind::input:
    case ArcKind::output:
      total += count;
      break;
    case ArcKind::read:
      total = std::max(total, count);
      break;
    case ArcKind::inhibitor:
      total = std::min(total, count);
      break;
    case ArcKind::reset:
    case ArcKind::equal:
      break;
  }
}

FormulaId Maker::carry(FormulaId id) {
  if (!id.valid()) return {};
  Formula formula = net_[id];
  formula.left = carry(formula.left);
  formula.right = carry(formula.right);
  frame_.assign(formula.slots, 0);
  if (formula.atom.valid()) formula.atom = rewriter_.rewrite(formula.atom, frame_);
  return builder_.add(formula);
}

void Maker::add_properties() {
  for (const Property& property : net_.properties) {
    const Module& module = net_[property.module];
    Property made = property;
    if (module.indices.empty()) {
      made.module = modules_->of(property.module, {});
    } else if (property.formula.valid()) {
      // The names of the members of a family are paths from the net itself.
      made.module = ModuleId(0);
    } else {
      result_.diagnostics.warning(
          property.where, fmt::format("the property '{}' of folded instances is not carried over by unfolding", property.name));
      continue;
    }
    try {
      made.formula = carry(property.formula);
      builder_.add(std::move(made));
    } catch (const EvalError& error) {
      result_.diagnostics.warning(
          error.where(), fmt::format("the property '{}' is not carried over by unfolding: {}", property.name, error.what()));
    }
  }
  if (net_.stop.valid()) {
    frame_.assign(net_.stop_slots, 0);
    try {
      builder_.net().stop = rewriter_.rewrite(net_.stop, frame_);
      builder_.net().stop_slots = net_.stop_slots;
    } catch (const EvalError& error) {
      result_.diagnostics.warning(error.where(),
                                  fmt::format("the stop condition is not carried over by unfolding: {}", error.what()));
    }
  }
  if (!net_.measures.empty()) {
    result_.diagnostics.warning(net_.measures[0].where,
                                fmt::format("the {} measures of the net are not carried over by unfolding", net_.measures.size()));
  }
}

bool plain(const Net& net, const Arc& arc) {
  const auto literal = [&](ExprId expr) { return !expr.valid() || net.exprs[expr].op == Op::literal; };
  const bool positive = !arc.count.valid() || (literal(arc.count) && net.exprs[arc.count].payload > 0);
  return !arc.each && !arc.condition.valid() && positive;
}

}  // namespace

bool place_transition(const Net& net) {
  const auto unit = [&](const Place& place) { return net.colours[place.colour].kind == ColourKind::unit; };
  return std::all_of(net.places.begin(), net.places.end(), unit) &&
         std::all_of(net.transitions.begin(), net.transitions.end(), [&](const Transition& transition) {
           return transition.binding_size == 0 && transition.guards.empty() &&
                  std::all_of(transition.arcs.begin(), transition.arcs.end(), [&](const Arc& arc) { return plain(net, arc); });
         });
}

Unfolding unfold(const Net& net, const UnfoldLimits& limits) {
  Unfolding result;
  result.pool = net.pool;
  if (place_transition(net)) {
    result.net = net;
    for (std::size_t p = 0; p < net.places.size(); ++p) result.places.push_back({PlaceId(p), 0});
    for (std::size_t t = 0; t < net.transitions.size(); ++t) result.transitions.push_back({TransitionId(t), {}});
    return result;
  }
  UnfoldSearch search(net, result.pool, limits, result.diagnostics);
  if (search.run()) Maker(net, search, limits, result).make();
  return result;
}

}  // namespace petriloom
