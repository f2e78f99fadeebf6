// SPDX-License-Identifier: Apache-2.0
#include "engine/marking/accessor.h"

namespace petriloom {

Accessor Accessor::pooled(std::size_t k) const {
  Accessor result = *this;
  result.add({1, 0, static_cast<Word>(k)});
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
  Step& outer = result.more_.empty() ? result.first_ : result.more_.back();
  outer.size > 0 ? void(outer = {outer.divisor * step.divisor, step.size, step.low}) : result.add(step);
  return result;
}

}  // namespace petriloom
