// SPDX-License-Identifier: Apache-2.0
#include "formats/elaboration/arcs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace petriloom::loom {

struct ArcWord {
  std::string_view word;
  ArcKind kind;
  bool takes;  ///< allowed on a port `in`; otherwise on a port `out`
  bool wildcards;
  bool used = false;  ///< neither tested nor taken
};

namespace {

constexpr std::array kArcWords = {
    ArcWord{"in", ArcKind::input, true, true},         ArcWord{"out", ArcKind::output, false, false},
    ArcWord{"read", ArcKind::read, true, true},        ArcWord{"inhibit", ArcKind::inhibitor, true, true},
    ArcWord{"reset", ArcKind::reset, true, true},      ArcWord{"equal", ArcKind::equal, true, true},
    ArcWord{"uses", ArcKind::read, true, false, true},
};

constexpr std::array kBesideValues = {Kind::each, Kind::collect, Kind::as, Kind::multiplicity, Kind::when, Kind::after};

const Node& term_value(const Node& term) {
  for (const Node& part : term.children) {
    if (std::find(kBesideValues.begin(), kBesideValues.end(), part.kind) == kBesideValues.end()) return part;
  }
  return term.back();
}

Arc arc_of(ArcKind kind, const PlaceUse& use, const Node& node) {
  Arc made;
  made.place = use.place;
  made.kind = kind;
  made.where = node.where;
  return made;
}

/// How many indices each layer of arrays around the colour has.
std::vector<std::uint32_t> index_counts(const PlaceUse& use) {
  std::vector<std::uint32_t> counts;
  for (const Wrap& layer : use.wraps) counts.push_back(static_cast<std::uint32_t>(layer.indices.size()));
  return counts;
}

}  // namespace

void ArcMaker::name_wildcards(const std::vector<const Node*>& items) {
  std::size_t count = 0;
  for (const Node* item : items) {
    if (item->kind == Kind::arc && item->text == "in") count += wildcards_in_arc(context_, env_, *item);
  }
  for (std::size_t k = count; k > 0; --k) fresh_.push_back(static_cast<std::uint32_t>(env_.frame->slots.size() + k - 1));
  for (std::size_t k = 0; k < count; ++k) new_slot(env_, fmt::format("_{}", k + 1), ColourTable::kUnit);
}

bool ArcMaker::direction_allows(const Node& node, const ArcWord& word) {
  const Symbol* const port = port_of(env_, node.children[0]);
  if (port == nullptr) return true;
  const std::string_view direction = port->node->child(Kind::direction)->text;
  if (direction == "inout" || (direction == "in") == word.takes) return true;
  context_.diagnostics().error(
      node.where, fmt::format("`{}` on the port `{}`, which is `port {}`", node.text, port->name, direction),
      direction == "in" ? "a `port in` allows in, read, inhibit, equal, reset and uses" : "a `port out` allows out only");
  return false;
}

void ArcMaker::add(const Node& node) {
  const auto* const word =
      std::find_if(kArcWords.begin(), kArcWords.end(), [&node](const ArcWord& each) { return each.word == node.text; });
  const std::optional<PlaceUse> use = follow_place(context_, env_, node.children[0]);
  if (!use || !direction_allows(node, *word)) return;
  if (word->used && context_.net()[use->place].fluid) {
    context_.diagnostics().error(node.where, fmt::format("`{}` is fluid: what is used is tokens", context_.net()[use->place].name),
                                 "`place P : unit`");
    return;
  }
  const Node* const terms = node.child(Kind::terms);
  if (terms == nullptr) return whole(*word, *use, node);
  warn_of_joined_lists(context_, *terms, use->inner);
  for (const Node& term : terms->children) {
    if (term.child(Kind::collect) != nullptr) {
      collect(*word, *use, term);
    } else if (term_value(term).kind != Kind::suchthat) {
      this->term(*word, *use, term);
    } else if (word->kind == ArcKind::reset) {
      reset_such(*use, term);
    } else if (const ExprId guard = condition_on_tokens(context_, env_, node, term); guard.valid()) {
      made_.guards.push_back(guard);
    }
  }
}

/// An arc without terms: a token of a place of unit, or all tokens of any place.
void ArcMaker::whole(const ArcWord& word, const PlaceUse& use, const Node& node) {
  Arc made = arc_of(word.kind, use, node);
  if (context_.net()[use.place].fluid) return made_.arcs.push_back(made);
  const bool any = word.kind == ArcKind::inhibitor || word.kind == ArcKind::reset || word.kind == ArcKind::equal;
  if (!any && use.inner != ColourTable::kUnit) {
    context_.diagnostics().error(node.where, "the colour of the token is missing",
                                 fmt::format("`{}` holds {}: write `{} PLACE : ...`", context_.net()[use.place].name,
                                             context_.colours().describe(use.inner), node.text));
    return;
  }
  const ExprId inner = any ? context_.expr().wildcard(use.inner, node.where) : context_.expr().unit(node.where);
  made.value = wrap(context_, use, inner, node.where);
  word.used ? uses(made) : finish(made, use);
}

void ArcMaker::term(const ArcWord& word, const PlaceUse& use, const Node& node) {
  Arc made = arc_of(word.kind, use, node);
  made.each = node.child(Kind::each) != nullptr;
  made.condition = when(node);
  for (const Node& part : node.children) {
    if (part.kind == Kind::multiplicity) made.count = of_marking(part.children[0], ColourTable::kInt);
    if (part.kind != Kind::after) continue;
    if (word.kind != ArcKind::output) {
      context_.diagnostics().error(part.where, "only tokens that are put can have a delay");
      continue;
    }
    made.delay = elaborate_as(context_, env_, part.children[0], ColourTable::kReal);
  }
  if (context_.net()[use.place].fluid) return amount(made, node);
  if (word.kind == ArcKind::equal && !made.each && !made.count.valid() && count_alone(made, use, term_value(node))) return;
  made.value = made.each ? list_value(use, term_value(node)) : value(word, use, term_value(node));
  word.used ? uses(made) : finish(made, use);
}

/// `collect 3`{to = w} as msgs` is `each msgs`, and says where the list comes from.
void ArcMaker::collect(const ArcWord& word, const PlaceUse& use, const Node& node) {
  const Node& what = *node.child(Kind::collect);
  Diagnostics& diagnostics = context_.diagnostics();
  if (word.kind != ArcKind::input)
    return void(diagnostics.error(what.where, fmt::format("`collect` on an arc `{}`", word.word), "it takes tokens: `in`"));
  if (context_.net()[use.place].fluid) {
    diagnostics.error(what.where, fmt::format("`{}` is fluid and holds no tokens to collect", context_.net()[use.place].name));
    return;
  }
  if (const Node* const after = node.child(Kind::after))
    return void(diagnostics.error(after->where, "only tokens that are put can have a delay"));
  Arc made = arc_of(word.kind, use, node);
  made.each = true;
  Collect collect;
  if (!what.children.empty()) {
    collect.count = of_marking(what.children[0], ColourTable::kInt);
    if (!collect.count.valid()) return;
  }
  made.condition = when(node);
  collect.pattern = pattern(use, term_value(node));
  const Node& name = node.child(Kind::as)->children[0];
  if (!collect.pattern.valid() || !collected(collect, use, name)) return;
  const ColourSetId type = env_.frame->slots[collect.list].colour;
  made.value = for_each(use, context_.expr().variable(type, collect.list, name.where), name.where);
  made.collect = collect;
  made.indices = index_counts(use);
  finish(made, use);
}

/// The variable that has the list.
bool ArcMaker::collected(Collect& collect, const PlaceUse& use, const Node& name) {
  const auto known = std::find_if(env_.locals.rbegin(), env_.locals.rend(), [&](const Local& each) {
    return each.name == name.text && each.slot < made_.binding_size && !each.word;
  });
  const std::string wanted = context_.colours().describe(use.inner);
  if (known == env_.locals.rend()) {
    context_.diagnostics().error(name.where, fmt::format("`{}` is no variable", name.text),
                                 fmt::format("declare it: `var {} : list of {};`", name.text, wanted));
    return false;
  }
  const ColourSet& set = context_.colours()[known->type];
  if (set.kind != ColourKind::list || !same_colours(context_.colours(), set.components[0], use.inner)) {
    context_.diagnostics().error(name.where,
                                 fmt::format("`{}` is a variable of {}", name.text, context_.colours().describe(known->type)),
                                 fmt::format("what is collected is a list of {}", wanted));
    return false;
  }
  collect.list = known->slot;
  if (use.wraps.empty()) return true;
  const ColourSetId tokens = context_.colours().add_list("", context_.net()[use.place].colour);
  collect.tokens = new_slot(env_, "", tokens);
  collect.seen = list_seen_by(context_, env_, use, context_.expr().variable(tokens, collect.tokens, name.where), name.where);
  if (collect.seen.valid()) collect.seen = context_.expr().convert(collect.seen, known->type, name.where);
  return collect.seen.valid();
}

/// `reset P : t where c`.
void ArcMaker::reset_such(const PlaceUse& use, const Node& node) {
  const Node& condition = *node.child(Kind::suchthat);
  if (node.child(Kind::each) != nullptr || node.child(Kind::after) != nullptr || node.child(Kind::multiplicity) != nullptr) {
    context_.diagnostics().error(node.where, "a condition on tokens stands alone", "`reset P : t where t > 8`");
    return;
  }
  if (context_.net()[use.place].fluid) {
    context_.diagnostics().error(node.where, fmt::format("`{}` is fluid and holds no tokens", context_.net()[use.place].name),
                                 "`reset P` empties it");
    return;
  }
  Arc made = arc_of(ArcKind::reset, use, node);
  made.condition = when(node);
  made.value = wrap(context_, use, context_.expr().wildcard(use.inner, node.where), node.where);
  made.token = new_slot(env_, use.wraps.empty() ? condition.text : std::string_view(), context_.net()[use.place].colour);
  made.such = condition_on_token(context_, env_, use, made.token, condition);
  made.indices = index_counts(use);
  if (made.such.valid()) finish(made, use);
}

/// A term of an arc of a fluid place is how much; random amounts are drawn like colours.
void ArcMaker::amount(Arc& made, const Node& node) {
  if (const Node* const multiplicity = node.child(Kind::multiplicity)) {
    context_.diagnostics().error(multiplicity->where,
                                 fmt::format("`{}` is fluid: an amount is one number", context_.net()[made.place].name),
                                 "`in P : 2.5`");
    return;
  }
  made.count = of_marking(term_value(node), ColourTable::kReal);
  if (made.count.valid()) made_.arcs.push_back(made);
}

/// `equal P : 3` is about all tokens of P, unless 3 can be a colour of P.
bool ArcMaker::count_alone(Arc& made, const PlaceUse& use, const Node& node) {
  const ColourKind kind = context_.colours()[context_.colours().base_of(use.inner)].kind;
  const bool numbers = kind == ColourKind::integer || kind == ColourKind::range || kind == ColourKind::real;
  const bool colour = node.kind == Kind::tuple || (node.kind == Kind::name && node.text == "_");
  if (colour || numbers || (kind != ColourKind::unit && node.kind != Kind::number)) return false;
  made.count = of_marking(node, ColourTable::kInt);
  made.value = wrap(context_, use, context_.expr().wildcard(use.inner, node.where), node.where);
  if (made.count.valid()) finish(made, use);
  return true;
}

/// An expression that may look at the marking.
ExprId ArcMaker::of_marking(const Node& node, ColourSetId type) {
  env_.state = env_.firing = true;
  const ExprId value = elaborate_as(context_, env_, node, type);
  env_.state = env_.firing = false;
  return value;
}

/// What follows `when`, if anything does.
ExprId ArcMaker::when(const Node& node) {
  const Node* const found = node.child(Kind::when);
  return found == nullptr ? ExprId{} : elaborate_as(context_, env_, found->children[0], ColourTable::kBool);
}

/// The colour of a token, without the indices of arrays. `fresh` are slots for wildcards.
ExprId ArcMaker::inner_value(const PlaceUse& use, const Node& node, bool wildcards, std::vector<std::uint32_t>* fresh) {
  env_.wildcards = env_.partial = wildcards;
  env_.fresh = fresh;
  const ExprId inner = elaborate(context_, env_, node, use.inner);
  env_.wildcards = env_.partial = false;
  return inner;
}

ExprId ArcMaker::value(const ArcWord& word, const PlaceUse& use, const Node& node) {
  const ExprId inner = inner_value(use, node, word.wildcards, word.kind == ArcKind::input ? &fresh_ : nullptr);
  if (!inner.valid()) return {};
  const ColourSet& type = context_.colours()[context_.expr().type(inner)];
  if (type.kind == ColourKind::list && type.components[0] == use.inner) {
    context_.diagnostics().error(node.where, "a list, where one colour is wanted", "write `each LIST` for one token per element");
    return {};
  }
  return wrap(context_, use, context_.expr().convert(inner, use.inner, node.where), node.where);
}

/// What of a token is asked, and nothing is bound.
ExprId ArcMaker::pattern(const PlaceUse& use, const Node& node) {
  const ExprId inner = inner_value(use, node, true, nullptr);
  return inner.valid() ? wrap(context_, use, context_.expr().convert(inner, use.inner, node.where), node.where) : ExprId{};
}

ExprId ArcMaker::list_value(const PlaceUse& use, const Node& node) {
  return for_each(use, elaborate_as(context_, env_, node, context_.colours().add_list("", use.inner)), node.where);
}

/// One token for each element: the elements are wrapped one by one.
ExprId ArcMaker::for_each(const PlaceUse& use, ExprId list, Location where) {
  ExprBuilder& expr = context_.expr();
  if (!list.valid() || use.wraps.empty()) return list;
  const std::uint32_t slot = new_slot(env_, "", use.inner);
  const ExprId wrapped = wrap(context_, use, expr.variable(use.inner, slot, where), where);
  return wrapped.valid() ? expr.comprehension(Op::map, slot, list, wrapped, where) : ExprId{};
}

void ArcMaker::uses(const Arc& made) {
  if (made.value.valid()) made_.uses.push_back(made);
}

void ArcMaker::finish(const Arc& made, const PlaceUse& use) {
  if (!made.value.valid()) return;
  // Only filters ask, and a count decides then.
  const bool asks = (made.kind == ArcKind::input || made.kind == ArcKind::read) && !made.each && !made.condition.valid();
  if (asks && !scope_.filters.empty() && of_own_instance(use)) {
    const std::optional<Word> count = made.count.valid() ? context_.expr().constant(made.count) : Word{1};
    if (count && *count > 0) need_own_token_ = true;
  }
  made_.arcs.push_back(made);
}

/// Not of another element of the array, as `in .node[next(n)].P` is.
bool ArcMaker::of_own_instance(const PlaceUse& use) {
  if (context_.net()[use.place].module != scope_.module) return false;
  if (use.wraps.empty()) return scope_.indices.empty();
  const std::vector<ExprId>& indices = use.wraps.front().indices;
  for (std::size_t k = 0; k < scope_.indices.size(); ++k) {
    if (k >= indices.size()) return false;
    const Expr& index = context_.net().exprs[indices[k]];
    if (index.op != Op::variable || index.payload != static_cast<Word>(k)) return false;
  }
  return true;
}

void warn_of_joined_lists(Context& context, const Node& terms, ColourSetId colour) {
  if (!colour.valid() || context.colours()[colour].kind != ColourKind::list) return;
  const auto bare = [](const Node& term) { return term.children.size() == 1; };
  const auto list = [](const Node& term) { return term.children[0].kind == Kind::list; };
  for (std::size_t k = 0; k + 1 < terms.children.size(); ++k) {
    const Node& left = terms.children[k];
    const Node& right = terms.children[k + 1];
    if (!bare(left) || !bare(right) || (!list(left) && !list(right))) continue;
    context.diagnostics().warning(left.where, "`++` joins terms here: these are two tokens, a list each",
                                  "one list is written in parentheses, `([x] ++ l)`; two tokens are `1`[x] ++ 1`l`");
    return;
  }
}

}  // namespace petriloom::loom
