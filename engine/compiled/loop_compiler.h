// SPDX-License-Identifier: Apache-2.0
// Loops over lists, colours and tokens, compiled. Only engine/compiled includes this.
#pragma once

#include "engine/compiled/code_compiler.h"
#include "engine/compiled/token_stages.h"

namespace petriloom {

/// What a comprehension goes through.
struct Loop {
  ExprId node;
  ExprId list;  ///< what it goes through, without stages
  std::vector<TokenStage> stages;
  std::optional<TokenStages> tokens;  ///< where it goes through those of a place
  bool ordered = false;               ///< the order of these counts
  bool maps = false;                  ///< one of the stages is a map
  IndexId index;                      ///< by what is known of the tokens, if anything is
  std::size_t total = 0;              ///< its instruction that asks what is kept; 0: nothing is
  std::size_t next = 0;               ///< its first instruction of each round
};

/// The loop of the comprehension `node`. With `counting` tokens are gone through where they are;
/// with Calls::evaluated filters are lists.
Loop loop_over(const Net& net, ExprId node, bool counting, Code::Calls calls);

/// Whether a loop can be compiled: where tokens are gone through in no order, what they are mapped
/// to must not hide them; and of what is made of tokens Evaluator makes no list.
bool compiles(const Net& net, const Loop& loop, Code::Calls calls);

/// Emits one comprehension with its stages where a CodeCompiler is.
class LoopCompiler {
 public:
  using Opcode = CodeCompiler::Opcode;
  /// `element`: the colour set of which a map makes its elements; invalid: that of its body.
  LoopCompiler(CodeCompiler& compiler, ExprId node, CodeCompiler::Lists lists = CodeCompiler::Lists::lasting,
               ColourSetId element = {});

  /// The loop, or what leaves it to Evaluator.
  void emit();
  /// Whether it is not left to Evaluator.
  [[nodiscard]] bool compiles() const { return petriloom::compiles(net_, loop_, calls_); }

 private:
  /// Variables, (list, result, number), and the next element that filters let through.
  void begin();
  void emit_source();
  void emit_key();
  void emit_all_tokens();
  void emit_total();
  /// From the element of the first stage on to that of the loop. Without filters it has passed
  /// them.
  void emit_stages(bool filters);
  void emit_list();
  void emit_sort();
  void emit_sum();
  void emit_best();
  void emit_any();
  /// The rest of a loop in the order of tokens.
  void emit_sorted();
  void emit_body();
  [[nodiscard]] bool through_integers() const;
  void finish(Instruction end, std::size_t words);
  [[nodiscard]] std::uint32_t variable() const;
  [[nodiscard]] bool certain(std::size_t from) const;

  CodeCompiler& compiler_;
  const Net& net_;
  Code::Calls calls_;
  Loop loop_;
  Op op_;
  CodeCompiler::Lists lists_;
  ColourSetId element_;
};

}  // namespace petriloom
