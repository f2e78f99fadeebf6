// SPDX-License-Identifier: Apache-2.0
#include "generator/tasks/check_costs.h"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "engine/text/wording.h"
#include "generator/tasks/least_and_most.h"

namespace petriloom {

void check_costs(const TaskSystem& system, Diagnostics& diagnostics) {
  const auto given = [&](std::string_view name) {
    return number_of(system.costs, name) > 0 ? find_constant(system.costs, name) : nullptr;
  };
  check_least_and_most(
      system.costs,
      {"least_clean", "target_clean", "", "with less than that nothing would be written back; in StarPU they are 5 and 10"},
      diagnostics);
  if (const TaskConstant* const target = given("target_clean"); target != nullptr && given("least_clean") == nullptr)
    diagnostics.warning(target->where, "this has no effect: no copies need be clean", "'least_clean' beside it, above 0");
  if (given("most_submitted") != nullptr)
    return check_least_and_most(system.costs, {"least_submitted", "most_submitted"}, diagnostics);
  const TaskConstant* const least = given("least_submitted");
  const TaskConstant* const submits = find_constant(system.costs, "submits");
  if (least != nullptr && submits != nullptr && submits->value == "true")
    diagnostics.warning(least->where, "this has no effect: as many tasks are submitted as there are",
                        "'most_submitted' beside it, above 0");
}

void check_card_memory(const TaskSystem& system, const Located<int>& cards, Diagnostics& diagnostics) {
  const auto there = static_cast<std::size_t>(cards.value);
  if (!system.card_memories || (*system.card_memories == there && there > 0)) return;
  const TaskConstant* const memory = find_constant(system.costs, "card_memory");
  diagnostics.error(
      memory->where,
      fmt::format("'card_memory' has {}, and the node has {}", counted(*system.card_memories, "size"), counted(there, "card")),
      "card_memory: a size, or a list of one for each card");
}

void check_power(const TaskMachine& machine, const std::vector<TaskConstant>& power, Diagnostics& diagnostics) {
  for (const auto& [worker, there] : {std::pair{std::string("core"), machine.cores.value}, {"card", machine.cards.value}}) {
    if (!power.empty() && there > 0 && find_constant(power, worker + "_power") == nullptr)
      diagnostics.warning(power.front().where, fmt::format("{} draw 0 W, as 'power' does not tell of them", worker + "s"),
                          fmt::format("power: {{{}: 100 W}} beside it", worker));
    const TaskConstant* const idle = find_constant(power, worker + "_idle_power");
    if (idle == nullptr || number_of(power, worker + "_idle_power") <= number_of(power, worker + "_power")) continue;
    diagnostics.error(idle->where,
                      fmt::format("a {} draws {} W while it does nothing, and {} W while it runs a task", worker, idle->value,
                                  real_text(number_of(power, worker + "_power"))),
                      fmt::format("'power: {{{}: ...}}' is no less than 'idle_power'", worker));
  }
}

}  // namespace petriloom
