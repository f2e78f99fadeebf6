// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/eval.h"

#include <algorithm>

#include "engine/expr/distribution.h"
#include "engine/expr/eval_run.h"

namespace petriloom {

Word Evaluator::eval(ExprId expr, std::span<Word> frame) { return Run(*this, frame).eval(expr); }

bool Evaluator::matches(ExprId pattern, Word colour, std::span<Word> frame) {
  return Run(*this, frame).matches(colour_pattern(net_, pattern, net_.exprs[pattern].type, kAllSlots), colour);
}

Word Evaluator::draw(const Expr& node, std::span<const Word> parameters) {
  const auto distribution = static_cast<Distribution>(node.payload);
  if (random_ == nullptr) throw EvalError(node.where, "a random value can only be drawn when a transition fires");
  const std::string wrong = check_parameters(distribution, parameters);
  if (!wrong.empty()) throw EvalError(node.where, std::string(facts_of(distribution).name) + ": " + wrong);
  return random_->draw(distribution, parameters);
}

Word Evaluator::call(const Expr& node, std::span<const Word> arguments) {
  const CallStack::Call call(calls_, net_, node);
  std::copy(arguments.begin(), arguments.end(), call.frame().begin());
  return value_of(node, call.frame());
}

// The value of a function in its frame, where its arguments are.
Word Evaluator::value_of(const Expr& node, std::span<Word> frame) {
  budget().spend(node);
  const auto number = static_cast<std::size_t>(node.payload);
  const ExprId body = net_.functions[number].body;
  if (budget().limited() || !calls_.far_from_limits() || !memo_.keeps(number)) return Run(*this, frame).eval(body);
  const std::span<const Word> arguments = frame.first(node.count);
  if (const std::optional<Word> kept = memo_.find(number, arguments)) return *kept;
  const std::uint64_t left = budget().left();
  const Word value = Run(*this, frame).eval(body);
  memo_.keep(number, arguments, value, left - budget().left());
  return value;
}

bool Evaluator::applies(Op op) {
  switch (op) {
    case Op::literal:
    case Op::variable:
    case Op::wildcard:
    case Op::let:
    case Op::if_:
    case Op::call:
    case Op::and_:
    case Op::or_:
    case Op::tuple:
    case Op::random:
      return false;
    default:
      return !goes_through_list(op) && !(op >= Op::tokens && op <= Op::token_list);
  }
}

Word Evaluator::apply(const Expr& node, std::span<const Word> operands) {
  if (compares(node.op)) return operations_.binary(node, operands[0], operands[1]);
  switch (node.op) {
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::divide:
    case Op::modulo:
    case Op::power:
    case Op::minimum:
    case Op::maximum:
      return operations_.binary(node, operands[0], operands[1]);
    case Op::project:
      return operations_.project(node, operands[0]);
    case Op::convert:
      return operations_.convert(node, operands[0]);
    case Op::not_:
      return operands[0] != 0 ? 0 : 1;
    case Op::negate:
    case Op::absolute:
    case Op::sqrt:
    case Op::exp:
    case Op::log:
      return operations_.unary(node, operands[0]);
    case Op::floor:
    case Op::ceil:
    case Op::round:
      return ValueOperations::to_int(node, real_of_word(operands[0]));
    case Op::successor:
    case Op::predecessor:
      return operations_.neighbour(node, operands[0]);
    case Op::index_of:
      return operands[0];
    case Op::colour_at:
      return operations_.colour_at(node, operands[0]);
    case Op::list:
      return operations_.make_list(node, operands);
    case Op::length:
      return operations_.length(operands[0]);
    case Op::head:
      return operations_.head(node, operands[0]);
    case Op::tail:
      return operations_.tail(node, operands[0]);
    case Op::element:
      return operations_.element(node, operands[0], operands[1]);
    case Op::inject:
    case Op::variant:
    case Op::content:
      return operations_.union_operation(node, operands[0]);
    case Op::to_text:
      return operations_.to_text(node, operands[0]);
    default:
      return operations_.sequence_operation(node, operands);
  }
}

// The hot path: the short operations are here, the others in functions of their own so that this
// frame stays small.
Word Evaluator::Run::eval(ExprId id) {
  const Expr& node = net_.exprs[id];
  switch (node.op) {
    case Op::literal:
      return node.payload;
    case Op::variable:
      return frame_[static_cast<std::size_t>(node.payload)];
    case Op::wildcard:
      fail_at(node, "a wildcard has no value");
    case Op::let:
      return let(node);
    case Op::if_:
      return eval(child(node, eval(child(node, 0)) != 0 ? 1 : 2));
    case Op::call:
      return call(node);
    case Op::tuple:
      return tuple(node);
    case Op::project:
      return project(node);
    case Op::convert:
      return convert(node);
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::divide:
    case Op::modulo:
    case Op::power:
    case Op::equal:
    case Op::not_equal:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
    case Op::minimum:
    case Op::maximum:
      return binary(node);
    case Op::element:
      return element(node);
    case Op::not_:
      return eval(child(node, 0)) != 0 ? 0 : 1;
    case Op::and_:
      return eval(child(node, 0)) != 0 ? eval(child(node, 1)) : 0;
    case Op::or_:
      return eval(child(node, 0)) != 0 ? 1 : eval(child(node, 1));
    default:
      return eval_rarer(node);
  }
}

Word Evaluator::Run::eval_rarer(const Expr& node) {
  switch (node.op) {
    case Op::list:
      return list(node);
    case Op::map:
    case Op::filter:
    case Op::fold:
    case Op::forall:
    case Op::exists:
    case Op::sum:
    case Op::argmin:
    case Op::sort:
    case Op::least:
    case Op::greatest:
      return comprehension(node);
    case Op::tokens:
    case Op::token_list:
    case Op::level:
    case Op::fireable:
    case Op::dead:
    case Op::now:
      return state(node);
    case Op::random:
      return random(node);
    default:
      return operation(node);
  }
}

Word Evaluator::Run::let(const Expr& node) {
  frame_[static_cast<std::size_t>(node.payload)] = eval(child(node, 0));
  return eval(child(node, 1));
}

Word Evaluator::Run::call(const Expr& node) {
  const CallStack::Call call(owner_.calls_, net_, node);
  for (std::size_t k = 0; k < node.count; ++k) call.frame()[k] = eval(child(node, k));
  return owner_.value_of(node, call.frame());
}

Word Evaluator::Run::binary(const Expr& node) {
  const Word left = eval(child(node, 0));
  const Word right = eval(child(node, 1));
  return owner_.operations_.binary(node, left, right);
}

Word Evaluator::Run::project(const Expr& node) { return owner_.operations_.project(node, eval(child(node, 0))); }

Word Evaluator::Run::convert(const Expr& node) { return owner_.operations_.convert(node, eval(child(node, 0))); }

Word Evaluator::Run::tuple(const Expr& node) {
  const ColourSet& type = net_.colours[node.type];
  if (type.finite) {
    Word colour = 0;
    for (std::size_t k = 0; k < node.count; ++k) {
      colour += (eval(child(node, k)) - net_.colours[type.components[k]].low) * type.radix[k];
    }
    return colour;
  }
  Gather parts(owner_.operations_.stack());
  for (std::size_t k = 0; k < node.count; ++k) parts.push(eval(child(node, k)));
  return owner_.operations_.intern(node, parts.words());
}

Word Evaluator::Run::list(const Expr& node) {
  Gather elements(owner_.operations_.stack());
  for (std::size_t k = 0; k < node.count; ++k) elements.push(eval(child(node, k)));
  return owner_.operations_.make_list(node, elements.words());
}

Word Evaluator::Run::element(const Expr& node) {
  const Word sequence = eval(child(node, 0));
  const Word position = eval(child(node, 1));
  return owner_.operations_.element(node, sequence, position);
}

Word Evaluator::Run::operation(const Expr& node) {
  Word operands[kMostOperands] = {};
  for (std::size_t k = 0; k < node.count; ++k) operands[k] = eval(child(node, k));
  return owner_.apply(node, std::span<const Word>(operands, node.count));
}

Word Evaluator::Run::random(const Expr& node) {
  Word parameters[kMostOperands] = {};
  for (std::size_t k = 0; k < node.count; ++k) parameters[k] = eval(child(node, k));
  return owner_.draw(node, std::span<const Word>(parameters, node.count));
}

}  // namespace petriloom
