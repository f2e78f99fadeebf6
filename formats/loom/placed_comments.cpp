// SPDX-License-Identifier: Apache-2.0
#include "formats/loom/placed_comments.h"

#include <utility>

#include "formats/common/names.h"
#include "formats/loom/declared_aliases.h"

namespace petriloom::loom {

PlacedComments::PlacedComments(const Net& net, const std::vector<const Function*>& functions) : net_(net), comments_(net) {
  if (comments_.empty()) return;
  for (std::size_t i = ColourTable::kString.index() + 1; i < net.colours.size(); ++i)
    names_.insert(net.colours[ColourSetId(i)].name);
  for (const ColourAlias* alias : declared_aliases(net, functions)) names_.insert(alias->name);
  for (const Constant& constant : net.constants) {
    if (is_written(constant)) names_.insert(constant.name);
  }
  for (const Function* function : functions) names_.insert(function->name);
  for (const Transition& transition : net.transitions) {
    for (std::string& part : drawing::part_names(net, transition)) names_.insert(std::move(part));
  }
  names_.erase("");
}

std::vector<std::string> PlacedComments::take(const Transition& transition, std::string_view part) {
  if (comments_.empty()) return {};
  return comments_.take(drawing::part_name(net_, transition, part));
}

}  // namespace petriloom::loom
