// SPDX-License-Identifier: Apache-2.0
#include "cli/comparison.h"

#include <fmt/format.h>

#include <cmath>

#include "cli/table.h"

namespace petriloom::cli {

std::string comparison_text(const Comparison& comparison, const std::string& first, const std::string& second, bool antithetic,
                            bool colour) {
  std::string text = fmt::format("{} against {}: same numbers, {} {}\n", second, first, comparison.first.time.n,
                                 antithetic ? "antithetic pairs of runs each" : "runs each");
  Table table({"measure", ">" + first, ">" + second, ">difference", ">± 95 %", ">change", antithetic ? ">pairs" : ">runs"});
  for (const Difference& one : comparison.measures) {
    const bool known = one.difference.n > 0;
    // An interval that leaves out 0 says which is larger.
    const bool sure = one.difference.n > 1 && std::abs(one.difference.mean) > one.difference.half_width;
    const auto change = known ? relative_change(one.first.mean, one.second.mean, one.first.half_width) : std::nullopt;
    table.add({one.name, known ? quantity(one.first.mean, one.unit) : std::string("none"),
               known ? quantity(one.second.mean, one.unit) : std::string("none"),
               Cell(known ? quantity(one.difference.mean, one.unit) : std::string(), sure ? Paint::strong : Paint::plain),
               one.difference.n > 1 ? quantity(one.difference.half_width, one.unit) : std::string(),
               change ? fmt::format("{:+.2f} %", *change) : std::string(), std::to_string(one.difference.n)});
  }
  if (!table.empty()) text += "\n" + table.text(colour);
  if (!comparison.only_in_one.empty()) text += fmt::format("\nin one of them only: {}\n", fmt::join(comparison.only_in_one, ", "));
  return text;
}

}  // namespace petriloom::cli
