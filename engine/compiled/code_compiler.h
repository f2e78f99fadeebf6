// SPDX-License-Identifier: Apache-2.0
// From expressions to Code. Only engine/compiled includes this.
#pragma once

#include "engine/compiled/code.h"
#include "engine/compiled/kept_total.h"
#include "engine/compiled/pattern.h"

namespace petriloom {

/// Whether the words of a finite set are what its colours are; those of unions and subsets are not.
bool simple_finite(const ColourSet& set);

/// Whether the colours of a set are whole numbers, or have words like them.
bool integral(const ColourSet& set);

/// Turns an expression into one of the forms of Code.
class CodeCompiler {
 public:
  using Opcode = Instruction::Opcode;
  CodeCompiler(const Net& net, Code& code, IndexTable* counting, Code::Calls calls, HeldLists held)
      : net_(net), code_(code), counting_(counting), compiles_calls_(calls == Code::Calls::compiled), held_(held) {}

  /// `root` may be invalid.
  void compile(ExprId root);

 private:
  friend class LoopCompiler;
  /// Whether a list that is made lasts, as a value must, or is only held for a while.
  enum class Lists : std::uint8_t { lasting, held };
  /// A function whose body is being compiled where it is called.
  struct Scope {
    const Function* function = nullptr;
    Scope* outer = nullptr;
    /// Where its variables are, by slot: in the frame, or, with the bit kLocal, on the stack.
    std::vector<std::uint32_t> at;
  };

  // code_compiler.cpp
  /// Adds factor * expr to the linear form of the code; false if it is not one.
  [[nodiscard]] const Expr* same_for_all(ExprId id) const;
  bool linear(ExprId id, Word factor);
  void finish_linear();
  std::size_t put(Instruction instruction, int grows);
  void put(Opcode opcode, Word a = 0, Word b = 0, int grows = 0) { put(Instruction{opcode, Op::literal, 0, a, b}, grows); }
  void put_jump(std::size_t to) { put(Instruction{Opcode::jump, Op::if_, static_cast<std::uint32_t>(to), 0, 0}, 0); }
  void land(std::size_t jump) { code_.program_[jump].slot = static_cast<std::uint32_t>(code_.program_.size()); }
  /// Leaves an operation, or all of an expression, to Evaluator.
  void slow(ExprId id);
  void put_apply(ExprId id);
  /// Leaves the value of an expression on top; one that is held for who looks into it at once.
  void emit(ExprId id, Lists lists = Lists::lasting);
  void emit_rarer(ExprId id, Lists lists);
  void emit_variable(std::uint32_t slot) { put_load(place_of(slot)); }
  /// Where a variable is, as Scope says.
  [[nodiscard]] std::uint32_t place_of(std::uint32_t slot) const { return scope_ == nullptr ? slot : scope_->at[slot]; }
  /// Where what is on top of the stack is.
  [[nodiscard]] std::uint32_t top() const { return static_cast<std::uint32_t>(depth_) | Instruction::kLocal; }
  void put_load(std::uint32_t place);
  void emit_neighbour(ExprId id);
  /// `other` stands for an invalid `otherwise`; `as` is as of emit_as, invalid: no other.
  void emit_branch(ExprId condition, ExprId then, ExprId otherwise, Word other = 0, ColourSetId as = {},
                   Lists lists = Lists::lasting);
  void emit_or(ExprId left, ExprId right);
  void emit_tuple(std::span<const ExprId> children, const ColourSet& type);
  void emit_project(ExprId id);
  void emit_tokens(ExprId id);
  void emit_part(const PatternPart& part);
  void emit_operation(ExprId id);
  [[nodiscard]] bool same_numbers(ColourSetId a, ColourSetId b) const;
  void emit_ordinal(ExprId id);

  // code_sequences.cpp
  [[nodiscard]] Word making(Lists lists) const;
  void put_gather(std::size_t count, Lists lists);
  void emit_join(ExprId id, ColourSetId type, Lists lists);
  void emit_sequence(ExprId id);
  void emit_position(ExprId id);
  void emit_union(ExprId id);

  // code_conversions.cpp
  void emit_convert(ExprId id, Lists lists);
  [[nodiscard]] bool converts(ExprId id, ColourSetId to);
  /// What an expression makes, as one of another colour set, where `converts`.
  void emit_as(ExprId id, ColourSetId to, Lists lists = Lists::lasting);

  // code_calls.cpp
  void emit_let(ExprId id, Lists lists);
  void emit_call(ExprId id, Lists lists);
  bool emit_body(ExprId call, Scope& scope, bool keeps, std::size_t copied, Lists lists);
  /// So many words under the top go; the caller knows how high the stack is then.
  void drop_under(std::size_t words);
  [[nodiscard]] bool recursive(const Function& function) const;

  static constexpr std::size_t kMostInstructions = 2000;  ///< from which on functions are called

  const Net& net_;
  Code& code_;
  IndexTable* counting_;
  bool compiles_calls_;
  HeldLists held_;
  Scope* scope_ = nullptr;  // null: outside of functions, with variables in the frame
  bool failed_ = false;     // something in a function must be left to Evaluator
  std::vector<KeptTotal> totals_;
  std::size_t depth_ = 0;
  std::size_t most_ = 0;
};

}  // namespace petriloom
