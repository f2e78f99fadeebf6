// SPDX-License-Identifier: Apache-2.0
#include "engine/state/run_state_text.h"

#include <fmt/format.h>

#include "engine/state/state_json.h"

namespace petriloom {

namespace {

constexpr const char* kStateFormat = "petriloom run state";
// To be raised when a state means something else, or is drawn from otherwise.
constexpr int kStateVersion = 1;

StateJson arrivals_json(const std::vector<ArrivalRun>& runs) {
  StateJson list = StateJson::array();
  for (const ArrivalRun& run : runs) list.push_back({real_json(run.arrival), run.count});
  return list;
}

StateJson binding_json(const Net& net, const RunState::Binding& binding) {
  StateJson timers = StateJson::array();
  for (const RunState::Timer& timer : binding.timers) {
    StateJson& entry = timers.emplace_back(StateJson{real_json(timer.due), timer.number, real_json(timer.rate)});
    if (!shares(net[binding.transition])) continue;
    for (const double number : {timer.work, timer.since, timer.speed}) entry.push_back(real_json(number));
  }
  StateJson rests = StateJson::array();
  for (const RunState::Rest& rest : binding.rests) rests.push_back({real_json(rest.duration), real_json(rest.rate)});
  return {{"transition", binding.transition.index()},
          {"binding", binding.binding},
          {"timers", timers},
          {"tickets", binding.tickets},
          {"rests", rests}};
}

StateJson measures_json(const std::vector<std::vector<SavedNumber>>& measures) {
  StateJson list = StateJson::array();
  for (const std::vector<SavedNumber>& numbers : measures) list.push_back(numbers_json(numbers));
  return list;
}

RunState::Binding read_binding(const Net& net, const StateField& field) {
  RunState::Binding binding;
  binding.transition = field["transition"].id<TransitionId>(net.transitions.size());
  binding.binding = field["binding"].list([](const StateField& word) { return word.integer(); });
  const bool shared = binding.transition.valid() && shares(net[binding.transition]);
  binding.timers = field["timers"].list([shared](const StateField& timer) {
    const auto number = [&](std::size_t at) { return shared ? timer.at(at).real() : 0; };
    return RunState::Timer{timer.at(0).real(), timer.at(1).natural(), timer.at(2).real(), number(3), number(4), number(5)};
  });
  binding.tickets = field["tickets"].list([](const StateField& ticket) { return ticket.natural(); });
  binding.rests = field["rests"].list([](const StateField& rest) { return RunState::Rest{rest.at(0).real(), rest.at(1).real()}; });
  return binding;
}

RunState read_state(const Net& net, const StateField& field) {
  const auto word = [](const StateField& one) { return one.integer(); };
  const std::size_t places = net.places.size();
  const std::size_t transitions = net.transitions.size();
  RunState state;
  state.seed = field["seed"].natural();
  state.replication = field["replication"].natural();
  state.random = field["random"].natural();
  state.now = field["now"].real();
  state.firings = field["firings"].natural();
  state.last = field["last"].id<TransitionId>(transitions);
  state.held = field["held"].list([&](const StateField& held) {
    return RunState::Held{held["place"].id<PlaceId>(places), held["colour"].list(word),
                          held["arrivals"].list([](const StateField& run) {
                            return ArrivalRun{run.at(0).real(), run.at(1).integer()};
                          })};
  });
  state.coming = field["coming"].list([&](const StateField& coming) {
    return RunState::Coming{coming["place"].id<PlaceId>(places), coming["colour"].list(word), coming["time"].real(),
                            coming["count"].integer()};
  });
  state.bindings = field["bindings"].list([&](const StateField& binding) { return read_binding(net, binding); });
  state.numbers = field["numbers"].natural();
  state.struck = field.flag("struck");
  state.loop.firings = field["loop"]["firings"].natural();
  state.loop.seen = field["loop"]["seen"].list([&](const StateField& seen) { return seen.id<TransitionId>(transitions); });
  state.measures = field["measures"].list(
      [](const StateField& measure) { return measure.list([](const StateField& n) { return n.number(); }); });
  return state;
}

}  // namespace

std::string write_run_state(const Net& net, const RunState& state) {
  StateJson held = StateJson::array();
  for (const RunState::Held& tokens : state.held) {
    held.push_back({{"place", tokens.place.index()}, {"colour", tokens.colour}, {"arrivals", arrivals_json(tokens.arrivals)}});
  }
  StateJson coming = StateJson::array();
  for (const RunState::Coming& tokens : state.coming) {
    coming.push_back({{"place", tokens.place.index()}, {"colour", tokens.colour}, {"time", tokens.time}, {"count", tokens.count}});
  }
  StateJson bindings = StateJson::array();
  for (const RunState::Binding& binding : state.bindings) bindings.push_back(binding_json(net, binding));
  StateJson seen = StateJson::array();
  for (const TransitionId transition : state.loop.seen) seen.push_back(transition.index());
  StateJson document = {{"format", kStateFormat},
                        {"version", kStateVersion},
                        {"net", net_json(net)},
                        {"seed", state.seed},
                        {"replication", state.replication},
                        {"random", state.random},
                        {"now", state.now},
                        {"firings", state.firings},
                        {"last", state.last.valid() ? StateJson(state.last.index()) : StateJson(nullptr)},
                        {"held", held},
                        {"coming", coming},
                        {"bindings", bindings},
                        {"numbers", state.numbers},
                        {"loop", {{"firings", state.loop.firings}, {"seen", seen}}},
                        {"measures", measures_json(state.measures)}};
  if (state.struck) document["struck"] = true;
  return state_text(document);
}

std::optional<RunState> read_run_state(const Net& net, std::string_view text, std::string& problem) {
  try {
    const StateJson document = parse_state(text, kStateFormat, kStateVersion);
    const StateField root(document);
    check_net(net, root["net"]);
    return read_state(net, root);
  } catch (const StateError& error) {
    problem = error.what();
    return std::nullopt;
  }
}

}  // namespace petriloom
