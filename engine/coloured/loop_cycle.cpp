// SPDX-License-Identifier: Apache-2.0
#include "engine/coloured/loop_cycle.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "engine/coloured/replication.h"
#include "engine/text/wording.h"
#include "engine/trace/names.h"
#include "engine/trace/sink.h"

namespace petriloom::coloured {

namespace {

constexpr std::uint64_t kWatched = 20'000;  // firings in which a cycle is looked for
constexpr std::size_t kMostNamed = 12;      // firings of a cycle, transitions, places

/// Firings as numbers: equal ones have equal numbers.
class FiringLog final : public TraceSink {
 public:
  explicit FiringLog(const Net& net) : net_(net) {}
  void fired(double, TransitionId transition, std::span<const Word> binding, const WordPool& pool) override {
    const auto [at, added] =
        numbers_.emplace(std::pair(transition, std::vector<Word>(binding.begin(), binding.end())), transitions_.size());
    if (added) {
      const std::string values = binding_text(net_, transition, binding, pool);
      const std::string name =
          indexed_path(net_, net_[transition].module, net_[transition].name, binding.first(net_[transition].folded));
      transitions_.push_back(transition);
      texts_.push_back(values.empty() ? name : fmt::format("{}({})", name, values));
    }
    sequence_.push_back(at->second);
  }
  void put(double, double, PlaceId, Word, std::int64_t) override {}
  void taken(double, double, PlaceId, Word, std::int64_t) override {}
  void finish(double) override {}

  [[nodiscard]] const std::vector<std::size_t>& sequence() const { return sequence_; }
  [[nodiscard]] std::vector<std::size_t> transitions() const {
    std::vector<std::size_t> all;
    for (const std::size_t firing : sequence_) all.push_back(transitions_[firing].index());
    return all;
  }
  [[nodiscard]] TransitionId transition(std::size_t firing) const { return transitions_[firing]; }
  [[nodiscard]] const std::string& text(std::size_t firing) const { return texts_[firing]; }

 private:
  const Net& net_;
  std::map<std::pair<TransitionId, std::vector<Word>>, std::size_t> numbers_;
  std::vector<TransitionId> transitions_;
  std::vector<std::string> texts_;
  std::vector<std::size_t> sequence_;
};

/// The length of the shortest sequence that `all` repeats at least twice; 0 if there is none.
std::size_t period_of(const std::vector<std::size_t>& all) {
  if (all.empty()) return 0;
  std::vector<std::size_t> border(all.size(), 0);
  for (std::size_t k = 1, length = 0; k < all.size(); ++k) {
    while (length > 0 && all[k] != all[length]) length = border[length - 1];
    if (all[k] == all[length]) ++length;
    border[k] = length;
  }
  const std::size_t period = all.size() - border.back();
  return period * 2 <= all.size() ? period : 0;
}

/// Tokens in each place, those on their way as well.
std::vector<std::int64_t> totals(const Net& net, const RunState& state) {
  std::vector<std::int64_t> all(net.places.size(), 0);
  for (const RunState::Held& held : state.held) {
    for (const ArrivalRun& run : held.arrivals) all[held.place.index()] += run.count;
  }
  for (const RunState::Coming& coming : state.coming) all[coming.place.index()] += coming.count;
  return all;
}

class LoopFinder {
 public:
  LoopFinder(const Net& net, const RunOptions& options, const RunState& state)
      : net_(net), options_(options), state_(state), log_(net) {
    options_.own_streams = false;
    options_.cancelled = {};
    options_.progress = {};
    options_.until = state.now;
    state_.loop = {};
  }

  /// What goes on over and over; empty if the run would not have stayed where it is.
  std::string text() {
    const std::vector<std::int64_t> after = run(kWatched, &log_);
    if (log_.sequence().size() < kWatched) return {};
    std::size_t period = period_of(log_.sequence());
    const bool exact = period > 0;
    if (!exact) period = period_of(log_.transitions());
    const std::string grown = growth(period > 0 ? run(period, nullptr) : after);
    if (period == 0)
      return fmt::format(" of {}, in no order that repeats{}", names(),
                         grown.empty() ? "" : fmt::format(": in {} more", kWatched) + grown);
    const std::string each = grown.empty() ? "" : (exact ? "; each time" : ";") + grown;
    const std::string other = exact ? "" : ", with other values each time";
    return fmt::format(", and {} over and over{}: {}{}", period == 1 ? "this one" : fmt::format("these {}", period), other,
                       cycle(period), each);
  }
  /// The transitions, in order of declaration.
  [[nodiscard]] std::vector<TransitionId> transitions() const {
    std::vector<TransitionId> all;
    for (const std::size_t transition : log_.transitions()) all.emplace_back(transition);
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }

 private:
  /// Tokens after so many more firings.
  std::vector<std::int64_t> run(std::uint64_t firings, TraceSink* trace) {
    options_.max_firings = state_.firings + firings;
    Replication replication(net_, options_, state_.replication, trace);
    replication.load(state_);
    while (!replication.go(firings)) continue;
    return totals(net_, replication.save());
  }

  [[nodiscard]] std::string cycle(std::size_t period) const {
    const auto& all = log_.sequence();
    std::size_t first = 0;
    const auto before = [&](std::size_t a, std::size_t b) {
      for (std::size_t k = 0; k < period; ++k) {
        const std::size_t x = log_.transition(all[a + k]).index();
        const std::size_t y = log_.transition(all[b + k]).index();
        if (x != y) return x < y;
      }
      return log_.text(all[a]) < log_.text(all[b]);
    };
    for (std::size_t k = 1; k < period; ++k) {
      if (before(k, first)) first = k;
    }
    std::string text;
    for (std::size_t k = 0; k < std::min(period, kMostNamed); ++k) text += log_.text(all[first + k]) + " -> ";
    if (period > kMostNamed) text += fmt::format("({} more) -> ", period - kMostNamed);
    return text + log_.text(all[first + period]);
  }

  [[nodiscard]] std::string names() const {
    std::string text;
    const std::vector<TransitionId> all = transitions();
    for (std::size_t k = 0; k < std::min(all.size(), kMostNamed); ++k) text += (k > 0 ? ", " : "") + path(net_, all[k]);
    return all.size() > kMostNamed ? text + fmt::format(" and {} more", all.size() - kMostNamed) : text;
  }

  /// " P gains 2 tokens, Q loses 1 token"; empty if the numbers of tokens are what they were.
  [[nodiscard]] std::string growth(const std::vector<std::int64_t>& after) const {
    const std::vector<std::int64_t> before = totals(net_, state_);
    std::string text;
    std::size_t told = 0;
    for (std::size_t p = 0; p < before.size(); ++p) {
      const std::int64_t more = after[p] - before[p];
      if (more == 0 || told++ >= kMostNamed) continue;
      const std::int64_t size = more < 0 ? -more : more;
      text += fmt::format("{} {} {} {}", text.empty() ? "" : ",", path(net_, PlaceId(p)), more > 0 ? "gains" : "loses",
                          counted(size, "token"));
    }
    return told > kMostNamed ? text + ", and others" : text;
  }

  const Net& net_;
  RunOptions options_;
  RunState state_;
  FiringLog log_;
};

}  // namespace

void tell_loop(const Net& net, const RunOptions& options, ReplicationResult& run) {
  if (!run.stuck) return;
  const RunState state = std::move(*run.stuck);
  run.stuck.reset();
  std::vector<TransitionId> transitions = state.loop.seen;
  std::string what;
  try {
    LoopFinder finder(net, options, state);
    what = finder.text();
    if (!what.empty()) transitions = finder.transitions();
  } catch (const EvalError&) {
    what.clear();  // it would have failed soon
  } catch (const StateError&) {
    what.clear();
  }
  std::string where;
  for (std::size_t k = 0; k < std::min(transitions.size(), kMostNamed); ++k) {
    const Location& at = net[transitions[k]].where;
    where += fmt::format("{}{} ({})", k > 0 ? ", " : "", path(net, transitions[k]),
                         net.sources ? net.sources->describe(at) : std::string("no location"));
  }
  if (transitions.size() > kMostNamed) where += fmt::format(" and {} more", transitions.size() - kMostNamed);
  if (what.empty()) what = " of " + where;
  run.diagnostics.error(transitions.empty() ? Location() : net[transitions[0]].where,
                        fmt::format("loop without delay: {} firings at {} s{}", state.loop.firings, state.now, what),
                        "give one of these transitions a time or a delay: " + where);
}

}  // namespace petriloom::coloured
