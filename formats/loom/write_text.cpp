// SPDX-License-Identifier: Apache-2.0
#include "formats/loom/write_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/text/real_text.h"
#include "formats/common/operators.h"
#include "formats/loom/declared_aliases.h"

namespace petriloom::loom {
namespace {

bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool digit(char c) { return c >= '0' && c <= '9'; }

// Letters, digits and primes that need no quotes.
bool plain_name(std::string_view name) {
  const std::string_view first = name.substr(0, name.find('\''));
  return !first.empty() && letter(first.front()) && name != "_" &&
         std::all_of(name.begin(), name.end(), [](char c) { return letter(c) || digit(c) || c == '\''; }) && !reserved_word(first);
}

/// Whether these are all colours of a set, whatever its constants are.
bool all_colours(const Net& net, ColourSetId id, std::span<const Word> list) {
  if (names_constants(net, id)) return false;
  const ColourSet& set = net.colours[id];
  if (!set.finite || set.kind == ColourKind::unit || list.size() != set.size()) return false;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i] != set.low + static_cast<Word>(i)) return false;
  }
  return true;
}

}  // namespace

bool writable(std::string_view name) {
  return !name.empty() && (name.find_first_of("'\n") == std::string_view::npos || plain_name(name));
}

Diagnostics unwritable_names(const Net& net) {
  Diagnostics found;
  const auto check = [&found](std::string_view name, const Location& where) {
    if (!writable(name)) found.error(where, fmt::format("the name `{}` cannot be written in the net language", name));
  };
  for (const Place& place : net.places) check(place.name, place.where);
  for (const Transition& transition : net.transitions) check(transition.name, transition.where);
  for (const Module& module : net.modules) {
    for (const Reference& reference : module.references) check(reference.name, reference.where);
  }
  for (std::size_t i = 1; i < net.modules.size(); ++i) check(net.modules[i].name, net.modules[i].instance);
  for (std::size_t i = 0; i < net.colours.size(); ++i) {
    const ColourSet& set = net.colours[ColourSetId(i)];
    for (const std::string& label : set.labels) check(label, set.where);
    if (!set.name.empty()) check(set.name, set.where);
    const bool needs_name = set.kind == ColourKind::enumeration || set.kind == ColourKind::index ||
                            set.kind == ColourKind::record || set.kind == ColourKind::union_;
    if (needs_name && set.name.empty()) found.error(set.where, "a colour set without a name cannot be written");
  }
  return found;
}

std::string name_text(std::string_view name) { return plain_name(name) ? std::string(name) : fmt::format("'{}'", name); }

std::string structure_text(const Net& net, ColourSetId id) {
  const ColourSet& set = net.colours[id];
  const auto component = [&](std::size_t k) {
    return type_text(net, set.components[k], set.aliases.empty() ? ColourAliasId() : set.aliases[k]);
  };
  std::string text;
  switch (set.kind) {
    case ColourKind::unit:
      return "unit";
    case ColourKind::boolean:
      return "bool";
    case ColourKind::integer:
      return "int";
    case ColourKind::real:
      return "real";
    case ColourKind::range:
      return fmt::format("int with {}..{}", set.low, set.high);
    case ColourKind::index:
      return fmt::format("index {} with {}..{}", name_text(set.index_name), set.low, set.high);
    case ColourKind::list:
      return "list of " + component(0);
    case ColourKind::enumeration:
      for (const std::string& label : set.labels) text += (text.empty() ? "" : ", ") + name_text(label);
      return "enum { " + text + " }";
    case ColourKind::record:
      for (std::size_t k = 0; k < set.fields.size(); ++k) {
        text += (k == 0 ? "" : ", ") + name_text(set.fields[k]) + " : " + component(k);
      }
      return "record { " + text + " }";
    case ColourKind::product:
      for (std::size_t k = 0; k < set.components.size(); ++k) text += (k == 0 ? "" : " * ") + component(k);
      return "product " + text;
    case ColourKind::string:
      return "string";
    case ColourKind::union_:
      for (std::size_t k = 0; k < set.fields.size(); ++k) {
        text += (k == 0 ? "" : ", ") + name_text(set.fields[k]);
        if (set.components[k] != ColourTable::kUnit) text += " : " + component(k);
      }
      return "union { " + text + " }";
    case ColourKind::subset:
      for (const Word member : set.members) text += (text.empty() ? "" : ", ") + colour_text(net, set.components[0], member);
      return "subset " + component(0) + " { " + text + " }";
  }
  return text;
}

std::string declared_text(const Paths& paths, ColourSetId id) {
  const Net& net = paths.net();
  const ColourSet& set = net.colours[id];
  if (!set.written_low.valid()) return structure_text(net, id);
  // In parentheses what is neither a number nor a name.
  const auto bound = [&](Word word, ExprId written) {
    if (!names_constants(net, written)) return std::to_string(word);
    const std::string text = ExprText(paths, ModuleId(0), {}).text(written, ColourTable::kInt);
    return named_constant(net, written) != nullptr ? text : "(" + text + ")";
  };
  const std::string bounds = bound(set.low, set.written_low) + ".." + bound(set.high, set.written_high);
  return set.kind == ColourKind::range ? "int with " + bounds : fmt::format("index {} with {}", name_text(set.index_name), bounds);
}

std::string type_text(const Net& net, ColourSetId id, ColourAliasId alias) {
  if (const ColourAlias* const other = written_alias(net, id, alias)) return name_text(other->name);
  const ColourSet& set = net.colours[id];
  if (set.kind == ColourKind::unit || set.kind == ColourKind::boolean || set.kind == ColourKind::integer ||
      set.kind == ColourKind::real || set.kind == ColourKind::string) {
    return set.name.empty() ? structure_text(net, id) : set.name;
  }
  return set.name.empty() ? "(" + structure_text(net, id) + ")" : name_text(set.name);
}

std::string colour_text(const Net& net, ColourSetId id, Word colour, bool expected) {
  const ColourSet& set = net.colours[id];
  std::string text;
  switch (set.kind) {
    case ColourKind::unit:
      return "()";
    case ColourKind::boolean:
      return colour != 0 ? "true" : "false";
    case ColourKind::integer:
    case ColourKind::range:
      return colour < 0 ? fmt::format("({})", colour) : fmt::format("{}", colour);
    case ColourKind::real:
      return real_text(real_of_word(colour));
    case ColourKind::enumeration:
      return name_text(set.name) + "." + name_text(set.labels[static_cast<std::size_t>(colour)]);
    case ColourKind::index:
      return fmt::format("{}({})", name_text(set.name), colour_text(net, ColourTable::kInt, colour));
    case ColourKind::list:
      if (all_colours(net, set.components[0], net.pool.view(colour))) return "all(" + type_text(net, set.components[0]) + ")";
      for (const Word element : net.pool.view(colour))
        text += (text.empty() ? "" : ", ") + colour_text(net, set.components[0], element);
      text = "[" + text + "]";
      break;
    case ColourKind::record:
    case ColourKind::product:
      for (std::size_t k = 0; k < set.components.size(); ++k) {
        if (k > 0) text += ", ";
        if (set.kind == ColourKind::record) text += name_text(set.fields[k]) + " = ";
        text += colour_text(net, set.components[k], net.colours.component(id, colour, k, net.pool));
      }
      text = set.kind == ColourKind::record ? "{" + text + "}" : "(" + text + ")";
      break;
    case ColourKind::string:
      return net.colours.format(id, colour, net.pool);
    case ColourKind::union_: {
      const std::size_t variant = net.colours.variant_of(id, colour, net.pool);
      if (set.components[variant] == ColourTable::kUnit) return name_text(set.name) + "." + name_text(set.fields[variant]);
      text = name_text(set.fields[variant]);
      const std::string content = colour_text(net, set.components[variant], net.colours.content_of(id, colour, net.pool));
      text += net.colours[set.components[variant]].kind == ColourKind::product ? content : "(" + content + ")";
      break;
    }
    case ColourKind::subset:
      text = colour_text(net, set.components[0], set.members[static_cast<std::size_t>(colour)]);
      break;
  }
  return expected ? text : fmt::format("({} : {})", text, type_text(net, id));
}

std::string time_text(const Net& net, const Transition& transition, const ExprText& exprs) {
  const auto real = [&](ExprId value) { return exprs.text(value, ColourTable::kReal); };
  if (transition.timing == Timing::continuous) return fmt::format("flow {};", real(transition.a));
  if (!scheduled(transition.timing)) {
    const std::string second = transition.b.valid() ? ", " + real(transition.b) : "";
    return fmt::format("time {}({}{});", facts_of(transition.timing).name, real(transition.a), second);
  }
  std::vector<std::string> texts;
  for (const ExprId time : transition.times) {
    texts.push_back(real(time) + (net.exprs[time].op == Op::literal && !names_constants(net, time) ? " s" : ""));
  }
  if (transition.timing == Timing::at) return fmt::format("at {};", fmt::join(texts, ", "));
  const std::string from = texts[0] == texts[1] ? "" : " from " + texts[0];
  return fmt::format("every {}{}{};", texts[1], from, texts.size() > 2 ? " until " + texts[2] : "");
}

std::string draw_text(const Draw& draw, const std::string& name, const ExprText& exprs) {
  std::vector<std::string> values;
  for (const ExprId value : draw.abstract) values.push_back(exprs.text(value));
  return fmt::format("draw {} = {}{};", name_text(name), exprs.text(draw.value),
                     values.empty() ? std::string() : fmt::format(" abstract [{}]", fmt::join(values, ", ")));
}

std::vector<std::string> variable_names(const Net& net, const Transition& transition) {
  std::vector<std::string> names = net[transition.module].index_names;
  names.resize(transition.folded);
  const auto add = [&](std::uint32_t slot) {
    std::string name = transition.variables[slot].name;
    while (std::find(names.begin(), names.end(), name) != names.end()) name += "_";
    names.resize(slot);
    names.push_back(std::move(name));
  };
  for (std::uint32_t slot = transition.folded; slot < transition.binding_size; ++slot) add(slot);
  for (const Draw& draw : transition.draws) add(draw.slot);
  return names;
}

std::string rows_text(const Net& net, const std::vector<std::vector<Word>>& rows, const std::vector<ColourSetId>& sets,
                      const std::vector<std::string>& names) {
  double all = 1;
  for (const ColourSetId set : sets) all *= static_cast<double>(net.colours[set].size());
  if (static_cast<double>(rows.size()) == all) return "";
  std::string list;
  for (const std::vector<Word>& row : rows) {
    std::string parts;
    for (std::size_t k = 0; k < row.size(); ++k) parts += (k == 0 ? "" : ", ") + colour_text(net, sets[k], row[k]);
    list += (list.empty() ? "" : ", ") + (row.size() == 1 ? parts : "(" + parts + ")");
  }
  std::string tuple;
  std::string type;
  for (std::size_t k = 0; k < names.size(); ++k) {
    tuple += (k == 0 ? "" : ", ") + name_text(names[k]);
    type += (k == 0 ? "" : " * ") + type_text(net, sets[k]);
  }
  if (names.size() > 1) tuple = "(" + tuple + ")";
  type = names.size() > 1 ? "list of (product " + type + ")" : "list of " + type;
  return fmt::format(" where contains(([{}] : {}), {})", list, type, tuple);
}

std::string binder_text(const Net& net, const std::string& name, ColourSetId set) {
  const ColourSet& of = net.colours[set];
  const bool range = of.name.empty() && of.kind == ColourKind::range;
  return fmt::format("{} in {}", name_text(name), range ? fmt::format("({})..({})", of.low, of.high) : type_text(net, set));
}

}  // namespace petriloom::loom
