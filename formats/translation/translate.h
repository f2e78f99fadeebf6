// SPDX-License-Identifier: Apache-2.0
// Turns typed CPN ML into expressions of the net. Functions without functions among their arguments
// become functions of the net, one for each set of types; others are written out where they are
// used. Everything is evaluated as far as it is known while translating.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "formats/raising/carried.h"
#include "formats/raising/raising.h"
#include "formats/translation/calls.h"
#include "formats/translation/patterns.h"

namespace petriloom::cpn::ml {

class Translator {
 public:
  Translator(NetBuilder& builder, Inference& inference, Diagnostics& diagnostics)
      : work_(builder, inference, diagnostics),
        values_(work_),
        patterns_(work_, values_),
        facts_(inference.environment()),
        calls_(*this, work_, values_, facts_),
        raising_(builder),
        carried_(builder, raising_) {}
  Translator(const Translator&) = delete;
  Translator& operator=(const Translator&) = delete;

  [[nodiscard]] Workspace& work() { return work_; }
  [[nodiscard]] Values& values() { return values_; }
  [[nodiscard]] Patterns& patterns() { return patterns_; }
  [[nodiscard]] FunctionFacts& facts() { return facts_; }
  [[nodiscard]] Calls& calls() { return calls_; }
  [[nodiscard]] Raising& raising() { return raising_; }
  [[nodiscard]] Carried& carried() { return carried_; }

  Value eval(const Expr& expr);
  /// The expression as one of a colour set of the net.
  ExprId eval_as(const Expr& expr, ColourSetId type);
  /// The expression as one of the net; values that were given a name in it are in it.
  ExprId closed(const Expr& expr);
  /// The value of an expression that needs no variables, if it has one. It decides what the net is
  /// like (ExprNodes::constant).
  std::optional<Word> constant(const Expr& expr, ColourSetId type, std::string_view what);
  /// The same as a literal, which names its constants.
  ExprId constant_literal(const Expr& expr, ColourSetId type, std::string_view what);
  /// Makes a declared value or reference a constant of the net, if it turns out to have a value
  /// that the net can hold. Of a name that is declared twice only the first one is.
  void keep(const Declaration& declaration);
  /// The value of a declaration, by its name if it is kept.
  ExprId named(const Declaration& declaration, ExprId value, const Location& where);
  /// Constants that nothing uses get their values, as far as that is sure to go well.
  void finish_constants();
  /// Says of an expression whose value is not used what of it is not done.
  void discard(const Expr& expr);
  /// The types that those of a function stand for at a use of it.
  std::shared_ptr<const Types::Substitution> types_of_call(const Binder& binder, const Expr& use) {
    return types_of_use(nullptr, binder, use);
  }
  /// Puts what a block declares around, for its body. False if a value is not known, which has been
  /// said.
  bool enter_block(const Expr& expr);
  /// The body of the first clause that matches.
  Value choose(const std::vector<Clause>& clauses, const std::vector<Value>& values, const Expr& at, Type* type);

 private:
  // translate.cpp
  Value eval_kind(const Expr& expr);
  Value eval_parts(const Expr& expr);
  Value eval_branch(const Expr& expr);
  Value eval_block(const Expr& expr);
  // raised.cpp
  Value eval_raise(const Expr& expr);
  Value eval_handle(const Expr& expr);
  ExprId exception_name(ExprId code, const Location& where);
  ExprId take_carried(const Pattern& pattern, ExprId from, const Location& where);
  Value leave_out(const Expr& expr, const Expr& io);
  void tell_left_out(const Expr& expr, std::set<const Function*>& seen);
  Value eval_sequence(const Expr& expr);
  Value eval_list(const Expr& expr);
  Value function(const Function& function, std::shared_ptr<const Scope> scope);
  std::shared_ptr<const Scope> captured(const std::vector<std::uint32_t>& frees);
  // names.cpp
  Value eval_name(const Expr& expr);
  Value eval_value(const Binder& binder, const Expr& at);
  Value colour_function(const Expr& expr);
  Value eval_infix(const Expr& expr);
  [[nodiscard]] bool changing(const Expr& reference) const;
  Value eval_sum(const Expr& expr);
  std::shared_ptr<const Types::Substitution> types_of_use(const std::shared_ptr<const Types::Substitution>& around,
                                                          const Binder& binder, const Expr& use);
  [[nodiscard]] ExprBuilder& e() { return work_.e(); }

  Workspace work_;
  Values values_;
  Patterns patterns_;
  FunctionFacts facts_;
  Calls calls_;
  Raising raising_;
  Carried carried_;
  std::map<std::uint32_t, ExprId> constants_;  // values of the file, by binder
  std::map<const Declaration*, ConstantId> kept_;
};

/// Enters the declared colour sets into the net, in order. Those with a bound that is not constant
/// are reported. `labels`: what labels, variants and index sets are called in the net, if not as
/// they are declared.
void declare_colours(Translator& translator, const std::map<std::string, std::string>& labels = {});

}  // namespace petriloom::cpn::ml
