// SPDX-License-Identifier: Apache-2.0
#include "engine/enabling/priority.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace petriloom {

Precedences::Precedences(const Net& net, Evaluator& evaluator) : net_(net), evaluator_(evaluator) {
  std::size_t frame = 0;
  for (std::size_t t = 0; t < net.transitions.size(); ++t) {
    const Transition& transition = net.transitions[t];
    frame = std::max(frame, transition.variables.size());
    Codes codes{Code(net, transition.priority), Code(net, transition.order), true, {}};
    const auto constant = [](const Code& code) { return !code.valid() || code.constant(); };
    codes.same = constant(codes.priority) && constant(codes.order);
    if (codes.priority.valid() && codes.priority.constant()) codes.all.priority = codes.priority.constant_value();
    if (codes.order.valid() && codes.order.constant()) codes.all.order = real_of_word(codes.order.constant_value());
    codes_.push_back(std::move(codes));
  }
  frame_.resize(frame);
}

Precedence Precedences::evaluated(TransitionId transition, std::span<const Word> binding) {
  const Codes& codes = codes_[transition.index()];
  std::copy_n(binding.begin(), net_[transition].binding_size, frame_.begin());
  Precedence precedence;
  if (codes.priority.valid()) precedence.priority = codes.priority.eval(evaluator_, frame_);
  if (codes.order.valid()) precedence.order = real_of_word(codes.order.eval(evaluator_, frame_));
  if (std::isnan(precedence.order)) {
    throw EvalError(net_.exprs[net_[transition].order].where,
                    fmt::format("the order of '{}' must be a number, not {}", net_[transition].name, precedence.order));
  }
  return precedence;
}

}  // namespace petriloom
