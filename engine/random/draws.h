// SPDX-License-Identifier: Apache-2.0
// The random values of expressions, from the stream of a replication.
#pragma once

#include "engine/expr/eval.h"
#include "engine/random/rng.h"

namespace petriloom {

/// One value of a distribution (see RandomSource::draw). The methods: engine/random/variates.h.
Word draw(Distribution distribution, std::span<const Word> parameters, Random& random);

class StreamDraws final : public RandomSource {
 public:
  /// `random` must outlive this.
  explicit StreamDraws(Random& random) : random_(random) {}
  Word draw(Distribution distribution, std::span<const Word> parameters) override {
    return petriloom::draw(distribution, parameters, random_);
  }

 private:
  Random& random_;
};

}  // namespace petriloom
