// SPDX-License-Identifier: Apache-2.0
// Scenarios: constants and initial markings that are replaced when one is chosen by name; and
// constants whose values are given.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "engine/net/suggest.h"
#include "formats/elaboration/elaborate.h"
#include "formats/syntax/load_tables.h"
#include "formats/syntax/parse.h"

namespace petriloom::loom {
namespace {

using Parts = std::vector<std::string_view>;

/// The names of a path; an override holds for all elements of an array, so there are no indices but
/// `*`.
std::optional<Parts> parts_of(Context& context, const Node& path) {
  Parts parts;
  const Node* at = &path;
  for (; at->kind == Kind::select || at->kind == Kind::index; at = at->children.data()) {
    if (at->kind == Kind::select) parts.push_back(at->text);
    const bool all = at->kind == Kind::select || std::all_of(at->children.begin() + 1, at->children.end(),
                                                             [](const Node& index) { return index.kind == Kind::star; });
    if (all) continue;
    context.diagnostics().error(at->where, "a scenario changes all elements of an array alike", "leave the index out");
    return std::nullopt;
  }
  if (at->kind == Kind::name) parts.push_back(at->text);
  std::reverse(parts.begin(), parts.end());
  return parts;
}

std::string joined(const Parts& parts) {
  std::string text;
  for (const std::string_view part : parts) text += (text.empty() ? "" : ".") + std::string(part);
  return text;
}

std::vector<Scope*> elements(const Symbol& symbol) {
  if (symbol.instance != nullptr) return {symbol.instance};
  std::vector<Scope*> scopes;
  for (const auto& [row, scope] : symbol.elements) scopes.push_back(scope);
  return scopes;
}

/// Everything that the override changes; an error if there is nothing of that name.
std::vector<Symbol*> changed(Context& context, const Parts& parts, bool place, const Location& where) {
  std::vector<Scope*> scopes{&context.scopes.front()};
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    std::vector<Scope*> inner;
    for (const Scope* scope : scopes) {
      const Symbol* const instance = scope->own(NameSpace::instance, parts[i]);
      const std::vector<Scope*> found = instance == nullptr ? std::vector<Scope*>{} : elements(*instance);
      inner.insert(inner.end(), found.begin(), found.end());
    }
    scopes = std::move(inner);
  }
  std::vector<Symbol*> symbols;
  const auto wanted = [place](const Symbol& each) {
    const bool is_place = each.node != nullptr && each.node->kind == Kind::place;  // colours have no declaration
    return place ? is_place : each.kind == NameKind::constant;
  };
  for (const Scope* scope : scopes) {
    for (const Symbol* each : scope->order) {
      if (wanted(*each) && each->name == parts.back()) symbols.push_back(scope->own(space_of(each->kind), each->name));
    }
  }
  if (symbols.empty()) {
    const auto names = [&] {
      std::vector<std::string> all;
      for (const Scope* scope : scopes) {
        for (const Symbol* each : scope->order) {
          if (wanted(*each)) all.push_back(each->name);
        }
      }
      return all;
    };
    context.diagnostics().error(where, fmt::format("there is no {} `{}`", place ? "place" : "constant or parameter", joined(parts)),
                                suggestion(context.diagnostics(), parts.back(), names));
  }
  return symbols;
}

std::vector<Symbol*> changed(Context& context, const Node& override_node) {
  const std::optional<Parts> parts = parts_of(context, override_node.children[0]);
  if (!parts || parts->empty()) return {};
  return changed(context, *parts, override_node.text == "place", override_node.where);
}

Parts parts_of_name(const std::string& name) {
  Parts parts;
  for (std::size_t begin = 0, end = 0; begin <= name.size(); begin = end + 1) {
    end = std::min(name.find('.', begin), name.size());
    parts.push_back(std::string_view(name).substr(begin, end - begin));
  }
  return parts;
}

/// The values of scenarios that were not chosen are looked at too.
void check_constant(Context& context, Symbol& symbol, const Node& value) {
  if (!resolve_constant(context, symbol)) return;
  Frame frame = index_frame(*symbol.scope);
  Env env{symbol.scope, &frame};
  (void)elaborate_as(context, env, value, symbol.type);
}

}  // namespace

void enter_scenarios(Context& context, const std::deque<Node>& trees) {
  const Node* chosen = nullptr;
  for (const Node& tree : trees) {
    for (const Node& node : tree.children) {
      if (node.kind != Kind::scenario) continue;
      std::vector<std::string>& names = context.net().scenarios;
      if (std::find(names.begin(), names.end(), node.text) != names.end())
        context.diagnostics().error(node.where, fmt::format("the scenario `{}` is declared twice", node.text));
      names.emplace_back(node.text);
      if (node.text == context.options.scenario) chosen = &node;
    }
  }
  if (context.options.scenario.empty()) return;
  if (chosen == nullptr) {
    const std::vector<std::string>& names = context.net().scenarios;
    context.diagnostics().error({context.main_file, 0, 0}, fmt::format("there is no scenario `{}`", context.options.scenario),
                                names.empty() ? "the net declares none" : suggest(context.options.scenario, names));
    return;
  }
  context.net().scenario = context.options.scenario;
  context.scenario = chosen;
  for (const Node& node : chosen->children) {
    const std::optional<Parts> parts = parts_of(context, node.children[0]);
    if (!parts || node.text != "const") continue;
    if (context.constants.emplace(joined(*parts), &node.back()).second) continue;
    context.diagnostics().error(node.where, fmt::format("`{}` is given twice", joined(*parts)));
  }
}

void enter_given_values(Context& context, Sources& sources) {
  for (const auto& [name, text] : context.options.constants) {
    if (text.empty()) continue;
    const FileId file = sources.add("value of " + name, text);
    std::optional<Node> value = parse_expression(sources, file, context.diagnostics());
    if (!value) continue;
    // What a command line names is looked up where it was given.
    load_tables(*value, "", context.options, sources, context.diagnostics());
    context.constants[name] = &context.made.emplace_back(std::move(*value));
  }
}

std::map<std::string, double> real_constants(Context& context) {
  std::map<std::string, double> values;
  for (const auto& [name, text] : context.options.constants) {
    std::set<std::optional<Word>> words;
    bool real = true;
    for (const Symbol* symbol : changed(context, parts_of_name(name), false, {context.main_file, 0, 0})) {
      words.insert(symbol->word);
      real = real && symbol->type == ColourTable::kReal;
    }
    if (real && words.size() == 1 && *words.begin()) values[name] = real_of_word(**words.begin());
  }
  return values;
}

void check_scenarios(Context& context) {
  for (const Node* scenario : context.scopes.front().body) {
    if (scenario->kind != Kind::scenario) continue;
    for (const Node& node : scenario->children) {
      for (Symbol* symbol : changed(context, node)) {
        if (node.text == "const") {
          if (scenario != context.scenario) check_constant(context, *symbol, node.back());
        } else if (scenario != context.scenario) {
          check_marking(context, *symbol, node.back());
        } else if (!context.markings.emplace(symbol, &node.back()).second) {
          context.diagnostics().error(node.where, fmt::format("the marking of `{}` is given twice", symbol->name));
        }
      }
    }
  }
}

}  // namespace petriloom::loom
