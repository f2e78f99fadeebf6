// SPDX-License-Identifier: Apache-2.0
// What the expressions of a transition count in the marking, so that only those transitions and
// bindings are examined again whose counts have changed (docs/semantics.md, rules 19 to 21).
#pragma once

#include "engine/compiled/pattern.h"

namespace petriloom {

/// A transition looks at the tokens of `place` that match `pattern`.
struct Dependency {
  PlaceId place;
  /// Variables of the binding and constants only: what else the expression asks of a token is left
  /// out, so that more tokens may match here than there, never fewer.
  Pattern pattern;
  bool enabling = false;  ///< guards and terms that enable look at it
  bool rate = false;      ///< the rate of an exponential transition does
  // Whether a binding that is not enabled may be once a token has come, or has gone.
  bool coming = true;
  bool going = true;
  /// Adds what another one of the same place, whose tokens this one has too, is looked at for.
  void join(const Dependency& other);
};

/// The dependencies of one transition.
class Dependencies {
 public:
  Dependencies(const Net& net, std::size_t binding_size) : net_(net), binding_size_(binding_size) {}

  enum class Use : std::uint8_t { enabling, rate };
  /// Whatever an expression counts; it may be invalid.
  void add(ExprId expr, Use use);
  /// Tokens of `place` matching `pattern`.
  void add(PlaceId place, Pattern pattern, Use use) { add(place, std::move(pattern), use, Raised::either); }
  /// Whatever a guard counts, and what of it may make the guard true: `tokens(P) = 0` only tokens
  /// that go, `exists(x in P : ...)` only tokens that come.
  void add_guard(ExprId guard);
  /// Without those that others include.
  [[nodiscard]] std::vector<Dependency> take() { return std::move(list_); }

 private:
  /// By what a number may become greater, or a condition true: tokens that come, that go, or both.
  enum class Raised : std::uint8_t { coming, going, either };
  static Raised opposite(Raised raised);
  void add(ExprId expr, Use use, Raised raised);
  void add(PlaceId place, Pattern pattern, Use use, Raised raised);
  void add_list(ExprId list, Use use, Raised raised);
  [[nodiscard]] bool is_none(ExprId a, ExprId b) const;

  const Net& net_;
  std::size_t binding_size_;
  std::vector<Dependency> list_;
};

/// Whether two patterns without computed parts ask for the same.
bool same_pattern(const Pattern& a, const Pattern& b);

/// The words that a binding must have at the variables of the pattern, in order of its parts, if it
/// is to count tokens of `colour`: into `key` (cleared first). False if no binding counts them.
bool key_of_colour(const ColourTable& colours, const Pattern& pattern, Word colour, WordPool& pool, std::vector<Word>& key);

}  // namespace petriloom
