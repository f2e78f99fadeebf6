// SPDX-License-Identifier: Apache-2.0
// Paths of firings as a person reads them: names, bindings, markings.
#pragma once

#include "analysis/model/net_model.h"
#include "engine/text/limits.h"

namespace petriloom {

/// The steps of a path. Polls the limits: throws LimitReached.
Witness make_witness(NetModel& model, const FiringPath& path, const Limits& limits);
/// A state, place by place; a place of a folded array shows as the places of its instances.
std::vector<MarkedPlace> marked_places(const NetModel& model, StateBytes state);
/// "t = task(1), c = core(0)"; index variables of folded arrays are left out, being part of the
/// name. Of the passing of time from the model's current state: "1`() in DONE", what comes.
std::string format_binding(const NetModel& model, const BoundTransition& firing);

/// The place instance that a token lies in: "node[3].cpu.CPU_IDLE".
std::string token_place(const NetModel& model, PlaceId place, Word colour);
/// The token's colour without the index of the place instance.
std::string token_text(const NetModel& model, PlaceId place, Word colour);
/// The leading indices in a token's colour.
std::vector<Word> token_indices(const NetModel& model, PlaceId place, Word colour);

/// Fires the steps of a witness from the initial marking; the marking reached, or nothing if some
/// step is not enabled.
std::optional<std::vector<std::uint8_t>> replay(NetModel& model, const Witness& witness);

}  // namespace petriloom
