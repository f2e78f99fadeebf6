// SPDX-License-Identifier: Apache-2.0
// Initial markings, of folded places for every index value that exists.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/text/wording.h"
#include "formats/elaboration/elaborate.h"

namespace petriloom::loom {
namespace {

/// A place of more different initial tokens than this is refused.
constexpr std::size_t kMostTokens = std::size_t{1} << 24;

/// The colour in a place of a folded instance, with the indices in front.
Word whole_colour(Context& context, PlaceId place, const std::vector<Word>& indices, Word colour, bool unit) {
  if (indices.empty()) return colour;
  std::vector<Word> parts = indices;
  if (!unit) parts.push_back(colour);
  return parts.size() == 1 ? parts[0] : context.colours().compose(context.net()[place].colour, parts, context.net().pool);
}

/// One term: what it is, ready to be evaluated for each index value.
struct Term {
  Location where;
  bool each = false;
  bool counts = false;  ///< `count` is a list, with a number for each element
  WrittenTokens written;
  RowEvaluation value;
  RowEvaluation count;
  RowEvaluation delay;
  RowEvaluation condition;
};

using Tokens = TokensByColour;

/// What one of several names of a place gives as its marking, for one value of the indices that the
/// place has.
struct Given {
  Tokens tokens;
  Location where;
  bool unit = false;  ///< there is nothing behind the indices
};
using Shared = std::map<std::pair<PlaceId, std::vector<Word>>, Given>;

class Marker {
 public:
  Marker(Context& context, Scope& scope, const Symbol& symbol) : context_(context), scope_(scope), symbol_(symbol) {}

  void mark(const Node& terms) {
    std::optional<std::vector<Term>> made = make(terms);
    if (!made) return;
    if (!keeps(*made)) fix(*made);
    // The tokens show their indices.
    const std::vector<std::vector<Word>> once{std::vector<Word>(scope_.indices.size())};
    for (const std::vector<Word>& row : scope_.written_out ? once : rows_of(context_, scope_)) {
      for (Term& term : *made) {
        if (!put(term, row)) return;
      }
    }
    keep(*made);
  }

  /// The same for one name of a place of several: all that give a marking must give the same.
  void share(const Node& terms, Shared& shared) {
    std::optional<std::vector<Term>> made = make(terms);
    std::optional<Use> use = this->use(terms);
    if (!made || !use) return;
    fix(*made);
    const std::vector<std::vector<Word>> once{std::vector<Word>(scope_.indices.size())};
    Tokens tokens;
    collect_ = &tokens;
    for (const std::vector<Word>& row : scope_.written_out ? once : rows_of(context_, scope_)) {
      tokens.clear();
      std::vector<Word> indices;
      for (RowEvaluation& index : use->indices) {
        const std::optional<Word> word = index(row);
        if (!word) return;
        indices.push_back(*word);
      }
      for (Term& term : *made) {
        if (!put(term, row)) return;
      }
      const auto [entry, added] =
          shared.try_emplace({use->place, indices}, Given{tokens, symbol_.where, symbol_.type == ColourTable::kUnit});
      if (added || entry->second.tokens == tokens) continue;
      context_.diagnostics().error(terms.where,
                                   fmt::format("`{}` is another name of a place that is marked otherwise", symbol_.name),
                                   "it is marked at " + context_.net().sources->describe(entry->second.where));
      return;
    }
  }

  /// The tokens of terms in a scope without indices.
  std::optional<Tokens> collect(const Node& terms) {
    std::optional<std::vector<Term>> made = make(terms);
    if (!made) return std::nullopt;
    fix(*made);
    Tokens tokens;
    collect_ = &tokens;
    const bool all = std::all_of(made->begin(), made->end(), [&](Term& term) { return put(term, {}); });
    collect_ = nullptr;
    return all ? std::optional(std::move(tokens)) : std::nullopt;
  }

  std::optional<std::vector<Term>> make(const Node& terms) {
    warn_of_joined_lists(context_, terms, symbol_.type);
    std::vector<Term> made;
    for (const Node& node : terms.children) {
      std::optional<Term> term = this->term(node);
      if (term) made.push_back(std::move(*term));
    }
    if (made.size() < terms.children.size()) return std::nullopt;
    return made;
  }

 private:
  /// The place that a name stands for, and the indices that it has there.
  struct Use {
    PlaceId place;
    std::vector<RowEvaluation> indices;
  };

  std::optional<Use> use(const Node& terms) {
    Frame frame = index_frame(scope_);
    Env env{&scope_, &frame};
    const std::optional<PlaceUse> found = follow_place(context_, env, Node{Kind::name, terms.where, symbol_.name, {}});
    if (!found) return std::nullopt;
    const bool port = symbol_.value != nullptr && port_of(env, Node{Kind::name, terms.where, symbol_.name, {}}) != nullptr;
    if (port || found->wraps.size() > 1) {
      context_.diagnostics().error(terms.where,
                                   fmt::format("`{}` is another name of a port, and cannot be marked here", symbol_.name),
                                   "mark the place that the port is bound to");
      return std::nullopt;
    }
    Use made{found->place, {}};
    for (const Wrap& layer : found->wraps) {
      for (const ExprId index : layer.indices) made.indices.emplace_back(context_, index, frame.slots.size());
    }
    return made;
  }

  std::optional<Term> term(const Node& node) {
    if (const Node* const collect = node.child(Kind::collect)) {
      context_.diagnostics().error(collect->where, "`collect` in a marking", "it takes tokens: `in P : collect ...`");
      return std::nullopt;
    }
    Frame frame = index_frame(scope_);
    Env env{&scope_, &frame};
    ExprBuilder& expr = context_.expr();
    ExprId count = expr.integer(1, node.where);
    ExprId delay = expr.real(0, node.where);
    ExprId condition = expr.boolean(true, node.where);
    ExprId value;
    bool each = node.child(Kind::each) != nullptr;
    bool counts = false;
    const bool of_lists = context_.colours()[symbol_.type].kind == ColourKind::list;
    for (const Node& part : node.children) {
      switch (part.kind) {
        case Kind::each:
          break;
        case Kind::multiplicity:
          count = this->count(env, part.children[0], each, counts);
          break;
        case Kind::when:
          condition = elaborate_as(context_, env, part.children[0], ColourTable::kBool);
          break;
        case Kind::after:
          delay = elaborate_as(context_, env, part.children[0], ColourTable::kReal);
          break;
        default:
          value = this->value(env, part, each, of_lists);
      }
    }
    if (!value.valid() || !count.valid() || !delay.valid() || !condition.valid()) return std::nullopt;
    const std::size_t slots = frame.slots.size();
    const bool at_once = expr.folded(delay) && !context_.net().exprs[delay].named && context_.net().exprs[delay].payload == 0;
    return Term{node.where,
                each,
                counts,
                {count, value, at_once ? ExprId{} : delay, each},
                RowEvaluation(context_, value, slots, Decides::no),
                RowEvaluation(context_, count, slots, Decides::no),
                RowEvaluation(context_, delay, slots, Decides::no),
                RowEvaluation(context_, condition, slots)};
  }

  /// Whether a place can say what was written: one place, whose terms are as they are.
  [[nodiscard]] bool keeps(const std::vector<Term>& terms) const {
    return scope_.indices.empty() && std::none_of(terms.begin(), terms.end(), [](const Term& term) { return term.counts; });
  }

  void fix(const std::vector<Term>& terms) {
    for (const Term& term : terms) {
      for (const ExprId part : {term.written.count, term.written.value, term.written.available}) context_.expr().fix(part);
    }
  }

  /// Keeps what was written, if constants are named in it.
  void keep(std::vector<Term>& terms) {
    if (!keeps(terms)) return;
    Place& place = context_.net().places[symbol_.place.index()];
    for (Term& term : terms) {
      if (term.condition({}) != Word{0}) place.written.push_back(term.written);
    }
    if (!names_constants(context_.net(), place)) place.written.clear();
  }

  /// How many: a number, or behind `each` a list with one for each element.
  ExprId count(Env& env, const Node& node, bool each, bool& counts) {
    if (!each) return elaborate_as(context_, env, node, ColourTable::kInt);
    const ExprId count = elaborate(context_, env, node, {});
    if (!count.valid()) return {};
    counts = context_.colours()[context_.expr().type(count)].kind == ColourKind::list;
    const ColourSetId wanted = counts ? context_.colours().add_list("", ColourTable::kInt) : ColourTable::kInt;
    return context_.expr().convert(count, wanted, node.where);
  }

  /// A list stands for its elements, unless the place holds lists.
  ExprId value(Env& env, const Node& node, bool& each, bool of_lists) {
    const ColourSetId list = context_.colours().add_list("", symbol_.type);
    ColourSetId expected = symbol_.type;
    const bool mapped = node.kind == Kind::comprehension && node.text == "map";
    if (each || (!of_lists && (node.kind == Kind::list || mapped))) expected = list;
    const ExprId value = elaborate(context_, env, node, expected);
    if (!value.valid()) return {};
    each = each || (!of_lists && context_.colours()[context_.expr().type(value)].kind == ColourKind::list);
    return context_.expr().convert(value, each ? list : symbol_.type, node.where);
  }

  bool put(Term& term, const std::vector<Word>& row) {
    const std::optional<Word> condition = term.condition(row);
    const std::optional<Word> count = term.count(row);
    const std::optional<Word> delay = term.delay(row);
    const std::optional<Word> value = term.value(row);
    if (!condition || !count || !delay || !value) return false;
    const double available = real_of_word(*delay);
    const std::vector<Word> counts = term.counts ? elements_of(*count) : std::vector<Word>{*count};
    const bool negative = std::any_of(counts.begin(), counts.end(), [](Word one) { return one < 0; });
    if (negative || !std::isfinite(available) || available < 0) {
      context_.diagnostics().error(term.where,
                                   negative ? "a negative number of tokens" : "a token can only be available from a time on");
      return false;
    }
    if (*condition == 0) return true;
    if (!term.each) return put(*value, row, *count, available, term.where);
    const std::vector<Word> elements = elements_of(*value);
    if (term.counts && counts.size() != elements.size()) {
      context_.diagnostics().error(term.where,
                                   fmt::format("{} for {}", counted(counts.size(), "count"), counted(elements.size(), "element")),
                                   "a list before the backquote has a number for each element behind it");
      return false;
    }
    for (std::size_t i = 0; i < elements.size(); ++i) {
      if (!put(elements[i], row, term.counts ? counts[i] : *count, available, term.where)) return false;
    }
    return true;
  }

  [[nodiscard]] std::vector<Word> elements_of(Word list) const {
    const std::span<const Word> view = context_.net().pool.view(list);
    return {view.begin(), view.end()};
  }

  bool put(Word colour, const std::vector<Word>& row, Word count, double available, Location where) {
    if (count == 0) return true;
    if (++tokens_ > kMostTokens) {
      context_.diagnostics().error(where, fmt::format("more than {} different initial tokens", kMostTokens));
      return false;
    }
    if (collect_ != nullptr) {
      (*collect_)[{colour, available}] += count;
      return true;
    }
    if (!scope_.written_out) colour = whole_colour(context_, symbol_.place, row, colour, symbol_.type == ColourTable::kUnit);
    context_.builder.mark(symbol_.place, colour, count, available);
    return true;
  }

  Context& context_;
  Scope& scope_;
  const Symbol& symbol_;
  std::size_t tokens_ = 0;
  Tokens* collect_ = nullptr;
};

/// What says how a place is marked: the chosen scenario, or its declaration.
const Node* terms_of(const Context& context, const Symbol& symbol) {
  const auto found = context.markings.find(&symbol);
  return found == context.markings.end() ? symbol.node->child(Kind::terms) : found->second;
}

PlaceId place_of(Context& context, const Symbol& symbol) {
  if (symbol.kind == NameKind::place || symbol.value == nullptr) return symbol.place;
  Frame frame = index_frame(*symbol.value_scope);
  Env env{symbol.value_scope, &frame};
  const std::optional<PlaceUse> use = follow_place(context, env, *symbol.value);
  return use ? use->place : PlaceId{};
}

/// Places with several names of which more than the place itself may be marked.
void mark_shared(Context& context, const std::vector<const Symbol*>& symbols) {
  std::set<PlaceId> changed;
  for (const Symbol* symbol : symbols) {
    if (context.markings.contains(symbol)) changed.insert(place_of(context, *symbol));
  }
  Shared shared;
  for (const Symbol* symbol : symbols) {
    if (!context.markings.contains(symbol) && changed.contains(place_of(context, *symbol))) continue;
    if (const Node* terms = terms_of(context, *symbol)) Marker(context, *symbol->scope, *symbol).share(*terms, shared);
  }
  for (const auto& [key, given] : shared) {
    for (const auto& [token, count] : given.tokens)
      context.builder.mark(key.first, whole_colour(context, key.first, key.second, token.first, given.unit), count, token.second);
  }
}

/// The level that terms give a fluid place; nothing after an error.
std::optional<double> level_of(Context& context, Scope& scope, const Node& terms) {
  const Node& term = terms.children[0];
  if (terms.children.size() > 1 || term.children.size() > 1) {
    context.diagnostics().error(terms.where, "a fluid place begins with one level", "one number: `place P : fluid = 2.5;`");
    return std::nullopt;
  }
  const std::optional<Word> word = constant_value(context, scope, term.children[0], ColourTable::kReal, "a level");
  return word ? std::optional(real_of_word(*word)) : std::nullopt;
}

/// Levels of fluid places; by whatever name a place is given one, all must be the same, but for
/// what a scenario changes.
void mark_fluid(Context& context) {
  std::map<PlaceId, std::pair<const Symbol*, bool>> given;
  for (std::size_t i = 0; i < context.symbols.size(); ++i) {
    const Symbol& symbol = context.symbols[i];
    const bool place = symbol.kind == NameKind::place || (symbol.kind == NameKind::alias && symbol.node->kind == Kind::place);
    const PlaceId id = place ? place_of(context, symbol) : PlaceId();
    const Node* const terms = id.valid() && context.net()[id].fluid ? terms_of(context, symbol) : nullptr;
    const std::optional<double> level = terms != nullptr ? level_of(context, *symbol.scope, *terms) : std::nullopt;
    if (!level) continue;
    const bool changed = context.markings.contains(&symbol);
    const auto [entry, added] = given.try_emplace(id, &symbol, changed);
    double& now = context.net().places[id.index()].level;
    if (!added && entry->second.second && !changed) continue;
    if (!added && entry->second.second == changed && now != *level) {
      context.diagnostics().error(terms->where, fmt::format("`{}` is another name of a place that has another level", symbol.name),
                                  "it has one at " + context.net().sources->describe(entry->second.first->where));
    }
    entry->second = {&symbol, changed};
    now = *level;
  }
}

}  // namespace

std::optional<TokensByColour> tokens_of_terms(Context& context, Scope& scope, ColourSetId inner, const Node& terms) {
  Symbol symbol;
  symbol.kind = NameKind::place;
  symbol.type = inner;
  return Marker(context, scope, symbol).collect(terms);
}

void check_marking(Context& context, const Symbol& symbol, const Node& terms) {
  const Node& type = symbol.node->child(Kind::typed)->children[0];
  if (is_fluid(*symbol.scope, type)) return void(level_of(context, *symbol.scope, terms));
  Symbol typed = symbol;
  typed.type = resolve_type(context, *symbol.scope, type);
  if (typed.type.valid()) (void)Marker(context, *symbol.scope, typed).make(terms);
}

void add_markings(Context& context) {
  mark_fluid(context);
  std::set<PlaceId> several;
  const auto is_fluid_place = [&](const Symbol& symbol) {
    const PlaceId place = place_of(context, symbol);
    return place.valid() && context.net()[place].fluid;
  };
  for (std::size_t i = 0; i < context.symbols.size(); ++i) {
    const Symbol& symbol = context.symbols[i];
    if (symbol.kind == NameKind::alias && symbol.node->kind == Kind::place && !is_fluid_place(symbol))
      several.insert(place_of(context, symbol));
  }
  std::vector<const Symbol*> shared;
  for (std::size_t i = 0; i < context.symbols.size(); ++i) {
    const Symbol& symbol = context.symbols[i];
    const bool renamed =
        symbol.kind == NameKind::alias && symbol.node->kind == Kind::place && symbol.value != nullptr && !is_fluid_place(symbol);
    if (renamed || (symbol.kind == NameKind::place && several.contains(symbol.place))) shared.push_back(&symbol);
    if (symbol.kind != NameKind::place || !symbol.place.valid() || several.contains(symbol.place)) continue;
    if (is_fluid_place(symbol)) continue;
    const Node* const terms = terms_of(context, symbol);
    if (terms != nullptr) in_instance(context, *symbol.scope, [&] { Marker(context, *symbol.scope, symbol).mark(*terms); });
  }
  mark_shared(context, shared);
}

}  // namespace petriloom::loom
