// SPDX-License-Identifier: Apache-2.0
#include "analysis/capacity/loads.h"

#include <algorithm>
#include <set>

#include "engine/expr/match.h"
#include "engine/state/colour_transfer.h"
#include "engine/trace/names.h"

namespace petriloom {

namespace {

/// Whether an expression says the same whenever it is looked at.
bool is_fixed(const Net& net, ExprId root) {
  bool fixed = !root.valid() || !net.exprs[root].random();
  for_each_expr(net.exprs, root, [&](ExprId id) {
    const Op op = net.exprs[id].op;
    fixed = fixed && op != Op::now && op != Op::level && !looks_at_tokens(op);
    return fixed;
  });
  return fixed;
}

/// The variables of the binding that say how much work a transition does, and of what.
std::set<std::uint32_t> variables_of_work(const Net& net, const Transition& transition) {
  std::set<std::uint32_t> slots;
  const auto add = [&](ExprId expr) {
    if (!expr.valid()) return;
    for (const std::uint32_t slot : free_variables(net, expr, transition.binding_size)) slots.insert(slot);
  };
  add(transition.a);
  for (const Arc& use : transition.uses) {
    for (const ExprId expr : {use.value, use.count, use.condition}) add(expr);
  }
  return slots;
}

}  // namespace

std::size_t LoadRecorder::Points::add() {
  parents_.push_back(parents_.size());
  return parents_.size() - 1;
}

std::size_t LoadRecorder::Points::find(std::size_t point) {
  while (parents_[point] != point) point = parents_[point] = parents_[parents_[point]];
  return point;
}

LoadRecorder::LoadRecorder(const Net& net) : net_(net), pool_(net.pool), balances_(net.places.size()), held_(net.places.size()) {
  evaluator_.emplace(net_, pool_);
  std::set<PlaceId> shared;
  std::size_t frame = 0;
  for (const Transition& transition : net.transitions) {
    sharing_.push_back(sharing_of(transition));
    frame = std::max(frame, transition.variables.size());
    for (const Arc& use : transition.uses) shared.insert(use.place);
  }
  frame_.resize(frame);
  for (auto& [module, stock] : stocks_of(net)) {
    for (const PlaceId place : stock.places) held_[place.index()] = !shared.contains(place);
    stocks_[module] = std::move(stock);
  }
  of_transition_ = of_transitions(net, stocks_);
  for (std::size_t p = 0; p < net.places.size(); ++p) {
    if (shared.contains(PlaceId(p)) || held_[p]) add_place(PlaceId(p), held_[p]);
  }
}

LoadRecorder::Sharing LoadRecorder::sharing_of(const Transition& transition) const {
  Sharing sharing;
  if (transition.uses.empty()) return sharing;
  sharing.known = transition.timing == Timing::deterministic && is_fixed(net_, transition.a);
  const auto free = [&](std::size_t v) { return free_of_handles(net_.colours, transition.variables[v].colour); };
  for (const std::uint32_t v : variables_of_work(net_, transition)) {
    if (!free(v)) sharing.handles.push_back(v);
  }
  sharing.first = transition.folded;
  const bool ends = sharing.first + 1 < transition.binding_size && free(sharing.first) &&
                    transition.variables[sharing.first].colour == transition.variables[sharing.first + 1].colour;
  sharing.travels = sharing.known && ends && transition.uses.front().each;
  return sharing;
}

void LoadRecorder::add_place(PlaceId place, bool held) {
  std::map<Word, double> tokens;
  for (const InitialTokens& some : net_[place].initial) tokens[some.colour] += static_cast<double>(some.count);
  const std::string name = path(net_, place);
  for (const auto& [colour, count] : tokens) {
    number_[{place.index(), colour}] = loads_.size();
    away_.push_back(0);
    back_.push_back(false);
    loads_.push_back(
        {place_name(net_, place, colour, net_.pool) + inner_colour_index(net_, place, colour, net_.pool), name, count, 0, 0, held});
  }
}

void LoadRecorder::count_held(PlaceId place, Word colour, double time, double count) {
  if (!held_[place.index()]) return;
  if (stock_ != nullptr && std::binary_search(stock_->places.begin(), stock_->places.end(), place)) {
    balances_[place.index()].take(count);
    touched_.push_back(place);
  }
  const auto found = number_.find({place.index(), colour});
  if (found == number_.end()) return;
  loads_[found->second].used -= time * count;
  away_[found->second] += count;
  back_[found->second] = back_[found->second] || count < 0;
}

void LoadRecorder::fired(double, TransitionId transition, std::span<const Word> binding, const WordPool& pool) {
  step();
  stock_ = of_transition_[transition.index()];
  if (stock_ != nullptr && stock_->takes_for_good(transition)) stock_ = nullptr;
  const Sharing& sharing = sharing_[transition.index()];
  if (!sharing.known) return;
  const Transition& t = net_[transition];
  std::copy(binding.begin(), binding.end(), frame_.begin());
  if (!sharing.handles.empty()) forget();
  for (const std::uint32_t v : sharing.handles)
    frame_[v] = transfer_colour(net_.colours, t.variables[v].colour, binding[v], pool, pool_);
  const double work = evaluator_->eval_real(t.a, frame_);
  std::vector<std::size_t> way;
  for (const Arc& use : t.uses) {
    if (use.condition.valid() && evaluator_->eval(use.condition, frame_) == 0) continue;
    const auto count = use.count.valid() ? static_cast<double>(evaluator_->eval(use.count, frame_)) : 1.0;
    const Word value = evaluator_->eval(use.value, frame_);
    const auto add = [&](Word colour) {
      const auto found = number_.find({use.place.index(), colour});
      if (found == number_.end() || !(count > 0)) return;
      loads_[found->second].used += work * count;
      if (&use == t.uses.data()) way.push_back(found->second);
    };
    if (!use.each) {
      add(value);
      continue;
    }
    for (const Word colour : pool_.view(value)) add(colour);
  }
  if (!sharing.travels || way.empty()) return;
  const auto end = [&](std::size_t k) { return actor(t.variables[sharing.first + k].colour, binding[sharing.first + k]); };
  travel(way, end(0), end(1));
}

void LoadRecorder::forget() {
  constexpr std::size_t kMostSequences = std::size_t{1} << 20;
  if (pool_.size() < net_.pool.size() + kMostSequences) return;
  pool_ = net_.pool;
  evaluator_.emplace(net_, pool_);  // it keeps values of the pool before
}

std::size_t LoadRecorder::actor(ColourSetId colour, Word who) {
  const auto found = actors_.find({colour, who});
  return found != actors_.end() ? found->second : actors_[{colour, who}] = points_.add();
}

void LoadRecorder::travel(const std::vector<std::size_t>& way, std::size_t from, std::size_t to) {
  std::size_t here = from;
  for (const std::size_t load : way) {
    const auto found = tails_.find(load);
    const std::size_t tail = found != tails_.end() ? found->second : points_.add();
    if (found == tails_.end()) {
      tails_[load] = tail;
      points_.add();
    }
    points_.join(here, tail);
    here = tail + 1;
  }
  points_.join(here, to);
}

void LoadRecorder::put(double, double available, PlaceId place, Word colour, std::int64_t count) {
  count_held(place, colour, available, -static_cast<double>(count));
}

void LoadRecorder::taken(double now, double, PlaceId place, Word colour, std::int64_t count) {
  count_held(place, colour, now, static_cast<double>(count));
}

void LoadRecorder::step() {
  for (const PlaceId place : touched_) balances_[place.index()].step();
  touched_.clear();
}

void LoadRecorder::finish(double now) {
  step();
  end_ = now;
}

void LoadRecorder::go(const Transition& transition, Word from, Word to) {
  const std::size_t first = transition.folded;
  for (std::size_t v = 0; v < transition.binding_size; ++v)
    frame_[v] = v == first ? from : v == first + 1 ? to : net_.colours.first(transition.variables[v].colour, pool_);
  std::vector<std::size_t> way;
  const Arc& use = transition.uses.front();
  try {
    const Word value = evaluator_->eval(use.value, frame_);
    for (const Word colour : pool_.view(value)) {
      const auto found = number_.find({use.place.index(), colour});
      if (found != number_.end()) way.push_back(found->second);
    }
  } catch (const EvalError&) {
    return;  // there is no way
  }
  const ColourSetId ends = transition.variables[first].colour;
  if (!way.empty()) travel(way, actor(ends, from), actor(ends, to));
}

void LoadRecorder::go_all_ways() {
  constexpr Word kMostEnds = 128;
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) {
    if (!sharing_[t].travels) continue;
    const Transition& transition = net_.transitions[t];
    const ColourSet& ends = net_.colours[transition.variables[sharing_[t].first].colour];
    if (!ends.finite) continue;
    const Word number = ends.high - ends.low + 1;
    for (Word a = 0; a < number; ++a) {
      for (Word step = 1; step < number; step = number <= kMostEnds ? step + 1 : 2 * step)
        go(transition, ends.low + a, ends.low + (a + step) % number);
    }
  }
}

std::set<std::string> LoadRecorder::places_unknown(std::vector<std::string>& by) const {
  std::set<std::string> places;
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) {
    const Transition& transition = net_.transitions[t];
    if (transition.uses.empty() || sharing_[t].known) continue;
    by.push_back(path(net_, TransitionId(t)));
    for (const Arc& use : transition.uses) places.insert(path(net_, use.place));
  }
  return places;
}

void LoadRecorder::leave_out(std::set<std::string> left) {
  for (std::size_t k = 0; k < loads_.size(); ++k) {
    if (loads_[k].held && away_[k] > 0 && !back_[k]) left.insert(loads_[k].place);
  }
  for (std::size_t p = 0; p < net_.places.size(); ++p) {
    double tokens = 0;
    for (const InitialTokens& some : net_.places[p].initial) tokens += static_cast<double>(some.count);
    if (held_[p] && !balances_[p].kept(tokens)) left.insert(path(net_, PlaceId(p)));
  }
  std::vector<CapacityLoad> kept;
  std::map<std::size_t, std::size_t> tails;
  for (std::size_t k = 0; k < loads_.size(); ++k) {
    if (left.contains(loads_[k].place)) continue;
    if (const auto tail = tails_.find(k); tail != tails_.end()) tails[kept.size()] = tail->second;
    kept.push_back(std::move(loads_[k]));
  }
  loads_ = std::move(kept);
  tails_ = std::move(tails);
}

CapacityLoads LoadRecorder::take() {
  go_all_ways();
  CapacityLoads result;
  result.end = end_;
  for (std::size_t k = 0; k < loads_.size(); ++k) {
    CapacityLoad& load = loads_[k];
    const double all = load.capacity * end_;
    load.used += away_[k] * end_;
    if (load.held) load.used = std::clamp(load.used, 0.0, all);  // what comes back after the end
    load.share = all > 0 ? load.used / all : 0;
  }
  leave_out(places_unknown(result.unknown));
  std::map<std::size_t, std::size_t> number;
  const auto point = [&](std::size_t of) {
    const auto [found, added] = number.emplace(points_.find(of), result.network.points.size());
    if (added) result.network.points.emplace_back();
    return found->second;
  };
  for (const auto& [who, of] : actors_) {
    std::string& all = result.network.points[point(of)];
    all += (all.empty() ? "" : ", ") + net_.colours.format(who.first, who.second, net_.pool);
  }
  for (const auto& [load, tail] : tails_) {
    const std::size_t from = point(tail);
    result.network.edges.push_back({load, from, point(tail + 1)});
  }
  result.loads = std::move(loads_);
  return result;
}

}  // namespace petriloom
