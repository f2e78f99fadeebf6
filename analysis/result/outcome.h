// SPDX-License-Identifier: Apache-2.0
// What a method of verifying found, in words that need no explicit states.
#pragma once

#include "analysis/result/result.h"

namespace petriloom {

/// A transition with what its variables stand for.
struct BoundTransition {
  TransitionId transition;
  std::vector<Word> binding;
  std::vector<Word> drawn;  ///< the random values of its outputs, in order of drawing
};

/// What is known of the marking in which a path ends.
enum class PathEnd : std::uint8_t {
  goes_on,     ///< some transition is enabled
  dead,        ///< no transition is enabled
  unexplored,  ///< the method did not look at what is enabled there
};

/// A path from the initial marking, as the firings along it.
struct FiringPath {
  std::vector<BoundTransition> firings;
  /// The loop of a lasso begins before this firing. Of an unbounded net the firings from here on
  /// can be repeated for ever.
  std::optional<std::size_t> loop;
  PathEnd end = PathEnd::goes_on;
};

/// One instance of a transition; of a folded one `indices` says which.
struct TransitionInstance {
  TransitionId transition;
  std::vector<Word> indices;
};

/// A method fills this from top to bottom: what is there when a limit is reached stays true.
struct Outcome {
  Verdict verdict = Verdict::undecided;
  std::string note;                      ///< what was found, or why nothing was
  std::optional<FiringPath> path;        ///< shows the verdict
  std::vector<TransitionInstance> idle;  ///< what never fires, or never again (live, quasi_live)
  /// By place, if `idle` holds any: whether it ever has a token.
  std::vector<char> marked;
  /// If the method knows it; else it is looked for along the path.
  std::vector<Blame> blame;
};

}  // namespace petriloom
