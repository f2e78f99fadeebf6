// SPDX-License-Identifier: Apache-2.0
// The part of DocumentReader that reads what other tools write beside the standard: time of PIPE,
// TINA and ProM, units of NUPN.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

#include "engine/text/parse_number.h"
#include "formats/pnml_document/document_reader.h"

namespace petriloom::pnml {

void DocumentReader::foreign(ElementId root) {
  struct Known {
    Context owner;
    std::string_view element;
    std::string_view tool;
    void (DocumentReader::*read)(ElementId);
  };
  static constexpr std::array<Known, 5> kKnown{{
      {Context::place, "capacity", "", &DocumentReader::foreign_capacity},
      {Context::transition, "delay", "", &DocumentReader::foreign_delay},
      {Context::transition, "toolspecific", "StochasticPetriNet", &DocumentReader::foreign_prom},
      {Context::net, "toolspecific", "nupn", &DocumentReader::foreign_nupn},
      {Context::page, "toolspecific", "nupn", &DocumentReader::foreign_nupn},
  }};
  const Element& element = foreign_[root];
  for (const Known& known : kKnown) {
    if (known.owner == context() && known.element == element.name && known.tool == element.attribute("tool")) {
      return (this->*known.read)(root);
    }
  }
  if (element.name == "toolspecific") {
    not_understood(fmt::format("the annotation of '{}' here", element.attribute("tool").substr(0, 60)), element.where);
    return;
  }
  const std::string text = foreign_text(root);
  if (element.name == "timed") pipe_.timed = text == "true";
  if (element.name == "infiniteServer") pipe_.infinite = text == "true";
  if (element.name == "rate") pipe_.rate = foreign_number(root, text);
  if (element.name == "priority") pipe_.priority = foreign_number(root, text);
}

// The text of an element, or that of its <value> or <text>.
std::string DocumentReader::foreign_text(ElementId element) const {
  for (const std::string_view name : {"value", "text"}) {
    const ElementId child = foreign_.child(element, name);
    if (child != kNoElement) return std::string(trimmed(foreign_[child].text));
  }
  return std::string(trimmed(foreign_[element].text));
}

std::optional<double> DocumentReader::foreign_number(ElementId element, std::string_view text) {
  if (const auto value = parse_number<double>(text); value && std::isfinite(*value)) return value;
  diagnostics_.error(foreign_[element].where, fmt::format("'{}' is not a finite number", text.substr(0, 40)));
  return std::nullopt;
}

void DocumentReader::foreign_capacity(ElementId root) {
  const auto most = foreign_number(root, foreign_text(root));
  // PIPE writes 0 for a place without one.
  if (most && *most != 0) {
    diagnostics_.error(foreign_[root].where, "a place with a capacity", "a second place with the free room, or an inhibitor arc");
  }
}

// PIPE: a timed transition has a rate, an immediate one a weight; one server unless there are
// infinitely many.
void DocumentReader::apply_pipe(Node& node) {
  TimingNote& timing = node.timing;
  if (pipe_.timed.value_or(pipe_.rate.has_value() && !pipe_.infinite.has_value())) {
    timing.timing = Timing::exponential;
    timing.a = pipe_.rate.value_or(1);
    timing.servers = pipe_.infinite.value_or(false) ? 0 : 1;
  } else if (pipe_.timed && pipe_.rate) {
    timing.weight = pipe_.rate;
  }
  if (pipe_.priority) timing.priority = static_cast<std::int64_t>(std::clamp(*pipe_.priority, -1e15, 1e15));
  pipe_ = {};
}

// TINA: an interval in which the transition fires, or at which it must have.
void DocumentReader::foreign_delay(ElementId root) {
  const Location& where = foreign_[root].where;
  const ElementId interval = foreign_.child(root, "interval");
  std::array<double, 2> bounds{0, 0};
  std::size_t found = 0;
  for (const ElementId bound : interval == kNoElement ? std::vector<ElementId>{} : foreign_.children(interval)) {
    const std::string text(trimmed(foreign_[bound].text));
    const bool endless = foreign_[bound].name == "ci" && (text == "infty" || text == "infinity");
    const auto value = endless ? std::optional<double>(INFINITY) : foreign_number(bound, text);
    if (!value) return;
    if (found < 2) bounds[found] = *value;
    ++found;
  }
  if (found != 2 || bounds[0] < 0 || bounds[1] < bounds[0]) {
    diagnostics_.error(where, "a delay that is not an interval of times", "<interval><cn>1</cn><cn>2</cn></interval>");
    return;
  }
  TimingNote& timing = document_.nodes.back().timing;
  // From 0 on at any time: what a transition without time does.
  if (bounds[0] == 0 && std::isinf(bounds[1])) return;
  if (std::isinf(bounds[1])) {
    diagnostics_.error(where, "a delay without upper bound has no distribution", "an upper bound");
    return;
  }
  timing.timing = bounds[0] == bounds[1] ? Timing::deterministic : Timing::uniform;
  timing.a = bounds[0];
  if (bounds[0] == bounds[1]) return;
  timing.b = bounds[1];
  not_understood("the free choice of a time in a <delay> (it is taken as uniformly distributed)", where);
}

// ProM: properties by key. The parameter of an exponential distribution is its mean.
void DocumentReader::foreign_prom(ElementId root) {
  static constexpr std::array kNames = std::to_array<std::pair<std::string_view, Timing>>({{"IMMEDIATE", Timing::immediate},
                                                                                           {"EXPONENTIAL", Timing::exponential},
                                                                                           {"DETERMINISTIC", Timing::deterministic},
                                                                                           {"UNIFORM", Timing::uniform},
                                                                                           {"NORMAL", Timing::normal},
                                                                                           {"GAMMA", Timing::gamma},
                                                                                           {"WEIBULL", Timing::weibull},
                                                                                           {"LOGNORMAL", Timing::lognormal}});
  std::map<std::string, std::string, std::less<>> properties;
  for (const ElementId child : foreign_.children(root)) {
    properties[std::string(foreign_[child].attribute("key"))] = trimmed(foreign_[child].text);
  }
  const Location& where = foreign_[root].where;
  const std::string& type = properties["distributionType"];
  const auto* const known = std::find_if(kNames.begin(), kNames.end(), [&](const auto& each) { return each.first == type; });
  if (known == kNames.end()) {
    if (!type.empty() && type != "UNDEFINED")
      diagnostics_.error(where, fmt::format("no distribution '{}' is read", type.substr(0, 60)));
    return;
  }
  TimingNote& timing = document_.nodes.back().timing;
  const bool exponential = known->second == Timing::exponential;
  const std::size_t wanted = facts_of(known->second).parameters;
  std::vector<double> parameters;
  std::stringstream list(properties["distributionParameters"]);
  for (std::string part; parameters.size() < wanted && std::getline(list, part, ';');) {
    const auto value = foreign_number(root, trimmed(part));
    if (!value) return;
    parameters.push_back(*value);
  }
  if (parameters.size() < wanted || (exponential && !(parameters[0] > 0))) {
    diagnostics_.error(where, fmt::format("wrong parameters of a distribution {}", type));
    return;
  }
  timing.timing = known->second;
  if (wanted > 0) timing.a = exponential ? 1 / parameters[0] : parameters[0];
  if (wanted > 1) timing.b = parameters[1];
  const auto weight = properties["weight"].empty() ? std::nullopt : foreign_number(root, properties["weight"]);
  if (weight && *weight > 0 && timing.timing == Timing::immediate) timing.weight = weight;
  if (const auto priority = properties["priority"].empty() ? std::nullopt : foreign_number(root, properties["priority"])) {
    timing.priority = static_cast<std::int64_t>(std::clamp(*priority, -1e15, 1e15));
  }
}

void DocumentReader::foreign_nupn(ElementId root) {
  const ElementId structure = foreign_.child(root, "structure");
  if (structure == kNoElement) {
    not_understood("an annotation of 'nupn' without <structure>", foreign_[root].where);
    return;
  }
  NupnObject& nupn = document_.nupn;
  nupn = {};
  nupn.found = true;
  nupn.where = foreign_[root].where;
  nupn.root = foreign_[structure].attribute("root");
  nupn.safe = foreign_[structure].attribute("safe") == "true";
  for (const ElementId child : foreign_.children(structure)) {
    if (foreign_[child].name != "unit") continue;
    UnitObject unit;
    unit.id = foreign_[child].attribute("id");
    const auto words = [&](std::string_view name, std::vector<std::string>& into) {
      const ElementId list = foreign_.child(child, name);
      if (list == kNoElement) return;
      std::stringstream text(foreign_[list].text);
      for (std::string word; text >> word;) into.push_back(word);
    };
    words("places", unit.places);
    words("subunits", unit.units);
    nupn.units.push_back(std::move(unit));
  }
}

}  // namespace petriloom::pnml
