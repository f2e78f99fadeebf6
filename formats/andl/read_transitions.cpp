// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "formats/andl/reader.h"

namespace petriloom::andl {

void Reader::transition(const TransitionLine& line) {
  Transition made;
  made.name = in_.original(line.name);
  made.module = ModuleId(0);
  made.where = line.where;
  bind(line, made);
  scope_.frame = &made.variables;
  for (const Term& guard : line.guard) {
    const ExprId condition = scope_.condition(guard);
    if (condition.valid()) made.guards.push_back(builder_.expr().convert(condition, ColourTable::kBool, guard.where));
  }
  for (const ArcItem& item : line.conditions) condition(item, made);
  for (const ArcItem& item : line.updates) update(item, made);
  read_time(in_, line, made);
  scope_.frame = nullptr;
  scope_.bound.clear();
  if (line.reversible) {
    builder_.diagnostics().warning(line.where,
                                   fmt::format("the mark 'rev' of '{}' says how it is drawn and is not kept", line.name));
  }
  builder_.add(std::move(made));
}

// The variables that the transition uses, in the order in which they are declared. One of a product
// is one for each component, so that every variable can be an index.
void Reader::bind(const TransitionLine& line, Transition& transition) {
  std::set<std::string_view> names;
  for (const Term& guard : line.guard) used(guard, names);
  for (const auto* items : {&line.conditions, &line.updates}) {
    for (const ArcItem& item : *items) {
      for (const Term& weight : item.weight) used(weight, names);
    }
  }
  for (const Term& term : line.time) used(term, names);
  for (const VariableLine& variable : in_.document.variables) {
    if (names.erase(variable.name) == 0) continue;
    const ColourSetId colour = scope_.variables[variable.name];
    scope_.bound[variable.name] =
        colour.valid() ? bound_variable(colour, in_.original(variable.name), transition, variable.where) : ExprId();
  }
  transition.binding_size = static_cast<std::uint32_t>(transition.variables.size());
}

ExprId Reader::bound_variable(ColourSetId colour, const std::string& name, Transition& transition, const Location& where) {
  const ColourSet& set = builder_.net().colours[colour];
  if (!set.composite()) {
    transition.variables.push_back({name, colour});
    return builder_.expr().variable(colour, static_cast<std::uint32_t>(transition.variables.size() - 1), where);
  }
  const std::vector<ColourSetId> components = set.components;
  std::vector<ExprId> parts;
  for (std::size_t k = 0; k < components.size(); ++k) {
    parts.push_back(bound_variable(components[k], fmt::format("{}_{}", name, k + 1), transition, where));
  }
  return builder_.expr().tuple(colour, parts, where);
}

PlaceId Reader::place_of(const ArcItem& item) {
  const auto found = scope_.places.find(item.place);
  if (found != scope_.places.end()) return found->second;
  scope_.unknown("place", item.place, item.where, [this] {
    std::vector<std::string> known;
    for (const PlaceLine& line : in_.document.places) known.emplace_back(line.name);
    return known;
  });
  return {};
}

// `more` is added to the number of tokens.
void Reader::arc(ArcKind kind, const ArcItem& item, std::int64_t more, Transition& transition) {
  const PlaceId place = place_of(item);
  if (!place.valid()) return;
  if (builder_.net()[place].fluid) return level_arc(kind, item, more != 0, transition);
  ExprBuilder& expr = builder_.expr();
  std::vector<Summand> summands;
  if (coloured_) {
    summands = scope_.multiset(item.weight.front(), builder_.net()[place].colour);
  } else {
    Summand weight;
    weight.where = item.where;
    weight.count = scope_.expression(item.weight.front(), ColourTable::kInt);
    weight.value = expr.unit(item.where);
    if (!weight.count.valid()) return;
    if (expr.constant(weight.count) == Word{1}) weight.count = {};
    summands.push_back(weight);
  }
  for (const Summand& each : summands) {
    Arc made;
    made.place = place;
    made.kind = kind;
    made.count = each.count;
    if (made.count.valid() && expr.type(made.count) == ColourTable::kReal) {
      const auto whole = expr.constant(made.count);
      const double number = whole ? real_of_word(*whole) : 0.5;
      constexpr double kMost = 9e15;  // whole doubles are exact up to there
      if (!(number >= -kMost && number <= kMost) || number != static_cast<double>(static_cast<std::int64_t>(number))) {
        in_.error(each.where, "a number of tokens must be a whole number");
        continue;
      }
      made.count = expr.integer(static_cast<std::int64_t>(number), each.where);
    }
    if (more != 0) {
      made.count = expr.binary(Op::add, made.count.valid() ? made.count : expr.integer(1, each.where),
                               expr.integer(more, each.where), each.where);
    }
    if (kind != ArcKind::equal && made.count.valid() && expr.constant(made.count) == Word{0}) {
      // No tokens: never fewer than none, always at least none, and nothing to take or put.
      if (kind != ArcKind::inhibitor) continue;
      transition.guards.push_back(expr.boolean(false, each.where));
      continue;
    }
    made.value = each.value;
    made.condition = each.condition;
    made.each = each.each;
    made.where = item.where;
    transition.arcs.push_back(made);
  }
}

// Of a continuous place: the weight is any number. With `strict` a level above it is asked for
// (read), or one that is not (inhibitor).
void Reader::level_arc(ArcKind kind, const ArcItem& item, bool strict, Transition& transition) {
  ExprBuilder& expr = builder_.expr();
  const Context before = scope_.context;
  scope_.context = Context::reals;
  const ExprId weight = scope_.expression(item.weight.front(), ColourTable::kReal);
  scope_.context = before;
  if (!weight.valid()) return;
  Arc made;
  made.place = place_of(item);
  made.kind = kind;
  made.count = expr.convert(weight, ColourTable::kReal, item.where);
  made.where = item.where;
  if (!strict) {
    if (made.count.valid()) transition.arcs.push_back(made);
    return;
  }
  const Op op = kind == ArcKind::read ? Op::greater : Op::less_equal;
  const ExprId guard = expr.binary(op, expr.level(made.place, item.where), made.count, item.where);
  if (guard.valid()) transition.guards.push_back(guard);
}

void Reader::condition(const ArcItem& item, Transition& transition) {
  if (item.operation.empty()) {
    // A modifier: its marking may be in the rate, and it needs nothing.
    place_of(item);
  } else if (item.operation == ">=") {
    arc(ArcKind::read, item, 0, transition);
  } else if (item.operation == ">") {
    arc(ArcKind::read, item, 1, transition);
  } else if (item.operation == "<") {
    arc(ArcKind::inhibitor, item, 0, transition);
  } else if (item.operation == "<=") {
    arc(ArcKind::inhibitor, item, 1, transition);
  } else if (item.operation == "=") {
    arc(ArcKind::equal, item, 0, transition);
  } else {
    in_.error(item.where, fmt::format("`{}` changes '{}', which a condition does not", item.operation, item.place));
  }
}

void Reader::update(const ArcItem& item, Transition& transition) {
  const auto found = scope_.places.find(item.place);
  const bool fixed = found != scope_.places.end() && fixed_.count(found->second.index()) > 0;
  if (fixed && builder_.net()[found->second].fluid) {
    // What is taken is put back, so that only mass action sees it.
    if (item.operation == "-") arc(ArcKind::input, item, 0, transition);
    if (item.operation == "-") arc(ArcKind::output, item, 0, transition);
  } else if (item.operation == "-") {
    arc(fixed ? ArcKind::read : ArcKind::input, item, 0, transition);
  } else if (item.operation == "+") {
    if (!fixed) arc(ArcKind::output, item, 0, transition);
  } else if (item.operation == "=") {
    if (!fixed) assignment(item, transition);
  } else {
    in_.error(item.where, fmt::format("`{}` does not change '{}', which an update does", item.operation, item.place),
              "updates are [p - w], [p + w] and [p = w]");
  }
}

// `[p = w]`: all tokens of the place, or of the colours that are named, are replaced.
void Reader::assignment(const ArcItem& item, Transition& transition) {
  const PlaceId place = place_of(item);
  if (!place.valid()) return;
  const Term& weight = item.weight.front();
  const bool none = weight.kind == TermKind::integer && weight.text == "0";
  const std::size_t before = transition.arcs.size();
  if (!none) arc(ArcKind::output, item, 0, transition);
  Arc reset;
  reset.place = place;
  reset.kind = ArcKind::reset;
  reset.where = item.where;
  if (!coloured_ || none || builder_.net()[place].colour == ColourTable::kUnit) {
    transition.arcs.insert(transition.arcs.begin() + static_cast<std::ptrdiff_t>(before), reset);
    return;
  }
  // Also the colours of which no tokens are to be left are named.
  for (const Summand& each : scope_.multiset(weight, builder_.net()[place].colour)) {
    reset.value = each.value;
    reset.condition = each.condition;
    reset.each = each.each;
    transition.arcs.push_back(reset);
  }
}

}  // namespace petriloom::andl
