// SPDX-License-Identifier: Apache-2.0
// Unfolding: the place/transition net that behaves as a coloured net, one place per colour that can be in a place, one transition
// per binding that can occur. (Which instances can occur: the fixpoint over colours with token counts left out, as in M. Heiner, M.
// Schwarick, A. Tovchigrechko, "DSSZ-MC", 2009, and unfolders of the Model Checking Contest; guards prune as soon as they can.)
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "engine/net/net.h"

namespace petriloom {

/// Where unfolding stops with a diagnostic, and whether it keeps time.
struct UnfoldLimits {
  bool untimed = false;                      ///< leave out delays, distributions, weights and servers
  std::size_t most_places = 1'000'000;       ///< of the unfolded net
  std::size_t most_transitions = 5'000'000;  ///< of the unfolded net
  double seconds = 0;                        ///< of wall time; 0: none
  std::function<bool()> cancelled;           ///< polled; may be empty
};

/// What an unfolded place stands for.
struct UnfoldedPlace {
  PlaceId place;    ///< of the coloured net
  Word colour = 0;  ///< its colour; handles belong to `Unfolding::pool`
};

/// What an unfolded transition stands for.
struct UnfoldedTransition {
  TransitionId transition;    ///< of the coloured net
  std::vector<Word> binding;  ///< the colours of its first `binding_size` variables
};

struct Unfolding {
  /// All places of colour unit. Names are `place_colour` and `transition_binding`, made of letters, digits and `_`; a place of
  /// colour unit and a transition without variables keep their names. Arrays of instances that were folded are instances again
  /// ("node[3].cpu"), so every name is that of the expanded net. Absent if there are errors.
  std::optional<Net> net;
  std::vector<UnfoldedPlace> places;            ///< parallel to `net->places`
  std::vector<UnfoldedTransition> transitions;  ///< parallel to `net->transitions`
  WordPool pool;                                ///< of the words in both tables; extends the pool of the coloured net
  Diagnostics diagnostics;
};

/// Whether every place has colour unit, every transition is without variables, and every term of an arc is without condition,
/// `each`, and with a constant count: then there is nothing to unfold.
bool place_transition(const Net& net);

/// The place/transition net equivalent to `net`: its reachable markings are those of `net`, one for one. Delays, weights and
/// parameters of distributions are evaluated for each binding where they do not look at the marking or the time. Properties are
/// carried over; measures are not (a warning says which). Errors, each at its place: a place whose colours do not stay finite,
/// limits, expressions that fail, an inhibitor arc that counts tokens of several colours together in a place whose total is not
/// known to be bounded.
Unfolding unfold(const Net& net, const UnfoldLimits& limits);

}  // namespace petriloom
