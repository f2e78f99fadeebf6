// SPDX-License-Identifier: Apache-2.0
#include "engine/run/run_state_file.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "engine/run/fingerprint.h"

namespace petriloom {

namespace {

using StateJson = nlohmann::ordered_json;

constexpr const char* kFormat = "petriloom run state";
constexpr int kVersion = 1;  // to be raised when a state means something else, or is drawn from otherwise

// Infinity, which JSON does not have, is a string.
StateJson real_json(double value) {
  if (std::isfinite(value)) return value;
  return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

/// One value of the document, and how a message names it.
class Field {
 public:
  explicit Field(const StateJson& json) : json_(json) {}

  [[nodiscard]] Field operator[](const char* key) const {
    if (!json_.is_object() || !json_.contains(key)) fail(fmt::format("'{}' is missing", key));
    return {json_.at(key), this, key, 0};
  }
  [[nodiscard]] Field at(std::size_t k) const {
    if (!json_.is_array() || k >= json_.size()) fail("too short a list");
    return {json_.at(k), this, nullptr, k};
  }
  [[nodiscard]] std::size_t size() const {
    if (!json_.is_array()) fail("not a list");
    return json_.size();
  }
  [[nodiscard]] std::uint64_t natural() const {
    if (!json_.is_number_unsigned()) fail("not a natural number");
    return json_.get<std::uint64_t>();
  }
  [[nodiscard]] std::int64_t integer() const {
    const bool fits = json_.is_number_unsigned() && json_.get<std::uint64_t>() <= std::numeric_limits<std::int64_t>::max();
    if (!fits && (!json_.is_number_integer() || json_.is_number_unsigned())) fail("not a whole number");
    return json_.get<std::int64_t>();
  }
  [[nodiscard]] double real() const {
    if (json_.is_number()) return json_.get<double>();
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (json_ == "inf") return kInfinity;
    if (json_ == "-inf") return -kInfinity;
    if (json_ != "nan") fail("not a number");
    return std::numeric_limits<double>::quiet_NaN();
  }
  [[nodiscard]] SavedNumber number() const {
    if (json_.is_number_integer()) return integer();
    return real();
  }
  [[nodiscard]] std::string text() const {
    if (!json_.is_string()) fail("not a text");
    return json_.get<std::string>();
  }
  /// An id of a table of `most` entries; null stands for none.
  template <class Id>
  [[nodiscard]] Id id(std::size_t most) const {
    if (json_.is_null()) return {};
    const std::uint64_t number = natural();
    if (number >= most) fail("the net has not so many");
    return Id(static_cast<std::size_t>(number));
  }
  /// `read(k-th element)` of all elements.
  template <class Read>
  [[nodiscard]] auto list(const Read& read) const {
    std::vector<decltype(read(at(0)))> result;
    const std::size_t count = size();
    result.reserve(count);
    for (std::size_t k = 0; k < count; ++k) result.push_back(read(at(k)));
    return result;
  }
  [[noreturn]] void fail(const std::string& what) const {
    const std::string where = name();
    throw StateError(where.empty() ? what : fmt::format("{}: {}", where, what));
  }

 private:
  Field(const StateJson& json, const Field* parent, const char* key, std::size_t at)
      : json_(json), parent_(parent), key_(key), at_(at) {}
  [[nodiscard]] std::string name() const {
    if (parent_ == nullptr) return {};
    const std::string before = parent_->name();
    if (key_ == nullptr) return fmt::format("{}[{}]", before, at_);
    return before.empty() ? std::string(key_) : fmt::format("{}.{}", before, key_);
  }
  const StateJson& json_;
  const Field* parent_ = nullptr;  // lives as long as this one: both are parts of one expression
  const char* key_ = nullptr;
  std::size_t at_ = 0;
};

std::string hex(std::uint64_t number) { return fmt::format("{:016x}", number); }

StateJson net_json(const Net& net) {
  StateJson parts = StateJson::object();
  const Fingerprint print = fingerprint(net);
  for (std::size_t k = 0; k < kNetParts.size(); ++k) parts[std::string(kNetParts[k])] = hex(print[k]);
  return {{"name", net.name}, {"parts", parts}};
}

void check_net(const Net& net, const Field& saved) {
  const Fingerprint here = fingerprint(net);
  Fingerprint there = here;
  for (std::size_t k = 0; k < kNetParts.size(); ++k) {
    if (saved["parts"][kNetParts[k].data()].text() != hex(here[k])) there[k] = ~here[k];
  }
  const std::string parts = differing_parts(here, there);
  if (parts.empty()) return;
  throw StateError(
      fmt::format("it is of another net ('{}'), which differs from '{}' in: {}", saved["name"].text(), net.name, parts));
}

StateJson arrivals_json(const std::vector<ArrivalRun>& runs) {
  StateJson list = StateJson::array();
  for (const ArrivalRun& run : runs) list.push_back({real_json(run.arrival), run.count});
  return list;
}

StateJson binding_json(const RunState::Binding& binding) {
  StateJson timers = StateJson::array();
  for (const RunState::Timer& timer : binding.timers) timers.push_back({real_json(timer.due), timer.number, real_json(timer.rate)});
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
  for (const std::vector<SavedNumber>& numbers : measures) {
    StateJson& one = list.emplace_back(StateJson::array());
    for (const SavedNumber& number : numbers) {
      const auto* whole = std::get_if<std::int64_t>(&number);
      one.push_back(whole != nullptr ? StateJson(*whole) : real_json(std::get<double>(number)));
    }
  }
  return list;
}

RunState::Binding read_binding(const Net& net, const Field& field) {
  RunState::Binding binding;
  binding.transition = field["transition"].id<TransitionId>(net.transitions.size());
  binding.binding = field["binding"].list([](const Field& word) { return word.integer(); });
  binding.timers = field["timers"].list([](const Field& timer) {
    return RunState::Timer{timer.at(0).real(), timer.at(1).natural(), timer.at(2).real()};
  });
  binding.tickets = field["tickets"].list([](const Field& ticket) { return ticket.natural(); });
  binding.rests = field["rests"].list([](const Field& rest) { return RunState::Rest{rest.at(0).real(), rest.at(1).real()}; });
  return binding;
}

RunState read_state(const Net& net, const Field& field) {
  const auto word = [](const Field& one) { return one.integer(); };
  const std::size_t places = net.places.size();
  const std::size_t transitions = net.transitions.size();
  RunState state;
  state.seed = field["seed"].natural();
  state.replication = field["replication"].natural();
  state.random = field["random"].natural();
  state.now = field["now"].real();
  state.firings = field["firings"].natural();
  state.last = field["last"].id<TransitionId>(transitions);
  state.held = field["held"].list([&](const Field& held) {
    return RunState::Held{held["place"].id<PlaceId>(places), held["colour"].list(word), held["arrivals"].list([](const Field& run) {
                            return ArrivalRun{run.at(0).real(), run.at(1).integer()};
                          })};
  });
  state.coming = field["coming"].list([&](const Field& coming) {
    return RunState::Coming{coming["place"].id<PlaceId>(places), coming["colour"].list(word), coming["time"].real(),
                            coming["count"].integer()};
  });
  state.bindings = field["bindings"].list([&](const Field& binding) { return read_binding(net, binding); });
  state.numbers = field["numbers"].natural();
  state.loop.firings = field["loop"]["firings"].natural();
  state.loop.seen = field["loop"]["seen"].list([&](const Field& seen) { return seen.id<TransitionId>(transitions); });
  state.measures =
      field["measures"].list([](const Field& measure) { return measure.list([](const Field& n) { return n.number(); }); });
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
  for (const RunState::Binding& binding : state.bindings) bindings.push_back(binding_json(binding));
  StateJson seen = StateJson::array();
  for (const TransitionId transition : state.loop.seen) seen.push_back(transition.index());
  const StateJson document = {{"format", kFormat},
                              {"version", kVersion},
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
  return document.dump(-1, ' ', false, StateJson::error_handler_t::replace) + "\n";
}

std::optional<RunState> read_run_state(const Net& net, std::string_view text, std::string& problem) {
  try {
    const StateJson document = StateJson::parse(text, nullptr, false);
    const Field root(document);
    if (!document.is_object() || document.value("format", StateJson()) != kFormat) {
      problem = "this is no saved state of a run";
      return std::nullopt;
    }
    if (const std::uint64_t version = root["version"].natural(); version != kVersion) {
      problem = fmt::format("it is of version {}, this program reads {}", version, kVersion);
      return std::nullopt;
    }
    check_net(net, root["net"]);
    return read_state(net, root);
  } catch (const StateError& error) {
    problem = error.what();
    return std::nullopt;
  }
}

}  // namespace petriloom
