// SPDX-License-Identifier: Apache-2.0
// Who is to blame: from what a check found to modules, lines of their subnets and lines of the
// description.
#pragma once

#include "analysis/model/net_model.h"
#include "analysis/result/outcome.h"
#include "engine/text/limits.h"

namespace petriloom {

/// At most so many suspects are named.
inline constexpr std::size_t kMostBlamed = 5;

/// "node[0].nic (NIC)"; the net itself is named by its name.
std::string describe_module(const Net& net, ModuleId module, std::span<const Word> indices);
/// One entry; the location of the instance and the line of the description are those of the module,
/// or of the nearest one around it that has them. `indices` may be empty.
Blame blame_at(const Net& net, ModuleId module, std::span<const Word> indices, Location where, std::string reason);
/// The same for the instance of a transition that a label stands for.
Blame blame_at(const NetModel& model, Label label, Location where, std::string reason);

/// Adds an entry unless its line is there already: the same line in several instances is one fault.
void add_blame(std::vector<Blame>& list, Blame blame);

/// What is suspected of a refuted property, most likely first. Polls the limits: throws
/// LimitReached.
std::vector<Blame> find_blame(NetModel& model, const Property& property, const Outcome& outcome, const Limits& limits);

}  // namespace petriloom
