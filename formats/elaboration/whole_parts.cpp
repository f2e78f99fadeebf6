// SPDX-License-Identifier: Apache-2.0
// Variables of whole numbers for parts of tokens that are real.
#include <fmt/format.h>

#include <algorithm>

#include "engine/expr/match.h"
#include "formats/elaboration/elaborate.h"

namespace petriloom::loom {

namespace {

bool is_whole(const Net& net, ColourSetId type) {
  const ColourKind kind = net.colours[type].kind;
  return kind == ColourKind::integer || kind == ColourKind::range;
}

/// Where the variable stands in the expression; that of the expression itself if it does not.
Location place_of(const Net& net, ExprId expr, std::uint32_t slot) {
  std::vector<ExprId> waiting{expr};
  while (!waiting.empty()) {
    const ExprId one = waiting.back();
    waiting.pop_back();
    if (net.exprs[one].op == Op::variable && net.exprs[one].payload == slot) return net.exprs[one].where;
    const auto children = net.exprs.children(one);
    waiting.insert(waiting.end(), children.begin(), children.end());
  }
  return net.exprs[expr].where;
}

/// A variable of whole numbers that a real part of a token is matched with.
struct WholePart {
  const Arc* arc;
  std::uint32_t slot;
};

}  // namespace

void warn_of_whole_parts(Context& context, const Transition& transition) {
  const Net& net = context.net();
  std::vector<WholePart> found;
  std::vector<std::uint32_t> bound;  // by parts that are whole themselves
  for (const Arc& arc : transition.arcs) {
    const bool takes = arc.kind == ArcKind::input || arc.kind == ArcKind::read;
    if (!takes || arc.each || arc.collect || !arc.value.valid()) continue;
    const ColourPattern pattern = colour_pattern(net, arc.value, net.exprs[arc.value].type, transition.binding_size);
    for (const ColourPart& part : pattern.parts) {
      if (part.kind != ColourPart::Kind::variable || !is_whole(net, part.leaf)) continue;
      part.type == ColourTable::kReal ? found.push_back({&arc, part.slot}) : bound.push_back(part.slot);
    }
  }
  for (const auto& [arc, slot] : found) {
    if (std::find(bound.begin(), bound.end(), slot) != bound.end()) continue;
    const std::string& name = transition.variables[slot].name;
    context.diagnostics().warning(
        place_of(net, arc->value, slot),
        fmt::format("`{}` is of whole numbers, and the part of the token real: tokens with a fraction there are passed over", name),
        fmt::format("`var {} : real`", name));
    bound.push_back(slot);
  }
}

}  // namespace petriloom::loom
