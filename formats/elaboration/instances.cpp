// SPDX-License-Identifier: Apache-2.0
// Instances of modules, scopes, and arrays of both, folded or expanded.
#include <fmt/format.h>

#include <algorithm>

#include "engine/net/suggest.h"
#include "formats/elaboration/elaborate.h"
#include "formats/inscriptions/limits.h"

namespace petriloom::loom {
namespace {

constexpr std::size_t kMostNesting = 64;

/// What the scopes made for one instance statement have in common.
struct Plan {
  Scope& around;
  Symbol& symbol;
  const Node& statement;
  const Symbol* module = nullptr;  ///< null for a scope
  std::size_t position = 0;

  [[nodiscard]] const Node& block() const { return *(module != nullptr ? module->node : &statement)->child(Kind::block); }
};

Location origin_of(Context& context, const Plan& plan) {
  if (plan.statement.where.file == context.main_file) {
    if (const auto found = context.origins.find(plan.statement.where.line); found != context.origins.end()) return found->second;
  }
  return context.net()[plan.around.module].origin;
}

/// The bindings of an instance, by port. Errors: a port that is not there, and what is said twice.
std::map<std::string_view, const Node*> bindings(Context& context, const Plan& plan) {
  std::vector<std::string> names;
  for (const Node& node : plan.block().children) {
    if (node.kind == Kind::port) names.emplace_back(node.text);
  }
  std::map<std::string_view, const Node*> bound;
  for (const Node& node : plan.statement.children) {
    if (node.kind == Kind::by_name && &node != plan.statement.child(Kind::by_name))
      context.diagnostics().error(node.where, "`by name` stands twice");
    if (node.kind != Kind::binding) continue;
    const bool known = std::find(names.begin(), names.end(), node.text) != names.end();
    if (known && bound.emplace(node.text, node.children.data()).second) continue;
    context.diagnostics().error(node.where,
                                known ? fmt::format("the port `{}` is bound twice", node.text)
                                      : fmt::format("`{}` has no port `{}`", plan.module->name, node.text),
                                known ? "" : suggestion(context.diagnostics(), node.text, [&names] { return names; }));
  }
  return bound;
}

/// What a port is bound to of which no binding says it: with `by name` the place of its name; null
/// after an error.
const Node* bound_by_name(Context& context, const Plan& plan, Scope& arguments, std::string_view port) {
  const Node* const by_name = plan.statement.child(Kind::by_name);
  if (by_name != nullptr && find(arguments, NameSpace::place, port) != nullptr)
    return &context.made.emplace_back(Node{Kind::name, by_name->where, port, {}});
  context.diagnostics().error(by_name != nullptr ? by_name->where : plan.statement.where,
                              fmt::format("the port `{}` of `{}` is not bound{}", port, plan.symbol.name,
                                          by_name != nullptr ? ": there is no place of its name here" : ""),
                              fmt::format("bind it: {{ {} = PLACE; }}", port));
  return nullptr;
}

void declare_ports(Context& context, Scope& scope, const Plan& plan, Scope& arguments) {
  const std::map<std::string_view, const Node*> bound = bindings(context, plan);
  for (const Node& node : plan.block().children) {
    if (node.kind != Kind::port) continue;
    Symbol symbol;
    symbol.kind = NameKind::port;
    symbol.name = node.text;
    symbol.where = node.where;
    symbol.node = &node;
    symbol.value_scope = &arguments;
    const auto binding = bound.find(node.text);
    symbol.value = binding != bound.end() ? binding->second : bound_by_name(context, plan, arguments, node.text);
    declare(context, scope, std::move(symbol));
  }
}

Scope* make_scope(Context& context, const Plan& plan, Scope& arguments, const std::string& suffix, std::span<const Word> row) {
  if (context.net().modules.size() >= kMostInstances) {
    if (!context.too_many) context.diagnostics().error(plan.statement.where, fmt::format("more than {} instances", kMostInstances));
    context.too_many = true;
    return nullptr;
  }
  const Node& statement = plan.statement;
  Module module;
  module.name = plan.symbol.name + suffix;
  if (const Node* kind = statement.child(Kind::kind)) module.kind = kind->text;
  // A module may say itself what its instances are.
  const Node* const said = plan.module != nullptr ? plan.module->node->child(Kind::kind) : nullptr;
  if (said != nullptr) module.kind = said->text;
  module.parent = plan.around.module;
  module.hardware = (plan.module != nullptr ? plan.module->node : &statement)->child(Kind::hardware) != nullptr;
  for (const FoldedIndex& index : arguments.indices) {
    module.indices.push_back(index.type);
    module.index_names.push_back(index.name);
  }
  module.definition = plan.module != nullptr ? plan.module->where : statement.where;
  module.instance = statement.where;
  module.origin = origin_of(context, plan);
  Scope& scope = context.scopes.emplace_back();
  scope.parent = plan.module != nullptr ? plan.module->scope : &arguments;
  scope.outer = &plan.around;
  scope.local_name = plan.symbol.name;
  scope.indices = arguments.indices;
  scope.filters = arguments.filters;
  scope.written_out = arguments.written_out;
  scope.positions = plan.around.positions;
  scope.positions.push_back(plan.position);
  scope.expanded = plan.around.expanded;
  scope.expanded.insert(scope.expanded.end(), row.begin(), row.end());
  scope.module = context.builder.add(std::move(module));
  for (const Node& node : plan.block().children) scope.body.push_back(&node);
  if (plan.module != nullptr) declare_parameters(context, scope, statement, *plan.module, arguments);
  declare_ports(context, scope, plan, arguments);
  if (++context.nesting > kMostNesting) {
    context.diagnostics().error(statement.where, "instances are nested too deeply", "does a module contain itself?");
  } else {
    in_instance(context, scope, [&] { declare_scope(context, scope); });
  }
  --context.nesting;
  return &scope;
}

/// The index sets of an array; empty after an error.
std::vector<ColourSetId> index_sets(Context& context, Scope& scope, const Node& array) {
  std::vector<ColourSetId> sets;
  for (const Node& binder : array.children) {
    if (binder.kind != Kind::binder) continue;
    const ColourSetId set = resolve_type(context, scope, binder.children[0]);
    if (!set.valid()) return {};
    if (!context.colours()[set].finite) {
      context.diagnostics().error(binder.children[0].where, fmt::format("{} is not finite", context.colours().describe(set)),
                                  "an array runs over an index set, an enumeration or a range");
      return {};
    }
    context.expr().fix(set);  // how many there are decides what the net is like
    sets.push_back(set);
  }
  return sets;
}

Symbol* declare_index(Context& context, Scope& scope, const Node& binder, ColourSetId type) {
  Symbol symbol;
  symbol.kind = NameKind::index;
  symbol.name = binder.text;
  symbol.where = binder.where;
  symbol.type = type;
  return declare(context, scope, std::move(symbol));
}

void fold_array(Context& context, const Plan& plan, const Node& array) {
  Scope& arguments = inner_scope(context, plan.around);
  arguments.written_out = array.kind == Kind::folded;
  for (std::size_t k = 0; k < plan.symbol.index_types.size(); ++k) {
    const auto slot = static_cast<std::uint32_t>(arguments.indices.size());
    arguments.indices.push_back({std::string(array.children[k].text), plan.symbol.index_types[k]});
    if (Symbol* index = declare_index(context, arguments, array.children[k], plan.symbol.index_types[k])) index->slot = slot;
  }
  if (const Node* where = array.child(Kind::where)) arguments.filters.push_back({where->children.data(), &arguments});
  plan.symbol.instance = make_scope(context, plan, arguments, "", {});
}

/// The arguments of an element of an array, its indices.
Scope& element_arguments(Context& context, const Plan& plan, const Node& array, const std::vector<Word>& row) {
  Scope& arguments = inner_scope(context, plan.around);
  for (std::size_t k = 0; k < row.size(); ++k) {
    if (Symbol* index = declare_index(context, arguments, array.children[k], plan.symbol.index_types[k])) index->word = row[k];
  }
  return arguments;
}

/// Whether the condition of an array, if it has one, leaves it an element; nothing after an error.
std::optional<bool> is_left(Context& context, Scope& arguments, const Node& array) {
  const Node* const where = array.child(Kind::where);
  if (where == nullptr) return true;
  const std::optional<Word> wanted =
      constant_value(context, arguments, where->children[0], ColourTable::kBool, "which elements an array has");
  return wanted ? std::optional(*wanted != 0) : std::nullopt;
}

/// Whether a condition leaves an array without elements: then there is nothing to fold. Not known
/// inside folded arrays, where it may differ from element to element.
bool has_no_elements(Context& context, const Plan& plan, const Node& array) {
  if (array.child(Kind::where) == nullptr || !plan.around.indices.empty() || plan.symbol.index_types.size() != 1) return false;
  constexpr std::uint64_t kMostTried = 1000;
  if (context.colours()[plan.symbol.index_types.front()].size() > kMostTried) return false;
  for (const std::vector<Word>& row : combinations(context, plan.symbol.index_types, kMostInstances, array.where)) {
    const std::optional<bool> left = is_left(context, element_arguments(context, plan, array, row), array);
    if (!left || *left) return false;
  }
  return true;
}

void expand_array(Context& context, const Plan& plan, const Node& array) {
  for (const std::vector<Word>& row : combinations(context, plan.symbol.index_types, kMostInstances, array.where)) {
    Scope& arguments = element_arguments(context, plan, array, row);
    const std::optional<bool> left = is_left(context, arguments, array);
    if (!left) return;
    if (!*left) continue;
    Scope* const scope = make_scope(context, plan, arguments, format_indices(context, plan.symbol.index_types, row), row);
    if (scope == nullptr) return;
    plan.symbol.elements.emplace(row, scope);
  }
}

/// `scope node[3]`: one element of an array as the writer gives it.
void make_element(Context& context, const Plan& plan, const Node& element) {
  std::vector<Word> row;
  std::vector<ColourSetId> sets;
  for (const Node& index : element.children) {
    Frame frame;
    Env env{&plan.around, &frame};
    const ExprId value = elaborate(context, env, index);
    const std::optional<Word> word = evaluate(context, value, {}, frame.slots.size());
    if (!word) return;
    row.push_back(*word);
    sets.push_back(context.expr().type(value));
  }
  plan.symbol.index_types = sets;
  Scope* const scope = make_scope(context, plan, plan.around, format_indices(context, sets, row), row);
  if (scope == nullptr || plan.symbol.elements.emplace(row, scope).second) return;
  context.diagnostics().error(plan.statement.where, "this element is there twice");
}

void make_array(Context& context, const Plan& plan, const Node& array) {
  plan.symbol.index_types = index_sets(context, plan.around, array);
  if (plan.symbol.index_types.empty()) return;
  const Fold fold = context.options.fold;
  std::optional<Unfoldable> reason = fold == Fold::never ? Unfoldable{} : unfoldable(plan.around, plan.statement);
  const bool composite = std::any_of(plan.symbol.index_types.begin(), plan.symbol.index_types.end(),
                                     [&context](ColourSetId set) { return context.colours()[set].composite(); });
  if (!reason && composite)
    reason = Unfoldable{array.where, "an index set is a product, which in front of a colour could not be told from two"};
  if (!reason && has_no_elements(context, plan, array)) return;
  if (!reason) return fold_array(context, plan, array);
  if (fold == Fold::always) {
    context.diagnostics().error(reason->where, fmt::format("`{}` cannot be folded: {}", plan.symbol.name, reason->reason),
                                "the array is at " + context.net().sources->describe(plan.statement.where));
    return;
  }
  expand_array(context, plan, array);
}

}  // namespace

void make_instance(Context& context, Scope& scope, Symbol& symbol, const Node& statement, std::size_t position) {
  Plan plan{scope, symbol, statement, nullptr, position};
  if (statement.kind == Kind::instance) {
    const Node& kind = *statement.child(Kind::kind);
    const auto is_module = [](const Symbol& each) { return each.kind == NameKind::module; };
    plan.module = find(scope, NameSpace::module, kind.text);
    if (plan.module == nullptr) return unknown(context, scope, kind, "module", is_module);
  }
  if (const Node* array = statement.child(Kind::array)) return make_array(context, plan, *array);
  if (const Node* element = statement.child(Kind::element)) return make_element(context, plan, *element);
  if (const Node* folded = statement.child(Kind::folded)) {
    symbol.index_types = index_sets(context, scope, *folded);
    symbol.array = true;
    if (!symbol.index_types.empty()) fold_array(context, plan, *folded);
    return;
  }
  symbol.instance = make_scope(context, plan, scope, "", {});
}

}  // namespace petriloom::loom
