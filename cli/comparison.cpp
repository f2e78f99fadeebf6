// SPDX-License-Identifier: Apache-2.0
#include "cli/comparison.h"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "cli/table.h"

namespace petriloom::cli {

namespace {

std::string table_of(const Comparison& comparison, Observed observed, const std::string& what, const std::string& first,
                     const std::string& second, bool antithetic, const Shown& shown, bool colour) {
  std::vector<const Difference*> all;
  for (const Difference& one : comparison.measures) {
    if (one.observed == observed) all.push_back(&one);
  }
  Listed listed;
  listed.rows.resize(all.size());
  std::iota(listed.rows.begin(), listed.rows.end(), std::size_t{0});
  if (observed != Observed::no) {
    listed = list_rows(
        all.size(), shown.given(), [&](std::size_t k) { return all[k]->in_total; },
        [&](std::size_t k) { return all[k]->difference.mean; });
  }
  Table table({what, ">" + first, ">" + second, ">difference", ">± 95 %", ">change", antithetic ? ">pairs" : ">runs"});
  for (const std::size_t k : listed.rows) {
    const Difference& one = *all[k];
    const bool known = one.difference.n > 0;
    // An interval that leaves out 0 says which is larger.
    const bool sure = one.difference.n > 1 && std::abs(one.difference.mean) > one.difference.half_width;
    const auto change = known ? relative_change(one.first.mean, one.second.mean, one.first.half_width) : std::nullopt;
    table.add({one.name, known ? quantity(one.first.mean, one.unit) : std::string("none"),
               known ? quantity(one.second.mean, one.unit) : std::string("none"),
               Cell(known ? quantity(one.difference.mean, one.unit) : std::string(), sure ? Paint::strong : Paint::plain),
               one.difference.n > 1 ? quantity(one.difference.half_width, one.unit) : std::string(),
               change ? percent_text(*change) : std::string(), std::to_string(one.difference.n)});
  }
  return table.empty() ? "" : "\n" + table.text(colour) + left_out_text(listed, what + "s");
}

}  // namespace

std::string comparison_text(const Comparison& comparison, const std::string& first, const std::string& second, bool antithetic,
                            const Shown& shown, bool colour) {
  std::string text = fmt::format("{} against {}: same numbers, {} {}\n", second, first, comparison.first.time.n,
                                 antithetic ? "antithetic pairs of runs each" : "runs each");
  const std::pair<Observed, const char*> parts[] = {
      {Observed::no, "measure"}, {Observed::place, "place"}, {Observed::transition, "transition"}};
  for (const auto& [observed, what] : parts) text += table_of(comparison, observed, what, first, second, antithetic, shown, colour);
  if (!comparison.only_in_one.empty()) text += fmt::format("\nin one of them only: {}\n", fmt::join(comparison.only_in_one, ", "));
  return text;
}

}  // namespace petriloom::cli
