// SPDX-License-Identifier: Apache-2.0
#include "generator/tasks/least_and_most.h"

#include <fmt/format.h>

#include "engine/text/parse_number.h"

namespace petriloom {

double number_of(const std::vector<TaskConstant>& constants, std::string_view name) {
  const TaskConstant* const constant = find_constant(constants, name);
  return constant == nullptr ? 0 : parse_number<double>(constant->value).value_or(0);
}

void check_least_and_most(const std::vector<TaskConstant>& constants, const LeastAndMost& pair, Diagnostics& diagnostics) {
  const double least = number_of(constants, pair.least);
  const double most = number_of(constants, pair.most);
  if (least <= most) return;
  const TaskConstant* const upper = find_constant(constants, pair.most);
  const TaskConstant* const told = upper != nullptr ? upper : find_constant(constants, pair.least);
  diagnostics.error(
      told->where, fmt::format("'{}' is {}{}, below '{}', which is {}{}", pair.most, most, pair.unit, pair.least, least, pair.unit),
      std::string(pair.help));
}

}  // namespace petriloom
