// SPDX-License-Identifier: Apache-2.0
// Initial markings, of folded places for every index value that exists.
#include <fmt/format.h>

#include <cmath>

#include "formats/loom/elaborate.h"

namespace petriloom::loom {
namespace {

/// A place of more different initial tokens than this is refused.
constexpr std::size_t kMostTokens = std::size_t{1} << 24;

/// One term: what it is, ready to be evaluated for each index value.
struct Term {
  Location where;
  bool each = false;
  RowEvaluation value;
  RowEvaluation count;
  RowEvaluation delay;
  RowEvaluation condition;
};

class Marker {
 public:
  Marker(Context& context, Scope& scope, const Symbol& symbol) : context_(context), scope_(scope), symbol_(symbol) {}

  void mark(const Node& terms) {
    std::vector<Term> made;
    for (const Node& node : terms.children) {
      std::optional<Term> term = this->term(node);
      if (term) made.push_back(std::move(*term));
    }
    if (made.size() < terms.children.size()) return;
    const std::vector<std::vector<Word>> once{std::vector<Word>(scope_.indices.size())};  // the tokens show their indices
    for (const std::vector<Word>& row : scope_.written_out ? once : rows_of(context_, scope_)) {
      for (Term& term : made) {
        if (!put(term, row)) return;
      }
    }
  }

 private:
  std::optional<Term> term(const Node& node) {
    Frame frame;
    Env env;
    env.scope = &scope_;
    env.frame = &frame;
    for (const FoldedIndex& index : scope_.indices) frame.slots.push_back({index.name, index.type});
    ExprBuilder& expr = context_.expr();
    ExprId count = expr.integer(1, node.where);
    ExprId delay = expr.real(0, node.where);
    ExprId condition = expr.boolean(true, node.where);
    ExprId value;
    bool each = node.child(Kind::each) != nullptr;
    const bool of_lists = context_.colours()[symbol_.type].kind == ColourKind::list;
    for (const Node& part : node.children) {
      switch (part.kind) {
        case Kind::each:
          break;
        case Kind::multiplicity:
          count = elaborate_as(context_, env, part.children[0], ColourTable::kInt);
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
    return Term{node.where,
                each,
                RowEvaluation(context_, value, slots),
                RowEvaluation(context_, count, slots),
                RowEvaluation(context_, delay, slots),
                RowEvaluation(context_, condition, slots)};
  }

  /// A list stands for its elements, unless the place holds lists.
  ExprId value(Env& env, const Node& node, bool& each, bool of_lists) {
    const ColourSetId list = context_.colours().add_list("", symbol_.type);
    ColourSetId expected = symbol_.type;
    if (each || (!of_lists && node.kind == Kind::list)) expected = list;
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
    if (*count < 0 || !std::isfinite(available) || available < 0) {
      context_.diagnostics().error(term.where,
                                   *count < 0 ? "a negative number of tokens" : "a token can only be available from a time on");
      return false;
    }
    if (*condition == 0 || *count == 0) return true;
    if (!term.each) return put(*value, row, *count, available, term.where);
    const std::span<const Word> elements = context_.net().pool.view(*value);
    for (const Word element : std::vector<Word>(elements.begin(), elements.end())) {
      if (!put(element, row, *count, available, term.where)) return false;
    }
    return true;
  }

  bool put(Word colour, const std::vector<Word>& row, Word count, double available, Location where) {
    if (++tokens_ > kMostTokens) {
      context_.diagnostics().error(where, fmt::format("more than {} different initial tokens", kMostTokens));
      return false;
    }
    if (!row.empty() && !scope_.written_out) {
      std::vector<Word> parts = row;
      if (symbol_.type != ColourTable::kUnit) parts.push_back(colour);
      const ColourSetId whole = context_.net()[symbol_.place].colour;
      colour = parts.size() == 1 ? parts[0] : context_.colours().compose(whole, parts, context_.net().pool);
    }
    context_.builder.mark(symbol_.place, colour, count, available);
    return true;
  }

  Context& context_;
  Scope& scope_;
  const Symbol& symbol_;
  std::size_t tokens_ = 0;
};

}  // namespace

void add_markings(Context& context) {
  for (std::size_t i = 0; i < context.symbols.size(); ++i) {
    const Symbol& symbol = context.symbols[i];
    if (symbol.kind != SymbolKind::place || !symbol.place.valid()) continue;
    if (const Node* terms = symbol.node->child(Kind::terms)) Marker(context, *symbol.scope, symbol).mark(*terms);
  }
}

}  // namespace petriloom::loom
