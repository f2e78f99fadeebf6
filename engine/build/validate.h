// SPDX-License-Identifier: Apache-2.0
// The rules that a net obeys once it is built. One function per rule; NetBuilder::build runs them
// all.
#pragma once

#include "engine/net/net.h"

namespace petriloom {

/// All ids are in range, modules come after their parents and formulas after their parts. The other
/// rules require that this one is obeyed, as they follow ids.
void check_ids(const Net& net, Diagnostics& diagnostics);
/// Reports every breach of every other rule.
void validate(const Net& net, Diagnostics& diagnostics);

// The other rules.

/// Places (and references to places), transitions, modules, measures and properties have names that
/// are unique among their kind in their module.
void check_names(const Net& net, Diagnostics& diagnostics);
/// Initial tokens are colours of their place, at least one of each, available at a finite time from
/// 0.
void check_initial_tokens(const Net& net, Diagnostics& diagnostics);
/// Functions have a body of the right type that sees neither markings nor the time and has no
/// wildcards.
void check_functions(const Net& net, Diagnostics& diagnostics);
/// Arcs have values of the colour of their place, int counts, bool conditions, and real delays on
/// outputs only.
void check_arcs(const Net& net, Diagnostics& diagnostics);
/// Every variable of a binding is bound by a pattern that is always there, by a guard `x = e`, or
/// is of a finite colour set.
void check_bindings(const Net& net, Diagnostics& diagnostics);
/// Wildcards stand only in patterns; numbers of tokens are looked at only in counts of terms,
/// guards, rates, weights, measures, formulas and the stop condition, what can fire only in the
/// last three; `now` only in measures, guards of immediate transitions, delays and what is put;
/// random values are drawn only in delays, draws and in what output arcs put.
void check_places_of_state(const Net& net, Diagnostics& diagnostics);
/// Guards are bool, priorities constant, weights, delays and parameters of distributions real, and
/// where constant in their range.
void check_timing(const Net& net, Diagnostics& diagnostics);
/// Values that are drawn have variables of their own behind the binding and of their colour set,
/// and only what is drawn later, delays and what is put use them.
void check_draws(const Net& net, Diagnostics& diagnostics);
/// Fluid places have a level and no tokens, arcs to them amounts that flow, move or are compared,
/// and continuous transitions nothing that is for firings (docs/fluid.md).
void check_fluid(const Net& net, Diagnostics& diagnostics);
/// What work is done of stands beside a time that is a duration, in places of tokens, and is as
/// that of other arcs; limits of speeds are positive (docs/semantics.md, rule 30).
void check_sharing(const Net& net, Diagnostics& diagnostics);
/// Expressions stay within the slots of their frame.
void check_slots(const Net& net, Diagnostics& diagnostics);
/// Measures have what their kind needs, and members as wide as their keys.
void check_measures(const Net& net, Diagnostics& diagnostics);
/// Formulas have operators of one logic only, and those that their property's kind allows.
void check_properties(const Net& net, Diagnostics& diagnostics);

}  // namespace petriloom
