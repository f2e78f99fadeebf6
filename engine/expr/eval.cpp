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

void Evaluator::Run::fail(const Expr& node, const std::string& message) { throw EvalError(node.where, message); }

bool Evaluator::look() {
  until_look_ = 0;
  if (limits_ != nullptr) limits_->check();
  if (budget_ == 0) return false;
  const std::uint64_t steps = std::min(budget_, kStepsBetweenLooks);
  budget_ -= steps;
  until_look_ = steps - 1;
  return true;
}

void Evaluator::Run::spend(const Expr& node) {
  if (owner_.until_look_-- == 0 && !owner_.look()) fail(node, "the evaluation takes too many steps");
}

// Copying a list costs by its length.
void Evaluator::Run::spend_on_words(const Expr& node, std::size_t words) {
  constexpr std::size_t kWordsPerStep = 16;
  for (std::size_t steps = words / kWordsPerStep; steps > 0;) {
    const std::uint64_t some = std::min<std::uint64_t>(steps, owner_.until_look_);
    owner_.until_look_ -= some;
    steps -= some;
    if (steps == 0) break;
    spend(node);
    --steps;
  }
}

Word Evaluator::Run::intern(const Expr& node, std::span<const Word> words) {
  spend_on_words(node, words.size());
  return owner_.pool_.intern(words);
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
      fail(node, "a wildcard has no value");
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
      return binary(node);
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
    case Op::minimum:
    case Op::maximum:
      return binary(node);
    case Op::negate:
    case Op::absolute:
    case Op::sqrt:
    case Op::exp:
    case Op::log:
      return unary(node);
    case Op::floor:
    case Op::ceil:
    case Op::round:
      return to_int(node);
    case Op::successor:
    case Op::predecessor:
      return neighbour(node);
    case Op::index_of:
      return eval(child(node, 0));
    case Op::colour_at:
      return colour_at(node);
    case Op::list:
    case Op::length:
    case Op::head:
    case Op::tail:
    case Op::element:
    case Op::append:
    case Op::concat:
    case Op::range_list:
    case Op::colours:
      return list_operation(node);
    case Op::map:
    case Op::filter:
    case Op::fold:
    case Op::forall:
    case Op::exists:
    case Op::sum:
    case Op::argmin:
    case Op::sort:
      return comprehension(node);
    case Op::tokens:
    case Op::level:
    case Op::fireable:
    case Op::dead:
    case Op::now:
      return state(node);
    default:
      return eval_rarest(node);
  }
}

Word Evaluator::Run::eval_rarest(const Expr& node) {
  switch (node.op) {
    case Op::contains:
    case Op::slice:
    case Op::reverse:
    case Op::update:
    case Op::remove:
    case Op::position:
    case Op::distinct:
      return sequence_operation(node);
    case Op::inject:
    case Op::variant:
    case Op::content:
      return union_operation(node);
    case Op::to_text:
      return to_text(node);
    case Op::random:
      return random(node);
    default:
      fail(node, "unknown operation");
  }
}

Word Evaluator::Run::let(const Expr& node) {
  frame_[static_cast<std::size_t>(node.payload)] = eval(child(node, 0));
  return eval(child(node, 1));
}

Word Evaluator::Run::call(const Expr& node) {
  const Function& function = net_.functions[static_cast<std::size_t>(node.payload)];
  if (!function.body.valid()) fail(node, "function '" + function.name + "' has no body");
  const std::size_t height = net_.exprs[function.body].height;
  if (owner_.depth_ >= kMostDepth || owner_.levels_ + height > kMostLevels ||
      owner_.frames_used_ + function.slots > kMostFrameWords) {
    fail(node, "calls of function '" + function.name + "' are nested too deeply");
  }
  spend(node);
  // Most never touched.
  if (!owner_.frames_) owner_.frames_ = std::make_unique_for_overwrite<Word[]>(kMostFrameWords);

  struct Entered {
    Evaluator& owner;
    std::size_t height, slots;
    Entered(Evaluator& o, std::size_t h, std::size_t s) : owner(o), height(h), slots(s) {
      ++owner.depth_;
      owner.levels_ += height;
      owner.frames_used_ += slots;
    }
    ~Entered() {
      --owner.depth_;
      owner.levels_ -= height;
      owner.frames_used_ -= slots;
    }
    Entered(const Entered&) = delete;
    Entered& operator=(const Entered&) = delete;
  };
  const std::span<Word> frame(owner_.frames_.get() + owner_.frames_used_, function.slots);
  const Entered entered(owner_, height, function.slots);
  for (std::size_t k = 0; k < node.count; ++k) frame[k] = eval(child(node, k));
  return Run(owner_, frame).eval(function.body);
}

Word Evaluator::Run::tuple(const Expr& node) {
  const ColourSet& type = net_.colours[node.type];
  if (type.finite) {
    Word colour = 0;
    for (std::size_t k = 0; k < node.count; ++k) {
      colour += (eval(child(node, k)) - net_.colours[type.components[k]].low) * type.radix[k];
    }
    return colour;
  }
  Gather parts(owner_);
  for (std::size_t k = 0; k < node.count; ++k) parts.push(eval(child(node, k)));
  return intern(node, parts.words());
}

Word Evaluator::Run::project(const Expr& node) {
  const ExprId composite = child(node, 0);
  return net_.colours.component(net_.exprs[composite].type, eval(composite), static_cast<std::size_t>(node.payload), owner_.pool_);
}

Word Evaluator::Run::convert(const Expr& node) {
  const Word value = eval(child(node, 0));
  if (node.payload != 0) return value;
  const ColourSetId from = net_.exprs[child(node, 0)].type;
  const ColourSet& to = net_.colours[node.type];
  if (net_.colours[from].kind != ColourKind::subset) {
    if (to.kind == ColourKind::real) return word_of_real(static_cast<double>(value));
    if (to.kind == ColourKind::range && value >= to.low && value <= to.high) return value;
  }
  const std::optional<Word> converted = net_.colours.convert(from, node.type, value, owner_.pool_);
  if (!converted) {
    fail(node, net_.colours.format(from, value, owner_.pool_) + " is not a colour of " + net_.colours.describe(node.type));
  }
  return *converted;
}

}  // namespace petriloom
