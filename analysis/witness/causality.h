// SPDX-License-Identifier: Apache-2.0
// What happened on a path: each firing with the tokens it took and put, and for each token who put
// it and who took it. Equal tokens that were put together and taken together are one run, so that a
// million of them cost as much as one.
#pragma once

#include "analysis/model/net_model.h"
#include "engine/text/limits.h"

namespace petriloom {

/// Equal tokens on their way together: of equal tokens of a place the oldest are taken first.
struct FollowedToken {
  PlaceId place;
  Word colour = 0;
  std::int64_t count = 1;
  /// Those put earlier have a lower one; parts of a run have that of the run.
  std::size_t order = 0;
  std::size_t put_by = kNever;    ///< number of the firing, or kNever if it was there at the start
  std::size_t taken_by = kNever;  ///< number of the firing, or kNever if it is there at the end
  static constexpr std::size_t kNever = static_cast<std::size_t>(-1);
};

struct TracedFiring {
  Label label = 0;
  TransitionId transition;
  std::vector<Word> binding;
  /// Numbers of runs of tokens; those that a reset removes included.
  std::vector<std::size_t> takes;
  std::vector<std::size_t> puts;
};

struct Trace {
  std::vector<FollowedToken> tokens;
  std::vector<TracedFiring> firings;
  std::vector<Tokens> initial;  ///< ascending
  /// The marking in which the loop begins, if there is one, ascending.
  std::vector<Tokens> at_loop;
  std::vector<Tokens> last;  ///< the marking at the end, ascending

  /// Takes `count` tokens, fewer than there are, off a run. The number of the run that they are
  /// now.
  std::size_t split(std::size_t token, std::int64_t count);
  /// How many tokens some runs are together.
  [[nodiscard]] std::int64_t count(const std::vector<std::size_t>& runs) const;
  /// The initial marking has tokens of this colour in this place: it is where a resource belongs.
  [[nodiscard]] bool home(PlaceId place, Word colour) const;
};

/// The firings of a path. Polls the limits: throws LimitReached.
Trace trace_path(NetModel& model, const FiringPath& path, const Limits& limits);

}  // namespace petriloom
