// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/reference_engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/engine/draft.h"

namespace petriloom::test {

namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr double kNever = std::numeric_limits<double>::infinity();

bool mentions(const Net& net, ExprId expr, std::uint32_t slot) {
  bool found = false;
  for_each_expr(net.exprs, expr, [&](ExprId id) {
    found = found || (net.exprs[id].op == Op::variable && net.exprs[id].payload == static_cast<Word>(slot));
    return true;
  });
  return found;
}

// The variable stands in the pattern itself, not inside something computed.
bool in_pattern(const Net& net, ExprId pattern, std::uint32_t slot) {
  const Expr& node = net.exprs[pattern];
  if (node.op == Op::variable) return node.payload == static_cast<Word>(slot);
  const bool turned = node.op == Op::successor || node.op == Op::predecessor;
  const bool part = node.op == Op::tuple || node.op == Op::list || node.op == Op::concat || node.op == Op::inject;
  if (!turned && !part && node.op != Op::convert) return false;
  for (const ExprId child : net.exprs.children(pattern)) {
    if (in_pattern(net, child, slot)) return true;
  }
  return false;
}

bool has_wildcards(const Net& net, ExprId pattern) {
  bool found = false;
  for_each_expr(net.exprs, pattern, [&](ExprId id) {
    found = found || net.exprs[id].op == Op::wildcard;
    return true;
  });
  return found;
}

}  // namespace

// Rule 19: expressions of transitions see the marking.
class ReferenceEngine::View final : public StateView {
 public:
  explicit View(const ReferenceEngine& engine) : engine_(engine) {}
  [[nodiscard]] std::int64_t tokens(PlaceId place) const override {
    return static_cast<std::int64_t>(engine_.places_[place.index()].size());
  }
  [[nodiscard]] std::int64_t tokens_if(PlaceId place, const std::function<bool(Word)>& match) const override {
    return engine_.number(place.index(), false, match);
  }
  [[nodiscard]] std::int64_t tokens(PlaceId place, Word colour) const override {
    return engine_.number(place.index(), false, [colour](Word c) { return c == colour; });
  }
  [[nodiscard]] bool fireable(TransitionId) const override { return false; }
  [[nodiscard]] bool dead() const override { return false; }

 private:
  const ReferenceEngine& engine_;
};

ReferenceEngine::ReferenceEngine(const Net& net, const SimulationOptions& options)
    : net_(net),
      options_(options),
      pool_(net.pool),
      evaluator_(net, pool_),
      view_(std::make_unique<View>(*this)),
      random_(options.seed, 0),
      draws_(random_),
      places_(net.places.size()) {
  evaluator_.set_state(view_.get());
  evaluator_.set_random(&draws_);
}

ReferenceEngine::~ReferenceEngine() = default;

std::vector<Word> ReferenceEngine::frame(const Key& key) const {
  std::vector<Word> words(net_.transitions[key.first].variables.size());
  std::copy(key.second.begin(), key.second.end(), words.begin());
  return words;
}

bool ReferenceEngine::present(const Arc& arc, std::vector<Word>& frame) {
  return !arc.condition.valid() || evaluator_.eval(arc.condition, frame) != 0;
}

std::int64_t ReferenceEngine::count(const Arc& arc, std::vector<Word>& frame) {
  if (!present(arc, frame)) return 0;
  return arc.count.valid() ? evaluator_.eval(arc.count, frame) : 1;
}

std::vector<Word> ReferenceEngine::colours(const Arc& arc, std::vector<Word>& frame) {
  const Word value = evaluator_.eval(arc.value, frame);
  if (!arc.each) return {value};
  const auto list = pool_.view(value);
  return {list.begin(), list.end()};
}

ReferenceEngine::Needs ReferenceEngine::needs(const Key& key) {
  Needs result;
  std::vector<Word> words = frame(key);
  for (const Arc& arc : net_.transitions[key.first].arcs) {
    if (arc.kind != ArcKind::input) continue;
    const std::int64_t n = count(arc, words);
    if (n <= 0) continue;
    for (const Word colour : colours(arc, words)) {
      const std::pair<std::size_t, Word> what{arc.place.index(), colour};
      const auto at = std::find_if(result.begin(), result.end(), [&](const auto& need) { return need.first == what; });
      at == result.end() ? result.emplace_back(what, n) : (at->second += n, *at);
    }
  }
  return result;
}

std::int64_t ReferenceEngine::number(std::size_t place, bool available_only, const std::function<bool(Word)>& match) const {
  return std::count_if(places_[place].begin(), places_[place].end(),
                       [&](const Token& token) { return (!available_only || token.available <= now_) && match(token.colour); });
}

// Rule 3, about variables that no term binds; an index is none.
bool ReferenceEngine::defaults_hold(const Key& key, std::vector<Word>& words) {
  const Transition& transition = net_.transitions[key.first];
  for (std::uint32_t slot = transition.folded; slot < transition.binding_size; ++slot) {
    bool could = false;
    bool present = false;
    for (const Arc& arc : transition.arcs) {
      if ((arc.kind != ArcKind::input && arc.kind != ArcKind::read) || arc.each) continue;
      if (!in_pattern(net_, arc.value, slot) || mentions(net_, arc.condition, slot) || mentions(net_, arc.count, slot)) continue;
      could = true;
      present = present || count(arc, words) > 0;
    }
    const bool equated = std::any_of(transition.guards.begin(), transition.guards.end(), [&](ExprId guard) {
      if (net_.exprs[guard].op != Op::equal) return false;
      const auto sides = net_.exprs.children(guard);
      return (in_pattern(net_, sides[0], slot) && !mentions(net_, sides[1], slot)) ||
             (in_pattern(net_, sides[1], slot) && !mentions(net_, sides[0], slot));
    });
    if (could && !present && !equated && key.second[slot] != net_.colours[transition.variables[slot].colour].low) return false;
  }
  return true;
}

bool ReferenceEngine::holds(const Key& key) {
  const Transition& transition = net_.transitions[key.first];
  std::vector<Word> words = frame(key);
  for (const ExprId guard : transition.guards) {
    if (evaluator_.eval(guard, words) == 0) return false;
  }
  if (!lists_hold(key, words) || !defaults_hold(key, words)) return false;
  for (const auto& [what, n] : needs(key)) {
    if (number(what.first, true, [&, colour = what.second](Word c) { return c == colour; }) < n) return false;
  }
  return std::all_of(transition.arcs.begin(), transition.arcs.end(), [&](const Arc& arc) { return counted_arc_holds(arc, words); });
}

// Read, inhibitor and equal arcs.
bool ReferenceEngine::counted_arc_holds(const Arc& arc, std::vector<Word>& words) {
  if (arc.kind != ArcKind::read && arc.kind != ArcKind::inhibitor && arc.kind != ArcKind::equal) return true;
  const std::int64_t n = std::max<std::int64_t>(count(arc, words), 0);
  if (arc.kind == ArcKind::equal ? !present(arc, words) : n == 0) return true;
  std::vector<std::function<bool(Word)>> matches;
  if (has_wildcards(net_, arc.value)) {
    matches.emplace_back([&](Word c) { return evaluator_.matches(arc.value, c, words); });
  } else {
    for (const Word colour : colours(arc, words)) matches.emplace_back([colour](Word c) { return c == colour; });
  }
  return std::all_of(matches.begin(), matches.end(), [&](const std::function<bool(Word)>& match) {
    const std::int64_t there = number(arc.place.index(), arc.kind == ArcKind::read, match);
    if (arc.kind == ArcKind::equal) return there == n;
    return arc.kind == ArcKind::read ? there >= n : there < n;
  });
}

std::int64_t ReferenceEngine::degree(const Key& key) {
  if (!holds(key)) return 0;
  std::int64_t result = kMost;
  for (const auto& [what, n] : needs(key)) {
    result = std::min(result, number(what.first, true, [&, colour = what.second](Word c) { return c == colour; }) / n);
  }
  return result == kMost || scheduled(net_.transitions[key.first].timing) ? 1 : result;
}

std::vector<double> ReferenceEngine::arrivals(const Key& key) {
  std::vector<double> result;
  for (const auto& [what, n] : needs(key)) {
    std::vector<double> times;
    for (const Token& token : places_[what.first]) {
      if (token.colour == what.second && token.available <= now_) times.push_back(token.available);
    }
    std::sort(times.begin(), times.end());
    result.insert(result.end(), times.begin(), times.begin() + n);
  }
  std::sort(result.begin(), result.end());
  result.push_back(kNever);  // a missing arrival counts as later
  return result;
}

// What goes before is less: by higher priority, then lower order.
std::pair<std::int64_t, double> ReferenceEngine::precedence(const Key& key) {
  const Transition& transition = net_.transitions[key.first];
  std::vector<Word> words = frame(key);
  const std::int64_t priority = transition.priority.valid() ? evaluator_.eval(transition.priority, words) : 0;
  return {-priority, transition.order.valid() ? evaluator_.eval_real(transition.order, words) : 0};
}

// Rules 9 and 10.
bool ReferenceEngine::choose_immediate(Key& chosen) {
  std::vector<Candidate> candidates;
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) {
    if (net_.transitions[t].timing != Timing::immediate) continue;
    each_binding(t, [&](const Binding& binding) {
      if (holds({t, binding})) candidates.push_back({{t, binding}, precedence({t, binding}), arrivals({t, binding})});
    });
  }
  if (candidates.empty()) return false;
  auto least = candidates.front().precedence;
  for (const Candidate& candidate : candidates) least = std::min(least, candidate.precedence);
  std::erase_if(candidates, [&](const Candidate& candidate) { return candidate.precedence > least; });
  const auto first = std::min_element(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return a.arrivals != b.arrivals ? a.arrivals < b.arrivals : a.key < b.key;
  });
  chosen = first->key;
  const auto weight = [&](const Key& key) {
    std::vector<Word> words = frame(key);
    return evaluator_.eval_real(net_.transitions[key.first].weight, words);
  };
  if (!net_.transitions[chosen.first].weight.valid()) return true;
  std::erase_if(candidates, [&](const Candidate& candidate) { return !net_.transitions[candidate.key.first].weight.valid(); });
  if (candidates.size() == 1) return true;
  double sum = 0;
  for (const Candidate& candidate : candidates) sum += weight(candidate.key);
  double drawn = random_.uniform() * sum;
  for (const Candidate& candidate : candidates) {
    chosen = candidate.key;
    drawn -= weight(candidate.key);
    if (drawn < 0) break;
  }
  return true;
}

void ReferenceEngine::take(std::size_t place, Word colour, std::int64_t n) {
  std::map<double, std::int64_t> runs;
  for (; n > 0; --n) {
    auto best = places_[place].end();
    for (auto at = places_[place].begin(); at != places_[place].end(); ++at) {
      if (at->colour != colour || at->available > now_) continue;
      if (best == places_[place].end() || at->available < best->available) best = at;
    }
    ++runs[best->available];
    places_[place].erase(best);
  }
  for (const auto& [arrival, many] : runs) options_.trace->taken(now_, arrival, PlaceId(place), colour, many);
}

// Rule 7.
// What a reset removes: what its pattern matches and its condition holds of, or what is in the list
// of `each`.
bool ReferenceEngine::resets(const Arc& arc, Word colour, std::vector<Word>& words) {
  if (!arc.each && !evaluator_.matches(arc.value, colour, words)) return false;
  if (arc.such.valid()) words[arc.token] = colour;
  if (!arc.each) return !arc.such.valid() || evaluator_.eval(arc.such, words) != 0;
  const std::span<const Word> list = pool_.view(evaluator_.eval(arc.value, words));
  return std::find(list.begin(), list.end(), colour) != list.end();
}

void ReferenceEngine::fire(const Key& key) {
  const Transition& t = net_.transitions[key.first];
  std::vector<Word> words = frame(key);
  std::vector<std::pair<std::size_t, Token>> tokens;
  put(key, tokens);
  const Needs needed = needs(key);
  options_.trace->fired(now_, TransitionId(key.first), key.second, pool_);
  std::vector<std::pair<std::size_t, Word>> removed;
  for (const Arc& arc : t.arcs) {
    if (arc.kind != ArcKind::reset || count(arc, words) <= 0) continue;
    for (const Token& token : places_[arc.place.index()]) {
      if (resets(arc, token.colour, words)) removed.emplace_back(arc.place.index(), token.colour);
    }
  }
  for (const auto& [what, n] : needed) take(what.first, what.second, n);
  std::sort(removed.begin(), removed.end());
  removed.erase(std::unique(removed.begin(), removed.end()), removed.end());
  for (const auto& [place, colour] : removed) {
    const Word gone = colour;
    take(place, gone, number(place, true, [gone](Word c) { return c == gone; }));
    std::erase_if(places_[place], [gone](const Token& token) { return token.colour == gone; });
  }
  for (std::size_t k = 0; k < tokens.size();) {
    const auto& [place, token] = tokens[k];
    std::size_t same = k;
    while (same < tokens.size() && tokens[same].second.term == token.term) ++same;
    options_.trace->put(now_, token.available, PlaceId(place), token.colour, static_cast<std::int64_t>(same - k));
    for (; k < same; ++k) places_[place].push_back(token);
  }
  ++firings_;
}

// Rules 7 and 22: everything is evaluated, and drawn, before anything is taken.
void ReferenceEngine::put(const Key& key, std::vector<std::pair<std::size_t, Token>>& tokens) {
  const Transition& t = net_.transitions[key.first];
  std::vector<Word> words = frame(key);
  for (const Draw& draw : t.draws) words[draw.slot] = evaluator_.eval(draw.value, words);
  const double base = t.delay.valid() ? evaluator_.eval_real(t.delay, words) : 0;
  std::size_t term = 0;
  for (const Arc& arc : t.arcs) {
    if (arc.kind != ArcKind::output) continue;
    const std::int64_t n = count(arc, words);
    if (n <= 0) continue;
    const double available = now_ + (base + (arc.delay.valid() ? evaluator_.eval_real(arc.delay, words) : 0));
    for (const Word colour : colours(arc, words)) {
      ++term;
      for (std::int64_t k = 0; k < n; ++k) tokens.push_back({arc.place.index(), {colour, available, term}});
    }
  }
}

// Rule 8.
Ended ReferenceEngine::run() {
  for (std::size_t p = 0; p < places_.size(); ++p) {
    for (const InitialTokens& tokens : net_.places[p].initial) {
      for (std::int64_t k = 0; k < tokens.count; ++k) places_[p].push_back({tokens.colour, tokens.available});
    }
  }
  evaluator_.set_now(now_);
  settle(false);
  for (;;) {
    if (options_.max_firings > 0 && firings_ >= options_.max_firings) return Ended::firings;
    Key key;
    if (choose_immediate(key)) {
      fire(key);
      settle(true);
      continue;
    }
    std::size_t position = 0;
    if (begun_ || !next_timer(key, position) || timed_[key].running[position].due > now_) follow_speeds();
    const bool timer = next_timer(key, position);
    if (timer && timed_[key].running[position].due <= now_) {
      struck_ = now_;
      timed_[key].running.erase(timed_[key].running.begin() + static_cast<std::ptrdiff_t>(position));
      fire(key);
      settle(true);
      continue;
    }
    double next = timer ? timed_[key].running[position].due : kNever;
    for (const auto& tokens : places_) {
      for (const Token& token : tokens) {
        if (token.available > now_) next = std::min(next, token.available);
      }
    }
    if (next == kNever) return Ended::dead;
    if (next > options_.until) return Ended::until;
    now_ = next;
    evaluator_.set_now(now_);
    settle(false);
  }
}

void expect_as_reference(const Net& net, SimulationOptions options, const std::string& which) {
  const Recorded fast = record(net, options);
  TextTrace trace(net);
  options.trace = &trace;
  const Ended ended = ReferenceEngine(net, options).run();
  ASSERT_EQ(fast.text, trace.text) << which;
  EXPECT_EQ(fast.result.ended, ended) << which;
}

}  // namespace petriloom::test
