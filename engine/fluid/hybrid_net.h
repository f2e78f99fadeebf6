// SPDX-License-Identifier: Apache-2.0
// A net with fluid places as a net of tokens alone and what flows beside it (docs/fluid.md): arcs
// to fluid places are guards over levels and amounts that firings move, and continuous transitions
// are timed ones that are never due.
#pragma once

#include <optional>
#include <vector>

#include "engine/net/net.h"

namespace petriloom::fluid {

/// What a transition does to a fluid place.
struct LevelArc {
  ArcKind kind = ArcKind::input;  ///< input, output, reset
  std::uint32_t slot = 0;         ///< of the place, in HybridNet::places
  ExprId amount;                  ///< real; invalid: 1
  ExprId condition;               ///< bool; invalid: always
  Location where;
};

/// Comparisons and conditions over levels of one transition: when one of them changes its value, so
/// may what is enabled, or how fast things flow.
struct LevelConditions {
  TransitionId transition;      ///< whose they are
  TransitionId bindings;        ///< for whose enabled bindings they are looked at
  std::vector<ExprId> watched;  ///< of any type; over the binding alone
};

struct HybridNet {
  static constexpr std::uint32_t kNone = 0xffffffffU;

  /// The net of tokens. Its first `transitions` transitions have the ids of the net; those behind
  /// them never fire, and are enabled where one that looks at levels would be but for the levels.
  Net net;
  std::size_t transitions = 0;
  std::vector<PlaceId> places;              ///< the fluid ones
  std::vector<std::uint32_t> slots;         ///< by place: its position in `places`, kNone
  std::vector<std::vector<LevelArc>> arcs;  ///< by transition
  std::vector<TransitionId> flows;          ///< continuous ones
  std::vector<TransitionId> hazards;        ///< exponential ones with a rate that looks at levels
  std::vector<TransitionId> looking;        ///< those whose guards look at levels
  std::vector<LevelConditions> conditions;  ///< of guards, flows and hazards
  /// By transition: rate and amounts look neither at levels nor at the time.
  std::vector<char> steady;
  std::vector<char> counting;  ///< by transition: they look at tokens
  std::vector<char> clocked;   ///< by transition: they look at the time
};

/// Whether an expression looks at levels.
bool looks_at_levels(const Net& net, ExprId expr);
/// The parts of an expression that tell by levels (or the time) which way it goes: comparisons, and
/// numbers rounded to whole ones, over the first `known` variables alone. Appended to `parts`.
void level_comparisons(const Net& net, ExprId expr, std::uint32_t known, std::vector<ExprId>& parts);

/// The form of a net for the hybrid engine.
HybridNet make_hybrid_net(const Net& net);

}  // namespace petriloom::fluid
