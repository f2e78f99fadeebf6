// SPDX-License-Identifier: Apache-2.0
#include "tests/analysis/urgent/slow_urgent.h"

#include <algorithm>
#include <memory>

#include "engine/enabling/firing.h"
#include "engine/expr/outcomes.h"

namespace petriloom::test {
namespace {

/// One token. Those on their way have either a known delay and the instant at which they were put,
/// or a number that they share with those that come together with them.
struct SlowToken {
  std::size_t place = 0;
  Word colour = 0;
  bool here = true;
  bool known = false;
  double delay = 0;
  std::int64_t instant = 0;
  std::int64_t company = 0;
};

struct SlowState {
  std::vector<SlowToken> tokens;
  std::int64_t now = 0;  // number of the present instant
};

// So much on its way at once has too many sets.
constexpr std::size_t kMostComing = 8;

using SlowKey = std::vector<std::vector<double>>;

/// Equal for states that differ in the names of instants and companies alone.
SlowKey key_of(const SlowState& state) {
  std::vector<std::int64_t> instants{state.now};
  std::map<std::int64_t, std::vector<double>> companies;
  for (const SlowToken& token : state.tokens) {
    if (!token.here && token.known) instants.push_back(token.instant);
    if (token.here || token.known) continue;
    companies[token.company].push_back(static_cast<double>(token.place));
    companies[token.company].push_back(static_cast<double>(token.colour));
  }
  std::sort(instants.begin(), instants.end());
  instants.erase(std::unique(instants.begin(), instants.end()), instants.end());
  SlowKey key;
  for (const SlowToken& token : state.tokens) {
    const auto rank = std::lower_bound(instants.begin(), instants.end(), token.instant) - instants.begin();
    const double place = static_cast<double>(token.place);
    const double colour = static_cast<double>(token.colour);
    if (token.here) key.push_back({0, place, colour});
    if (!token.here && token.known) key.push_back({1, static_cast<double>(rank), token.delay, place, colour});
  }
  for (auto& [number, list] : companies) {
    std::vector<std::pair<double, double>> pairs;
    for (std::size_t k = 0; k < list.size(); k += 2) pairs.emplace_back(list[k], list[k + 1]);
    std::sort(pairs.begin(), pairs.end());
    std::vector<double> row{2};
    for (const auto& [place, colour] : pairs) row.insert(row.end(), {place, colour});
    key.push_back(row);
  }
  std::sort(key.begin(), key.end());
  key.push_back({static_cast<double>(instants.size())});
  return key;
}

std::vector<Tokens> counted(const SlowState& state, bool here) {
  std::map<std::pair<std::size_t, Word>, std::int64_t> counts;
  for (const SlowToken& token : state.tokens) {
    if (token.here == here) ++counts[{token.place, token.colour}];
  }
  std::vector<Tokens> result;
  for (const auto& [what, count] : counts) result.push_back({PlaceId(what.first), what.second, count});
  return result;
}

SeenMarking seen(const SlowState& state) { return {counted(state, true), counted(state, false)}; }

class SlowExplorer {
 public:
  SlowExplorer(const Net& net, std::size_t most)
      : net_(net),
        most_(most),
        pool_(net.pool),
        enabling_(net, pool_),
        firing_(enabling_),
        marking_(net, enabling_.indices(), pool_),
        view_(marking_, enabling_) {
    enabling_.evaluator().set_state(&view_);
    enabling_.evaluator().set_random(&outcomes_);
  }

  std::optional<SeenSpace> run() {
    SlowState first;
    for (std::size_t p = 0; p < net_.places.size(); ++p) {
      for (const InitialTokens& some : net_.places[p].initial) {
        for (std::int64_t k = 0; k < some.count; ++k)
          first.tokens.push_back({p, some.colour, some.available <= 0, true, some.available, 0, 0});
      }
    }
    add(first);
    for (std::size_t next = 0; next < states_.size(); ++next) {
      if (states_.size() > most_ || space_.steps.size() > 8 * most_) return std::nullopt;
      from_ = states_[next];
      space_.markings.insert(seen(from_));
      const std::size_t before = told_;
      expand();
      if (told_ == before) space_.dead.insert(seen(from_));
    }
    return space_;
  }

 private:
  struct Bound {
    TransitionId transition;
    std::vector<Word> binding;
  };

  void add(const SlowState& state) {
    if (known_.insert(key_of(state)).second) states_.push_back(state);
  }
  void step(std::size_t transition, const SlowState& to) {
    ++told_;
    space_.steps.insert({seen(from_), transition, seen(to)});
    add(to);
  }
  const Transition& of(const Bound& bound) const { return net_[bound.transition]; }

  void load() {
    marking_.clear();
    for (const SlowToken& token : from_.tokens) {
      if (token.here) marking_.put(PlaceId(token.place), token.colour, 1);
      if (!token.here) marking_.put_future(PlaceId(token.place), token.colour, 1);
    }
  }

  void expand() {
    load();
    std::vector<Bound> all;
    enabling_.for_each(marking_, [&](TransitionId id, std::span<const Word> frame) {
      all.push_back({id, {frame.begin(), frame.begin() + net_[id].binding_size}});
      return true;
    });
    std::vector<Bound> now;
    for (const Bound& bound : all) {
      if (of(bound).timing != Timing::immediate) continue;
      const bool beaten = std::any_of(all.begin(), all.end(), [&](const Bound& other) {
        return of(other).timing == Timing::immediate && goes_before(precedence(other), precedence(bound));
      });
      if (!beaten) now.push_back(bound);
    }
    for (const Bound& bound : now) fire(bound, from_.now);
    if (!now.empty()) return;
    const bool due = std::any_of(all.begin(), all.end(), [&](const Bound& bound) {
      const Transition& t = of(bound);
      return t.timing == Timing::deterministic && net_.exprs[t.a].op == Op::literal && real_of_word(net_.exprs[t.a].payload) == 0;
    });
    for (const Bound& bound : all) {
      fire(bound, from_.now);
      if (!due) fire(bound, from_.now + 1);
    }
    if (!due) pass();
  }

  Precedence precedence(const Bound& bound) { return enabling_.precedence(bound.transition, bound.binding); }

  void fire(const Bound& bound, std::int64_t instant) {
    outcomes_.first();
    do {
      load();
      outcomes_.rewind();
      Effects effects;
      firing_.effects(marking_, bound.transition, bound.binding, false, effects);
      SlowState to = from_;
      to.now = instant;
      for (const Tokens& take : effects.takes) {
        for (std::int64_t k = 0; k < take.count; ++k) {
          const auto at = std::find_if(to.tokens.begin(), to.tokens.end(), [&](const SlowToken& token) {
            return token.here && token.place == take.place.index() && token.colour == take.colour;
          });
          to.tokens.erase(at);
        }
      }
      for (const Effects::Reset& reset : effects.resets) {
        std::erase_if(to.tokens, [&](const SlowToken& token) {
          return token.place == reset.place.index() && firing_.resets(bound.transition, bound.binding, reset.arc, token.colour);
        });
      }
      std::map<std::pair<std::size_t, double>, std::int64_t> companies;
      for (const Effects::Put& put : effects.puts) this->put(bound, put, companies, to);
      step(bound.transition.index(), to);
    } while (outcomes_.next());
  }

  void put(const Bound& bound, const Effects::Put& put, std::map<std::pair<std::size_t, double>, std::int64_t>& companies,
           SlowState& to) {
    const Transition& t = of(bound);
    const Arc& arc = t.arcs[put.arc];
    double known = 0;
    bool random = false;
    for (const ExprId part : {t.delay, arc.delay}) {
      if (!part.valid()) continue;
      random = random || net_.exprs.looks(part, look::random);
      if (!net_.exprs.looks(part, look::random)) known += enabling_.evaluator().eval_real(part, firing_.frame());
    }
    SlowToken token{put.place.index(), put.colour, !random && known == 0, !random, known, to.now, 0};
    if (random) {
      const std::size_t own = net_.exprs.looks(arc.delay, look::random) ? put.arc + 1 : 0;
      const auto [at, fresh] = companies.try_emplace({own, known}, 0);
      if (fresh) at->second = ++companies_;
      token.company = at->second;
    }
    for (std::int64_t k = 0; k < put.count; ++k) to.tokens.push_back(token);
  }

  // Every set of what may come next.
  void pass() {
    struct Unit {
      bool known = false;
      double delay = 0;
      std::int64_t number = 0;  // of the instant or the company
      auto operator<=>(const Unit&) const = default;
    };
    const auto unit_of = [](const SlowToken& token) {
      return token.known ? Unit{true, token.delay, token.instant} : Unit{false, 0, token.company};
    };
    std::set<Unit> waiting;
    for (const SlowToken& token : from_.tokens) {
      if (!token.here) waiting.insert(unit_of(token));
    }
    std::vector<Unit> next;
    for (const Unit& unit : waiting) {
      const bool later = std::any_of(waiting.begin(), waiting.end(), [&](const Unit& other) {
        return unit.known && other.known && other != unit && other.number <= unit.number && other.delay <= unit.delay;
      });
      if (!later) next.push_back(unit);
    }
    if (next.size() > kMostComing) return states_.resize(most_ + 1);
    for (std::uint64_t set = 1; set < std::uint64_t{1} << next.size(); ++set) {
      SlowState to = from_;
      to.now = from_.now + 1;
      for (SlowToken& token : to.tokens) {
        const auto at = token.here ? next.end() : std::find(next.begin(), next.end(), unit_of(token));
        if (at != next.end() && (set >> static_cast<unsigned>(at - next.begin()) & 1U) != 0) token.here = true;
      }
      step(net_.transitions.size(), to);
    }
  }

  const Net& net_;
  std::size_t most_;
  WordPool pool_;
  Enabling enabling_;
  Firing firing_;
  Marking marking_;
  MarkingView view_;
  Outcomes outcomes_;
  SlowState from_;
  std::set<SlowKey> known_;
  std::vector<SlowState> states_;
  SeenSpace space_;
  std::size_t told_ = 0;
  std::int64_t companies_ = 0;
};

}  // namespace

std::optional<SeenSpace> explore_slowly(const Net& net, std::size_t most) { return SlowExplorer(net, most).run(); }

}  // namespace petriloom::test
