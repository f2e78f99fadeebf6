// SPDX-License-Identifier: Apache-2.0
// Unfolding: the place/transition net that behaves as a coloured net, one place per colour that can
// be in a place, one transition per binding that can occur (docs/unfolding.md says how, and after
// whom).
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "engine/net/net.h"
#include "engine/unfold/net_rows.h"

namespace petriloom {

/// What unfolding leaves out or reduces, and where it stops with a diagnostic.
struct UnfoldOptions {
  /// Leave out delays, distributions, weights and servers, and the priorities of a net that speaks
  /// of time (docs/semantics.md, rule 16). What is drawn becomes a transition for each outcome.
  bool untimed = false;
  /// Remove places whose marking no transition changes: what they forbid is forbidden for ever,
  /// what they allow is not asked again. Not in a net that keeps time, and not places that a
  /// property, a measure or the stop condition speaks of.
  bool drop_constant_places = false;
  /// Make one place of the colours of a place that no transition tells apart (bisimilar places),
  /// and one transition of the bindings that then do the same. Markings become fewer; sums of
  /// tokens over the merged colours stay as they are. Not in a net that keeps time. Colours that a
  /// property or the stop condition tells apart stay apart.
  bool merge_alike = false;

  std::size_t most_places = 20'000'000;           ///< of the unfolded net
  std::size_t most_transitions = 50'000'000;      ///< of the unfolded net
  std::size_t most_arcs = 400'000'000;            ///< of the unfolded net
  std::size_t most_bytes = std::size_t{4} << 30;  ///< of what unfolding holds, estimated
  /// Colours that are computed and not in the initial marking, of places whose colour sets are
  /// open: without an end, or as good as that (ints, reals, strings, lists, long ranges, and what
  /// contains them). Beyond so many, and `computed_for_each` more for each colour that a place has
  /// initially, a net counts or gathers without end. 0: no limit.
  std::size_t most_computed = 0;
  std::size_t computed_for_each = 16;
  /// Steps that such colours may cost, for each of so many; 0: no limit.
  std::size_t steps_for_computed = 0;
  /// Bytes of lists, tuples and strings that are made; 0: no limit.
  std::size_t most_new_words = 0;
  std::uint64_t most_steps = 20'000'000'000;  ///< colours and values tried while searching
  double seconds = 0;                         ///< of wall time; 0: none
  std::function<bool()> cancelled;            ///< polled; may be empty
};

/// What an unfolded place stands for.
struct UnfoldedPlace {
  PlaceId place;  ///< of the coloured net
  /// Its colour; handles belong to `UnfoldedParts::pool`. Merged: the first of them.
  Word colour = 0;
  bool total = false;  ///< counts the tokens of several colours of `place` together
};

/// What an unfolded transition stands for.
struct UnfoldedTransition {
  TransitionId transition;  ///< of the coloured net
  /// Where the colours of its variables begin in `UnfoldedParts::bindings`.
  std::size_t binding = 0;
};

/// The way back from an unfolded net to the coloured one.
struct UnfoldedParts {
  std::vector<UnfoldedPlace> places;
  std::vector<UnfoldedTransition> transitions;
  std::vector<Word> bindings;
  WordPool pool;  ///< of all words here; extends the pool of the coloured net

  /// The colours of the variables of the coloured transition, of which there are `binding_size`.
  [[nodiscard]] std::span<const Word> binding(const Net& coloured, std::size_t transition) const {
    return {bindings.data() + transitions[transition].binding, coloured[transitions[transition].transition].binding_size};
  }
};

struct Unfolding {
  /// All places of colour unit. Names are `place_colour` and `transition_binding`, made of letters,
  /// digits and `_`; a place of colour unit and a transition without variables keep their names.
  /// Arrays of instances that were folded are instances again ("node[3].cpu"), so every name is
  /// that of the expanded net. Absent if there are errors.
  std::optional<Net> net;
  UnfoldedParts parts;  ///< parallel to the places and transitions of `net`
  Diagnostics diagnostics;
};

/// A place that counts the tokens of several unfolded places of one coloured place together.
struct UnfoldedTotal {
  PlaceId place;                 ///< unfolded
  std::vector<PlaceId> members;  ///< unfolded, ascending
};

/// The same without names, time, properties and measures, a tenth of the size.
struct UnfoldedRows {
  std::optional<RowNet> rows;         ///< absent if there are errors
  UnfoldedParts parts;                ///< parallel to the places and transitions of `rows`
  std::vector<UnfoldedTotal> totals;  ///< of nets that were not reduced
  Diagnostics diagnostics;
};

/// Whether every place has colour unit, every transition is without variables and guards, and every
/// term of an arc is without condition, `each`, and with a constant count: then there is nothing to
/// unfold.
bool place_transition(const Net& net);

/// The place/transition net equivalent to `net`: its reachable markings are those of `net`, one for
/// one (but see `merge_alike`). Delays, weights and parameters of distributions are evaluated for
/// each binding where they do not look at the marking or the time; where they do, and in guards and
/// counts, they become expressions over the unfolded places. Inhibitor, read and equal arcs that
/// count tokens of several colours together count them in a place of their own ("total"), or by a
/// guard (docs/unfolding.md). Properties and measures are carried over; those that cannot be are
/// named in a warning. Errors, each at its place: a place whose colours do not stay finite, limits,
/// expressions that fail, colours drawn at random, servers that several bindings share.
Unfolding unfold(const Net& net, const UnfoldOptions& options);

/// The same as rows. Time is left out as if `untimed`; what rows cannot hold is an error: guards
/// and counts that look at the marking, counts drawn at random, and resets of some of the colours
/// of a total.
UnfoldedRows unfold_rows(const Net& net, const UnfoldOptions& options);

/// The name that `unfold` gives an unfolded place or transition, as a path: "node[3].RUN_2".
std::string unfolded_place_name(const Net& coloured, const UnfoldedParts& parts, std::size_t place);
std::string unfolded_transition_name(const Net& coloured, const UnfoldedParts& parts, std::size_t transition);

}  // namespace petriloom
