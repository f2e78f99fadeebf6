// SPDX-License-Identifier: Apache-2.0
#include "formats/syntax/declarations.h"

#include <algorithm>
#include <array>

namespace petriloom::loom {
namespace {

struct KindOfName {
  NameSpace space;
  std::string_view word;
  std::string_view phrase;
};
// In the order of NameKind.
constexpr std::array kKinds = std::to_array<KindOfName>({
    {NameSpace::value, "constant", "a constant"},
    {NameSpace::value, "parameter", "a parameter"},
    {NameSpace::colour, "colour set", "a colour set"},
    {NameSpace::value, "colour", "a colour"},
    {NameSpace::constructor, "index", "the name of an index"},
    {NameSpace::function, "function", "a function"},
    {NameSpace::value, "variable", "a variable"},
    {NameSpace::value, "local name", "a local name"},
    {NameSpace::value, "index", "an index"},
    {NameSpace::place, "place", "a place"},
    {NameSpace::place, "port", "a port"},
    {NameSpace::transition, "transition", "a transition"},
    {NameSpace::module, "module", "a module"},
    {NameSpace::instance, "instance", "an instance"},
    {NameSpace::measure, "measure", "a measure"},
    {NameSpace::other, "property", "a property"},
    {NameSpace::other, "scenario", "a scenario"},
    {NameSpace::constructor, "colour", "a variant of a union"},
    {NameSpace::place, "place", "another name of a place"},
});
static_assert(kKinds.size() == static_cast<std::size_t>(NameKind::alias) + 1);

struct Declares {
  Kind declaration;
  NameKind name;
};
constexpr std::array kDeclarations = std::to_array<Declares>({
    {Kind::constant, NameKind::constant},
    {Kind::colour, NameKind::colour},
    {Kind::function, NameKind::function},
    {Kind::place, NameKind::place},
    {Kind::port, NameKind::port},
    {Kind::transition, NameKind::transition},
    {Kind::module, NameKind::module},
    {Kind::instance, NameKind::instance},
    {Kind::scope, NameKind::instance},
    {Kind::measure, NameKind::measure},
    {Kind::property, NameKind::property},
    {Kind::alias, NameKind::alias},
    {Kind::scenario, NameKind::scenario},
});

}  // namespace

NameSpace space_of(NameKind kind) { return kKinds[static_cast<std::size_t>(kind)].space; }
std::string_view describe(NameKind kind) { return kKinds[static_cast<std::size_t>(kind)].phrase; }
std::string_view word_for(NameKind kind) { return kKinds[static_cast<std::size_t>(kind)].word; }

void colour_names(const Node& colour, const EnterName& enter) {
  if (colour.children.empty()) return;
  const Node& type = colour.children[0];
  if (type.kind == Kind::index_type) enter(NameKind::constructor, type);
  if (type.kind != Kind::enum_type && type.kind != Kind::union_type) return;
  for (const Node& label : type.children) {
    const bool holds = type.kind == Kind::union_type && !label.children.empty();
    enter(holds ? NameKind::variant : NameKind::label, label);
  }
}

NameKind kind_of_parameter(const Node& parameter) {
  if (parameter.kind == Kind::colour_parameter) return NameKind::colour;
  return parameter.kind == Kind::function_parameter ? NameKind::function : NameKind::parameter;
}

const Node* default_of(const Node& parameter) {
  constexpr std::size_t kOfFunction = 2;  // its parameters, and its colour set
  const std::size_t before = parameter.kind == Kind::colour_parameter     ? 0
                             : parameter.kind == Kind::function_parameter ? kOfFunction
                                                                          : 1;
  return parameter.children.size() > before ? &parameter.children[before] : nullptr;
}

void declared_names(const Node& declaration, const EnterName& enter) {
  if (declaration.kind == Kind::variables) {
    for (const Node& name : declaration.children) {
      if (name.kind == Kind::name) enter(NameKind::variable, name);
    }
  }
  if (declaration.kind == Kind::colour) colour_names(declaration, enter);
  const auto* const known = std::find_if(kDeclarations.begin(), kDeclarations.end(),
                                         [&](const Declares& each) { return each.declaration == declaration.kind; });
  if (known != kDeclarations.end()) enter(known->name, declaration);
}

}  // namespace petriloom::loom
