// SPDX-License-Identifier: Apache-2.0
#include "formats/typing/colour_types.h"

#include <fmt/format.h>

namespace petriloom::cpn::ml {

Type* ColourTypes::type_of(const Declaration& declaration, std::uint32_t id, Diagnostics& diagnostics) {
  const ColourDecl& colour = declaration.colour;
  std::vector<Type*> parts;
  switch (colour.form) {
    case ColourForm::unit:
      return types_.unit();
    case ColourForm::boolean:
      return types_.basic(TypeKind::boolean);
    case ColourForm::integer:
      return types_.basic(TypeKind::integer);
    case ColourForm::time:
      return written_.time_type();
    case ColourForm::real:
      return types_.basic(TypeKind::real);
    case ColourForm::string:
      return types_.basic(TypeKind::text);
    case ColourForm::character:
      return types_.basic(TypeKind::character);
    case ColourForm::enumeration:
    case ColourForm::index:
      return types_.named(id, declaration.name);
    case ColourForm::union_:
      for (const auto& name : colour.names) {
        if (!name.first.empty() && name.first != declaration.name) written_.colour(name, diagnostics);
      }
      return types_.named(id, declaration.name);
    case ColourForm::product:
      for (const auto& name : colour.names) parts.push_back(written_.colour(name, diagnostics));
      return types_.tuple(std::move(parts));
    case ColourForm::record:
      for (const auto& name : colour.names) parts.push_back(written_.colour(name, diagnostics));
      return types_.record(colour.labels, std::move(parts));
    case ColourForm::list:
      return types_.list(written_.colour(colour.names[0], diagnostics));
    case ColourForm::alias:
    case ColourForm::subset:
      return written_.colour(colour.names[0], diagnostics);
  }
  return types_.unit();
}

void ColourTypes::declare_labels(const Declaration& declaration, std::uint32_t id, Type* type) {
  const ColourDecl& colour = declaration.colour;
  const auto enter = [&](const std::string& name, BinderKind kind, std::size_t ordinal, Type* of) {
    Binder binder;
    binder.kind = kind;
    binder.name = name;
    binder.type = of;
    binder.colour = id;
    binder.ordinal = static_cast<std::int32_t>(ordinal);
    binder.content = Types::found(of)->kind == TypeKind::function;
    binder.where = declaration.where;
    environment_.add(std::move(binder));
  };
  if (colour.form == ColourForm::enumeration || colour.form == ColourForm::boolean || colour.form == ColourForm::unit) {
    for (std::size_t k = 0; k < colour.names.size(); ++k) enter(colour.names[k].first, BinderKind::label, k, type);
  } else if (colour.form == ColourForm::index) {
    enter(colour.names[0].first, BinderKind::index, 0, types_.function(types_.basic(TypeKind::integer), type));
  } else if (colour.form == ColourForm::union_) {
    Diagnostics told;
    for (std::size_t k = 0; k < colour.labels.size(); ++k) {
      const bool content = !colour.names[k].first.empty();
      enter(colour.labels[k], BinderKind::variant, k,
            content ? types_.function(written_.colour(colour.names[k], told), type) : type);
    }
  }
}

void ColourTypes::declare(const Declaration& declaration, Diagnostics& diagnostics) {
  const auto id = static_cast<std::uint32_t>(environment_.colour_count());
  ColourInfo info;
  info.name = declaration.name;
  info.declaration = &declaration.colour;
  info.timed = declaration.colour.timed;
  info.base = id;
  info.where = declaration.where;
  const std::size_t errors = diagnostics.error_count();
  info.type = type_of(declaration, id, diagnostics);
  if (diagnostics.error_count() > errors) return;
  if (declaration.colour.form == ColourForm::alias) {
    const std::uint32_t base = environment_.find_colour(declaration.colour.names[0].first);
    if (base != 0) info.base = environment_.colour(base).base;
  }
  environment_.add(info);
  if (!declaration.name.empty()) declare_labels(declaration, id, info.type);
}

void ColourTypes::declare_variables(const Declaration& declaration, Diagnostics& diagnostics) {
  const std::string name = declaration.written->name;
  const std::uint32_t id = environment_.find_colour(name);
  if (id == 0) {
    diagnostics.error(declaration.written->where, fmt::format("there is no colour set '{}' up to here", name));
    return;
  }
  for (const auto& [variable, where] : declaration.names) {
    Binder binder;
    binder.kind = BinderKind::variable;
    binder.name = variable;
    binder.type = environment_.colour(id).type;
    binder.colour = id;
    binder.where = where;
    environment_.add(std::move(binder));
  }
}

}  // namespace petriloom::cpn::ml
