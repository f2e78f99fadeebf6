// SPDX-License-Identifier: Apache-2.0
#include "cli/claims/claims.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace petriloom::cli::claims {

void leave_out_values(Claims& claims) {
  for (const auto& [axis, kept] : claims.quick) {
    std::vector<AxisValue>& values = claims.axes[axis].values;
    for (std::size_t k = 0; k < values.size(); ++k) values[k].left_out = std::find(kept.begin(), kept.end(), k) == kept.end();
  }
}

std::string_view verdict_text(Verdict verdict) {
  constexpr std::array<std::string_view, 3> kTexts{"reproduced", "not reproduced", "not comparable"};
  return kTexts[static_cast<std::size_t>(verdict)];
}

std::string_view reason_text(Reason reason) {
  constexpr std::array<std::string_view, 5> kTexts{"open parameter", "not published", "not modelled", "other scale", "undecided"};
  return kTexts[static_cast<std::size_t>(reason)];
}

std::string judgement_text(const Judgement& judgement) {
  if (judgement.verdict != Verdict::not_comparable) return std::string(verdict_text(judgement.verdict));
  return fmt::format("not comparable ({})", reason_text(judgement.reason));
}

}  // namespace petriloom::cli::claims
