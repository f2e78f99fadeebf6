// SPDX-License-Identifier: Apache-2.0
#include "engine/unfold/state.h"

#include <algorithm>

#include "engine/expr/match.h"

namespace petriloom {

ExprId StateRewriter::rewrite(ExprId expr, std::span<Word> frame) {
  if (!expr.valid()) return {};
  frame_ = frame;
  unknown_.clear();
  return rewrite_node(expr);
}

ExprId StateRewriter::rewrite_undecided(ExprId expr, std::span<Word> frame) {
  return expr.valid() && (net_.exprs[expr].stateful() || draws(net_, expr)) ? rewrite(expr, frame) : ExprId();
}

ExprId StateRewriter::literal(ColourSetId type, Word word, const Location& where) {
  ExprId& made = literals_[{type, word}];
  if (!made.valid()) made = builder_.expr().literal(type, word, where);
  return made;
}

// Whether the value does not depend on the marking, the time or a random value.
bool StateRewriter::known(ExprId expr) const {
  const Expr& root = net_.exprs[expr];
  if (root.stateful() || root.wildcards || draws(net_, expr)) return false;
  bool free_of_unknown = true;
  for_each_expr(net_.exprs, expr, [&](ExprId id) {
    const Expr& node = net_.exprs[id];
    if (node.op == Op::variable && std::count(unknown_.begin(), unknown_.end(), static_cast<std::uint32_t>(node.payload)) > 0) {
      free_of_unknown = false;
    }
    return free_of_unknown;
  });
  return free_of_unknown;
}

ExprId StateRewriter::rewrite_node(ExprId expr) {
  const Expr node = net_.exprs[expr];
  if (known(expr)) return literal(node.type, evaluator_.eval(expr, frame_), node.where);
  const std::vector<ExprId> children(net_.exprs.children(expr).begin(), net_.exprs.children(expr).end());
  std::vector<ExprId> made;
  switch (node.op) {
    case Op::tokens:
      return tokens(node, children);
    case Op::fireable:
      return fireable(node);
    case Op::sum:
    case Op::forall:
    case Op::exists:
      return over_list(node, children);
    case Op::if_:
      // A branch that is not taken may have no value.
      if (known(children[0])) return rewrite_node(children[evaluator_.eval(children[0], frame_) != 0 ? 1 : 2]);
      break;
    case Op::let: {
      const auto slot = static_cast<std::uint32_t>(node.payload);
      if (known(children[0])) {
        frame_[slot] = evaluator_.eval(children[0], frame_);
        return rewrite_node(children[1]);
      }
      made.push_back(rewrite_node(children[0]));
      unknown_.push_back(slot);
      uses_slots_ = true;
      made.push_back(rewrite_node(children[1]));
      std::erase(unknown_, slot);
      return builder_.net().exprs.add(node, made);
    }
    case Op::call:
      return call(node, children);
    case Op::map:
    case Op::filter:
    case Op::fold:
    case Op::argmin:
    case Op::least:
    case Op::greatest:
    case Op::token_list:
    case Op::sort:
      throw EvalError(node.where, "lists of values that depend on the marking cannot be unfolded");
    default:
      break;
  }
  for (const ExprId child : children) made.push_back(rewrite_node(child));
  return builder_.net().exprs.add(node, made);
}

ExprId StateRewriter::call(const Expr& node, std::span<const ExprId> children) {
  std::vector<ExprId> arguments;
  for (const ExprId child : children) arguments.push_back(rewrite_node(child));
  return carry_call(node, arguments);
}

// Functions that are called when the net runs come along.
ExprId StateRewriter::carry_call(Expr node, const std::vector<ExprId>& arguments) {
  const auto number = static_cast<std::size_t>(node.payload);
  const auto [entry, added] = functions_.try_emplace(number, builder_.net().functions.size());
  node.payload = static_cast<Word>(entry->second.index());
  if (added) {
    // Entered before its body, which may call it.
    builder_.add(net_.functions[number]);
    const ExprId body = copy(net_.functions[number].body);
    builder_.net().functions[static_cast<std::size_t>(node.payload)].body = body;
  }
  return builder_.net().exprs.add(node, arguments);
}

ExprId StateRewriter::copy(ExprId expr) {
  const Expr node = net_.exprs[expr];
  std::vector<ExprId> made;
  for (const ExprId child : net_.exprs.children(expr)) made.push_back(copy(child));
  return node.op == Op::call ? carry_call(node, made) : builder_.net().exprs.add(node, made);
}

ExprId StateRewriter::tokens(const Expr& node, std::span<const ExprId> children) {
  const PlaceId place(static_cast<std::size_t>(node.payload));
  for (const std::uint32_t slot : unknown_) {
    const auto in_pattern = [slot](std::uint32_t used) { return used == slot; };
    if (children.empty()) break;
    const auto used = free_variables(net_, children[0], slot + 1);
    if (std::any_of(used.begin(), used.end(), in_pattern)) {
      throw EvalError(node.where, "a count of tokens whose colour depends on the marking cannot be unfolded");
    }
  }
  std::vector<ExprId> terms;
  for (const auto& [colour, made] : nodes_.places[place.index()]) {
    if (!children.empty() && !evaluator_.matches(children[0], colour, frame_)) continue;
    terms.push_back(builder_.expr().tokens(made, {}, node.where));
  }
  return join(Op::add, std::move(terms), literal(ColourTable::kInt, 0, node.where), node.where);
}

ExprId StateRewriter::fireable(const Expr& node) {
  std::vector<ExprId> terms;
  for (const TransitionId made : nodes_.transitions[static_cast<std::size_t>(node.payload)]) {
    terms.push_back(builder_.expr().fireable(made, node.where));
  }
  return join(Op::or_, std::move(terms), literal(ColourTable::kBool, 0, node.where), node.where);
}

ExprId StateRewriter::over_list(const Expr& node, std::span<const ExprId> children) {
  if (const auto tokens = tokens_of(children[0])) return over_tokens(node, children[1], *tokens);
  if (!known(children[0])) throw EvalError(node.where, "lists of values that depend on the marking cannot be unfolded");
  const auto view = evaluator_.pool().view(evaluator_.eval(children[0], frame_));
  const std::vector<Word> elements(view.begin(), view.end());
  std::vector<ExprId> terms;
  for (const Word element : elements) {
    frame_[static_cast<std::size_t>(node.payload)] = element;
    terms.push_back(rewrite_node(children[1]));
  }
  const Op op = node.op == Op::sum ? Op::add : node.op == Op::forall ? Op::and_ : Op::or_;
  return join(op, std::move(terms), literal(node.type, node.op == Op::forall ? 1 : 0, node.where), node.where);
}

std::optional<std::vector<StateRewriter::PossibleToken>> StateRewriter::tokens_of(ExprId list) {
  const Expr node = net_.exprs[list];
  const std::vector<ExprId> children(net_.exprs.children(list).begin(), net_.exprs.children(list).end());
  if (node.op == Op::token_list) {
    std::vector<PossibleToken> all;
    for (const auto& [colour, made] : nodes_.places[static_cast<std::size_t>(node.payload)]) all.push_back({colour, made});
    return all;
  }
  if (node.op != Op::map && node.op != Op::filter) return std::nullopt;
  auto all = tokens_of(children[0]);
  if (!all) return std::nullopt;
  std::vector<PossibleToken> left;
  for (const PossibleToken& token : *all) {
    frame_[static_cast<std::size_t>(node.payload)] = token.value;
    if (!known(children[1])) throw EvalError(node.where, "lists of values that depend on the marking cannot be unfolded");
    const Word value = evaluator_.eval(children[1], frame_);
    if (node.op == Op::map) {
      left.push_back({value, token.place});
    } else if (value != 0) {
      left.push_back(token);
    }
  }
  return left;
}

// Each colour counts as often as it is there.
ExprId StateRewriter::over_tokens(const Expr& node, ExprId body, std::span<const PossibleToken> tokens) {
  ExprBuilder& expr = builder_.expr();
  std::vector<ExprId> terms;
  for (const PossibleToken& token : tokens) {
    frame_[static_cast<std::size_t>(node.payload)] = token.value;
    const Word nothing = node.op == Op::forall ? 1 : 0;
    if (known(body) && evaluator_.eval(body, frame_) == nothing) continue;
    const ExprId value = rewrite_node(body);
    const ExprId count = expr.tokens(token.place, {}, node.where);
    const ExprId none = literal(ColourTable::kInt, 0, node.where);
    switch (node.op) {
      case Op::sum:
        terms.push_back(expr.binary(Op::multiply, count, value, node.where));
        break;
      case Op::forall:
        terms.push_back(expr.binary(Op::or_, expr.binary(Op::equal, count, none, node.where), value, node.where));
        break;
      default:
        terms.push_back(expr.binary(Op::and_, expr.binary(Op::greater, count, none, node.where), value, node.where));
    }
  }
  const Op op = node.op == Op::sum ? Op::add : node.op == Op::forall ? Op::and_ : Op::or_;
  return join(op, std::move(terms), literal(node.type, node.op == Op::forall ? 1 : 0, node.where), node.where);
}

ExprId StateRewriter::join(Op op, std::vector<ExprId> terms, ExprId none, const Location& where) {
  if (terms.empty()) return none;
  while (terms.size() > 1) {
    std::vector<ExprId> next;
    for (std::size_t k = 0; k + 1 < terms.size(); k += 2) next.push_back(builder_.expr().binary(op, terms[k], terms[k + 1], where));
    if (terms.size() % 2 == 1) next.push_back(terms.back());
    terms = std::move(next);
  }
  return terms[0];
}

}  // namespace petriloom
