// SPDX-License-Identifier: Apache-2.0
// Several names of one place: `fuse`, `alias` and ports, which the net keeps as references.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "formats/elaboration/elaborate.h"

namespace petriloom::loom {
namespace {

bool within(const Scope* scope, const Scope& around) {
  for (; scope != nullptr; scope = scope->outer) {
    if (scope == &around) return true;
  }
  return false;
}

/// One `fuse` statement: the place named first stays, the others become names of it.
class Fusion {
 public:
  Fusion(Context& context, Scope& scope, const Node& node) : context_(context), scope_(scope), node_(node) {
    env_.scope = &scope;
    env_.frame = &frame_;
    frame_ = index_frame(scope);
  }

  void make() {
    const Node& first = node_.children[0];
    if (node_.children.size() < 2) return error(first, "a fusion takes at least two places");
    const std::vector<Target> kept = follow(context_, env_, first, NameSpace::place);
    if (kept.empty()) return;
    const bool any = std::any_of(kept[0].indices.begin(), kept[0].indices.end(),
                                 [this](ExprId index) { return context_.net().exprs[index].op == Op::wildcard; });
    if (kept.size() > 1 || any || !kept[0].place)
      return error(first, "the first place of a fusion must be one place", "the others become names of it");
    for (std::size_t i = 1; i < node_.children.size(); ++i) {
      for (const Target& target : follow(context_, env_, node_.children[i], NameSpace::place))
        rename(target, node_.children[i], *kept[0].place);
    }
  }

 private:
  void error(const Node& node, std::string message, std::string help = {}) {
    context_.diagnostics().error(node.where, std::move(message), std::move(help));
  }

  void rename(const Target& target, const Node& path, const PlaceUse& kept) {
    if (!target.place || target.symbol == nullptr || target.symbol->kind != NameKind::place)
      return error(path, "this is not a place");
    if (target.place->place == kept.place && target.place->wraps.size() == kept.wraps.size()) return;
    if (!within(target.symbol->scope, scope_))
      return error(path, fmt::format("`{}` stands outside of this module", target.symbol->name), "name it first in the fusion");
    for (std::size_t k = scope_.indices.size(); k < target.indices.size(); ++k) {
      if (context_.net().exprs[target.indices[k]].op != Op::wildcard)
        return error(path, "one element of a folded array can only stand first in a fusion",
                     "write `[*]`, or read the net with --fold never");
    }
    if (target.place->wraps.size() > 1 || (target.indices.empty() && !target.place->wraps.empty()))
      return error(path, "a component of a place can only stand first in a fusion");
    const ColourTable& colours = context_.colours();
    if (context_.net()[target.place->place].fluid != context_.net()[kept.place].fluid)
      return error(path, "a fluid place cannot be fused with one of tokens");
    if (!same_colours(colours, target.place->inner, kept.inner)) {
      return error(path, fmt::format("a place of {} cannot be fused with one of {}", colours.describe(target.place->inner),
                                     colours.describe(kept.inner)));
    }
    Symbol& symbol = *target.symbol;
    symbol.kind = NameKind::alias;
    symbol.value = node_.children.data();
    symbol.value_scope = &scope_;
    symbol.place = {};
  }

  Context& context_;
  Scope& scope_;
  const Node& node_;
  Frame frame_;
  Env env_;
};

/// Takes the places out of the net that have become names of others.
void drop_renamed(Context& context) {
  std::vector<Place>& places = context.net().places;
  std::vector<PlaceId> renumbered(places.size());
  std::vector<Place> kept;
  for (std::size_t i = 0; i < context.symbols.size(); ++i) {
    Symbol& symbol = context.symbols[i];
    if (symbol.kind != NameKind::place || !symbol.place.valid()) continue;
    renumbered[symbol.place.index()] = symbol.place;
  }
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (!renumbered[i].valid()) continue;
    renumbered[i] = PlaceId(kept.size());
    kept.push_back(std::move(places[i]));
  }
  places = std::move(kept);
  for (std::size_t i = 0; i < context.symbols.size(); ++i) {
    Symbol& symbol = context.symbols[i];
    if (symbol.kind == NameKind::place && symbol.place.valid()) symbol.place = renumbered[symbol.place.index()];
  }
}

ReferenceKind reference_kind(const Symbol& symbol) {
  const Node* const direction = symbol.node->child(Kind::direction);
  if (direction == nullptr) return ReferenceKind::fusion;
  return direction->text == "in" ? ReferenceKind::in : direction->text == "out" ? ReferenceKind::out : ReferenceKind::inout;
}

double coordinate(const Node& number) {
  double value = 0;
  std::from_chars(number.text.data(), number.text.data() + number.text.size(), value);
  return value;
}

}  // namespace

Position position_of(const Node& node) {
  const Node* const position = node.child(Kind::position);
  if (position == nullptr) return {};
  return {coordinate(position->children[0]), coordinate(position->children[1]), true};
}

void fuse_places(Context& context) {
  bool any = false;
  for (std::size_t i = 0; i < context.scopes.size(); ++i) {
    Scope& scope = context.scopes[i];
    for (const Node* node : scope.body) {
      if (node->kind != Kind::fuse) continue;
      Fusion(context, scope, *node).make();
      any = true;
    }
  }
  if (any) drop_renamed(context);
}

void add_references(Context& context) {
  for (std::size_t i = 0; i < context.symbols.size(); ++i) {
    Symbol& symbol = context.symbols[i];
    if ((symbol.kind != NameKind::port && symbol.kind != NameKind::alias) || symbol.value == nullptr) continue;
    Frame frame = index_frame(*symbol.scope);
    Env env{symbol.scope, &frame};
    const std::optional<PlaceUse> use = follow_place(context, env, Node{Kind::name, symbol.value->where, symbol.name, {}});
    if (!use) symbol.value = nullptr;
    if (!use) continue;
    Reference reference{symbol.name, reference_kind(symbol), use->place, position_of(*symbol.node), symbol.where, symbol.alias};
    context.net().modules[symbol.scope->module.index()].references.push_back(std::move(reference));
  }
}

}  // namespace petriloom::loom
