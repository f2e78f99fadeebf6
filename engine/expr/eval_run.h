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
  static constexpr std::size_t kMostOperands = 3;

  [[nodiscard]] ExprId child(const Expr& node, std::size_t k) const { return children_of(node)[k]; }
  [[nodiscard]] const ExprId* children_of(const Expr& node) const { return net_.exprs.children_at(node.first); }
  [[nodiscard]] std::span<const Word> items(Word list) const { return owner_.pool_.view(list); }

  // eval.cpp
  Word eval_rarer(const Expr& node);
  Word let(const Expr& node);
  Word call(const Expr& node);
  Word binary(const Expr& node);
  Word project(const Expr& node);
  Word convert(const Expr& node);
  Word tuple(const Expr& node);
  Word list(const Expr& node);
  Word element(const Expr& node);
  Word operation(const Expr& node);
  Word random(const Expr& node);
  /// What a comprehension goes through. Of tokens, and of what is mapped from or filtered out of
  /// them, no list is made.
  class Items {
   public:
    Items(Run& run, ExprId list);
    [[nodiscard]] std::size_t size() const { return words().size(); }
    /// Bodies may add to the pool, which moves lists: elements are fetched one by one.
    [[nodiscard]] Word operator[](std::size_t number) const { return words()[number]; }

   private:
    [[nodiscard]] std::span<const Word> words() const { return of_tokens_ ? gathered_.words() : run_.items(list_); }

    Run& run_;
    Gather gathered_;
    bool of_tokens_;
    Word list_ = 0;
  };

  // eval_comprehension.cpp
  [[nodiscard]] bool of_tokens(ExprId list) const;
  void gather(ExprId list, Gather& into);
  Word comprehension(const Expr& node);
  Word map(const Expr& node);
  Word filter(const Expr& node);
  Word fold(const Expr& node);
  bool any(const Expr& node, bool wanted);
  Word sum(const Expr& node);
  Word argmin(const Expr& node);
  Word extreme(const Expr& node);
  Word sort(const Expr& node);
  // eval_state.cpp
  Word state(const Expr& node);
  Word tokens(const Expr& node, const StateView& view);
  void push_tokens(const Expr& node, Gather& into);

  Evaluator& owner_;
  const Net& net_;
  std::span<Word> frame_;
};

}  // namespace petriloom
