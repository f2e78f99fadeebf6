// SPDX-License-Identifier: Apache-2.0
#include "engine/marking/too_many_tokens.h"

#include <fmt/format.h>

namespace petriloom {

namespace {

std::string text_of(const Net& net, PlaceId place, TransitionId transition) {
  std::string text = fmt::format("the place '{}' would hold more than {} tokens", path(net, place), kMostTokensOfPlace);
  if (transition.valid()) text += fmt::format(" when '{}' fires", path(net, transition));
  return text;
}

}  // namespace

TooManyTokens::TooManyTokens(const Net& net, PlaceId place, TransitionId transition)
    : EvalError(transition.valid() ? net[transition].where : net[place].where, text_of(net, place, transition)), place_(place) {}

}  // namespace petriloom
