// SPDX-License-Identifier: Apache-2.0
#include "formats/greatspn/colour_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

#include "formats/common/names.h"
#include "formats/common/simple_parts.h"

namespace petriloom::greatspn {

namespace {

/// Thrown where a net has something that stochastic well-formed nets have no form for.
struct NoForm {};

constexpr std::uint64_t kMostColours = 10'000;  // of a class; each is written by its name
// Conditions inside each other, which our reader limits as well.
constexpr int kMostConditions = 40;
// That a list of colours on an arc is written out to.
constexpr std::size_t kMostSummands = 1'000;

class Maker {
 public:
  Maker(const Net& net, bool timed) : net_(net), timed_(timed) {
    for (const std::string_view word : {"S", "d", "and", "or", "not", "in", "o", "u", "f", "m", "c", "True", "False"}) {
      identifiers_.reserve(word);
    }
  }
  ColourTexts make();

 private:
  /// Ranges of the same numbers are one class, so that their colours go from one to the other.
  struct Class {
    std::string name;
    std::vector<std::string> labels;
  };

  const Class& class_of(ColourSetId set);
  Parts constant(ColourSetId set, Word colour);
  Parts parts(ExprId expr);
  std::string term(const Arc& arc);
  std::string all_or_each(ColourSetId element, Word list);
  std::string condition(ExprId expr);
  std::string comparison(const Expr& node, ExprId left, ExprId right);
  std::string marking(const Place& place);
  void define(const std::string& name, char type, std::string_view text) {
    texts_.definitions += fmt::format("({} {} 0 0 (@{}\n{}\n))\n", name, type, type, text);
    ++definitions_;
  }
  ColourTexts::TransitionTexts transition(const Transition& transition);
  void name_variables(const Transition& transition);
  void check_time(const Transition& transition) const;

  const Net& net_;
  bool timed_;
  Identifiers identifiers_;
  std::map<std::array<std::int64_t, 4>, Class> classes_;
  std::map<std::tuple<std::string, ColourSetId, std::size_t>, std::string> variable_names_;
  // Of the transition: the variables that stand for each of its variables.
  std::vector<Parts> slots_;
  std::set<std::string> bound_;  // of these: those in terms of arcs
  int asking_ = 0;               // conditions inside each other
  ColourTexts texts_;
  std::size_t definitions_ = 0;
};

ColourTexts Maker::make() {
  for (const Place& place : net_.places) {
    std::string domain;
    if (net_.colours[place.colour].kind != ColourKind::unit) {
      for (const ColourSetId part : simple_sets(net_.colours, place.colour))
        domain += (domain.empty() ? "" : ",") + class_of(part).name;
    }
    texts_.domains.push_back(std::move(domain));
  }
  for (const Place& place : net_.places) {
    const auto late = [](const InitialTokens& tokens) { return tokens.available != 0; };
    if (timed_ && std::any_of(place.initial.begin(), place.initial.end(), late)) throw NoForm{};
    const bool marked = net_.colours[place.colour].kind != ColourKind::unit && !place.initial.empty();
    if (marked) define(identifiers_.make("M_" + place.name), 'm', marking(place));
    texts_.markings.push_back(marked ? definitions_ : 0);
  }
  for (const Transition& each : net_.transitions) texts_.transitions.push_back(transition(each));
  return std::move(texts_);
}

const Maker::Class& Maker::class_of(ColourSetId set) {
  const ColourSet& facts = net_.colours[set];
  const bool range = facts.kind == ColourKind::range;
  const bool others = facts.kind == ColourKind::boolean || facts.kind == ColourKind::enumeration || facts.kind == ColourKind::index;
  if (!facts.finite || facts.size() > kMostColours || (!range && !others)) throw NoForm{};
  const std::array<std::int64_t, 4> key{static_cast<std::int64_t>(facts.kind), facts.low, facts.high,
                                        range ? -1 : static_cast<std::int64_t>(set.index())};
  const auto [entry, added] = classes_.try_emplace(key);
  Class& made = entry->second;
  if (!added) return made;
  made.name = identifiers_.make(facts.name.empty() ? "C" : facts.name);
  std::string list;
  for (Word word = facts.low; word <= facts.high; ++word) {
    const std::string text = net_.colours.format(set, word, net_.pool);
    made.labels.push_back(identifiers_.make(facts.kind == ColourKind::enumeration ? text : made.name + "_" + text));
    list += (list.empty() ? "" : ",") + made.labels.back();
  }
  const std::string sub = identifiers_.make(made.name + "_all");
  // Successors ask for an ordered class; what has an order keeps it.
  define(made.name, 'c', "o " + sub);
  define(sub, 'c', "{" + list + "}");
  return made;
}

Parts Maker::constant(ColourSetId set, Word colour) {
  return parts_of_colour(net_.colours, set, colour, net_.pool, [this](ColourSetId simple, Word word) {
    return class_of(simple).labels.at(static_cast<std::size_t>(word - net_.colours[simple].low));
  });
}

// The elements of the tuple that an expression is.
Parts Maker::parts(ExprId expr) {
  const Expr& node = net_.exprs[expr];
  const auto children = net_.exprs.children(expr);
  switch (node.op) {
    case Op::literal:
      return constant(node.type, node.payload);
    case Op::variable: {
      const auto slot = static_cast<std::size_t>(node.payload);
      if (slot >= slots_.size()) throw NoForm{};
      if (asking_ == 0) bound_.insert(slots_[slot].begin(), slots_[slot].end());
      return slots_[slot];
    }
    case Op::convert:
      // Of one class to itself.
      if (!net_.colours.same_words(net_.exprs[children[0]].type, node.type)) throw NoForm{};
      if (net_.colours[node.type].composite() || &class_of(node.type) != &class_of(net_.exprs[children[0]].type)) throw NoForm{};
      return parts(children[0]);
    case Op::tuple:
      return joined_parts(children, [this](ExprId child) { return parts(child); });
    case Op::project:
      return parts_of_component(net_.colours, net_.exprs[children[0]].type, static_cast<std::size_t>(node.payload),
                                parts(children[0]));
    case Op::successor: {
      const Parts inner = parts(children[0]);
      if (inner.size() != 1 || node.type != net_.exprs[children[0]].type) throw NoForm{};
      return {"!" + inner[0]};
    }
    default:
      throw NoForm{};
  }
}

std::string tuple_of(const Parts& parts) { return fmt::format("<{}>", fmt::join(parts, ",")); }

// One token for each colour of a list: all of them, or each by its name.
std::string Maker::all_or_each(ColourSetId element, Word list) {
  const std::span<const Word> view = net_.pool.view(list);
  const std::vector<Word> words(view.begin(), view.end());
  const ColourSet& facts = net_.colours[element];
  bool whole = words.size() == facts.size();
  for (std::size_t k = 0; whole && k < words.size(); ++k) whole = words[k] == facts.low + static_cast<Word>(k);
  if (whole) return tuple_of(Parts(simple_sets(net_.colours, element).size(), "S"));
  if (words.empty() || words.size() > kMostSummands) throw NoForm{};
  std::string text;
  for (const Word word : words) text += (text.empty() ? "" : "+") + tuple_of(constant(element, word));
  return text;
}

std::string Maker::marking(const Place& place) {
  const ColourSet& facts = net_.colours[place.colour];
  const std::int64_t count = place.initial[0].count;
  const auto alike = [&](const InitialTokens& tokens) { return tokens.count == count && tokens.available == 0; };
  if (place.initial.size() == facts.size() && std::all_of(place.initial.begin(), place.initial.end(), alike)) {
    const std::string all = tuple_of(Parts(simple_sets(net_.colours, place.colour).size(), "S"));
    return count == 1 ? all : fmt::format("{}{}", count, all);
  }
  std::map<Word, std::int64_t> counts;
  for (const InitialTokens& tokens : place.initial) counts[tokens.colour] += tokens.count;
  std::string text;
  for (const auto& [colour, number] : counts) {
    text += fmt::format("{}{}{}", text.empty() ? "" : "+", number == 1 ? "" : std::to_string(number),
                        tuple_of(constant(place.colour, colour)));
  }
  return text;
}

// The term of an arc at a coloured place. A predicate may stand where nothing is bound.
std::string Maker::term(const Arc& arc) {
  const auto count = literal_integer(net_, arc.count, 1);
  if (!count || *count <= 0) throw NoForm{};
  std::string text;
  if (arc.each) {
    const Expr& list = net_.exprs[arc.value];
    if (list.op != Op::literal) throw NoForm{};
    text = all_or_each(net_.colours[list.type].components[0], list.payload);
    if (*count != 1 && text.find('+') != std::string::npos) throw NoForm{};
  } else {
    text = tuple_of(parts(arc.value));
  }
  if (*count != 1) text = fmt::format("{}{}", *count, text);
  if (!arc.condition.valid()) return text;
  if (arc.kind != ArcKind::output || text.find('+') != std::string::npos) throw NoForm{};
  return fmt::format("[{}]{}", condition(arc.condition), text);
}

std::string Maker::condition(ExprId expr) {
  if (++asking_ > kMostConditions) throw NoForm{};
  const Expr& node = net_.exprs[expr];
  const auto children = net_.exprs.children(expr);
  std::string text;
  if (node.op == Op::and_ || node.op == Op::or_) {
    const std::string_view word = node.op == Op::and_ ? "and" : "or";
    text = fmt::format("({} {} {})", condition(children[0]), word, condition(children[1]));
  } else if (node.op == Op::not_) {
    text = fmt::format("not ({})", condition(children[0]));
  } else if (node.op == Op::equal || node.op == Op::not_equal) {
    text = comparison(node, children[0], children[1]);
  } else {
    throw NoForm{};
  }
  --asking_;
  return text;
}

// Numbers are compared as int; their classes say what they were before.
std::string Maker::comparison(const Expr& node, ExprId left, ExprId right) {
  std::array<ExprId, 2> sides{left, right};
  for (ExprId& side : sides) {
    while (net_.exprs[side].op == Op::convert) side = net_.exprs.children(side)[0];
  }
  const auto literal = [&](std::size_t k) { return net_.exprs[sides[k]].op == Op::literal; };
  if (literal(0) && literal(1)) throw NoForm{};
  const ColourSetId type = net_.exprs[sides[literal(0) ? 1 : 0]].type;
  std::array<Parts, 2> texts;
  for (std::size_t k = 0; k < 2; ++k) {
    const Expr& side = net_.exprs[sides[k]];
    if (!literal(k)) {
      if (!net_.colours[type].composite() && &class_of(type) != &class_of(side.type)) throw NoForm{};
      if (net_.colours[type].composite() && type != side.type) throw NoForm{};
      texts[k] = parts(sides[k]);
    } else if (side.type == type ||
               (net_.colours[type].kind == ColourKind::range && net_.colours[side.type].kind == ColourKind::integer)) {
      if (!net_.colours.contains(type, side.payload)) throw NoForm{};
      texts[k] = constant(type, side.payload);
    } else {
      throw NoForm{};
    }
  }
  const bool equal = node.op == Op::equal;
  std::string text;
  for (std::size_t k = 0; k < texts[0].size(); ++k) {
    text += fmt::format("{}{}{}{}", text.empty() ? "" : equal ? " and " : " or ", texts[0][k], equal ? "=" : "<>", texts[1][k]);
  }
  return texts[0].size() == 1 ? text : "(" + text + ")";
}

void Maker::name_variables(const Transition& transition) {
  slots_.assign(transition.binding_size, {});
  bound_.clear();
  for (std::size_t k = 0; k < transition.binding_size; ++k) {
    const Variable& variable = transition.variables[k];
    const std::vector<ColourSetId> sets = simple_sets(net_.colours, variable.colour);
    for (std::size_t part = 0; part < sets.size(); ++part) {
      (void)class_of(sets[part]);
      std::string& name = variable_names_[{variable.name, variable.colour, part}];
      if (name.empty()) name = identifiers_.make(sets.size() == 1 ? variable.name : fmt::format("{}_{}", variable.name, part + 1));
      slots_[k].push_back(name);
    }
  }
}

// Servers are infinite or one for each binding; what else is not written was said of the unfolded
// net.
void Maker::check_time(const Transition& transition) const {
  if (!timed_ || transition.servers == 0 || transition.binding_size == 0) return;
  if (transition.servers != 1 || transition.folded != transition.binding_size) throw NoForm{};
}

ColourTexts::TransitionTexts Maker::transition(const Transition& transition) {
  check_time(transition);
  name_variables(transition);
  ColourTexts::TransitionTexts made;
  std::map<PlaceId, std::size_t> inputs, reads;
  const auto add = [](std::string& text, const std::string& more) { text += (text.empty() ? "" : "+") + more; };
  for (const Arc& arc : transition.arcs) {
    if (arc.kind == ArcKind::reset || arc.kind == ArcKind::equal || arc.collect) throw NoForm{};
    if (net_.colours[net_[arc.place].colour].kind == ColourKind::unit) {
      if (arc.each || arc.condition.valid() || !literal_integer(net_, arc.count, 1)) throw NoForm{};
      continue;
    }
    const std::string text = term(arc);
    if (arc.kind == ArcKind::inhibitor && !made.fewer[arc.place].empty()) throw NoForm{};
    if (arc.kind == ArcKind::inhibitor && text.find('+') != std::string::npos) throw NoForm{};
    if (arc.kind == ArcKind::inhibitor) made.fewer[arc.place] = text;
    inputs[arc.place] += arc.kind == ArcKind::input ? 1U : 0U;
    reads[arc.place] += arc.kind == ArcKind::read ? 1U : 0U;
    if (arc.kind == ArcKind::input || arc.kind == ArcKind::read) add(made.taken[arc.place], text);
    if (arc.kind == ArcKind::output || arc.kind == ArcKind::read) add(made.made[arc.place], text);
  }
  // Read terms may share tokens with others, which arcs there and back do not.
  for (const auto& [place, number] : reads) {
    if (number > 1 || (number == 1 && inputs[place] > 0)) throw NoForm{};
  }
  for (const ExprId guard : transition.guards) {
    made.guard += fmt::format("{}{}", made.guard.empty() ? "" : " and ", condition(guard));
  }
  if (!made.guard.empty()) made.guard = "[" + made.guard + "]";
  // A variable is what arcs have; one that none has would not be there.
  for (const Parts& names : slots_) {
    for (const std::string& name : names) {
      if (bound_.count(name) == 0) throw NoForm{};
    }
  }
  return made;
}

}  // namespace

std::optional<ColourTexts> colour_texts(const Net& net, bool timed) {
  try {
    return Maker(net, timed).make();
  } catch (const NoForm&) {
    return std::nullopt;
  }
}

}  // namespace petriloom::greatspn
