// SPDX-License-Identifier: Apache-2.0
// Generic functions: what their type parameters stand for follows from the arguments of a call;
// each choice gives a function.
#include <fmt/format.h>

#include <algorithm>

#include "engine/text/wording.h"
#include "formats/inscriptions/inscriptions.h"

namespace petriloom::loom {
namespace {

/// More instances than this are refused: a function that calls itself with ever larger colour sets
/// has no end of them.
constexpr std::size_t kMostOfGenerics = 1000;
/// The same for colour sets of more parts than this.
constexpr std::size_t kLargestType = 1000;

std::size_t type_size(const ColourTable& colours, ColourSetId id, std::size_t most) {
  std::size_t size = 1;
  for (const ColourSetId part : colours[id].components) {
    if (size >= most) break;
    size += type_size(colours, part, most - size);
  }
  return size;
}

class Inference {
 public:
  Inference(Context& context, Env& env, const Node& call, Symbol& symbol, ColourSetId expected)
      : context_(context), env_(env), call_(call), symbol_(symbol), expected_(expected) {
    for (const Node& name : symbol.node->child(Kind::type_parameters)->children) bound_.emplace_back(name.text, ColourSetId{});
  }

  ExprId run() {
    const std::vector<Node>& parameters = symbol_.node->child(Kind::parameters)->children;
    if (call_.children.size() != parameters.size()) {
      context_.diagnostics().error(call_.where, fmt::format("`{}` takes {}, not {}", call_.text,
                                                            counted(parameters.size(), "argument"), call_.children.size()));
      return {};
    }
    arguments_.resize(parameters.size());
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (!needs_type(call_.children[i]) && !argument(i, {})) return {};
    }
    if (expected_.valid() && std::any_of(bound_.begin(), bound_.end(), [](const auto& each) { return !each.second.valid(); }))
      (void)unify(symbol_.node->child(Kind::typed)->children[0], expected_);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (!arguments_[i].valid() && !argument(i, parameter_type(i))) return {};
    }
    for (const auto& [name, type] : bound_) {
      if (type.valid()) continue;
      context_.diagnostics().error(call_.where, fmt::format("what `{}` of `{}` is cannot be told from this call", name, call_.text),
                                   "say it: (argument : TYPE), or (call : TYPE)");
      return {};
    }
    return call();
  }

 private:
  /// Values that only a known colour set gives one.
  static bool needs_type(const Node& node) {
    return node.kind == Kind::record || (node.kind == Kind::list && node.children.empty());
  }

  [[nodiscard]] const Node& parameter(std::size_t i) const {
    return symbol_.node->child(Kind::parameters)->children[i].children[0];
  }

  ColourSetId* bound_type(std::string_view name) {
    for (auto& [known, type] : bound_) {
      if (known == name) return &type;
    }
    return nullptr;
  }

  bool argument(std::size_t i, ColourSetId hint) {
    arguments_[i] = elaborate(context_, env_, call_.children[i], hint);
    if (!arguments_[i].valid()) return false;
    const ColourSetId type = context_.expr().type(arguments_[i]);
    if (type_size(context_.colours(), type, kLargestType) >= kLargestType) {
      context_.diagnostics().error(call_.where,
                                   fmt::format("`{}` is called with a colour set of more than {} parts", call_.text, kLargestType),
                                   "does it call itself with ever larger ones?");
      return false;
    }
    if (unify(parameter(i), type)) return true;
    context_.diagnostics().error(
        call_.children[i].where,
        fmt::format("this is of {}, which does not fit the parameter `{}` of `{}`", context_.colours().describe(type),
                    symbol_.node->child(Kind::parameters)->children[i].text, call_.text),
        "the function is declared at " + context_.net().sources->describe(symbol_.where));
    return false;
  }

  /// Finds type parameters by laying the type of a parameter beside that of its argument.
  bool unify(const Node& wanted, ColourSetId given) {
    const ColourSet set = context_.colours()[given];
    if (wanted.kind == Kind::type_name) {
      ColourSetId* const type = bound_type(wanted.text);
      if (type == nullptr) return true;  // checked when the argument is converted
      const ColourSetId common = type->valid() ? common_type(context_.colours(), *type, given) : given;
      if (common.valid()) *type = common;
      return common.valid();
    }
    if (wanted.kind == Kind::list_type) return set.kind == ColourKind::list && unify(wanted.children[0], set.components[0]);
    if (wanted.kind != Kind::product_type) return true;
    if (set.kind != ColourKind::product || set.components.size() != wanted.children.size()) return false;
    for (std::size_t k = 0; k < set.components.size(); ++k) {
      if (!unify(wanted.children[k], set.components[k])) return false;
    }
    return true;
  }

  /// A scope in which the type parameters found so far are colour sets.
  Scope& type_scope() {
    Scope& scope = inner_scope(context_, *symbol_.scope);
    for (const auto& [name, type] : bound_) {
      if (!type.valid()) continue;
      Symbol colour;
      colour.kind = NameKind::colour;
      colour.name = name;
      colour.where = symbol_.where;
      colour.progress = Progress::done;
      colour.type = type;
      declare(context_, scope, std::move(colour));
    }
    return scope;
  }

  /// The type of a parameter if all that it mentions is known by now.
  ColourSetId parameter_type(std::size_t i) {
    if (mentions_unknown(parameter(i))) return {};
    return resolve_type(context_, type_scope(), parameter(i));
  }

  bool mentions_unknown(const Node& type) {
    if (type.kind == Kind::type_name) {
      const ColourSetId* const known = bound_type(type.text);
      return known != nullptr && !known->valid();
    }
    return std::any_of(type.children.begin(), type.children.end(), [this](const Node& child) { return mentions_unknown(child); });
  }

  Symbol* instance() {
    std::vector<ColourSetId> key;
    for (const auto& [name, type] : bound_) key.push_back(type);
    Symbol*& made = symbol_.instances[key];
    if (made != nullptr) return made;
    if (++context_.generic_instances > kMostOfGenerics) {
      context_.diagnostics().error(call_.where, fmt::format("more than {} instances of generic functions", kMostOfGenerics),
                                   "does one call itself with ever larger colour sets?");
      symbol_.failed = true;
      return nullptr;
    }
    Symbol symbol;
    symbol.kind = NameKind::function;
    symbol.name = symbol_.name;
    symbol.where = symbol_.where;
    symbol.node = symbol_.node;
    symbol.scope = &type_scope();
    symbol.generic = &symbol_;
    made = &context_.symbols.emplace_back(std::move(symbol));
    made->called_at = call_.where;
    return made;
  }

  ExprId call() {
    if (symbol_.failed) return {};
    Symbol* const made = instance();
    if (made == nullptr) return {};
    const FunctionId id = resolve_function(context_, *made);
    if (!id.valid()) return {};
    const std::size_t leading = symbol_.scope->indices.size();
    const std::vector<ColourSetId> types = context_.net()[id].parameters;
    std::vector<ExprId> all;
    for (std::size_t k = 0; k < leading; ++k) all.push_back(index_value(context_, env_, k, *symbol_.scope, call_.where));
    for (std::size_t i = 0; i < arguments_.size(); ++i) {
      all.push_back(context_.expr().convert(arguments_[i], types[leading + i], call_.children[i].where));
      if (!all.back().valid()) return {};
    }
    return context_.expr().call(id, all, call_.where);
  }

  Context& context_;
  Env& env_;
  const Node& call_;
  Symbol& symbol_;
  ColourSetId expected_;
  std::vector<std::pair<std::string, ColourSetId>> bound_;
  std::vector<ExprId> arguments_;
};

}  // namespace

ExprId generic_call(Context& context, Env& env, const Node& node, Symbol& symbol, ColourSetId expected) {
  return Inference(context, env, node, symbol, expected).run();
}

}  // namespace petriloom::loom
