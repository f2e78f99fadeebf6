// SPDX-License-Identifier: Apache-2.0
#include "analysis/witness/witness.h"

#include <map>

#include "analysis/model/follow_path.h"

namespace petriloom {

std::vector<Word> token_indices(const NetModel& model, PlaceId id, Word colour) {
  return instance_indices(model.net(), model.pool(), id, colour);
}

std::string token_place(const NetModel& model, PlaceId id, Word colour) {
  const Place& place = model.net()[id];
  return indexed_path(model.net(), place.module, place.name, token_indices(model, id, colour));
}

std::string token_text(const NetModel& model, PlaceId id, Word colour) {
  const Net& net = model.net();
  const Place& place = net[id];
  if (place.folded == 0) return net.colours.format(place.colour, colour, model.pool());
  const ColourSet& set = net.colours[place.colour];
  if (!set.composite() || place.folded >= set.components.size()) return "()";
  std::string text;
  for (std::size_t k = place.folded; k < set.components.size(); ++k) {
    const Word component = net.colours.component(place.colour, colour, k, model.pool());
    if (k > place.folded) text += ", ";
    text += net.colours.format(set.components[k], component, model.pool());
  }
  return place.folded + 1 == set.components.size() ? text : "(" + text + ")";
}

namespace {

std::vector<MarkedPlace> marked_places(const NetModel& model, const std::vector<Tokens>& marking) {
  std::vector<MarkedPlace> result;
  std::map<std::pair<PlaceId, std::string>, std::size_t> position;
  for (const Tokens& tokens : marking) {
    const std::string place = token_place(model, tokens.place, tokens.colour);
    const auto [at, fresh] = position.try_emplace({tokens.place, place}, result.size());
    if (fresh) result.push_back({place, {}});
    std::string& text = result[at->second].tokens;
    if (!text.empty()) text += " ++ ";
    text += std::to_string(tokens.count) + "`" + token_text(model, tokens.place, tokens.colour);
  }
  return result;
}

}  // namespace

std::vector<MarkedPlace> marked_places(const NetModel& model, StateBytes state) {
  return marked_places(model, model.tokens(state));
}

std::string format_binding(const NetModel& model, const BoundTransition& firing) {
  if (const std::vector<Tokens> come = model.arrivals(firing); !come.empty()) {
    std::string text;
    for (const MarkedPlace& place : marked_places(model, come))
      text += (text.empty() ? "" : ", ") + place.tokens + " in " + place.place;
    return text;
  }
  const Transition& transition = model.net()[firing.transition];
  std::string text;
  for (std::size_t k = transition.folded; k < firing.binding.size(); ++k) {
    const Variable& variable = transition.variables[k];
    if (!text.empty()) text += ", ";
    text += variable.name + " = " + model.net().colours.format(variable.colour, firing.binding[k], model.pool());
  }
  return text;
}

Witness make_witness(NetModel& model, const FiringPath& path, const Limits& limits) {
  Witness witness;
  witness.loop = path.loop;
  follow_path(model, path, limits, [&](std::size_t step, StateBytes state) {
    if (step == path.firings.size()) {
      witness.final_marking = marked_places(model, state);
      return;
    }
    const BoundTransition& firing = path.firings[step];
    const std::string name = model.labels().name(model.labels().label(firing.transition, firing.binding));
    witness.steps.push_back({firing.transition, name, format_binding(model, firing), firing.binding, firing.drawn});
  });
  return witness;
}

std::optional<std::vector<std::uint8_t>> replay(NetModel& model, const Witness& witness) {
  const StateBytes start = model.initial();
  std::vector<std::uint8_t> state(start.begin(), start.end());
  for (const WitnessStep& step : witness.steps) {
    model.load(state);
    auto next = model.fire({step.transition, step.words, step.drawn});
    if (!next) return std::nullopt;
    state = std::move(*next);
  }
  return state;
}

}  // namespace petriloom
