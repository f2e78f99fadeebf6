// SPDX-License-Identifier: Apache-2.0
#include "engine/marking/accessor.h"

namespace petriloom {

Accessor Accessor::pooled(std::size_t k) const {
  Accessor result = *this;
  result.steps_.push_back({1, 0, static_cast<Word>(k)});
  return result;
}

Accessor Accessor::component(const ColourTable& colours, ColourSetId set, std::size_t k) const {
  const ColourSet& composite = colours[set];
  if (!composite.packed()) return pooled(k);
  Accessor result = *this;
  const ColourSet& part = colours[composite.components[k]];
  const Step step{composite.radix[k], static_cast<Word>(part.size()), part.low};
  // A packed composite has 0 as its lowest word, so a step into it followed by a step inside it is
  // one division and one modulo.
  if (!result.steps_.empty() && result.steps_.back().size > 0) {
    Step& outer = result.steps_.back();
    outer = {outer.divisor * step.divisor, step.size, step.low};
  } else {
    result.steps_.push_back(step);
  }
  return result;
}

}  // namespace petriloom
