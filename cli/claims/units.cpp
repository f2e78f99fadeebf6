// SPDX-License-Identifier: Apache-2.0
#include "cli/claims/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "engine/text/trimmed.h"
#include "formats/source/dimension.h"

namespace petriloom::cli::claims {

namespace {

/// Of "stencil(policy, 16).makespan" the two names; empty ones of anything else.
std::pair<std::string_view, std::string_view> run_and_figure(std::string_view value) {
  value = trimmed(value);
  const std::size_t dot = value.rfind('.');
  if (dot == std::string_view::npos) return {};
  const std::string_view run = trimmed(value.substr(0, dot));
  const std::size_t bracket = std::min(run.find('('), run.size());
  int depth = 0;
  for (std::size_t k = bracket; k < run.size(); ++k) {
    depth += run[k] == '(' ? 1 : run[k] == ')' ? -1 : 0;
    if (depth == 0 && k + 1 < run.size()) return {};  // the call is not all
  }
  return {trimmed(run.substr(0, bracket)), trimmed(value.substr(dot + 1))};
}

/// The unit of the figure that a value is; empty if that is not known.
std::string unit_of(const Claims& claims, const Figures& figures, std::string_view value) {
  const std::pair<std::string_view, std::string_view> names = run_and_figure(value);
  for (std::size_t r = 0; r < claims.runs.size(); ++r) {
    if (claims.runs[r].name != names.first) continue;
    const auto& all = claims.runs[r].figures;
    const auto figure = std::find_if(all.begin(), all.end(), [&](const Figure& one) { return one.name == names.second; });
    if (figure == all.end()) return {};
    const auto number = static_cast<std::size_t>(figure - all.begin());
    for (const Point& point : figures[r]) {
      if (number < point.figures.size() && !point.figures[number].unit.empty()) return point.figures[number].unit;
    }
  }
  return {};
}

/// "1/s", which a throughput is in, is no unit of the net language.
source::Dimension dimension_of(const std::string& unit) { return unit == "1/s" ? source::kRate : source::dimension_of_unit(unit); }

}  // namespace

void check_units(const Claims& claims, const Figures& figures, const Claim& claim, Diagnostics& diagnostics) {
  if (!claim.value) return;
  const std::string unit = unit_of(claims, figures, claim.value->text);
  const source::Dimension measured = dimension_of(unit);
  if (!measured.known()) return;
  const auto check = [&](const Printed& printed) {
    const source::Dimension said = dimension_of(printed.unit);
    if (!said.known() || said == measured) return;
    diagnostics.error(printed.where,
                      fmt::format("`{}` is in {}, and `{}` is in {}", printed.text, printed.unit, trimmed(claim.value->text), unit),
                      fmt::format("a number in {}, or a value that is in {}", unit, printed.unit));
  };
  for (const auto& [at, printed] : claim.published) check(printed);
  if (claim.bound && claim.bound->low) check(*claim.bound->low);
  if (claim.bound && claim.bound->high) check(*claim.bound->high);
}

}  // namespace petriloom::cli::claims
