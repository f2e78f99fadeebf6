// SPDX-License-Identifier: Apache-2.0
// The colour of a place for a colour as one of its users writes it.
#include "formats/inscriptions/inscriptions.h"

namespace petriloom::loom {
namespace {

/// The components of a value of a product; those of a tuple stay patterns.
std::vector<ExprId> components_of(Context& context, ExprId value, std::size_t count, Location where) {
  const std::span<const ExprId> children = context.net().exprs.children(value);
  const Op op = context.net().exprs[value].op;
  if (op == Op::tuple) return {children.begin(), children.end()};
  std::vector<ExprId> parts;
  for (std::size_t k = 0; k < count; ++k) {
    const ColourSetId type = context.colours()[context.expr().type(value)].components[k];
    parts.push_back(op == Op::wildcard ? context.expr().wildcard(type, where) : context.expr().project(value, k, where));
  }
  return parts;
}

}  // namespace

ExprId wrap(Context& context, const PlaceUse& use, ExprId value, Location where) {
  for (auto layer = use.wraps.rbegin(); layer != use.wraps.rend(); ++layer) {
    std::vector<ExprId> parts = layer->indices;
    const std::size_t components_in_all = context.colours()[layer->whole].components.size();
    const std::size_t behind = components_in_all - std::min(parts.size(), components_in_all);
    if (!layer->unit && behind > 1) {
      const std::vector<ExprId> components = components_of(context, value, behind, where);
      parts.insert(parts.end(), components.begin(), components.end());
    } else if (!layer->unit) {
      parts.push_back(value);
    }
    const bool bare = layer->unit && parts.size() == 1;
    value = bare ? context.expr().convert(parts[0], layer->whole, where) : context.expr().tuple(layer->whole, parts, where);
    if (!value.valid()) return {};
  }
  return value;
}

}  // namespace petriloom::loom
