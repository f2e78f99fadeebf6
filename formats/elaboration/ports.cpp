// SPDX-License-Identifier: Apache-2.0
// Checks what the ports of instances are bound to.
#include <fmt/format.h>

#include "formats/elaboration/elaborate.h"

namespace petriloom::loom {
namespace {

/// A port of an outer module that only takes cannot be handed to an inner one that puts, and the
/// other way round.
void check_direction(Context& context, const Env& env, const Symbol& port) {
  Env around = outside(env, *port.value_scope);
  const Symbol* const outer = port_of(around, *port.value);
  if (outer == nullptr) return;
  const std::string_view wanted = port.node->child(Kind::direction)->text;
  const std::string_view given = outer->node->child(Kind::direction)->text;
  if (given == "inout" || given == wanted) return;
  context.diagnostics().error(port.value->where, fmt::format("`{}` is `port {}`, but `{}` is bound to it as `port {}`", outer->name,
                                                             given, port.name, wanted));
}

void check_port(Context& context, Symbol& port) {
  const Node& type = port.node->child(Kind::typed)->children[0];
  const bool fluid = is_fluid(*port.scope, type);
  const ColourSetId wanted = fluid ? ColourTable::kUnit : resolve_type(context, *port.scope, type);
  port.type = wanted;
  port.alias = alias_of(*port.scope, type);
  if (port.value == nullptr) return;
  Frame frame = index_frame(*port.scope);
  Env env{port.scope, &frame};
  const std::optional<PlaceUse> use = follow_place(context, env, Node{Kind::name, port.value->where, port.name, {}});
  if (!use) port.value = nullptr;
  if (!use || !wanted.valid()) return;
  check_direction(context, env, port);
  const bool given = context.net()[use->place].fluid;
  if (given == fluid && same_colours(context.colours(), use->inner, wanted)) return;
  const ColourTable& colours = context.colours();
  const auto name = [&](bool of_fluid, ColourSetId colour) { return of_fluid ? std::string("fluid") : colours.describe(colour); };
  context.diagnostics().error(port.value->where,
                              fmt::format("the port `{}` wants a place of {}, but this is one of {}", port.name,
                                          name(fluid, wanted), name(given, use->inner)),
                              "the port is declared at " + context.net().sources->describe(port.where));
  port.value = nullptr;  // said once; not again at every arc
}

}  // namespace

void check_ports(Context& context) {
  for (std::size_t i = 0; i < context.symbols.size(); ++i) {
    Symbol& symbol = context.symbols[i];
    if (symbol.kind == NameKind::port) in_instance(context, *symbol.scope, [&] { check_port(context, symbol); });
  }
}

}  // namespace petriloom::loom
