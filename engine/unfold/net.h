// SPDX-License-Identifier: Apache-2.0
// From compressed rows to a net with names, time and properties.
#pragma once

#include "engine/unfold/names.h"
#include "engine/unfold/rows.h"
#include "engine/unfold/state.h"

namespace petriloom {

class UnfoldNetMaker {
 public:
  /// `keep_time`: as for the rows; weights matter in a net that does not speak of time, too.
  UnfoldNetMaker(const Net& net, UnfoldSearch& search, bool keep_time, bool keep_weights, const UnfoldedStructure& made,
                 const UnfoldedParts& parts, Diagnostics& diagnostics);
  /// Nothing if there were errors.
  std::optional<Net> make();

 private:
  struct ArcKey {
    PlaceId place;
    ArcKind kind;
    Word delay;  // real
    friend auto operator<=>(const ArcKey&, const ArcKey&) = default;
  };

  // net.cpp: the structure.
  void add_places();
  void add_references();
  void add_transition(std::size_t transition);
  void add_rows(std::size_t transition, const Transition& original, Transition& made);
  void add_row(const ArcRows& rows, ArcKind kind, std::size_t transition, const Transition& original, Transition& made);
  void add_beside(const Transition& original, const Arc& arc, TransitionId id, Transition& made);
  void add_guard(const Arc& arc, const std::vector<PlaceId>& members, Transition& made);
  void add_beside_colour(const Arc& arc, PlaceId place, Transition& made);
  void add_sums(std::size_t transition, Transition& made);
  void add_open_slots(TransitionId id, Transition& made);
  ExprId presence(const Arc& arc);
  void time(const Transition& original, Transition& made);
  void add_use(const Arc& use, Transition& made);
  void add_no_use(const Arc& use, Transition& made);
  void join_for_fairness(TransitionId id, TransitionId made, std::span<const Word> binding);
  ExprId tokens_of(const std::vector<PlaceId>& members, const Location& where);
  ExprId sum_guard(ArcKind kind, ExprId sum, ExprId count, const Location& where);
  [[nodiscard]] PlaceId unfolded(PlaceId place, Word colour) const;

  // queries.cpp: what speaks of the net.
  void add_properties();
  void add_property(const Property& property);
  void add_condition(ExprId Net::*condition, std::uint32_t Net::*slots, const char* what);
  void add_measures();
  void add_measure(const Measure& measure, std::span<const Word> member);
  bool enters(const Measure& measure, const MeasuredFirings& of, std::span<const Word> member, std::span<const Word> binding);
  std::vector<MeasuredFirings> firings_of(const Measure& measure, std::span<const Word> member,
                                          const std::vector<MeasuredFirings>& measured);
  static void measure_nothing(Measure& made);
  FormulaId carry(FormulaId id);
  void left_out(const std::string& what, const Location& where, const std::string& why);
  void report_left_out();

  const Net& net_;
  UnfoldSearch& search_;
  UnfoldArcs& arcs_;
  bool keep_time_;
  bool keep_weights_;
  bool keep_priorities_;  // which are left out with time (docs/semantics.md, rule 16)
  const UnfoldedStructure& made_;
  const UnfoldedParts& parts_;
  Diagnostics& diagnostics_;
  NetBuilder builder_;
  UnfoldedNodes nodes_;
  StateRewriter rewriter_;
  UnfoldedModules modules_;
  ClearLabels clear_;
  ExprId unit_;
  std::vector<Word> frame_;
  std::vector<std::vector<PlaceId>> totals_with_;  // by unfolded place
  std::size_t next_sum_ = 0;
  std::vector<bool> heads_;  // of the coloured net: transitions with which others are fair
  // The first made of each instance.
  std::map<std::pair<TransitionId, std::vector<Word>>, TransitionId> fair_;
  struct LeftOut {
    std::vector<std::string> names;
    Location where;
  };
  std::map<std::string, LeftOut> left_out_;  // by reason
};

}  // namespace petriloom
