// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/several.h"

namespace petriloom::test {

void add_several(Draft& d, std::size_t transitions) {
  std::vector<MeasuredFirings> counted, valued;
  for (std::size_t t = 0; t < transitions; ++t) {
    const TransitionId id(t);
    MeasuredFirings& one = counted.emplace_back();
    one.transition = id;
    if (t % 2 == 1 && d[id].binding_size > 0) {
      const ColourSetId set = d[id].variables[0].colour;
      if (!d.colours()[set].pooled()) one.condition = d.op(Op::equal, d.var(id, 0), d.word(set, d.colours()[set].low));
    }
    valued.push_back(one);
    const ExprId times = d.real(static_cast<double>(t + 1));
    valued.back().value = d.op(Op::multiply, d.e().now(d.where()), times);
  }
  const std::pair<const char*, MeasureKind> kinds[] = {{"all_sum", MeasureKind::sum},     {"all_mean", MeasureKind::mean},
                                                       {"all_min", MeasureKind::minimum}, {"all_max", MeasureKind::maximum},
                                                       {"all_first", MeasureKind::first}, {"all_last", MeasureKind::last}};
  std::vector<Measure>& measures = d.builder.net().measures;
  for (const auto& [name, kind] : kinds) measures[d.measure(name, kind).index()].firings = valued;
  measures[d.measure("all_count", MeasureKind::count).index()].firings = counted;
  Measure& delay = measures[d.measure("all_delay", MeasureKind::delay).index()];
  delay.until = counted;
  for (std::size_t t = 0; t < transitions; t += 2) delay.firings.push_back(counted[t]);
}

}  // namespace petriloom::test
