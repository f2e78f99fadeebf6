// SPDX-License-Identifier: Apache-2.0
#include "formats/loom/declared_aliases.h"

#include "formats/common/names.h"
#include "formats/loom/write_text.h"

namespace petriloom::loom {
namespace {

/// Notes the aliases that a text names.
class NamedAliases {
 public:
  explicit NamedAliases(const Net& net) : net_(net), named_(net.colours.aliases().size(), false) {}

  void name(ColourSetId set, ColourAliasId alias) {
    const ColourAlias* written = written_alias(net_, set, alias);
    if (written == nullptr || named_[alias.index()]) return;
    named_[alias.index()] = true;
    name(set, written->of);
  }
  [[nodiscard]] bool operator[](std::size_t alias) const { return named_[alias]; }

 private:
  const Net& net_;
  std::vector<bool> named_;
};

}  // namespace

const ColourAlias* written_alias(const Net& net, ColourSetId set, ColourAliasId alias) {
  const ColourAlias* const found = net.colours.alias(alias, set);
  return found != nullptr && writable(found->name) ? found : nullptr;
}

std::vector<const ColourAlias*> declared_aliases(const Net& net, const std::vector<const Function*>& functions) {
  NamedAliases named(net);
  for (const Place& place : net.places) named.name(place.colour, place.alias);
  for (const Module& module : net.modules) {
    for (const Reference& reference : module.references) named.name(net[reference.place].colour, reference.alias);
  }
  for (const Transition& transition : net.transitions) {
    for (const Variable& variable : transition.variables) named.name(variable.colour, variable.alias);
  }
  for (const Constant& constant : net.constants) {
    if (is_written(constant)) named.name(net.exprs[constant.value].type, constant.alias);
  }
  for (std::size_t i = 0; i < net.colours.size(); ++i) {
    const ColourSet& set = net.colours[ColourSetId(i)];
    for (std::size_t k = 0; k < set.aliases.size(); ++k) named.name(set.components[k], set.aliases[k]);
  }
  for (const Function* function : functions) {
    for (std::size_t k = 0; k < function->aliases.size(); ++k)
      named.name(k < function->parameters.size() ? function->parameters[k] : function->result, function->aliases[k]);
  }
  std::vector<const ColourAlias*> declared;
  for (std::size_t k = 0; k < net.colours.aliases().size(); ++k) {
    const ColourAlias& alias = net.colours.aliases()[k];
    const bool shown = named[k] || !usual_colour_name(alias.name);
    if (shown && written_alias(net, alias.set, ColourAliasId(k)) != nullptr) declared.push_back(&alias);
  }
  return declared;
}

}  // namespace petriloom::loom
