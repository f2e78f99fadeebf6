// SPDX-License-Identifier: Apache-2.0
// What operations give for operands whose values are known. Evaluator decides what is evaluated,
// and in which order, and asks here.
#pragma once

#include <span>
#include <vector>

#include "engine/expr/eval_budget.h"
#include "engine/expr/number.h"
#include "engine/net/net.h"

namespace petriloom {

/// Elements of a list or tuple being made, gathered on a stack that several share; what was pushed
/// is dropped at the end, also on an error.
class Gather {
 public:
  explicit Gather(std::vector<Word>& stack) : stack_(stack), base_(stack.size()) {}
  ~Gather() {
    if (stack_.size() != base_) stack_.resize(base_);
  }
  Gather(const Gather&) = delete;
  Gather& operator=(const Gather&) = delete;
  void push(Word word) { stack_.push_back(word); }
  void push(std::span<const Word> words) { stack_.insert(stack_.end(), words.begin(), words.end()); }
  /// Drops all but the first; nothing may have been pushed behind them.
  void keep(std::size_t count) { stack_.resize(base_ + count); }
  /// Valid until the next push anywhere on the stack.
  [[nodiscard]] std::span<Word> words() const { return std::span(stack_).subspan(base_); }

 private:
  std::vector<Word>& stack_;
  std::size_t base_;
};

/// Every function takes the node of the operation, with the words of its children, and throws
/// EvalError.
class ValueOperations {
 public:
  static constexpr std::size_t kMostListElements = 1 << 20;  ///< elements of one list

  /// Both must outlive the operations. The pool must be a copy (or extension) of the net's.
  ValueOperations(const Net& net, WordPool& pool) : net_(net), pool_(pool) {}

  // value_numbers.cpp: of numbers, and what is ordered or compared as they are.
  // Order is only on numbers, simple finite colours and strings.
  [[gnu::always_inline]] Word binary(const Expr& node, Word left, Word right) {
    const ColourSetId type = operand_type(node);
    if (type == ColourTable::kReal) return real_operation(node.op, real_of_word(left), real_of_word(right));
    if (node.op == Op::power) return int_power(node, left, right);
    if (type == ColourTable::kString && node.op != Op::equal && node.op != Op::not_equal) {
      return compare_strings(node.op, left, right);
    }
    Word result = 0;
    if (!integer_operation(node.op, left, right, result)) fail_number(node, left, right);
    return result;
  }
  Word unary(const Expr& node, Word value);
  static Word to_int(const Expr& node, double value);

  // value_colours.cpp: of colours of any set.
  Word neighbour(const Expr& node, Word value);
  Word colour_at(const Expr& node, Word value);
  Word project(const Expr& node, Word composite) {
    return net_.colours.component(operand_type(node), composite, static_cast<std::size_t>(node.payload), pool_);
  }
  Word convert(const Expr& node, Word value) { return node.payload != 0 ? value : convert_checked(node, value); }
  /// inject, variant and content.
  Word union_operation(const Expr& node, Word value);
  Word to_text(const Expr& node, Word value);

  // value_sequences.cpp: of lists and strings.
  [[nodiscard]] Word length(Word sequence) const { return static_cast<Word>(items(sequence).size()); }
  Word head(const Expr& node, Word list);
  Word tail(const Expr& node, Word list);
  Word element(const Expr& node, Word sequence, Word position);
  /// The others, from append to distinct.
  Word sequence_operation(const Expr& node, std::span<const Word> operands);
  /// The list of these words, or the string.
  Word make_list(const Expr& node, std::span<const Word> words);
  /// The handle of a sequence of words that was made. Copying it costs by its length.
  Word intern(const Expr& node, std::span<const Word> words) {
    budget_.spend_on_words(node, words.size());
    return pool_.intern(words);
  }
  /// What copying may cost, and whatever else whoever asks spends here.
  [[nodiscard]] EvalBudget& budget() { return budget_; }
  /// For Gather.
  [[nodiscard]] std::vector<Word>& stack() { return stack_; }

 private:
  struct Found {
    Word at = -1;  ///< -1: nowhere
    std::size_t length = 0;
  };
  /// The type of the first operand.
  [[nodiscard]] ColourSetId operand_type(const Expr& node) const { return net_.exprs[*net_.exprs.children_at(node.first)].type; }
  [[nodiscard]] std::span<const Word> items(Word list) const { return pool_.view(list); }
  static Word int_power(const Expr& node, Word base, Word exponent);
  [[noreturn]] static void fail_number(const Expr& node, Word left, Word right);
  [[nodiscard]] Word compare_strings(Op op, Word left, Word right) const;
  Word convert_checked(const Expr& node, Word value);
  Word append(const Expr& node, Word list, Word last);
  Word concat(const Expr& node, Word first, Word second);
  Word range_list(const Expr& node, Word low, Word high);
  Word colours(const Expr& node);
  [[nodiscard]] Found find(const Expr& node, Word sequence, Word wanted) const;
  Word slice(const Expr& node, Word sequence, Word from, Word count);
  Word reverse(const Expr& node, Word sequence);
  Word update(const Expr& node, Word sequence, Word position, Word value);
  Word remove(const Expr& node, Word sequence, Word wanted);
  Word distinct(const Expr& node, Word sequence);

  const Net& net_;
  WordPool& pool_;
  EvalBudget budget_;
  std::vector<Word> stack_;
};

}  // namespace petriloom
