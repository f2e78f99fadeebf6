// SPDX-License-Identifier: Apache-2.0
#include "formats/typing/types.h"

#include <algorithm>
#include <numeric>

namespace petriloom::cpn::ml {

Type* Types::make(TypeKind kind) {
  Type& type = all_.emplace_back();
  type.kind = kind;
  type.level = level_;
  return &type;
}

Type* Types::basic(TypeKind kind) { return make(kind); }

Type* Types::variable(bool number) {
  Type* type = make(TypeKind::variable);
  type->number = number;
  return type;
}

Type* Types::tuple(std::vector<Type*> parts) {
  Type* type = make(TypeKind::tuple);
  type->parts = std::move(parts);
  return type;
}

Type* Types::record(std::vector<std::string> labels, std::vector<Type*> parts) {
  std::vector<std::size_t> order(labels.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return labels[a] < labels[b]; });
  Type* type = make(TypeKind::record);
  bool numbered = !labels.empty();
  for (std::size_t k = 0; k < order.size(); ++k) {
    type->labels.push_back(labels[order[k]]);
    type->parts.push_back(parts[order[k]]);
    numbered = numbered && labels[order[k]] == std::to_string(k + 1);
  }
  if (numbered && labels.size() < 10) {
    type->kind = TypeKind::tuple;
    type->labels.clear();
  }
  if (labels.empty()) type->kind = TypeKind::tuple;
  return type;
}

Type* Types::list(Type* element) {
  Type* type = make(TypeKind::list);
  type->parts = {element};
  return type;
}

Type* Types::function(Type* domain, Type* range) {
  Type* type = make(TypeKind::function);
  type->parts = {domain, range};
  return type;
}

Type* Types::named(std::uint32_t colour, std::string name) {
  Type* type = make(TypeKind::named);
  type->colour = colour;
  type->name = std::move(name);
  return type;
}

Type* Types::found(Type* type) {
  while (type->kind == TypeKind::variable && type->link) {
    if (type->link->kind == TypeKind::variable && type->link->link) type->link = type->link->link;
    type = type->link;
  }
  return type;
}

// Whether the variable is in the type; lowers the levels of the type's own variables on the way.
bool Types::occurs(const Type* variable, Type* type) {
  type = found(type);
  if (++steps_ > kMostSteps || depth_ > kMostDepth || type == variable) return true;
  if (type->kind == TypeKind::variable) {
    type->level = std::min(type->level, variable->level);
    return false;
  }
  // Every type is bound to a variable on its way, so that no type gets deeper than what is let
  // through here.
  ++depth_;
  const bool found_there = std::any_of(type->parts.begin(), type->parts.end(), [&](Type* part) { return occurs(variable, part); });
  --depth_;
  return found_there;
}

bool Types::bind(Type* variable, Type* type) {
  if (variable->level == kGeneral) return false;
  if (type->kind == TypeKind::variable && type->level == kGeneral) return false;
  if (occurs(variable, type)) return false;
  if (variable->number) {
    if (type->kind == TypeKind::variable)
      type->number = true;
    else if (type->kind != TypeKind::integer && type->kind != TypeKind::real && type->kind != TypeKind::text &&
             type->kind != TypeKind::character) {
      return false;
    }
  }
  variable->link = type;
  return true;
}

bool Types::unify(Type* a, Type* b) {
  a = found(a);
  b = found(b);
  if (a == b) return true;
  if (++steps_ > kMostSteps) return false;
  if (a->kind == TypeKind::variable) return bind(a, b);
  if (b->kind == TypeKind::variable) return bind(b, a);
  if (a->kind != b->kind || a->parts.size() != b->parts.size() || a->labels != b->labels || a->colour != b->colour) return false;
  bool same = true;
  for (std::size_t k = 0; k < a->parts.size(); ++k) same = unify(a->parts[k], b->parts[k]) && same;
  return same;
}

void Types::generalise(Type* type, std::vector<Type*>& generals) {
  type = found(type);
  if (++steps_ > kMostSteps) return;
  if (type->kind != TypeKind::variable) {
    for (Type* part : type->parts) generalise(part, generals);
    return;
  }
  if (type->level <= level_ || type->level == kGeneral) return;
  if (type->number) {
    type->link = make(TypeKind::integer);
    return;
  }
  type->level = kGeneral;
  generals.push_back(type);
}

Type* Types::copy(Type* type, const Substitution& substitution, Substitution& made) {
  type = found(type);
  if (type->kind == TypeKind::variable) {
    const auto replaced = substitution.find(type);
    return replaced == substitution.end() ? type : replaced->second;
  }
  if (type->parts.empty() || ++steps_ > kMostSteps) return type;
  if (const auto done = made.find(type); done != made.end()) return done->second;
  std::vector<Type*> parts;
  bool same = true;
  for (Type* part : type->parts) {
    parts.push_back(copy(part, substitution, made));
    same = same && parts.back() == found(part);
  }
  Type* result = type;
  if (!same) {
    result = make(type->kind);
    result->labels = type->labels;
    result->parts = std::move(parts);
  }
  made.emplace(type, result);
  return result;
}

Type* Types::instantiate(Type* type, const std::vector<Type*>& generals, std::vector<Type*>& fresh) {
  if (generals.empty()) return type;
  Substitution substitution;
  for (Type* general : generals) {
    fresh.push_back(variable());
    substitution.emplace(general, fresh.back());
  }
  return substitute(type, substitution);
}

Type* Types::substitute(Type* type, const Substitution& substitution) {
  Substitution made;
  return copy(type, substitution, made);
}

namespace {

constexpr std::size_t kMostText = 160;

void write(Type* type, std::string& text, int strength);

void write_parts(const Type& type, std::string& text) {
  for (std::size_t k = 0; k < type.parts.size() && text.size() < kMostText; ++k) {
    if (type.kind == TypeKind::record) {
      text += (k ? ", " : "") + type.labels[k] + " : ";
      write(type.parts[k], text, 0);
    } else {
      if (k) text += type.kind == TypeKind::function ? " -> " : " * ";
      write(type.parts[k], text, 2);
    }
  }
}

// strength 2: in brackets unless it is one word or a list.
void write(Type* type, std::string& text, int strength) {
  type = Types::found(type);
  if (text.size() > kMostText) return;
  switch (type->kind) {
    case TypeKind::variable:
      text += type->number ? "int" : "'a";
      return;
    case TypeKind::integer:
      text += "int";
      return;
    case TypeKind::real:
      text += "real";
      return;
    case TypeKind::text:
      text += "string";
      return;
    case TypeKind::character:
      text += "char";
      return;
    case TypeKind::boolean:
      text += "bool";
      return;
    case TypeKind::named:
      text += type->name;
      return;
    case TypeKind::list:
      write(type->parts[0], text, 2);
      text += " list";
      return;
    case TypeKind::record:
      text += "{";
      write_parts(*type, text);
      text += "}";
      return;
    default:
      if (type->parts.empty()) {
        text += "unit";
        return;
      }
      if (strength >= 2) text += "(";
      write_parts(*type, text);
      if (strength >= 2) text += ")";
  }
}

}  // namespace

std::string Types::describe(Type* type) {
  std::string text;
  write(type, text, 0);
  if (text.size() > kMostText) text = text.substr(0, kMostText) + "...";
  return text;
}

}  // namespace petriloom::cpn::ml
