// SPDX-License-Identifier: Apache-2.0
#include "formats/common/folded.h"

namespace petriloom {

void fold_over_binding(NetBuilder& builder, Transition& transition) {
  Module module;
  module.name = transition.name;
  module.parent = ModuleId(0);
  module.definition = transition.where;
  module.instance = transition.where;
  for (std::size_t k = 0; k < transition.binding_size; ++k) {
    module.indices.push_back(transition.variables[k].colour);
    module.index_names.push_back(transition.variables[k].name);
  }
  transition.module = builder.add(std::move(module));
  transition.folded = transition.binding_size;
}

}  // namespace petriloom
