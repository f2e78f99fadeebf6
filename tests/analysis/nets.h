// SPDX-License-Identifier: Apache-2.0
// Nets for tests, written in few lines.
#pragma once

#include <initializer_list>

#include "analysis/verify/verify.h"
#include "engine/build/builder.h"

namespace petriloom::test {

/// One arc of unit colour: `{place, count}`.
struct PlainArc {
  PlaceId place;
  std::int64_t count = 1;
  ArcKind kind = ArcKind::input;
};

class NetDraft {
 public:
  explicit NetDraft(const std::string& name = "net");

  /// The location of the n-th thing added is line n of the draft, so that blame can be told apart.
  ModuleId module(const std::string& name, const std::string& kind, bool hardware = false, ModuleId parent = ModuleId(0));
  PlaceId place(const std::string& name, std::int64_t tokens = 0, ModuleId module = ModuleId(0));
  TransitionId transition(const std::string& name, std::initializer_list<PlainArc> in, std::initializer_list<PlainArc> out,
                          ModuleId module = ModuleId(0));

  PlaceId coloured_place(const std::string& name, ColourSetId colour, ModuleId module = ModuleId(0));
  /// A transition with variables; arcs are added by `arc`.
  TransitionId coloured_transition(const std::string& name, std::vector<Variable> variables, ModuleId module = ModuleId(0));
  void arc(TransitionId transition, PlaceId place, ArcKind kind, ExprId value, ExprId count = {});

  /// tokens(place), and comparisons of it as atoms.
  ExprId tokens(PlaceId place) { return builder.expr().tokens(place, {}, where()); }
  ExprId number(std::int64_t value) { return builder.expr().integer(value, where()); }
  ExprId compare(Op op, ExprId left, ExprId right) { return builder.expr().binary(op, left, right, where()); }
  FormulaId atom(ExprId expr);
  FormulaId marked(PlaceId place) { return atom(compare(Op::greater_equal, tokens(place), number(1))); }
  FormulaId formula(FormulaOp op, FormulaId left = {}, FormulaId right = {});
  void property(const std::string& name, PropertyKind kind, FormulaId formula = {}, ModuleId module = ModuleId(0));

  /// The net; fails the test if there are errors.
  Net build();
  Location where();

  NetBuilder builder;

 private:
  std::shared_ptr<Sources> sources_;
  FileId file_;
  std::uint32_t line_ = 0;
};

/// Dining philosophers who take the left fork first: deadlock when all have.
Net philosophers(int count);
/// The same, the last of them taking the right fork first: no deadlock.
Net polite_philosophers(int count);
/// Philosophers as one coloured subnet.
Net coloured_philosophers(int count);

/// The net with liveness of all its transitions as a property "live".
Net asking_for_live(Net net);

/// The result of a name; fails the test if there is none.
const PropertyResult& result_of(const VerifyResult& result, const std::string& name);

}  // namespace petriloom::test
