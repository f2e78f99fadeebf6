// SPDX-License-Identifier: Apache-2.0
// From the bindings that the search found to compressed rows.
#pragma once

#include <map>

#include "engine/unfold/search.h"

namespace petriloom {

/// A condition on the tokens of several unfolded places together that became no arc.
struct UnfoldedSum {
  std::size_t transition = 0;  ///< unfolded
  ArcKind kind = ArcKind::inhibitor;
  std::vector<PlaceId> members;  ///< unfolded, ascending
  std::int64_t count = 0;
  Location where;
};

/// The rows and what belongs to them.
struct UnfoldedStructure {
  RowNet rows;
  std::vector<UnfoldedTotal> totals;
  std::vector<UnfoldedSum> sums;  ///< ascending by transition
  /// The unfolded place of each colour, by coloured place and position in the search's colours.
  std::vector<std::vector<PlaceId>> place_of;
};

/// Whether an arc has no row: its count is only known when it fires, or it puts tokens with a delay
/// that is kept.
bool beside_rows(const UnfoldArcs& arcs, const Transition& transition, const Arc& arc, bool keep_time);

class UnfoldRowMaker {
 public:
  /// `keep_time`: conditions on several colours become `sums` instead of totals, whose tokens would
  /// have times of their own. `sums`: they may also become that where a total cannot follow what
  /// happens to its colours; otherwise that is an error.
  UnfoldRowMaker(const Net& net, UnfoldSearch& search, const UnfoldOptions& options, bool keep_time, bool sums,
                 UnfoldedParts& parts, Diagnostics& diagnostics);
  UnfoldedStructure make();

 private:
  struct Entry {
    ArcKind kind;
    PlaceId place;
    std::int64_t count;
    friend auto operator<=>(const Entry&, const Entry&) = default;
  };

  void find_delayed();
  void find_untold();
  void start_again();
  void add_places();
  void add_transitions();
  [[nodiscard]] std::vector<std::uint32_t> sorted_bindings(TransitionId id) const;
  void add_transition(TransitionId id, std::span<const Word> binding);
  bool make_entries(TransitionId id);
  bool add_arc(TransitionId id, std::size_t arc);
  bool add_condition(const Arc& arc, std::int64_t count);
  bool add_colour(const Arc& arc, Word colour, std::int64_t count);
  bool merge_entries(const Transition& transition);
  void write_entries();
  PlaceId total_of(PlaceId place, const std::vector<PlaceId>& members);
  void update_totals();
  void count_into_totals(const ArcRows& from, std::size_t transition, ArcRows& to);
  void reset_totals(std::size_t transition, ArcRows& to);
  bool within_limits(TransitionId id);
  [[nodiscard]] PlaceId unfolded(PlaceId place, Word colour) const;
  [[nodiscard]] ArcRows& rows(ArcKind kind);

  const Net& net_;
  UnfoldSearch& search_;
  UnfoldArcs& arcs_;
  const UnfoldOptions& options_;
  bool keep_time_;
  bool may_sum_;
  UnfoldedParts& parts_;
  Diagnostics& diagnostics_;
  UnfoldedStructure made_;
  std::vector<std::uint8_t> delayed_;  // by coloured place: tokens may not be available at once
  // By coloured place: what happens to its colours cannot be told of a total.
  std::vector<std::uint8_t> untold_;
  bool again_ = false;  // another one was found
  std::map<std::vector<PlaceId>, PlaceId> total_of_;
  std::vector<std::vector<std::uint32_t>> totals_with_;  // by unfolded place: totals that count it
  std::vector<Word> frame_;
  std::vector<Entry> entries_;
  std::vector<Word> colours_;
};

}  // namespace petriloom
