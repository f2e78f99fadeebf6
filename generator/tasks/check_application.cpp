// SPDX-License-Identifier: Apache-2.0
#include "generator/tasks/check_application.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "generator/tasks/least_and_most.h"

namespace petriloom {
namespace {

constexpr double kMostElements = 1 << 20;  // elements of a list of the net language

/// Of nets/tasks/application/layered.loom, whose keys have these names, too.
constexpr auto kLeastAndMost =
    std::to_array<LeastAndMost>({{"shortest", "longest", " s"}, {"least_speedup", "most_speedup"}, {"smallest", "largest", " B"}});

/// As many columns as nets/tasks/application/stencil.loom makes.
void check_squares(const TaskSystem& system, Diagnostics& diagnostics) {
  const TaskConstant* const shape = find_constant(system.constants, "shape");
  const TaskConstant* const blocks = find_constant(system.constants, "blocks");
  if (shape == nullptr || blocks == nullptr || shape->value != "squares") return;
  const double number = number_of(system.constants, "blocks");
  const double columns = std::floor(std::sqrt(number) + 0.5);
  if (std::fmod(number, columns) != 0)
    diagnostics.error(blocks->where, fmt::format("{} blocks make no {} columns of equally many", blocks->value, columns),
                      fmt::format("with the shape 'squares' for example {}", columns * columns));
}

/// What is listed of all tasks: the product of some constants.
struct Listed {
  std::string_view application;
  std::array<std::string_view, 4> constants;
  std::array<std::string_view, 4> keys;
  double each = 1;
};

constexpr auto kListed = std::to_array<Listed>({
    {"gemm", {"M", "N", "K"}, {"rows", "columns", "inner"}},
    {"stencil", {"iterations", "blocks"}, {"iterations", "blocks"}},
    {"stencil3d", {"exchanges", "blocks_x", "blocks_y", "blocks_z"}, {"exchanges", "blocks_x", "blocks_y", "blocks_z"}},
    {"forkjoin", {"phases", "width"}, {"phases", "width"}, 3},
    {"layered", {"layers", "width"}, {"layers", "width"}},
    {"assembly", {"domains", "elements"}, {"domains", "elements"}},
});

void check_number_of_tasks(const TaskSystem& system, Diagnostics& diagnostics) {
  const auto* const listed =
      std::find_if(kListed.begin(), kListed.end(), [&](const Listed& one) { return one.application == system.application.value; });
  if (listed == kListed.end()) return;
  double product = 1;
  std::string keys;
  for (std::size_t k = 0; k < listed->keys.size() && !listed->keys[k].empty(); ++k) {
    product *= number_of(system.constants, listed->constants[k]);
    keys += fmt::format("{}'{}'", keys.empty() ? "" : " times ", listed->keys[k]);
  }
  const double most = std::floor(kMostElements / listed->each);
  if (product > most)
    diagnostics.error(system.application.where, fmt::format("{} is {}, and a net takes {} at most", keys, product, most));
}

}  // namespace

void check_application(const TaskSystem& system, Diagnostics& diagnostics) {
  for (const LeastAndMost& pair : kLeastAndMost) check_least_and_most(system.constants, pair, diagnostics);
  check_squares(system, diagnostics);
  check_number_of_tasks(system, diagnostics);
}

}  // namespace petriloom
