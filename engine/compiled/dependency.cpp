// SPDX-License-Identifier: Apache-2.0
#include "engine/compiled/dependency.h"

#include <algorithm>

#include "engine/compiled/token_stages.h"

namespace petriloom {

namespace {

using PartKind = PatternPart::Kind;

bool same_part(const PatternPart& a, const PatternPart& b) {
  if (a.kind != b.kind || !(a.accessor == b.accessor) || a.steps != b.steps || a.leaf != b.leaf) return false;
  return a.kind == PartKind::variable ? a.slot == b.slot && a.turn == b.turn : a.word == b.word;
}

/// Whether an expression is a number of tokens, or a sum of such.
bool counts_tokens(const Net& net, ExprId id) {
  if (net.exprs[id].op == Op::tokens) return true;
  const auto children = net.exprs.children(id);
  return net.exprs[id].op == Op::add &&
         std::all_of(children.begin(), children.end(), [&](ExprId c) { return counts_tokens(net, c); });
}

constexpr int kMostCalls = 8;  // within each other: a function may call itself

/// Whether nothing in an expression can fail, whatever the values of its variables and the marking
/// are. Says no where it is not looked into.
bool never_fails(const Net& net, ExprId id, int calls) {
  const Expr& node = net.exprs[id];
  const auto children = net.exprs.children(id);
  const auto all = [&] {
    return std::all_of(children.begin(), children.end(), [&](ExprId c) { return never_fails(net, c, calls); });
  };
  if (compares(node.op)) return all();
  switch (node.op) {
    case Op::call: {
      const ExprId body = net.functions[static_cast<std::size_t>(node.payload)].body;
      return calls < kMostCalls && body.valid() && never_fails(net, body, calls + 1) && all();
    }
    case Op::convert:
      return node.payload == 1 && all();
    case Op::add:
      return counts_tokens(net, id) && all();
    case Op::literal:
    case Op::variable:
    case Op::wildcard:
    case Op::let:
    case Op::if_:
    case Op::tuple:
    case Op::project:
    case Op::not_:
    case Op::and_:
    case Op::or_:
    case Op::length:
    case Op::contains:
    case Op::map:
    case Op::filter:
    case Op::forall:
    case Op::exists:
    case Op::tokens:
    case Op::token_list:
      return all();
    default:
      return false;
  }
}

}  // namespace

bool same_pattern(const Pattern& a, const Pattern& b) {
  return std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(), same_part);
}

void Dependency::join(const Dependency& other) {
  enabling = enabling || other.enabling;
  rate = rate || other.rate;
  coming = coming || other.coming;
  going = going || other.going;
}

void Dependencies::add(ExprId expr, Use use) {
  if (expr.valid()) add(expr, use, Raised::either);
}

void Dependencies::add_guard(ExprId guard) {
  // What may fail is looked at after every change, so that it fails at once.
  add(guard, Use::enabling, never_fails(net_, guard, 0) ? Raised::coming : Raised::either);
}

Dependencies::Raised Dependencies::opposite(Raised raised) {
  if (raised == Raised::either) return raised;
  return raised == Raised::coming ? Raised::going : Raised::coming;
}

// Whether a = b says that a number of tokens, or a sum of such, is 0.
bool Dependencies::is_none(ExprId a, ExprId b) const {
  return counts_tokens(net_, a) && net_.exprs[b].op == Op::literal && net_.exprs[b].payload == 0;
}

void Dependencies::add(ExprId id, Use use, Raised raised) {
  const Expr& node = net_.exprs[id];
  if (!net_.exprs.looks(id, look::tokens)) return;
  const auto children = net_.exprs.children(id);
  switch (node.op) {
    case Op::tokens: {
      const PlaceId place(static_cast<std::size_t>(node.payload));
      add(place, children.empty() ? Pattern{} : take_apart(net_, children[0], net_[place].colour, binding_size_), use, raised);
      raised = Raised::either;
      break;
    }
    case Op::and_:
    case Op::or_:
    case Op::exists:
      break;
    case Op::not_:
      raised = opposite(raised);
      break;
    case Op::greater:
    case Op::greater_equal:
    case Op::less:
    case Op::less_equal: {
      const bool more = node.op == Op::greater || node.op == Op::greater_equal;
      add(children[0], use, more ? raised : opposite(raised));
      return add(children[1], use, more ? opposite(raised) : raised);
    }
    case Op::equal:
      raised = is_none(children[0], children[1]) ? opposite(raised) : Raised::either;
      break;
    case Op::add:
      raised = counts_tokens(net_, id) ? raised : Raised::either;
      break;
    case Op::forall:
      add(children[0], use, opposite(raised));
      return add(children[1], use, raised);
    case Op::token_list:
    case Op::filter:
    case Op::map:
      return add_list(id, use, raised);
    default:
      raised = Raised::either;
  }
  for (const ExprId child : children) add(child, use, raised);
}

// With `raised` by what it may have more elements.
void Dependencies::add_list(ExprId list, Use use, Raised raised) {
  const std::optional<TokenStages> tokens = token_stages(net_, list, binding_size_);
  if (!tokens) {
    for (const ExprId child : net_.exprs.children(list)) add(child, use, Raised::either);
    return;
  }
  add(tokens->place, tokens->known, use, raised);
  for (const TokenStage& stage : tokens->stages) {
    const bool filters = net_.exprs[stage.node].op == Op::filter;
    add(net_.exprs.children(stage.node)[1], use, filters ? raised : Raised::either);
  }
}

void Dependencies::add(PlaceId place, Pattern pattern, Use use, Raised raised) {
  std::erase_if(pattern.parts, [](const PatternPart& part) { return part.kind == PartKind::computed; });
  pattern.wildcards = true;
  const bool enabling = use == Use::enabling;
  Dependency added{place, std::move(pattern), enabling, !enabling, raised != Raised::going, raised != Raised::coming};
  const auto includes = [&](const Dependency& other) {
    const bool used = enabling ? other.enabling : other.rate;
    return other.place == place && used && (other.pattern.parts.empty() || same_pattern(other.pattern, added.pattern));
  };
  const auto including = std::find_if(list_.begin(), list_.end(), includes);
  if (including != list_.end()) return including->join(added);
  if (added.pattern.parts.empty()) {
    for (Dependency& other : list_) {
      if (other.place != place) continue;
      (enabling ? other.enabling : other.rate) = false;
      added.coming = added.coming || other.coming;
      added.going = added.going || other.going;
    }
    std::erase_if(list_, [](const Dependency& other) { return !other.enabling && !other.rate; });
  }
  const auto same = std::find_if(list_.begin(), list_.end(), [&](const Dependency& other) {
    return other.place == place && same_pattern(other.pattern, added.pattern);
  });
  if (same != list_.end()) return same->join(added);
  list_.push_back(std::move(added));
}

bool key_of_colour(const ColourTable& colours, const Pattern& pattern, Word colour, WordPool& pool, std::vector<Word>& key) {
  key.clear();
  for (const PatternPart& part : pattern.parts) {
    const auto word = matched_word(colours, part, colour, pool);
    if (!word) return false;
    if (part.kind == PartKind::variable) {
      key.push_back(*word);
    } else if (*word != part.word) {
      return false;
    }
  }
  return true;
}

}  // namespace petriloom
