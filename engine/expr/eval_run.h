// SPDX-License-Identifier: Apache-2.0
// The inside of Evaluator: one run over one frame. Only the eval*.cpp files include this.
#pragma once

#include "engine/expr/eval.h"
#include "engine/expr/match.h"

namespace petriloom {

class Evaluator::Run {
 public:
  Run(Evaluator& owner, std::span<Word> frame) : owner_(owner), net_(owner.net_), frame_(frame) {}

  Word eval(ExprId id);
  bool matches(const ColourPattern& pattern, Word colour);

 private:
  /// Elements gathered on the evaluator's scratch stack; what was pushed is dropped at the end,
  /// also on an error.
  class Gather {
   public:
    explicit Gather(Evaluator& owner) : stack_(owner.scratch_), base_(owner.scratch_.size()) {}
    ~Gather() { stack_.resize(base_); }
    Gather(const Gather&) = delete;
    Gather& operator=(const Gather&) = delete;
    void push(Word word) { stack_.push_back(word); }
    void push(std::span<const Word> words) { stack_.insert(stack_.end(), words.begin(), words.end()); }
    /// Valid until the next push anywhere on the stack.
    [[nodiscard]] std::span<Word> words() const { return std::span(stack_).subspan(base_); }

   private:
    std::vector<Word>& stack_;
    std::size_t base_;
  };

  [[noreturn]] static void fail(const Expr& node, const std::string& message);
  [[nodiscard]] ExprId child(const Expr& node, std::size_t k) const { return children_of(node)[k]; }
  [[nodiscard]] const ExprId* children_of(const Expr& node) const { return net_.exprs.children_at(node.first); }
  [[nodiscard]] double eval_real(ExprId id) { return real_of_word(eval(id)); }
  [[nodiscard]] bool is_real(ExprId id) const { return net_.exprs[id].type == ColourTable::kReal; }
  void spend(const Expr& node);
  /// The handle of a sequence of words that was made.
  /// Counts the steps that going through so many words takes.
  void spend_on_words(const Expr& node, std::size_t words);
  Word intern(const Expr& node, std::span<const Word> words);

  // eval.cpp
  Word eval_rarer(const Expr& node);
  Word eval_rarest(const Expr& node);
  Word let(const Expr& node);
  Word call(const Expr& node);
  Word tuple(const Expr& node);
  Word project(const Expr& node);
  Word convert(const Expr& node);
  // eval_number.cpp
  Word binary(const Expr& node);
  Word unary(const Expr& node);
  static Word int_power(const Expr& node, Word base, Word exponent);
  Word to_int(const Expr& node);
  Word neighbour(const Expr& node);
  Word colour_at(const Expr& node);
  // eval_list.cpp
  Word list_operation(const Expr& node);
  Word make_list(const Expr& node, std::span<const Word> words);
  [[nodiscard]] std::span<const Word> items(Word list) const { return owner_.pool_.view(list); }
  Word literal_list(const Expr& node);
  Word element(const Expr& node);
  Word append(const Expr& node);
  Word concat(const Expr& node);
  Word range_list(const Expr& node);
  Word colours(const Expr& node);
  // eval_sequence.cpp
  struct Found {
    Word sequence = 0;
    Word at = -1;  ///< -1: nowhere
    std::size_t length = 0;
  };
  Word sequence_operation(const Expr& node);
  Found find(const Expr& node);
  Word slice(const Expr& node);
  Word update(const Expr& node);
  Word remove(const Expr& node);
  Word distinct(const Expr& node);
  // eval_union.cpp
  static constexpr std::size_t kMostParameters = 3;
  Word union_operation(const Expr& node);
  Word to_text(const Expr& node);
  Word random(const Expr& node);
  // eval_comprehension.cpp
  Word comprehension(const Expr& node);
  Word map(const Expr& node);
  Word filter(const Expr& node);
  Word fold(const Expr& node);
  bool any(const Expr& node, bool wanted);
  Word sum(const Expr& node);
  Word argmin(const Expr& node);
  Word sort(const Expr& node);
  // eval_state.cpp
  Word state(const Expr& node);
  Word tokens(const Expr& node, const StateView& view);

  Evaluator& owner_;
  const Net& net_;
  std::span<Word> frame_;
};

}  // namespace petriloom
