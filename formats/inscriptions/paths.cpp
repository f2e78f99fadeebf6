// SPDX-License-Identifier: Apache-2.0
// Paths: `cpu.RUN`, `gpu[g].BUSY`, a port, a component of a place.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/expr/constant_fold.h"
#include "engine/net/index_text.h"
#include "engine/net/suggest.h"
#include "engine/text/wording.h"
#include "formats/inscriptions/inscriptions.h"

namespace petriloom::loom {
namespace {

std::vector<std::string> members(const Scope& scope) {
  std::vector<std::string> names;
  for (const auto& [key, symbol] : scope.names) {
    if (key.first == NameSpace::place || key.first == NameSpace::transition || key.first == NameSpace::instance)
      names.push_back(symbol->name);
  }
  return names;
}

PlaceUse local_place(const Symbol& symbol, const Net& net, std::vector<ExprId> indices) {
  PlaceUse use;
  use.place = symbol.place;
  use.inner = symbol.type;
  if (indices.empty() || symbol.scope->written_out) return use;
  use.wraps.push_back({net[symbol.place].colour, std::move(indices), symbol.type == ColourTable::kUnit});
  return use;
}

/// Follows one path step by step.
class Walk {
 public:
  Walk(Context& context, Env& env, NameSpace wanted, bool* absent)
      : context_(context), env_(env), wanted_(wanted), absent_(absent) {}

  std::vector<Target> run(const Node& path) {
    std::vector<const Node*> steps;
    const Node* base = &path;
    while (base->kind == Kind::select || base->kind == Kind::index) {
      if (base->kind == Kind::select) ++selections_;
      steps.push_back(base);
      base = base->children.data();
    }
    std::vector<Target> targets = start(*base);
    for (auto step = steps.rbegin(); step != steps.rend() && !targets.empty(); ++step) {
      if ((*step)->kind == Kind::select) --selections_;
      std::vector<Target> next;
      for (Target& target : targets) {
        std::vector<Target> reached = (*step)->kind == Kind::select ? select(target, **step) : index(std::move(target), **step);
        if (reached.empty() && !skipped_) return {};
        std::move(reached.begin(), reached.end(), std::back_inserter(next));
      }
      targets = std::move(next);
    }
    if (targets.empty() && skipped_ && absent_ != nullptr) *absent_ = true;
    return targets;
  }

 private:
  std::vector<Target> fail(const Node& node, std::string message, std::string help = {}) {
    context_.diagnostics().error(node.where, std::move(message), std::move(help));
    return {};
  }

  /// What a name can be: the last one of a path what is wanted, the others instances. An array of
  /// instances or a place of a product may still be followed by indices.
  [[nodiscard]] std::array<NameSpace, 2> spaces() const {
    if (selections_ > 0) return {NameSpace::instance, NameSpace::instance};
    return {wanted_, NameSpace::instance};
  }
  [[nodiscard]] std::string_view what() const {
    if (selections_ > 0) return "instance";
    return wanted_ == NameSpace::transition ? "transition" : "place";
  }

  std::vector<Target> start(const Node& base) {
    if (base.kind == Kind::root) {
      Target target;
      target.scope = &context_.scopes.front();
      return {target};
    }
    Symbol* symbol = nullptr;
    for (const NameSpace space : spaces()) {
      if (symbol == nullptr && base.kind == Kind::name) symbol = find(*env_.scope, space, base.text);
    }
    if (symbol == nullptr) {
      if (base.kind != Kind::name) return fail(base, "expected a path");
      const std::array<NameSpace, 2> wanted = spaces();
      unknown(context_, *env_.scope, base, what(), [&wanted](const Symbol& each) {
        return std::find(wanted.begin(), wanted.end(), space_of(each.kind)) != wanted.end();
      });
      return {};
    }
    std::vector<ExprId> indices;
    for (std::size_t k = 0; k < symbol->scope->indices.size() && !symbol->scope->written_out; ++k) {
      indices.push_back(index_value(context_, env_, k, *symbol->scope, base.where));
    }
    return enter(*symbol, std::move(indices), base);
  }

  std::vector<Target> enter(Symbol& symbol, std::vector<ExprId> indices, const Node& node) {
    Target target;
    target.symbol = &symbol;
    target.indices = std::move(indices);
    switch (symbol.kind) {
      case NameKind::place:
        if (!symbol.type.valid()) return {};
        target.place = local_place(symbol, context_.net(), target.indices);
        return {target};
      case NameKind::port:
      case NameKind::alias:
        return port(symbol, target.indices, node);
      case NameKind::instance:
        target.scope = symbol.instance;
        return {target};
      case NameKind::transition:
        return {target};
      default:
        return fail(node, fmt::format("`{}` is {}; expected a place, transition or instance", node.text, describe(symbol.kind)));
    }
  }

  std::vector<Target> port(Symbol& symbol, const std::vector<ExprId>& indices, const Node& node) {
    if (symbol.value == nullptr) return {};  // reported where the instance stands
    if (symbol.progress == Progress::running || context_.running > kMostRunning)
      return fail(node, fmt::format("the {} `{}` is bound to itself, or through too many others",
                                    symbol.kind == NameKind::port ? "port" : "name", symbol.name));
    Env there = outside(env_, *symbol.value_scope);
    if (!symbol.scope->written_out) there.indices = &indices;
    symbol.progress = Progress::running;
    ++context_.running;
    std::vector<Target> targets = Walk(context_, there, NameSpace::place, absent_).run(*symbol.value);
    symbol.progress = Progress::untouched;
    --context_.running;
    for (Target& target : targets) open_array(target);
    return targets;
  }

  /// `node[*].P`: what a folded array has as P is one place, whose colours begin with the index.
  void open_array(Target& target) {
    if (!target.place || target.place->wraps.size() != 1) return;
    Wrap& layer = target.place->wraps.front();
    std::size_t kept = layer.indices.size();
    while (kept > 0 && context_.net().exprs[layer.indices[kept - 1]].op == Op::wildcard) --kept;
    if (kept == layer.indices.size()) return;
    std::vector<ColourSetId> types;
    for (std::size_t k = kept; k < layer.indices.size(); ++k) types.push_back(context_.expr().type(layer.indices[k]));
    if (!layer.unit) types.push_back(target.place->inner);
    target.place->inner = types.size() == 1 ? types[0] : context_.colours().add_product("", types);
    layer.unit = false;
    layer.indices.resize(kept);
    if (kept == 0) target.place->wraps.clear();
  }

  std::vector<Target> select(const Target& target, const Node& step) {
    const bool array = target.symbol != nullptr && target.symbol->array;
    if (target.scope == nullptr || (array && !target.scope->written_out && target.indices.size() < target.scope->indices.size())) {
      if (!array) return fail(step, fmt::format("`{}` has no members", target.symbol == nullptr ? "" : target.symbol->name));
      return fail(step, fmt::format("`{}` is an array", target.symbol->name),
                  fmt::format("write `{0}[i].{1}`", target.symbol->name, step.text));
    }
    for (const NameSpace space : spaces()) {
      if (Symbol* member = target.scope->own(space, step.text)) return enter(*member, target.indices, step);
    }
    return fail(
        step,
        fmt::format("there is no {} `{}` in `{}`", what(), step.text, target.symbol == nullptr ? "the net" : target.symbol->name),
        suggestion(context_.diagnostics(), step.text, [&] { return members(*target.scope); }));
  }

  std::vector<Target> index(Target target, const Node& step) {
    if (target.place) return component(std::move(target), step);
    if (target.symbol == nullptr || !target.symbol->array)
      return fail(step, "only arrays and places of a product can have an index");
    const std::vector<ColourSetId>& types = target.symbol->index_types;
    const bool chosen =
        target.symbol->instance == nullptr ? target.scope != nullptr : target.indices.size() >= target.scope->indices.size();
    if (chosen) return fail(step, fmt::format("`{}` has its index already", target.symbol->name));
    if (step.children.size() - 1 != types.size()) {
      return fail(step, fmt::format("`{}` has {}, not {}", target.symbol->name, counted(types.size(), "index", "indices"),
                                    step.children.size() - 1));
    }
    std::vector<ExprId> values;
    for (std::size_t k = 0; k < types.size(); ++k) {
      values.push_back(index_expression(step.children[k + 1], types[k]));
      if (!values.back().valid() || beyond(values.back(), target, step)) return {};
    }
    return target.symbol->instance != nullptr ? folded(std::move(target), values, step) : expanded(target, values, step);
  }

  /// Whether an index is constant but no colour of its set, which is told.
  bool beyond(ExprId value, const Target& target, const Node& step) {
    if (context_.expr().folded(value)) return false;
    std::string problem;
    if (constant_value(context_.net(), value, &problem) || problem.empty()) return false;
    skipped_ = absent_ != nullptr;
    if (!skipped_) fail(step, fmt::format("`{}` has no such element: {}", target.symbol->name, problem));
    return true;
  }

  /// A number stands for the colour of that index.
  ExprId index_expression(const Node& node, ColourSetId type) {
    if (node.kind == Kind::star) return context_.expr().wildcard(type, node.where);
    const ColourSetId base = context_.colours().base_of(type);
    const ColourKind kind = context_.colours()[base].kind;
    Env inner = env_;
    inner.state = false;
    const ExprId value = elaborate(context_, inner, node, type);
    if (!value.valid()) return {};
    const ColourSetId given = context_.colours().base_of(context_.expr().type(value));
    const bool from_int = given == ColourTable::kInt || context_.colours()[given].kind == ColourKind::range;
    if (from_int && (kind == ColourKind::index || kind == ColourKind::enumeration)) {
      const ExprId ordinal = context_.expr().convert(value, ColourTable::kInt, node.where);
      return context_.expr().convert(context_.expr().colour_at(base, ordinal, node.where), type, node.where);
    }
    if (kind == ColourKind::integer && context_.colours()[given].kind == ColourKind::index) {
      return context_.expr().unary(Op::index_of, value, node.where);
    }
    return context_.expr().convert(value, type, node.where);
  }

  std::vector<Target> folded(Target target, const std::vector<ExprId>& values, const Node& step) {
    target.scope = target.symbol->instance;
    target.indices.insert(target.indices.end(), values.begin(), values.end());
    if (target.scope->filters.empty() || target.scope->written_out) return {target};
    std::vector<Word> row;
    for (const ExprId value : target.indices) {
      if (const std::optional<Word> word = context_.expr().constant(value)) row.push_back(*word);
    }
    if (row.size() == target.indices.size()) {
      const std::vector<std::vector<Word>>& rows = rows_of(context_, *target.scope);
      if (!std::binary_search(rows.begin(), rows.end(), row)) return no_element(target, row, step);
    }
    return {target};
  }

  std::vector<Target> expanded(const Target& target, const std::vector<ExprId>& values, const Node& step) {
    std::vector<std::optional<Word>> wanted;
    for (const ExprId value : values) {
      wanted.push_back(context_.expr().constant(value));
      if (wanted.back() || context_.net().exprs[value].op == Op::wildcard) continue;
      return fail(step, fmt::format("the index of `{}` must be constant", target.symbol->name), "this array is not folded");
    }
    std::vector<Target> found;
    for (const auto& [row, scope] : target.symbol->elements) {
      bool matches = true;
      for (std::size_t k = 0; k < row.size(); ++k) matches = matches && (!wanted[k] || *wanted[k] == row[k]);
      if (!matches) continue;
      Target element = target;
      element.scope = scope;
      element.symbol = target.symbol;
      found.push_back(element);
    }
    if (!found.empty()) return found;
    std::vector<Word> row;
    for (const std::optional<Word>& word : wanted) row.push_back(word.value_or(0));
    return no_element(target, row, step);
  }

  std::vector<Target> no_element(const Target& target, std::span<const Word> row, const Node& step) {
    skipped_ = absent_ != nullptr;
    if (skipped_) return {};
    const std::vector<ColourSetId>& types = target.symbol->index_types;
    return fail(step, fmt::format("there is no element {}{}", target.symbol->name,
                                  format_indices(context_, types, row.last(std::min(row.size(), types.size())))));
  }

  /// `P[i]` of a place of colour product(I, C): the component with index i. Of product(I, J, C) it
  /// is one of product(J, C).
  std::vector<Target> component(Target target, const Node& step) {
    PlaceUse& use = *target.place;
    const std::size_t count = step.children.size() - 1;
    const ColourSet set = context_.colours()[use.inner];
    const std::size_t parts = set.composite() ? set.components.size() : 1;
    if (use.inner == ColourTable::kUnit || count > parts || (count < parts && set.kind == ColourKind::record)) {
      return fail(
          step,
          fmt::format("a place of {} cannot have {}", context_.colours().describe(use.inner), counted(count, "index", "indices")),
          "`P[i]` wants a place of a product that begins with the index, or of the index itself");
    }
    Wrap layer{use.inner, {}, count == parts};
    for (std::size_t k = 0; k < count; ++k) {
      layer.indices.push_back(index_expression(step.children[k + 1], set.composite() ? set.components[k] : use.inner));
      if (!layer.indices.back().valid()) return {};
    }
    use.inner = layer.unit ? ColourTable::kUnit : set.components.back();
    if (parts > count + 1) {
      use.inner = context_.colours().add_product(
          "", {set.components.begin() + static_cast<std::ptrdiff_t>(count), set.components.end()}, step.where);
    }
    use.wraps.push_back(std::move(layer));
    return {target};
  }

  Context& context_;
  Env& env_;
  NameSpace wanted_;
  bool* absent_;
  std::size_t selections_ = 0;  ///< `.name` steps still to come
  bool skipped_ = false;
};

/// The instance a path leads to, indices left aside; null where that cannot be said without them.
const Symbol* symbol_of(const Scope& from, const Node& path) {
  if (path.kind == Kind::name) return find(from, NameSpace::instance, path.text);
  if (path.kind == Kind::index) return symbol_of(from, path.children[0]);
  if (path.kind != Kind::select) return nullptr;
  const Scope* scope = nullptr;
  if (path.children[0].kind == Kind::root) {
    scope = &from;
    while (scope->parent != nullptr) scope = scope->parent;
  } else if (const Symbol* base = symbol_of(from, path.children[0]); base != nullptr && base->kind == NameKind::instance) {
    scope = base->instance != nullptr || base->elements.empty() ? base->instance : base->elements.begin()->second;
  }
  return scope == nullptr ? nullptr : scope->own(NameSpace::instance, path.text);
}

std::string not_one(const std::vector<Target>& targets, std::string_view wanted) {
  if (targets.size() > 1) return fmt::format("this leads to {} {}s, where one is wanted", targets.size(), wanted);
  const std::string_view what = targets[0].symbol == nullptr ? "the net" : describe(targets[0].symbol->kind);
  return fmt::format("this leads to {}, not to {}", what, with_article(wanted));
}

bool mentions(const Node& node, std::string_view name) {
  if (node.kind == Kind::name && node.text == name) return true;
  return std::any_of(node.children.begin(), node.children.end(), [name](const Node& child) { return mentions(child, name); });
}

}  // namespace

std::vector<Target> follow(Context& context, Env& env, const Node& path, NameSpace wanted, bool* absent) {
  return Walk(context, env, wanted, absent).run(path);
}

std::optional<PlaceUse> follow_place(Context& context, Env& env, const Node& path) {
  std::vector<Target> targets = follow(context, env, path, NameSpace::place);
  if (targets.size() == 1 && targets[0].place) return std::move(targets[0].place);
  if (!targets.empty()) context.diagnostics().error(path.where, not_one(targets, "place"));
  return std::nullopt;
}

std::optional<Target> follow_transition(Context& context, Env& env, const Node& path) {
  std::vector<Target> targets = follow(context, env, path, NameSpace::transition);
  if (targets.size() == 1 && targets[0].symbol != nullptr && targets[0].symbol->kind == NameKind::transition) return targets[0];
  if (!targets.empty()) context.diagnostics().error(path.where, not_one(targets, "transition"));
  return std::nullopt;
}

const Symbol* port_of(const Env& env, const Node& path) {
  const Scope* scope = env.scope;
  const Node* at = &path;
  for (std::size_t names = 0; names < kMostRunning; ++names) {
    const Node* base = at;
    while (base->kind == Kind::select || base->kind == Kind::index) base = base->children.data();
    if (base->kind != Kind::name) return nullptr;
    if (find(*scope, NameSpace::instance, base->text) != nullptr && at->kind == Kind::select) return nullptr;
    const Symbol* const symbol = find(*scope, NameSpace::place, base->text);
    if (symbol != nullptr && symbol->kind == NameKind::port) return symbol;
    if (symbol == nullptr || symbol->kind != NameKind::alias || symbol->value == nullptr) return nullptr;
    scope = symbol->value_scope;
    at = symbol->value;
  }
  return nullptr;
}

bool needs_literal(const Env& env, const Node& node, std::string_view name) {
  if (node.kind == Kind::index) {
    const Symbol* const symbol = symbol_of(*env.scope, node.children[0]);
    const bool expanded = symbol != nullptr && symbol->array && symbol->instance == nullptr;
    if (expanded &&
        std::any_of(node.children.begin() + 1, node.children.end(), [name](const Node& index) { return mentions(index, name); })) {
      return true;
    }
  }
  return std::any_of(node.children.begin(), node.children.end(),
                     [&env, name](const Node& child) { return needs_literal(env, child, name); });
}

std::string format_indices(Context& context, std::span<const ColourSetId> types, std::span<const Word> words) {
  std::string text;
  for (std::size_t k = 0; k < words.size(); ++k) {
    text += "[" + index_text(context.colours(), types[k], words[k], context.net().pool) + "]";
  }
  return text;
}

}  // namespace petriloom::loom
