// SPDX-License-Identifier: Apache-2.0
#include "formats/typing/written_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "formats/ml/parser.h"

namespace petriloom::cpn::ml {

Type* WrittenTypes::meant(const Written& written) {
  Variables own;
  return meant(written, around_ ? *around_ : own);
}

Type* WrittenTypes::meant(const Written& written, Variables& variables) {
  std::vector<Type*> parts;
  switch (written.kind) {
    case WrittenKind::variable: {
      Type*& type = variables[written.name];
      if (!type) type = types_.variable(written.name == "'num");
      return type;
    }
    case WrittenKind::tuple:
    case WrittenKind::record:
    case WrittenKind::function:
      for (const Written* part : written.parts) parts.push_back(meant(*part, variables));
      if (written.kind == WrittenKind::tuple) return types_.tuple(std::move(parts));
      if (written.kind == WrittenKind::record) return types_.record(written.labels, std::move(parts));
      return types_.function(parts[0], parts[1]);
    default:
      return meant_name(written, variables);
  }
}

namespace {

struct TypeName {
  std::string_view name;
  TypeKind kind;
};
constexpr std::array<TypeName, 16> kTypeNames{{{"int", TypeKind::integer},
                                               {"Int.int", TypeKind::integer},
                                               {"IntInf.int", TypeKind::integer},
                                               {"intinf", TypeKind::integer},
                                               {"LargeInt.int", TypeKind::integer},
                                               {"real", TypeKind::real},
                                               {"Real.real", TypeKind::real},
                                               {"string", TypeKind::text},
                                               {"String.string", TypeKind::text},
                                               {"char", TypeKind::character},
                                               {"Char.char", TypeKind::character},
                                               {"bool", TypeKind::boolean},
                                               {"order", TypeKind::integer},
                                               {"Date.date", TypeKind::integer},
                                               {"Date.month", TypeKind::integer},
                                               {"Date.weekday", TypeKind::integer}}};

}  // namespace

Type* WrittenTypes::meant_name(const Written& written, Variables& variables) {
  if (!written.parts.empty()) {
    static constexpr std::array<std::string_view, 6> kLists{"list", "ms", "tms", "option", "vector", "Vector.vector"};
    const bool list = std::find(kLists.begin(), kLists.end(), written.name) != kLists.end();
    Type* element = meant(*written.parts[0], variables);
    return list ? types_.list(element) : types_.variable();
  }
  if (const std::uint32_t id = environment_.find_colour(written.name)) return environment_.colour(id).type;
  const std::string own =
      environment_.in_structure(written.name, [this](const std::string& full) { return abbreviations_.contains(full); });
  if (const auto found = abbreviations_.find(own); found != abbreviations_.end()) return found->second;
  for (const TypeName& known : kTypeNames) {
    if (known.name == written.name) return types_.basic(known.kind);
  }
  if (written.name == "unit") return types_.unit();
  if (written.name == "time" || written.name.ends_with(".time")) return time_type();
  return types_.variable();
}

Type* WrittenTypes::library_type(const LibraryFunction& function, std::uint32_t colour) {
  // The table is ours: what it says is well-formed.
  Text text;
  text.text = function.type;
  Diagnostics none;
  Arena arena;
  Parser parser(text, arena, none);
  Variables variables;
  variables["'time"] = time_type();
  if (colour != 0) variables["'c"] = environment_.colour(colour).type;
  return meant(*parser.whole_type(), variables);
}

Type* WrittenTypes::colour(const std::pair<std::string, Location>& name, Diagnostics& diagnostics) {
  if (const std::uint32_t id = environment_.find_colour(name.first)) return environment_.colour(id).type;
  Written written;
  written.name = name.first;
  Variables none;
  Type* type = meant_name(written, none);
  if (type->kind != TypeKind::variable) return type;
  diagnostics.error(name.second, fmt::format("there is no colour set '{}' up to here", name.first));
  return type;
}

}  // namespace petriloom::cpn::ml
