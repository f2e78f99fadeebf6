// SPDX-License-Identifier: Apache-2.0
#include "engine/enabling/priority.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace petriloom {

PrecedenceCode::PrecedenceCode(const Net& net, const Transition& transition)
    : priority_(net, transition.priority), order_(net, transition.order) {
  const auto constant = [](const Code& code) { return !code.valid() || code.constant(); };
  same_ = constant(priority_) && constant(order_);
  if (priority_.valid() && priority_.constant()) all_.priority = priority_.constant_value();
  if (order_.valid() && order_.constant()) all_.order = real_of_word(order_.constant_value());
  if (order_.valid()) where_ = net.exprs[transition.order].where;
}

Precedence PrecedenceCode::of(Evaluator& evaluator, std::span<Word> frame) const {
  Precedence precedence;
  if (priority_.valid()) precedence.priority = priority_.eval(evaluator, frame);
  if (order_.valid()) precedence.order = real_of_word(order_.eval(evaluator, frame));
  if (std::isnan(precedence.order)) throw EvalError(where_, fmt::format("an order must be a number, not {}", precedence.order));
  return precedence;
}

TermRank::TermRank(const Net& net, WordPool& pool, PrecedenceCode code, Pattern pattern, std::size_t frame_size)
    : colours_(net.colours), evaluator_(net, pool), code_(std::move(code)), pattern_(std::move(pattern)), frame_(frame_size) {}

Precedence TermRank::of(Word colour) {
  for (const PatternPart& part : pattern_.parts) {
    if (part.kind != PatternPart::Kind::variable) continue;
    const std::optional<Word> word = matched_word(colours_, part, colour, evaluator_.pool());
    if (!word) return {};  // it is in no binding
    frame_[part.slot] = *word;
  }
  try {
    return code_.of(evaluator_, frame_);
  } catch (const EvalError&) {
    return {std::numeric_limits<std::int64_t>::max(), -std::numeric_limits<double>::infinity()};
  }
}

}  // namespace petriloom
