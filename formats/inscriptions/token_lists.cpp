// SPDX-License-Identifier: Apache-2.0
// A place where a list stands: its tokens, as the users of the place write them.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "formats/inscriptions/inscriptions.h"

namespace petriloom::loom {
namespace {

/// What a token of a place is to a user who does not write the indices of one layer.
class Layer {
 public:
  Layer(Context& context, const Wrap& wrap, ColourSetId inner, Location where)
      : context_(context), wrap_(wrap), inner_(inner), where_(where) {}

  /// Those of the list that have the indices.
  ExprId chosen(Env& env, ExprId list) {
    ExprBuilder& expr = context_.expr();
    const std::uint32_t chosen = new_slot(env, "", wrap_.whole);
    ExprId condition;
    for (std::size_t k = 0; k < wrap_.indices.size(); ++k) {
      const ExprId index = wrap_.indices[k];
      if (context_.net().exprs[index].op == Op::wildcard) continue;
      const ExprId equal = expr.binary(Op::equal, part(chosen, k), index, where_);
      condition = condition.valid() ? expr.binary(Op::and_, condition, equal, where_) : equal;
    }
    return condition.valid() ? expr.comprehension(Op::filter, chosen, list, condition, where_) : list;
  }

  /// The list without the indices.
  ExprId open(Env& env, ExprId list) {
    const std::uint32_t opened = new_slot(env, "", wrap_.whole);
    return context_.expr().comprehension(Op::map, opened, list, inside(opened), where_);
  }

  /// What is behind the indices.
  ExprId inside(std::uint32_t slot) {
    if (wrap_.unit) return context_.expr().unit(where_);
    std::vector<ExprId> parts;
    for (std::size_t k = wrap_.indices.size(); k < components(); ++k) parts.push_back(part(slot, k));
    return parts.size() == 1 ? parts[0] : context_.expr().tuple(inner_, parts, where_);
  }

 private:
  [[nodiscard]] std::size_t components() const {
    const ColourSet& set = context_.colours()[wrap_.whole];
    return set.kind == ColourKind::product ? set.components.size() : 0;
  }
  ExprId part(std::uint32_t slot, std::size_t k) {
    const ExprId token = context_.expr().variable(wrap_.whole, slot, where_);
    const bool bare = wrap_.unit && wrap_.indices.size() == 1;
    return bare ? token : context_.expr().project(token, k, where_);
  }
  Context& context_;
  const Wrap& wrap_;
  ColourSetId inner_;
  Location where_;
};

ColourSetId inside_of(const PlaceUse& use, std::size_t layer) {
  return layer + 1 < use.wraps.size() ? use.wraps[layer + 1].whole : use.inner;
}

ExprId tokens_of(Context& context, Env& env, const PlaceUse& use, const Node& node) {
  if (context.net()[use.place].fluid) {
    context.diagnostics().error(node.where, fmt::format("`{}` is fluid and holds no tokens", context.net()[use.place].name),
                                "write `level(P)` for what is in it");
    return {};
  }
  ExprId list = context.expr().token_list(use.place, node.where);
  for (std::size_t k = 0; k < use.wraps.size() && list.valid(); ++k) {
    Layer layer(context, use.wraps[k], inside_of(use, k), node.where);
    list = layer.open(env, layer.chosen(env, list));
  }
  return list;
}

}  // namespace

bool names_place(const Env& env, const Node& node) {
  const Node* base = &node;
  while ((base->kind == Kind::select || base->kind == Kind::index) && !base->children.empty()) base = base->children.data();
  if (base->kind == Kind::root) return true;
  if (base->kind != Kind::name) return false;
  const bool local = std::any_of(env.locals.begin(), env.locals.end(), [&](const Local& each) { return each.name == base->text; });
  if (local || find(*env.scope, NameSpace::value, base->text) != nullptr) return false;
  if (find(*env.scope, NameSpace::colour, base->text) != nullptr) return false;
  const NameSpace space = base == &node || node.kind == Kind::index ? NameSpace::place : NameSpace::instance;
  return find(*env.scope, space, base->text) != nullptr || find(*env.scope, NameSpace::instance, base->text) != nullptr;
}

ExprId tokens_of_place(Context& context, Env& env, const Node& node) {
  if (!env.state) {
    context.diagnostics().error(node.where, "the tokens of a place cannot be looked at here",
                                "they can in measures, properties, stop conditions, guards, counts, rates, weights, and "
                                "`draw k = sum(e in P : e);`, whose value may be put");
    return {};
  }
  ExprId all;
  for (const Target& target : follow(context, env, node, NameSpace::place)) {
    if (!target.place) {
      context.diagnostics().error(node.where, "a list or a place is wanted");
      return {};
    }
    const ExprId list = tokens_of(context, env, *target.place, node);
    if (!list.valid()) return {};
    const std::array<ExprId, 2> both{all, list};
    all = all.valid() ? context.expr().list_op(Op::concat, both, node.where) : list;
  }
  return all;
}

ExprId list_seen_by(Context& context, Env& env, const PlaceUse& use, ExprId list, Location where) {
  for (std::size_t k = 0; k < use.wraps.size() && list.valid(); ++k)
    list = Layer(context, use.wraps[k], inside_of(use, k), where).open(env, list);
  return list;
}

ExprId condition_on_token(Context& context, Env& env, const PlaceUse& use, std::uint32_t token, const Node& condition) {
  std::vector<std::pair<std::uint32_t, ExprId>> lets;
  for (std::size_t k = 0; k < use.wraps.size(); ++k) {
    const ExprId inside = Layer(context, use.wraps[k], inside_of(use, k), condition.where).inside(token);
    token = new_slot(env, k + 1 < use.wraps.size() ? std::string_view() : condition.text, inside_of(use, k));
    lets.emplace_back(token, inside);
  }
  env.locals.push_back({condition.text, use.inner, token, {}});
  ExprId holds = elaborate_as(context, env, condition.children[0], ColourTable::kBool);
  env.locals.pop_back();
  for (std::size_t k = lets.size(); k-- > 0 && holds.valid();)
    holds = context.expr().let(lets[k].first, lets[k].second, holds, condition.where);
  return holds;
}

// `tokens(P, t where c)` is sum(t in P where c : 1).
ExprId tokens_such_that(Context& context, Env& env, const Node& path, const Node& condition) {
  ExprBuilder& expr = context.expr();
  const ExprId list = tokens_of_place(context, env, path);
  if (!list.valid()) return {};
  const ColourSetId token = context.colours()[expr.type(list)].components[0];
  const std::uint32_t slot = new_slot(env, condition.text, token);
  env.locals.push_back({condition.text, token, slot, {}});
  const ExprId holds = elaborate_as(context, env, condition.children[0], ColourTable::kBool);
  env.locals.pop_back();
  if (!holds.valid()) return {};
  const ExprId chosen = expr.comprehension(Op::filter, slot, list, holds, condition.where);
  return expr.comprehension(Op::sum, new_slot(env, condition.text, token), chosen, expr.integer(1, condition.where),
                            condition.where);
}

}  // namespace petriloom::loom
