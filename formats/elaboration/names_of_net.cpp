// SPDX-License-Identifier: Apache-2.0
#include "formats/elaboration/names_of_net.h"

#include "engine/text/parse_number.h"

namespace petriloom::loom {
namespace {

Symbol named(NameKind kind, std::string name) {
  Symbol symbol;
  symbol.kind = kind;
  symbol.name = std::move(name);
  symbol.progress = Progress::done;
  return symbol;
}

/// Enters a symbol unless the name is taken in its space.
Symbol* enter(Context& context, Scope& scope, Symbol symbol) {
  return scope.own(space_of(symbol.kind), symbol.name) != nullptr ? nullptr : declare(context, scope, std::move(symbol));
}

void enter_colours(Context& context, Scope& scope) {
  for (std::size_t i = 0; i < context.colours().size(); ++i) {
    const ColourSetId id(i);
    const ColourSet set = context.colours()[id];
    if (!set.name.empty()) {
      Symbol colour = named(NameKind::colour, set.name);
      colour.type = id;
      enter(context, scope, std::move(colour));
    }
    if (set.kind == ColourKind::index) {
      Symbol constructor = named(NameKind::constructor, set.index_name);
      constructor.type = id;
      declare(context, scope, std::move(constructor));
    }
    for (std::size_t k = 0; set.kind == ColourKind::union_ && k < set.fields.size(); ++k) {
      const bool empty = set.components[k] == ColourTable::kUnit;
      Symbol variant = named(empty ? NameKind::label : NameKind::variant, set.fields[k]);
      variant.type = id;
      if (empty) variant.word = context.colours().inject(id, k, 0, context.net().pool);
      declare(context, scope, std::move(variant));
    }
    for (std::size_t k = 0; k < set.labels.size(); ++k) {
      Symbol label = named(NameKind::label, set.labels[k]);
      label.type = id;
      label.word = static_cast<Word>(k);
      declare(context, scope, std::move(label));
    }
  }
}

void enter_constants(Context& context, Scope& scope) {
  for (std::size_t i = 0; i < context.net().constants.size(); ++i) {
    const ExprId value = context.net().constants[i].value;
    if (!value.valid()) continue;
    Symbol constant = named(NameKind::constant, context.net().constants[i].name);
    constant.constant = ConstantId(i);
    constant.type = context.net().exprs[value].type;
    constant.word = context.net().exprs[value].payload;
    enter(context, scope, std::move(constant));
  }
}

void enter_functions(Context& context, Scope& scope) {
  for (std::size_t i = 0; i < context.net().functions.size(); ++i) {
    Symbol function = named(NameKind::function, context.net().functions[i].name);
    function.function = FunctionId(i);
    enter(context, scope, std::move(function));
  }
}

struct Element {
  std::string array;
  std::vector<Word> row;
  std::vector<ColourSetId> types;
};

/// The index that "3" or "north" stands for in the name of a module.
std::pair<Word, ColourSetId> index_of(const Context& context, std::string_view text) {
  if (const auto word = parse_number<Word>(text)) return {*word, ColourTable::kInt};
  const Symbol* const label = context.scopes.front().own(NameSpace::value, text);
  if (label != nullptr && label->kind == NameKind::label) return {*label->word, label->type};
  return {0, ColourSetId{}};
}

/// Takes "node[3]" apart; without elements if the name is a plain one.
Element element_of(const Context& context, const std::string& name) {
  Element element;
  std::size_t open = name.find('[');
  element.array = name.substr(0, open);
  while (open != std::string::npos) {
    const std::size_t close = name.find(']', open);
    if (close == std::string::npos) return {name, {}, {}};
    const auto [word, type] = index_of(context, std::string_view(name).substr(open + 1, close - open - 1));
    if (!type.valid()) return {name, {}, {}};
    element.row.push_back(word);
    element.types.push_back(type);
    open = close + 1 < name.size() ? name.find('[', close) : std::string::npos;
  }
  return element;
}

/// The colour of a place as its own instance sees it, without the indices in front.
ColourSetId inner_colour(Context& context, const Place& place, const Module& module) {
  if (place.folded == 0) return place.colour;
  const ColourSet& set = context.colours()[place.colour];
  if (place.folded == 1 && place.colour == module.indices[0]) return ColourTable::kUnit;
  return set.components.size() == place.folded ? ColourTable::kUnit : set.components.back();
}

void enter_module(Context& context, ModuleId id, std::vector<Scope*>& scopes) {
  const Module module = context.net()[id];
  Scope& outer = *scopes[module.parent.index()];
  Scope& scope = context.scopes.emplace_back();
  scopes[id.index()] = &scope;
  scope.parent = &outer;
  scope.outer = &outer;
  scope.module = id;
  for (std::size_t k = 0; k < module.indices.size(); ++k) scope.indices.push_back({module.index_names[k], module.indices[k]});
  const Element element = element_of(context, module.name);
  Symbol* symbol = outer.own(NameSpace::instance, element.array);
  if (symbol == nullptr) symbol = declare(context, outer, named(NameKind::instance, element.array));
  if (!element.row.empty()) {
    symbol->array = true;
    symbol->index_types = element.types;
    symbol->elements.emplace(element.row, &scope);
    return;
  }
  symbol->instance = &scope;
  symbol->array = module.indices.size() > outer.indices.size();
  for (std::size_t k = outer.indices.size(); k < module.indices.size(); ++k) symbol->index_types.push_back(module.indices[k]);
}

/// Other names of places; where indices would have to be told apart, only the place itself can be
/// named.
void enter_references(Context& context, const std::vector<Scope*>& scopes) {
  for (std::size_t i = 0; i < context.net().modules.size(); ++i) {
    const Module& module = context.net().modules[i];
    for (const Reference& reference : module.references) {
      const Place& place = context.net()[reference.place];
      if (!module.indices.empty() || place.folded > 0) continue;
      Symbol symbol = named(NameKind::place, reference.name);
      symbol.place = reference.place;
      symbol.type = place.colour;
      enter(context, *scopes[i], std::move(symbol));
    }
  }
}

}  // namespace

void enter_names(Context& context) {
  const std::size_t modules = context.net().modules.size();
  std::vector<Scope*> scopes(modules);
  Scope& net = context.scopes.emplace_back();
  net.module = ModuleId(0);
  scopes[0] = &net;
  enter_colours(context, net);
  enter_constants(context, net);
  enter_functions(context, net);
  for (std::size_t i = 1; i < modules; ++i) enter_module(context, ModuleId(i), scopes);
  for (std::size_t i = 0; i < context.net().places.size(); ++i) {
    const Place& place = context.net().places[i];
    Symbol symbol = named(NameKind::place, place.name);
    symbol.place = PlaceId(i);
    symbol.type = inner_colour(context, place, context.net()[place.module]);
    enter(context, *scopes[place.module.index()], std::move(symbol));
  }
  enter_references(context, scopes);
  for (std::size_t i = 0; i < context.net().transitions.size(); ++i) {
    const Transition& transition = context.net().transitions[i];
    Symbol symbol = named(NameKind::transition, transition.name);
    symbol.transition = TransitionId(i);
    enter(context, *scopes[transition.module.index()], std::move(symbol));
  }
}

std::shared_ptr<Sources> copy_of_sources(const Net& net) {
  auto sources = std::make_shared<Sources>();
  const Sources* const from = net.sources.get();
  for (std::size_t i = 0; from != nullptr && i < from->size(); ++i) {
    const FileId file = sources->add(from->name(FileId(i)), from->text(FileId(i)));
    if (from->made(FileId(i))) sources->set_origins(file, from->origins(FileId(i)));
  }
  return sources;
}

}  // namespace petriloom::loom
