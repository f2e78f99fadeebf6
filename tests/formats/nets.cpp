// SPDX-License-Identifier: Apache-2.0
#include "tests/formats/nets.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>

#include "engine/build/builder.h"
#include "formats/common/names.h"
#include "formats/loom/loom.h"

namespace petriloom::test {

Net net_of(const std::string& text) {
  ReadResult result = read_loom("test.loom", text, {});
  EXPECT_FALSE(result.diagnostics.has_errors()) << result.diagnostics.format(*result.sources);
  if (!result.net) throw std::runtime_error("the net of the test is wrong");
  return std::move(*result.net);
}

std::string philosophers(int n) {
  return fmt::format(R"(
colour Phil = index phil with 0..{};
var p : Phil;
place THINK : Phil = all(Phil);
place EAT : Phil;
place FORK : Phil = all(Phil);
transition take {{ in THINK : p; in FORK : p; in FORK : succ(p); out EAT : p; }}
transition put {{ in EAT : p; out THINK : p; out FORK : p; out FORK : succ(p); }}
)",
                     n - 1);
}

namespace {

class RandomNet {
 public:
  RandomNet(std::uint32_t seed, bool special, bool timed)
      : random_(seed), special_(special), timed_(timed), builder_("random", std::make_shared<Sources>()) {}

  Net make() {
    builder_.add(Module{});
    for (int m = below(3); m > 0; --m) {
      Module module;
      module.name = fmt::format("m{}[{}]", m, below(9));
      module.kind = "M<&\">";
      module.parent = ModuleId(pick(builder_.net().modules.size()));
      builder_.add(std::move(module));
    }
    const int places = 1 + below(6);
    for (int p = 0; p < places; ++p) add_place(p);
    for (int t = below(6); t > 0; --t) add_transition(t);
    std::optional<Net> net = builder_.build();
    EXPECT_TRUE(net.has_value()) << builder_.diagnostics().format(Sources());
    return std::move(net.value());
  }

 private:
  int below(int bound) { return static_cast<int>(random_() % static_cast<std::uint32_t>(bound)); }
  std::size_t pick(std::size_t size) { return random_() % size; }

  void add_place(int number) {
    Place place;
    place.name = fmt::format("p{}", number);
    place.module = ModuleId(pick(builder_.net().modules.size()));
    place.colour = ColourTable::kUnit;
    const PlaceId id = builder_.add(std::move(place));
    if (below(2) == 1) builder_.mark(id, 0, 1 + below(3));
    if (timed_ && below(4) == 0) builder_.mark(id, 0, 1 + below(3), 0.125 * (1 + below(5)));
  }

  // All but those that flow.
  static constexpr std::array kTimings{Timing::immediate, Timing::exponential, Timing::deterministic, Timing::uniform,
                                       Timing::normal,    Timing::erlang,      Timing::gamma,         Timing::weibull,
                                       Timing::lognormal, Timing::at,          Timing::every};
  void add_transition(int number) {
    Transition transition;
    transition.name = fmt::format("t{}", number);
    transition.module = ModuleId(pick(builder_.net().modules.size()));
    if (timed_) {
      transition.timing = kTimings[pick(kTimings.size())];
      if (scheduled(transition.timing)) {
        const double first = 0.25 * below(9);
        transition.times = {builder_.expr().real(first, {}), builder_.expr().real(first + 0.1 * (1 + below(9)), {})};
        if (below(2) == 1) transition.times.push_back(builder_.expr().real(first + 3.3 * (1 + below(3)), {}));
        transition.servers = below(2);
      } else if (transition.timing != Timing::immediate) {
        transition.a = builder_.expr().real(1 + below(5), {});
        if (transition.timing >= Timing::uniform) transition.b = builder_.expr().real(6.1 + below(3), {});
        transition.servers = below(3);
        transition.memory = static_cast<Memory>(below(3));
      } else if (below(2) == 1) {
        transition.weight = builder_.expr().real(0.1 * (1 + below(9)), {});
      }
      if (below(3) == 0) transition.delay = builder_.expr().real(1e-6 * (1 + below(9)), {});
      if (below(3) == 0) transition.priority = builder_.expr().integer(below(5) - 2, {});
    }
    for (int a = 1 + below(5); a > 0; --a) add_arc(transition);
    builder_.add(std::move(transition));
  }

  void add_arc(Transition& transition) {
    Arc arc;
    arc.place = PlaceId(pick(builder_.net().places.size()));
    arc.kind = static_cast<ArcKind>(below(special_ ? 5 : 3));
    arc.value = builder_.expr().unit({});
    if (below(3) == 0 && arc.kind != ArcKind::reset) arc.count = builder_.expr().integer(2 + below(3), {});
    if (timed_ && arc.kind == ArcKind::output && below(3) == 0) arc.delay = builder_.expr().real(0.3 * (1 + below(3)), {});
    transition.arcs.push_back(arc);
  }

  std::mt19937 random_;
  bool special_;
  bool timed_;
  NetBuilder builder_;
};

}  // namespace

Net random_net(std::uint32_t seed, bool special, bool timed) { return RandomNet(seed, special, timed).make(); }

std::string described(const Net& net) {
  std::string text;
  for (std::size_t m = 1; m < net.modules.size(); ++m) {
    text += fmt::format("module {} {} {}\n", path(net, ModuleId(m)), net.modules[m].kind, net.modules[m].hardware);
  }
  for (std::size_t p = 0; p < net.places.size(); ++p) {
    text += "place " + path(net, PlaceId(p));
    for (const InitialTokens& tokens : net.places[p].initial) text += fmt::format(" {}@{}", tokens.count, tokens.available);
    text += "\n";
  }
  for (std::size_t t = 0; t < net.transitions.size(); ++t) {
    const Transition& tr = net.transitions[t];
    text += fmt::format(
        "transition {} timing {} {} {} weight {} delay {} priority {} servers {} memory {}{}\n", path(net, TransitionId(t)),
        static_cast<int>(tr.timing), literal_real(net, tr.a).value(), literal_real(net, tr.b).value(),
        literal_real(net, tr.weight, -1).value(), literal_real(net, tr.delay).value(), literal_integer(net, tr.priority, 0).value(),
        tr.servers, static_cast<int>(tr.memory), tr.fair_with.valid() ? " fair with " + path(net, tr.fair_with) : std::string());
    for (const ExprId time : tr.times) text += fmt::format("  time {}\n", literal_real(net, time).value());
    for (const Arc& arc : tr.arcs) {
      text += fmt::format("  {} {} {} @{}\n", static_cast<int>(arc.kind), path(net, arc.place),
                          literal_integer(net, arc.count, 1).value(), literal_real(net, arc.delay).value());
    }
  }
  return text;
}

void expect_golden(const std::string& name, const std::string& text) {
  const std::string file = std::string(PETRILOOM_ROOT) + "/tests/formats/golden/" + name;
  if (std::getenv("PETRILOOM_UPDATE_GOLDEN") != nullptr) std::ofstream(file, std::ios::binary) << text;
  std::ifstream stream(file, std::ios::binary);
  std::stringstream expected;
  expected << stream.rdbuf();
  EXPECT_EQ(text, expected.str()) << "differs from " << file;
}

}  // namespace petriloom::test
