// SPDX-License-Identifier: Apache-2.0
// Firings per second of the simulator on the models of bench/RESULTS.md: queues, and coloured nets
// of N instances folded into the colour.
#include <benchmark/benchmark.h>

#include "engine/build/builder.h"
#include "engine/simulate/simulate.h"

namespace petriloom {
namespace {

class Draft {
 public:
  Draft() : builder_("bench", std::make_shared<Sources>()) { builder_.add(Module{}); }

  PlaceId place(const std::string& name, ColourSetId colour = ColourTable::kUnit) {
    Place place;
    place.name = name;
    place.module = ModuleId(0);
    place.colour = colour;
    return builder_.add(std::move(place));
  }
  /// With one variable `x` of `colour`, if that is valid; exponential of `rate`, immediate if that
  /// is 0.
  TransitionId transition(const std::string& name, ColourSetId colour, double rate) {
    Transition t;
    t.name = name;
    t.module = ModuleId(0);
    if (colour.valid()) t.variables = {{"x", colour}};
    t.binding_size = static_cast<std::uint32_t>(t.variables.size());
    if (rate > 0) {
      t.timing = Timing::exponential;
      t.a = e().real(rate, {});
    }
    return builder_.add(std::move(t));
  }
  void arc(TransitionId t, ArcKind kind, PlaceId place, ExprId value = {}) {
    Arc arc;
    arc.place = place;
    arc.kind = kind;
    arc.value = value.valid() ? value : e().unit({});
    builder_.net().transitions[t.index()].arcs.push_back(arc);
  }
  void in(TransitionId t, PlaceId p, ExprId value = {}) { arc(t, ArcKind::input, p, value); }
  void out(TransitionId t, PlaceId p, ExprId value = {}) { arc(t, ArcKind::output, p, value); }
  void servers(TransitionId t, std::int64_t n) { builder_.net().transitions[t.index()].servers = n; }
  void all(PlaceId place, ColourSetId colour) {
    const ColourSet& set = builder_.net().colours[colour];
    for (Word word = set.low; word <= set.high; ++word) builder_.mark(place, word, 1);
  }
  ColourSetId index(std::int64_t n) { return builder_.net().colours.add_index("Node", "node", 0, n - 1); }
  ExprId x(ColourSetId colour) { return e().variable(colour, 0, {}); }
  ExprId next(ColourSetId colour) { return e().unary(Op::successor, x(colour), {}); }
  ExprBuilder& e() { return builder_.expr(); }
  NetBuilder& builder() { return builder_; }
  Net build() { return std::move(*builder_.build()); }

 private:
  NetBuilder builder_;
};

Net tandem(std::int64_t stations) {
  Draft d;
  const TransitionId arrive = d.transition("arrive", {}, 0.8);
  PlaceId queue = d.place("Q0");
  d.out(arrive, queue);
  for (std::int64_t k = 0; k < stations; ++k) {
    const TransitionId serve = d.transition("serve" + std::to_string(k), {}, 1);
    d.servers(serve, 1);
    d.in(serve, queue);
    if (k + 1 == stations) break;
    queue = d.place("Q" + std::to_string(k + 1));
    d.out(serve, queue);
  }
  return d.build();
}

Net philosophers(std::int64_t n) {
  Draft d;
  const ColourSetId node = d.index(n);
  const PlaceId think = d.place("THINK", node);
  const PlaceId fork = d.place("FORK", node);
  const PlaceId eat = d.place("EAT", node);
  d.all(think, node);
  d.all(fork, node);
  const TransitionId take = d.transition("take", node, 1);
  d.in(take, think, d.x(node));
  d.in(take, fork, d.x(node));
  d.in(take, fork, d.next(node));
  d.out(take, eat, d.x(node));
  const TransitionId put = d.transition("put", node, 1);
  d.in(put, eat, d.x(node));
  d.out(put, think, d.x(node));
  d.out(put, fork, d.x(node));
  d.out(put, fork, d.next(node));
  return d.build();
}

Net polling(std::int64_t n) {
  Draft d;
  const ColourSetId node = d.index(n);
  const PlaceId idle = d.place("IDLE", node);
  const PlaceId wait = d.place("WAIT", node);
  const PlaceId at = d.place("AT", node);
  const PlaceId serving = d.place("SERVE", node);
  d.all(idle, node);
  d.builder().mark(at, 0, 1);
  const TransitionId arrive = d.transition("arrive", node, 1.0 / static_cast<double>(n));
  d.in(arrive, idle, d.x(node));
  d.out(arrive, wait, d.x(node));
  const TransitionId walk = d.transition("walk", node, 10);
  d.in(walk, at, d.x(node));
  d.arc(walk, ArcKind::inhibitor, wait, d.x(node));
  d.out(walk, at, d.next(node));
  const TransitionId begin = d.transition("begin", node, 0);
  d.in(begin, at, d.x(node));
  d.in(begin, wait, d.x(node));
  d.out(begin, serving, d.x(node));
  const TransitionId end = d.transition("end", node, 1);
  d.in(end, serving, d.x(node));
  d.out(end, idle, d.x(node));
  d.out(end, at, d.next(node));
  return d.build();
}

Net repair(std::int64_t n) {
  Draft d;
  const ColourSetId node = d.index(n);
  const PlaceId up = d.place("UP", node);
  const PlaceId down = d.place("DOWN", node);
  const PlaceId idle = d.place("IDLE");
  const PlaceId repairing = d.place("REPAIR", node);
  d.all(up, node);
  d.builder().mark(idle, 0, 3);
  const TransitionId fail = d.transition("fail", node, 0.01);
  d.in(fail, up, d.x(node));
  d.out(fail, down, d.x(node));
  const TransitionId begin = d.transition("begin", node, 0);
  d.in(begin, down, d.x(node));
  d.in(begin, idle);
  d.out(begin, repairing, d.x(node));
  const TransitionId end = d.transition("end", node, 1);
  d.in(end, repairing, d.x(node));
  d.out(end, up, d.x(node));
  d.out(end, idle);
  return d.build();
}

void run(benchmark::State& state, Net (*make)(std::int64_t)) {
  const Net net = make(state.range(0));
  SimulationOptions options;
  options.max_firings = 300'000;
  std::uint64_t firings = 0;
  for (auto step : state) {
    ++options.seed;
    firings += simulate(net, options).firings;
  }
  state.counters["firings/s"] = benchmark::Counter(static_cast<double>(firings), benchmark::Counter::kIsRate);
}

BENCHMARK_CAPTURE(run, tandem, tandem)->Arg(1)->Arg(10)->Arg(100)->Arg(1000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, philosophers, philosophers)->Arg(10)->Arg(100)->Arg(1000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, polling, polling)->Arg(10)->Arg(100)->Arg(1000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(run, repair, repair)->Arg(10)->Arg(100)->Arg(1000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace petriloom
