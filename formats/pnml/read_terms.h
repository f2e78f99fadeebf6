// SPDX-License-Identifier: Apache-2.0
// Terms of high-level nets as expressions: colours, conditions, and multisets as terms of arcs.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "formats/pnml/portions.h"
#include "formats/pnml/read_declarations.h"

namespace petriloom::pnml {

/// What the variables of a term stand for.
struct TermFrame {
  std::map<std::string, ExprId, std::less<>> variables;  ///< by id of their declaration
  std::vector<Variable> slots;                           ///< of the frame, local ones included

  /// A slot for an element of a list that is gone through.
  std::uint32_t local(ColourSetId colour);
};

struct TermOperation;  // read_terms.cpp

/// Makes expressions of the terms of one document. All mistakes are reported to the builder; what
/// is made then is invalid or empty.
class TermReader {
 public:
  /// Of named operators that make multisets.
  static constexpr std::uint32_t kMostExpansions = 10'000;
  /// Nodes of an argument of such an operator.
  static constexpr std::size_t kMostArgument = 1'000;

  TermReader(const Document& document, Declarations& declarations, NetBuilder& builder)
      : tree_(document.tree), declarations_(declarations), builder_(builder) {}

  /// Enters the variables of these terms (some may be kNoElement) into the frame of a transition,
  /// each once, in order of appearance.
  void bind(const std::vector<ElementId>& terms, TermFrame& frame);
  /// A colour, a number or a truth value.
  ExprId value(ElementId term, TermFrame& frame);
  /// The conjuncts of a condition.
  std::vector<ExprId> conditions(ElementId term, TermFrame& frame);
  /// A multiset; a term that is a single colour is once that colour.
  std::vector<Portion> multiset(ElementId term, TermFrame& frame);
  /// Brings a summand to `either`, a union of dot and another colour set, in this order.
  void inject(Portion& portion, ColourSetId either, TermFrame& frame);

 private:
  using Maker = ExprId (TermReader::*)(ElementId, TermFrame&);
  struct Special;
  static const Special* special(std::string_view name);

  // read_terms.cpp: single values
  ExprId combine(const TermOperation& operation, ElementId term, TermFrame& frame);
  ExprId variable(ElementId term, TermFrame& frame);
  ExprId user_operator(ElementId term, TermFrame& frame);
  ExprId tuple(ElementId term, TermFrame& frame);
  ExprId dot_constant(ElementId term, TermFrame& frame);
  ExprId boolean_constant(ElementId term, TermFrame& frame);
  ExprId number_constant(ElementId term, TermFrame& frame);
  ExprId range_constant(ElementId term, TermFrame& frame);
  ExprId part_of(ElementId term, TermFrame& frame);
  // read_lists.cpp
  ExprId empty_list(ElementId term, TermFrame& frame);
  ExprId make_list(ElementId term, TermFrame& frame);
  ExprId append(ElementId term, TermFrame& frame);
  ExprId member(ElementId term, TermFrame& frame);
  ExprId part_of_list(ElementId term, TermFrame& frame);
  ExprId string_constant(ElementId term, TermFrame& frame);
  ExprId cardinality(ElementId term, TermFrame& frame);
  ExprId cardinality_of(ElementId term, TermFrame& frame);
  ExprId contains(ElementId term, TermFrame& frame);
  FunctionId function(ElementId declaration);
  bool makes_multiset(ElementId term) const;
  // read_multisets.cpp
  Portions sum(ElementId term, TermFrame& frame);
  Portions scaled(ElementId term, TermFrame& frame);
  Portions all(ElementId term, TermFrame& frame);
  Portions empty(ElementId term, TermFrame& frame);
  Portions difference(ElementId term, TermFrame& frame);
  Portions broadcast(ElementId term, TermFrame& frame);
  Portions expanded(ElementId term, TermFrame& frame);
  ExprId list_of(ElementId all, TermFrame& frame);

  [[nodiscard]] std::vector<ElementId> operands(ElementId term) const;
  std::vector<ElementId> operands(ElementId term, std::size_t wanted);
  ExprId fail(ElementId term, std::string message, std::string help = {});
  [[nodiscard]] const Location& where(ElementId term) const { return tree_[term].where; }
  [[nodiscard]] ExprBuilder& expr() { return builder_.expr(); }

  const Tree& tree_;
  Declarations& declarations_;
  NetBuilder& builder_;
  // Of named operators; invalid while or because it cannot be made.
  std::map<ElementId, FunctionId> functions_;
  // <all> inside a tuple, by what stands for its colours.
  std::map<ElementId, ExprId> replaced_;
  std::uint32_t expansions_ = 0;
  int depth_ = 0;
};

}  // namespace petriloom::pnml
