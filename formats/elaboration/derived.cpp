// SPDX-License-Identifier: Apache-2.0
// Derived measures: names made absolute, constants evaluated, keys left open.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/net/index_text.h"
#include "engine/net/suggest.h"
#include "formats/elaboration/elaborate.h"

namespace petriloom::loom {
namespace {

/// A measure or an instance that a path leads to, and its name so far. Elements of an expanded
/// array need not have the same arrays in them, so all that an index may stand for are looked at.
struct Reached {
  std::vector<const Scope*> scopes;   ///< of an instance
  std::vector<const Symbol*> arrays;  ///< whose index is still to come
  DerivedExpr name;
  bool measure = false;
};

class DerivedMaker {
 public:
  DerivedMaker(Context& context, Env& env, const Measure& measure) : context_(context), env_(env), measure_(measure) {}

  std::optional<DerivedExpr> make(const Node& node) {
    switch (node.kind) {
      case Kind::number:
        return constant(node);
      case Kind::unary:
        if (node.text != "-") return fail(node, "this cannot stand in a measure over measures");
        return operation(DerivedOp::negate, node);
      case Kind::binary:
        return binary(node);
      case Kind::call:
        return call(node);
      case Kind::name:
      case Kind::select:
      case Kind::index:
        return name(node);
      default:
        return fail(node, "this cannot stand in a measure over measures",
                    "numbers, + - * /, names of measures, and functions of them");
    }
  }

 private:
  std::nullopt_t fail(const Node& node, std::string message, std::string help = {}) {
    context_.diagnostics().error(node.where, std::move(message), std::move(help));
    return std::nullopt;
  }

  std::optional<DerivedExpr> constant(const Node& node) {
    Env there = outside(env_, *env_.scope);
    bool uses_index = false;
    there.uses_index = &uses_index;
    const ExprId value = elaborate_as(context_, there, node, ColourTable::kReal);
    if (!value.valid()) return std::nullopt;
    if (uses_index) return fail(node, "this depends on the index of a folded array", "record it as a measure of its own");
    const std::optional<Word> word = evaluate(context_, value, {}, env_.frame->slots.size());
    if (!word) return std::nullopt;
    const double real = real_of_word(*word);
    if (!std::isfinite(real)) return fail(node, fmt::format("this is {}, and a measure needs a finite number", real));
    DerivedExpr number;
    number.number = real;
    return number;
  }

  std::optional<DerivedExpr> operation(DerivedOp op, const Node& node) {
    std::optional<DerivedExpr> made(std::in_place);
    made->op = op;
    for (const Node& child : node.children) {
      std::optional<DerivedExpr> part = make(child);
      if (!part && op >= DerivedOp::sum) return std::nullopt;
      if (!part) made.reset();  // the other side of an operator may be wrong as well
      if (made) made->children.push_back(std::move(*part));
    }
    return made;
  }

  std::optional<DerivedExpr> binary(const Node& node) {
    const std::size_t op = node.text.size() == 1 ? kDerivedOperators.find(node.text) : std::string_view::npos;
    if (op == std::string_view::npos)
      return fail(node, fmt::format("`{}` cannot stand in a measure over measures", node.text), "expected + - * /");
    return operation(static_cast<DerivedOp>(static_cast<std::size_t>(DerivedOp::add) + op), node);
  }

  std::optional<DerivedExpr> call(const Node& node) {
    const auto* const function = std::find(kDerivedFunctions.begin(), kDerivedFunctions.end(), node.text);
    if (function == kDerivedFunctions.end()) return constant(node);
    if (node.children.empty()) return fail(node, fmt::format("`{}` needs an argument", node.text));
    return operation(static_cast<DerivedOp>(static_cast<std::ptrdiff_t>(DerivedOp::sum) + (function - kDerivedFunctions.begin())),
                     node);
  }

  std::optional<DerivedExpr> name(const Node& node) {
    if (node.kind == Kind::name && is_constant(node.text)) return constant(node);
    std::optional<Reached> reached = follow(node);
    if (!reached) return std::nullopt;
    if (!reached->measure) return fail(node, "this does not lead to a measure");
    return std::move(reached->name);
  }

  /// Whether a measure has this name, or is a member of a family of this name that was written out,
  /// such as 'time[0]'.
  static bool has_measure(const Scope& scope, std::string_view text) {
    if (scope.measures.contains(text)) return true;
    const std::string member = fmt::format("{}[", text);
    const auto next = scope.measures.lower_bound(member);
    return next != scope.measures.end() && next->first.starts_with(member);
  }

  bool is_constant(std::string_view text) const {
    for (const Scope* at = env_.scope; at != nullptr; at = at->parent) {
      if (at->measures.contains(text)) return false;
      if (at->own(NameSpace::value, text) != nullptr) return true;
    }
    return false;
  }

  /// The absolute name of an instance, with the keys of the measure as indices of the folded ones.
  DerivedExpr absolute(const Scope& scope) {
    if (scope.outer == nullptr) return {DerivedOp::members, 0, {}, {}, {}, {}};
    DerivedExpr name = joined(absolute(*scope.outer), context_.net()[scope.module].name);
    for (std::size_t k = scope.outer->indices.size(); k < scope.indices.size(); ++k)
      add_index(name, {DerivedIndex::Kind::key, k, {}});
    return name;
  }

  /// A name and what comes next in it: the name of a measure or of an instance, with its index if
  /// that is written out.
  static DerivedExpr joined(DerivedExpr name, std::string_view last) {
    if (!name.name.empty()) name.name += ".";
    std::vector<std::string> indices;
    name.name += shape_of(last, indices);
    for (std::string& index : indices) name.indices.push_back({DerivedIndex::Kind::fixed, 0, std::move(index)});
    return name;
  }

  static void add_index(DerivedExpr& name, DerivedIndex index) {
    name.name += "[]";
    name.indices.push_back(std::move(index));
  }

  std::string text(const Reached& reached) const { return derived_text(context_.net(), measure_, reached.name); }

  std::optional<Reached> follow(const Node& node) {
    if (node.kind == Kind::root) return Reached{{&context_.scopes.front()}, {}, absolute(context_.scopes.front()), false};
    if (node.kind == Kind::name) return start(node);
    const std::optional<Reached> base = follow(node.children[0]);
    if (!base) return std::nullopt;
    return node.kind == Kind::select ? select(*base, node) : index(*base, node);
  }

  std::optional<Reached> start(const Node& node) {
    for (const Scope* at = env_.scope; at != nullptr; at = at->parent) {
      const bool real = has_measure(*at, node.text) || at->own(NameSpace::instance, node.text) != nullptr;
      if (!real) continue;
      return member({{at}, {}, absolute(*at), false}, node);
    }
    const auto names = [this] {
      std::vector<std::string> all = visible(*env_.scope, [](const Symbol& symbol) { return symbol.kind == NameKind::instance; });
      for (const Scope* at = env_.scope; at != nullptr; at = at->parent) {
        for (const auto& [name, measure] : at->measures) all.emplace_back(name);
      }
      return all;
    };
    return fail(node, fmt::format("there is no measure `{}`", node.text), suggestion(context_.diagnostics(), node.text, names));
  }

  std::optional<Reached> member(const Reached& base, const Node& node) {
    Reached next{{}, {}, joined(base.name, node.text), false};
    for (const Scope* scope : base.scopes) {
      if (has_measure(*scope, node.text)) return Reached{{}, {}, next.name, true};
      const Symbol* const symbol = scope->own(NameSpace::instance, node.text);
      if (symbol == nullptr) continue;
      if (symbol->array) next.arrays.push_back(symbol);
      if (!symbol->array && symbol->instance != nullptr) next.scopes.push_back(symbol->instance);
    }
    if (!next.scopes.empty() || !next.arrays.empty()) return next;
    const auto names = [&base] {
      std::vector<std::string> all;
      for (const Scope* scope : base.scopes) {
        for (const auto& [name, measure] : scope->measures) all.emplace_back(name);
      }
      return all;
    };
    return fail(
        node, fmt::format("there is no measure `{}` in {}", node.text, base.name.name.empty() ? "the net" : "`" + text(base) + "`"),
        suggestion(context_.diagnostics(), node.text, names));
  }

  std::optional<Reached> select(const Reached& base, const Node& node) {
    if (!base.arrays.empty())
      return fail(node, fmt::format("`{}` is an array", text(base)), "write `[i]`, or `[*]` for all its elements");
    if (base.scopes.empty()) return fail(node, "a measure has no members");
    return member(base, node);
  }

  std::optional<Reached> index(const Reached& base, const Node& node) {
    if (base.arrays.empty() && !base.measure) return fail(node, "only arrays and families of measures have indices");
    Reached next{{}, {}, base.name, base.measure};
    for (std::size_t k = 1; k < node.children.size(); ++k) {
      const bool known = !base.arrays.empty() && k <= base.arrays.front()->index_types.size();
      std::optional<DerivedIndex> made =
          index_of(node.children[k], known ? base.arrays.front()->index_types[k - 1] : ColourSetId{});
      if (!made) return std::nullopt;
      add_index(next.name, std::move(*made));
    }
    for (const Symbol* array : base.arrays) {
      if (array->instance != nullptr) next.scopes.push_back(array->instance);
      for (const auto& [row, element] : array->elements) next.scopes.push_back(element);
    }
    if (!base.measure && next.scopes.empty()) return fail(node, "this array has no elements");
    return next;
  }

  std::optional<DerivedIndex> index_of(const Node& node, ColourSetId type) {
    if (node.kind == Kind::star) return DerivedIndex{};
    const auto key = std::find_if(measure_.keys.rbegin(), measure_.keys.rend(),
                                  [&node](const Variable& each) { return each.name == node.text; });
    if (node.kind == Kind::name && key != measure_.keys.rend())
      return DerivedIndex{DerivedIndex::Kind::key, static_cast<std::size_t>(measure_.keys.rend() - key) - 1, {}};
    Env there = outside(env_, *env_.scope);
    const ExprId value = elaborate(context_, there, node, type);
    const std::optional<Word> word = evaluate(context_, value, {}, env_.frame->slots.size());
    if (!word) return std::nullopt;
    const ColourSetId of = context_.expr().type(value);
    return DerivedIndex{DerivedIndex::Kind::fixed, 0, index_text(context_.colours(), of, *word, context_.net().pool)};
  }

  Context& context_;
  Env& env_;
  const Measure& measure_;
};

}  // namespace

std::optional<DerivedExpr> derived_of(Context& context, Env& env, const Node& node, const Measure& measure) {
  env.frame->slots.assign(measure.keys.begin(), measure.keys.end());
  return DerivedMaker(context, env, measure).make(node);
}

}  // namespace petriloom::loom
