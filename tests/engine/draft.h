// SPDX-License-Identifier: Apache-2.0
// Nets for tests, written in few lines.
#pragma once

#include <string>
#include <vector>

#include "engine/build/builder.h"
#include "engine/simulate/simulate.h"

namespace petriloom::test {

class Draft {
 public:
  Draft();

  PlaceId place(const std::string& name, ColourSetId colour = ColourTable::kUnit);
  PlaceId place(const std::string& name, std::int64_t tokens);
  /// Of these names and colour sets; slots in this order.
  TransitionId transition(const std::string& name, std::vector<Variable> variables = {});
  Arc& arc(TransitionId transition, ArcKind kind, PlaceId place, ExprId value = {}, std::int64_t count = 1);
  Arc& in(TransitionId t, PlaceId p, ExprId value = {}, std::int64_t count = 1) { return arc(t, ArcKind::input, p, value, count); }
  Arc& out(TransitionId t, PlaceId p, ExprId value = {}, std::int64_t count = 1) {
    return arc(t, ArcKind::output, p, value, count);
  }
  Transition& operator[](TransitionId t) { return builder.net().transitions[t.index()]; }
  /// Sets timing and parameters.
  void time(TransitionId t, Timing timing, double a, double b = 0);

  ExprId var(TransitionId t, std::uint32_t slot) { return e().variable((*this)[t].variables[slot].colour, slot, where()); }
  ExprId num(std::int64_t value) { return e().integer(value, where()); }
  ExprId real(double value) { return e().real(value, where()); }
  ExprId truth(bool value) { return e().boolean(value, where()); }
  ExprId word(ColourSetId type, Word word) { return e().literal(type, word, where()); }
  ExprId op(Op op, ExprId left, ExprId right) { return e().binary(op, left, right, where()); }
  ExprId to(ColourSetId type, ExprId value) { return e().convert(value, type, where()); }
  ExprId tuple(ColourSetId type, std::vector<ExprId> parts) { return e().tuple(type, parts, where()); }
  ExprId any(ColourSetId type) { return e().wildcard(type, where()); }
  ExprId tokens(PlaceId place, ExprId pattern = {}) { return e().tokens(place, pattern, where()); }
  MeasureId measure(const std::string& name, MeasureKind kind, TransitionId transition = {}, ExprId value = {});

  ExprBuilder& e() { return builder.expr(); }
  ColourTable& colours() { return builder.net().colours; }
  Location where();
  /// The net; fails the test if there are errors.
  Net build();

  NetBuilder builder;

 private:
  FileId file_;
  std::uint32_t line_ = 0;
};

/// What happened, as text: one line for each firing.
class TextTrace final : public TraceSink {
 public:
  explicit TextTrace(const Net& net) : net_(net) {}
  void fired(double now, TransitionId transition, std::span<const Word> binding, const WordPool& pool) override;
  void put(double now, double available, PlaceId place, Word colour, std::int64_t count) override;
  void taken(double now, double arrival, PlaceId place, Word colour, std::int64_t count) override;
  void finish(double) override {}
  /// Names of the transitions in order, with bindings: "t(1,2)".
  std::vector<std::string> firings;
  std::vector<double> times;
  /// Everything, as "0.5 t(1)", " - P 1 x2 @0", " + P 1 x2 @3".
  std::string text;

 private:
  [[nodiscard]] std::string written(ColourSetId colours, Word colour) const;
  const Net& net_;
  const WordPool* pool_ = nullptr;  ///< of what fired last
};

/// One run with these options, recorded.
struct Recorded {
  SimulationResult result;
  std::vector<std::string> firings;
  std::vector<double> times;
  std::string text;
  /// "t1 t2 t1".
  [[nodiscard]] std::string sequence() const;
};
Recorded record(const Net& net, SimulationOptions options = {});

/// The measure of a name; fails the test if there is none.
Estimate value_of(const SimulationResult& result, const std::string& name);

}  // namespace petriloom::test
