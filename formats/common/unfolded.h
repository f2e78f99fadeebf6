// SPDX-License-Identifier: Apache-2.0
// Writing a net in a format without colours: unfolded first.
#pragma once

#include <map>

#include "engine/unfold/unfold.h"
#include "formats/common/format.h"

namespace petriloom {

/// An error for every guard, condition and count of an unfolded net that looks at the marking: no
/// format without colours has them.
void check_unfolded(const Net& net, Diagnostics& diagnostics);

/// The arcs of a transition to places without colours, added up for each place.
struct ArcSums {
  std::map<PlaceId, std::int64_t> taken, made;
  std::map<PlaceId, std::int64_t> fewer;  ///< of inhibitor arcs: the least
};
/// Read arcs become arcs there and back, of what is read beyond what is taken. Counts must be
/// literal.
ArcSums sums_of(const Net& net, const Transition& transition);

/// The units of a nested-unit net for its unfolded net: each place is in the unit of the place that
/// it comes from. Empty, with a warning, if a place counts tokens of several colours together,
/// which are then in two places of one unit.
std::optional<Nupn> unfolded_units(const Net& net, const Unfolding& unfolding, Diagnostics& diagnostics);

/// Unfolds the net and lets `Writer(net, options, result).write()` write it. Diagnostics of both
/// are in the result; after an error its text is empty.
template <class Writer>
WriteResult write_unfolded(const Net& net, const WriteOptions& options) {
  WriteResult result;
  UnfoldOptions unfold_options;
  unfold_options.untimed = options.untimed;
  Unfolding unfolding = unfold(net, unfold_options);
  result.diagnostics.append(unfolding.diagnostics);
  if (!unfolding.net) return result;
  unfolding.net->nupn = unfolded_units(net, unfolding, result.diagnostics);
  check_unfolded(*unfolding.net, result.diagnostics);
  if (result.diagnostics.has_errors()) return result;
  Writer(*unfolding.net, options, result).write();
  if (result.diagnostics.has_errors()) result.text.clear();
  return result;
}

}  // namespace petriloom
