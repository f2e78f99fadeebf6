// SPDX-License-Identifier: Apache-2.0
// Which variables a transition uses, and how many its patterns have without a name.
#include <algorithm>

#include "formats/elaboration/elaborate.h"

namespace petriloom::loom {
namespace {

/// Finds the variables that a transition uses, so that they get their slots before anything is
/// made.
class VariableSearch {
 public:
  explicit VariableSearch(const Scope& scope) : scope_(scope) {}

  void visit(const Node& node) {
    switch (node.kind) {
      case Kind::name:
        use(node.text);
        return;
      case Kind::field:
      case Kind::select:
        visit_all(node, 0);
        return;
      case Kind::let:
        visit(node.children[0]);
        hide({node.text}, node.children[1]);
        return;
      case Kind::suchthat:
        hide({node.text}, node.children[0]);
        return;
      case Kind::comprehension:
      case Kind::fold:
        quantified(node);
        return;
      case Kind::arm: {
        std::vector<std::string_view> names;
        pattern(node.children[0], names);
        hide(names, node.children[1]);
        return;
      }
      case Kind::call:
        visit_all(node, takes_function(scope_, node) ? 1 : 0);
        return;
      default:
        visit_all(node, 0);
    }
  }

  void use(std::string_view name) {
    if (std::find(hidden_.begin(), hidden_.end(), name) != hidden_.end()) return;
    std::size_t depth = 0;
    for (const Scope* at = &scope_; at != nullptr; at = at->parent, ++depth) {
      Symbol* const symbol = at->own(NameSpace::value, name);
      if (symbol == nullptr) continue;
      if (symbol->kind != NameKind::variable || !seen_.insert(symbol).second) return;
      const auto place = std::find(at->order.begin(), at->order.end(), symbol) - at->order.begin();
      found_.push_back({{~depth, place}, symbol});
      return;
    }
  }

  /// In order of declaration, outer scopes first.
  std::vector<Symbol*> result() {
    std::sort(found_.begin(), found_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Symbol*> symbols;
    for (const auto& [order, symbol] : found_) symbols.push_back(symbol);
    return symbols;
  }

 private:
  /// The names that the pattern of a `case` binds; what is computed in it is visited.
  void pattern(const Node& node, std::vector<std::string_view>& names) {
    const Symbol* const constructor = node.kind == Kind::call ? find(scope_, NameSpace::constructor, node.text) : nullptr;
    const bool taken_apart = node.kind == Kind::tuple || node.kind == Kind::record || node.kind == Kind::field ||
                             node.kind == Kind::list || (node.kind == Kind::binary && node.text == "++") ||
                             (constructor != nullptr && constructor->kind == NameKind::variant);
    if (node.kind == Kind::name) {
      names.push_back(node.text);
    } else if (taken_apart) {
      for (const Node& child : node.children) pattern(child, names);
    } else {
      visit(node);
    }
  }

  void visit_all(const Node& node, std::size_t from) {
    for (std::size_t i = from; i < node.children.size(); ++i) visit(node.children[i]);
  }
  void hide(const std::vector<std::string_view>& names, const Node& body) {
    hidden_.insert(hidden_.end(), names.begin(), names.end());
    visit(body);
    hidden_.resize(hidden_.size() - names.size());
  }
  void quantified(const Node& node) {
    std::vector<std::string_view> names;
    const std::size_t before = hidden_.size();
    for (std::size_t i = 0; i + 1 < node.children.size(); ++i) {
      visit_all(node.children[i], 0);
      if (node.kind == Kind::comprehension) hidden_.push_back(node.children[i].text);
      names.push_back(node.children[i].text);
    }
    hidden_.resize(before);
    hide(names, node.back());
  }
  const Scope& scope_;
  std::vector<std::string_view> hidden_;
  std::set<const Symbol*> seen_;
  std::vector<std::pair<std::pair<std::size_t, std::ptrdiff_t>, Symbol*>> found_;
};

bool is_wildcard(const Node& node) { return node.kind == Kind::name && node.text == "_"; }

bool has_record(const Node& node) {
  return node.kind == Kind::record || std::any_of(node.children.begin(), node.children.end(), has_record);
}

/// Counts along the colour set that a pattern is for, which says what fields a record has.
class WildcardCount {
 public:
  explicit WildcardCount(Context& context) : context_(context) {}

  std::size_t in(const Node& node, ColourSetId type) const {
    if (is_wildcard(node)) return 1;
    if (node.kind == Kind::call && node.text == "tokens") return 0;  // there it binds nothing
    const ColourSet* const set = type.valid() ? &context_.colours()[type] : nullptr;
    if (set != nullptr && node.kind == Kind::record && set->kind == ColourKind::record) return in_record(node, *set);
    std::size_t count = 0;
    for (std::size_t k = 0; k < node.children.size(); ++k)
      count += in(node.children[k], set == nullptr ? ColourSetId{} : of_child(node, k, type, *set));
    return count;
  }

 private:
  std::size_t in_record(const Node& node, const ColourSet& set) const {
    std::size_t count = 0;
    for (std::size_t k = 0; k < set.fields.size(); ++k) {
      const auto given =
          std::find_if(node.children.begin(), node.children.end(), [&](const Node& field) { return field.text == set.fields[k]; });
      count += given == node.children.end() ? 1 : in(given->children[0], set.components[k]);
    }
    return count;
  }

  /// What a part of a pattern is for; invalid where that says nothing.
  ColourSetId of_child(const Node& node, std::size_t k, ColourSetId type, const ColourSet& set) const {
    switch (node.kind) {
      case Kind::tuple:
        return set.composite() && set.components.size() == node.children.size() ? set.components[k] : ColourSetId{};
      case Kind::list:
        return set.kind == ColourKind::list ? set.components[0] : ColourSetId{};
      case Kind::binary:
        return node.text == "++" ? type : ColourSetId{};
      case Kind::call: {
        const auto variant = std::find(set.fields.begin(), set.fields.end(), node.text);
        if (set.kind != ColourKind::union_ || variant == set.fields.end()) return {};
        const ColourSetId held = set.components[static_cast<std::size_t>(variant - set.fields.begin())];
        const ColourSet& parts = context_.colours()[held];
        const bool several = node.children.size() > 1;  // `Data(n, s)` stands for `Data((n, s))`
        if (!several) return held;
        return parts.composite() && parts.components.size() == node.children.size() ? parts.components[k] : ColourSetId{};
      }
      case Kind::ascribed:
        return k == 0 ? type : ColourSetId{};
      default:
        return {};
    }
  }

  Context& context_;
};

}  // namespace

std::size_t wildcards_in_arc(Context& context, Env& env, const Node& arc) {
  const Node* const terms = arc.child(Kind::terms);
  ColourSetId type;
  if (terms != nullptr && has_record(*terms)) {
    if (const std::optional<PlaceUse> use = follow_place(context, env, arc.children[0])) type = use->inner;
  }
  const WildcardCount count(context);
  std::size_t all = 0;
  for (const Node& child : arc.children) {
    if (child.kind != Kind::terms) all += count.in(child, {});
  }
  if (terms == nullptr) return all;
  for (const Node& term : terms->children) {
    const bool each = term.child(Kind::each) != nullptr;
    const bool collects = term.child(Kind::collect) != nullptr;
    for (const Node& part : term.children) {
      if (collects && part.kind != Kind::when) continue;  // a wildcard there is none of what is taken
      const bool beside = each || part.kind == Kind::multiplicity || part.kind == Kind::when || part.kind == Kind::after;
      all += count.in(part, beside ? ColourSetId{} : type);
    }
  }
  return all;
}

std::vector<Symbol*> variables_of(const Scope& scope, std::span<const Node* const> items, const Scope* own) {
  VariableSearch search(scope);
  for (const Node* item : items) search.visit(*item);
  if (own != nullptr) {
    for (const Symbol* variable : own->order) search.use(variable->name);
  }
  return search.result();
}

bool resolve_variable(Context& context, Symbol& symbol) {
  if (symbol.progress != Progress::done) {
    symbol.progress = Progress::done;
    const Node& type = symbol.node->child(Kind::typed)->children[0];
    symbol.type = resolve_type(context, *symbol.scope, type);
    symbol.alias = alias_of(*symbol.scope, type);
  }
  return symbol.type.valid();
}

}  // namespace petriloom::loom
