// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/random_sharing.h"

#include <gtest/gtest.h>

#include <random>

#include "engine/build/expr_builder.h"
#include "engine/build/validate.h"

namespace petriloom::test {

namespace {

class Sharer {
 public:
  Sharer(Net net, std::uint64_t number) : net_(std::move(net)), e_(net_, diagnostics_), random_(number) {}

  Net make() {
    for (Transition& transition : net_.transitions) {
      if (!facts_of(transition.timing).distribution || chance(15)) continue;
      t_ = &transition;
      where_ = transition.where;
      for (std::size_t k = below(4); k > 0; --k) transition.uses.push_back(use());
      if (chance(40)) transition.at_most = speed();
    }
    validate(net_, diagnostics_);
    EXPECT_FALSE(diagnostics_.has_errors()) << diagnostics_.format(*net_.sources);
    return std::move(net_);
  }

 private:
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
  bool chance(std::size_t percent) { return below(100) < percent; }

  Arc use() {
    Arc use;
    use.kind = ArcKind::read;
    use.place = PlaceId(below(net_.places.size()));
    use.where = where_;
    use.each = chance(20);
    if (use.each) {
      const std::vector<ExprId> elements{colour(use.place), colour(use.place)};
      use.value = e_.list(net_[use.place].colour, elements, where_);
    } else {
      use.value = colour(use.place);
    }
    if (chance(40)) use.count = e_.integer(static_cast<std::int64_t>(below(4)), where_);
    if (const auto slot = number(); slot && chance(15)) use.count = whole(*slot);
    if (const auto slot = number(); slot && chance(15))
      use.condition = e_.binary(Op::less, whole(*slot), e_.integer(2, where_), where_);
    return use;
  }

  // A variable of the colours of the place, or one of its initial colours, or the lowest.
  ExprId colour(PlaceId id) {
    const Place& place = net_[id];
    for (std::uint32_t slot = 0; slot < t_->binding_size; ++slot) {
      if (t_->variables[slot].colour == place.colour && chance(60)) return e_.variable(place.colour, slot, where_);
    }
    const ColourSet& set = net_.colours[place.colour];
    if (!place.initial.empty() && (set.pooled() || chance(80)))
      return e_.literal(place.colour, place.initial[below(place.initial.size())].colour, where_);
    return e_.literal(place.colour, set.pooled() ? net_.pool.intern(std::vector<Word>(2, 0)) : set.low, where_);
  }

  // A variable that is a number.
  std::optional<std::uint32_t> number() const {
    for (std::uint32_t slot = 0; slot < t_->binding_size; ++slot) {
      if (net_.colours[t_->variables[slot].colour].kind == ColourKind::range) return slot;
    }
    return std::nullopt;
  }
  ExprId whole(std::uint32_t slot) {
    return e_.convert(e_.variable(t_->variables[slot].colour, slot, where_), ColourTable::kInt, where_);
  }

  ExprId speed() {
    const ExprId constant = e_.real(0.25 * static_cast<double>(1 + below(6)), where_);
    const auto slot = number();
    if (!slot || chance(50)) return constant;
    return e_.binary(Op::add, constant, e_.convert(whole(*slot), ColourTable::kReal, where_), where_);
  }

  Net net_;
  Diagnostics diagnostics_;
  ExprBuilder e_;
  std::mt19937_64 random_;
  Transition* t_ = nullptr;
  Location where_;
};

}  // namespace

Net with_sharing(Net net, std::uint64_t number) { return Sharer(std::move(net), number).make(); }

}  // namespace petriloom::test
