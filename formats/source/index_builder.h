// SPDX-License-Identifier: Apache-2.0
// How an index is made: first all names are declared, then what stands in declarations is gone
// through. Included by index*.cpp.
#pragma once

#include <initializer_list>
#include <span>
#include <unordered_map>

#include "formats/source/name_index.h"

namespace petriloom::source {

/// "node[3]" of a name and the indices behind it; empty if these are not plain numbers and labels.
std::string element_name(std::string_view name, std::span<const loom::Node> indices);

class IndexBuilder {
 public:
  explicit IndexBuilder(const Sources& sources) : sources_(sources) {}
  Index build(const loom::Loaded& files);

 private:
  using Node = loom::Node;

  // names (index_names.cpp)
  std::size_t open(std::size_t parent, std::size_t also = kNoScope);
  std::size_t declare(std::size_t scope, NameKind kind, const Node& named, const Node* declaration);
  void declare_all(const std::vector<Node>& declarations, std::size_t scope);
  void declare_one(const Node& node, std::size_t scope);
  void use(const Node& node, std::size_t declared);
  /// A scope `node[3]` is one of several called `node`: it is found by its index, too.
  void declare_element(const Node& node, const Node& element, std::size_t scope, std::size_t declared);
  [[nodiscard]] std::size_t length_of(const Node& named) const;

  // what stands in declarations (index_declarations.cpp)
  void visit_all(const std::vector<Node>& declarations, std::size_t scope);
  void visit(const Node& node, std::size_t scope);
  void visit_override(const Node& node, std::size_t scope);
  void visit_function(const Node& node, std::size_t scope);
  void visit_module(const Node& node, std::size_t scope);
  void visit_parameter(const Node& node, std::size_t scope);
  void argument(const Node& node, std::size_t scope, NameSpace space);
  void visit_instance(const Node& node, std::size_t scope);
  /// `by name`: the ports of the module that no binding names, and the places of their names.
  void bind_by_name(const Node& instance, std::size_t module, std::size_t scope);
  void visit_measure(const Node& node, std::size_t scope);
  void visit_quantity(const Node& node, std::size_t scope);
  void visit_group(const Node& node, std::size_t scope);
  void visit_item(const Node& node, std::size_t scope);
  /// The scope of the indices of an array, or the scope itself.
  std::size_t indices(const Node& node, std::size_t scope);

  // expressions (index_expressions.cpp)
  void expression(const Node& node, std::size_t scope);
  void call(const Node& node, std::size_t scope);
  void bound(const Node& node, std::size_t scope);
  void arm(const Node& node, std::size_t scope);
  void pattern(const Node& node, std::size_t scope);
  /// A path; what it leads to must be in the first of the spaces that has it. Gives what can be
  /// followed by a dot. `element` is the name with the indices behind it, which a scope may have.
  std::size_t follow(const Node& node, std::size_t scope, std::initializer_list<NameSpace> wanted, std::string_view element = {});
  std::size_t follow_name(const Node& node, std::size_t scope, std::initializer_list<NameSpace> wanted, std::string_view element);
  std::size_t follow_selected(const Node& node, std::size_t scope, std::initializer_list<NameSpace> wanted,
                              std::string_view element);
  bool resolve(const Node& node, std::size_t scope, std::initializer_list<NameSpace> spaces, std::size_t* found = nullptr);

  const Sources& sources_;
  Index index_;
  std::unordered_map<const Node*, std::size_t> inner_;  ///< of modules, scopes and transitions
};

}  // namespace petriloom::source
