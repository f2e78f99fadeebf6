// SPDX-License-Identifier: Apache-2.0
// Text of derived measures: names made absolute, constants evaluated, keys left as `[n]`.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/net/index_text.h"
#include "engine/net/suggest.h"
#include "formats/elaboration/elaborate.h"

namespace petriloom::loom {
namespace {

constexpr std::array<std::string_view, 5> kFunctions = {"sum", "mean", "min", "max", "count"};

/// A measure or an instance that a path leads to, and its absolute name so far. Elements of an expanded array need not have the
/// same arrays in them, so all that an index may stand for are looked at.
struct Reached {
  std::vector<const Scope*> scopes;   ///< of an instance
  std::vector<const Symbol*> arrays;  ///< whose index is still to come
  std::string text;
  bool measure = false;
};

class DerivedWriter {
 public:
  DerivedWriter(Context& context, Env& env, std::span<const Variable> keys) : context_(context), env_(env), keys_(keys) {}

  std::optional<std::string> write(const Node& node) {
    switch (node.kind) {
      case Kind::number:
        return constant(node);
      case Kind::unary:
        return unary(node);
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

  std::optional<std::string> constant(const Node& node) {
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
    return fmt::format("{}", real);
  }

  std::optional<std::string> unary(const Node& node) {
    if (node.text != "-") return fail(node, "this cannot stand in a measure over measures");
    const std::optional<std::string> operand = write(node.children[0]);
    if (!operand) return std::nullopt;
    return "(-" + *operand + ")";
  }

  std::optional<std::string> binary(const Node& node) {
    if (node.text != "+" && node.text != "-" && node.text != "*" && node.text != "/") {
      return fail(node, fmt::format("`{}` cannot stand in a measure over measures", node.text), "expected + - * /");
    }
    const std::optional<std::string> left = write(node.children[0]);
    const std::optional<std::string> right = write(node.children[1]);
    if (!left || !right) return std::nullopt;
    return fmt::format("({} {} {})", *left, node.text, *right);
  }

  std::optional<std::string> call(const Node& node) {
    if (std::find(kFunctions.begin(), kFunctions.end(), node.text) == kFunctions.end()) return constant(node);
    std::string text(node.text);
    text += "(";
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      const std::optional<std::string> argument = write(node.children[i]);
      if (!argument) return std::nullopt;
      text += (i == 0 ? "" : ", ") + *argument;
    }
    return text + ")";
  }

  std::optional<std::string> name(const Node& node) {
    if (node.kind == Kind::name && is_constant(node.text)) return constant(node);
    const std::optional<Reached> reached = follow(node);
    if (!reached) return std::nullopt;
    if (!reached->measure) return fail(node, "this does not lead to a measure");
    return reached->text;
  }

  bool is_constant(std::string_view text) const {
    for (const Scope* at = env_.scope; at != nullptr; at = at->parent) {
      if (at->measures.contains(text)) return false;
      if (at->own(NameSpace::value, text) != nullptr) return true;
    }
    return false;
  }

  /// The absolute name of an instance, with the keys of the measure as indices of the folded ones.
  std::string absolute(const Scope& scope) {
    if (scope.outer == nullptr) return "";
    std::string text = absolute(*scope.outer);
    if (!text.empty()) text += ".";
    text += context_.net()[scope.module].name;
    for (std::size_t k = scope.outer->indices.size(); k < scope.indices.size(); ++k) text += "[" + scope.indices[k].name + "]";
    return text;
  }

  static std::string join(const std::string& prefix, std::string_view last) {
    return prefix.empty() ? std::string(last) : prefix + "." + std::string(last);
  }

  std::optional<Reached> follow(const Node& node) {
    if (node.kind == Kind::root) return Reached{{&context_.scopes.front()}, {}, "", false};
    if (node.kind == Kind::name) return start(node);
    const std::optional<Reached> base = follow(node.children[0]);
    if (!base) return std::nullopt;
    return node.kind == Kind::select ? select(*base, node) : index(*base, node);
  }

  std::optional<Reached> start(const Node& node) {
    for (const Scope* at = env_.scope; at != nullptr; at = at->parent) {
      const bool real = at->measures.contains(node.text) || at->own(NameSpace::instance, node.text) != nullptr;
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
    Reached next{{}, {}, join(base.text, node.text), false};
    for (const Scope* scope : base.scopes) {
      if (scope->measures.contains(node.text)) return Reached{{}, {}, next.text, true};
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
    return fail(node,
                fmt::format("there is no measure `{}` in {}", node.text, base.text.empty() ? "the net" : "`" + base.text + "`"),
                suggestion(context_.diagnostics(), node.text, names));
  }

  std::optional<Reached> select(const Reached& base, const Node& node) {
    if (!base.arrays.empty())
      return fail(node, fmt::format("`{}` is an array", base.text), "write `[i]`, or `[*]` for all its elements");
    if (base.scopes.empty()) return fail(node, "a measure has no members");
    return member(base, node);
  }

  std::optional<Reached> index(const Reached& base, const Node& node) {
    if (base.arrays.empty() && !base.measure) return fail(node, "only arrays and families of measures have indices");
    Reached next{{}, {}, base.text, base.measure};
    for (std::size_t k = 1; k < node.children.size(); ++k) {
      const bool known = !base.arrays.empty() && k <= base.arrays.front()->index_types.size();
      const std::optional<std::string> text =
          index_text(node.children[k], known ? base.arrays.front()->index_types[k - 1] : ColourSetId{});
      if (!text) return std::nullopt;
      next.text += "[" + *text + "]";
    }
    for (const Symbol* array : base.arrays) {
      if (array->instance != nullptr) next.scopes.push_back(array->instance);
      for (const auto& [row, element] : array->elements) next.scopes.push_back(element);
    }
    if (!base.measure && next.scopes.empty()) return fail(node, "this array has no elements");
    return next;
  }

  std::optional<std::string> index_text(const Node& node, ColourSetId type) {
    if (node.kind == Kind::star) return "*";
    const auto key = std::find_if(keys_.begin(), keys_.end(), [&node](const Variable& each) { return each.name == node.text; });
    if (node.kind == Kind::name && key != keys_.end()) return key->name;
    Env there = outside(env_, *env_.scope);
    const ExprId value = elaborate(context_, there, node, type);
    const std::optional<Word> word = evaluate(context_, value, {}, env_.frame->slots.size());
    if (!word) return std::nullopt;
    const ColourSetId of = context_.expr().type(value);
    return petriloom::index_text(context_.colours(), of, *word, context_.net().pool);
  }

  Context& context_;
  Env& env_;
  std::span<const Variable> keys_;
};

}  // namespace

std::optional<std::string> derived_text(Context& context, Env& env, const Node& node, std::span<const Variable> keys) {
  env.frame->slots.assign(keys.begin(), keys.end());
  return DerivedWriter(context, env, keys).write(node);
}

}  // namespace petriloom::loom
