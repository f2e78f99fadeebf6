// SPDX-License-Identifier: Apache-2.0
#include "engine/critical_path/recorder.h"

#include <algorithm>

#include "engine/trace/activities.h"
#include "engine/trace/names.h"

namespace petriloom {

CriticalPathRecorder::CriticalPathRecorder(const Net& net)
    : net_(net),
      pool_(net.pool),
      evaluator_(net, pool_),
      asks_(net.transitions.size()),
      takes_(net.transitions.size()),
      pooled_(net.transitions.size(), false),
      last_fired_(net.transitions.size(), kNone),
      of_place_(net.places.size()),
      asked_by_colour_(net.places.size(), false),
      asked_whole_(net.places.size(), false) {
  std::size_t slots = 0;
  for (std::size_t t = 0; t < net.transitions.size(); ++t) {
    const Transition& transition = net.transitions[t];
    slots = std::max(slots, transition.variables.size());
    for (std::size_t v = 0; v < transition.binding_size; ++v) {
      if (net.colours[transition.variables[v].colour].pooled()) pooled_[t] = true;
    }
    ask(transition, t);
  }
  frame_.resize(slots);
  for (std::size_t p = 0; p < net.places.size(); ++p) {
    for (const InitialTokens& some : net.places[p].initial)
      lots_[{PlaceId(p), some.colour}].push_back({some.available, kNone, some.count});
  }
  for (auto& [key, lots] : lots_)
    std::stable_sort(lots.begin(), lots.end(), [](const Lot& a, const Lot& b) { return a.available < b.available; });
}

void CriticalPathRecorder::ask(const Transition& transition, std::size_t number) {
  takes_[number].assign(net_.places.size(), false);
  for (const Arc& arc : transition.arcs) {
    if (arc.kind == ArcKind::input) takes_[number][arc.place.index()] = true;
    if (arc.kind == ArcKind::read || arc.kind == ArcKind::inhibitor || arc.kind == ArcKind::equal) {
      // The colour is asked for where the binding says it.
      bool known = arc.value.valid() && !arc.each && !net_.colours[net_[arc.place].colour].pooled();
      for_each_expr(net_.exprs, arc.value, [&](ExprId id) {
        const Expr& expr = net_.exprs[id];
        known = known && expr.op != Op::wildcard && !looks_at_tokens(expr.op);
        return known;
      });
      const ArcKind kind = arc.kind == ArcKind::equal ? ArcKind::equal : arc.kind;
      asks_[number].push_back({arc.place, kind, known ? arc.value : ExprId()});
      (known ? asked_by_colour_ : asked_whole_)[arc.place.index()] = true;
    }
    ask_expression(arc.count, number);
    ask_expression(arc.condition, number);
  }
  for (const ExprId guard : transition.guards) ask_expression(guard, number);
}

void CriticalPathRecorder::ask_expression(ExprId root, std::size_t number) {
  for_each_expr(net_.exprs, root, [&](ExprId id) {
    const Expr& expr = net_.exprs[id];
    if (!looks_at_tokens(expr.op)) return true;
    const PlaceId place(static_cast<std::size_t>(expr.payload));
    asks_[number].push_back({place, ArcKind::equal, {}});
    asked_whole_[place.index()] = true;
    return true;
  });
}

void CriticalPathRecorder::Changed::put(const Change& change, double now) {
  last_come(now);  // forgets what is over
  came.insert(std::upper_bound(came.begin(), came.end(), change), change);
}

const CriticalPathRecorder::Change& CriticalPathRecorder::Changed::last_come(double now) {
  static const Change kNever;
  while (came.size() > 1 && came[1].at <= now) came.erase(came.begin());
  return came.empty() || came.front().at > now ? kNever : came.front();
}

CriticalPathRecorder::Change CriticalPathRecorder::last_change(const Asked& asked, double now) {
  Changed* changed = &of_place_[asked.place.index()];
  if (asked.colour.valid()) {
    try {
      const auto at = of_colour_.find({asked.place, evaluator_.eval(asked.colour, frame_)});
      if (at == of_colour_.end()) return {};
      changed = &at->second;
    } catch (const EvalError&) {
      // Then the place decides.
    }
  }
  if (asked.kind == ArcKind::read) return changed->last_come(now);
  if (asked.kind == ArcKind::inhibitor) return changed->taken;
  return std::max(changed->last_come(now), changed->taken);
}

// What changed last of that which this firing asks for.
void CriticalPathRecorder::asked_last(double now, TransitionId transition, std::span<const Word> binding) {
  asked_ = {};
  std::fill(frame_.begin(), frame_.end(), 0);
  std::copy(binding.begin(), binding.end(), frame_.begin());
  for (const Asked& asked : asks_[transition.index()]) {
    const Change last = last_change(asked, now);
    if (last <= asked_) continue;
    asked_ = last;
    asked_place_ = asked.place;
  }
}

void CriticalPathRecorder::fired(double now, TransitionId transition, std::span<const Word> binding, const WordPool& pool) {
  close();
  too_long_ = too_long_ || all_.size() >= kMostFirings;
  if (too_long_) return;
  asked_last(now, transition, binding);
  Fired& one = all_.emplace_back();
  one.at = now;
  one.transition = transition;
  if (pooled_[transition.index()]) {
    one.binding = texts_.size();
    texts_.emplace_back(instance_name(net_, transition, binding), binding_text(net_, transition, binding, pool));
  } else {
    one.binding = words_.size();
    words_.insert(words_.end(), binding.begin(), binding.end());
  }
  token_by_ = kNone;
  token_at_ = -1;
  open_ = true;
}

void CriticalPathRecorder::changed(PlaceId place, Word colour, FunctionRef<void(Changed&)> note) {
  if (asked_whole_[place.index()] || asked_by_colour_[place.index()]) note(of_place_[place.index()]);
  if (asked_by_colour_[place.index()]) note(of_colour_[{place, colour}]);
}

std::uint32_t CriticalPathRecorder::producer(const Key& key, double arrival, std::int64_t count) {
  const auto at = lots_.find(key);
  std::uint32_t by = kNone;
  if (at == lots_.end()) return by;
  std::vector<Lot>& lots = at->second;
  auto lot = std::find_if(lots.begin(), lots.end(), [&](const Lot& one) { return one.available >= arrival; });
  while (count > 0 && lot != lots.end()) {
    const std::int64_t from_here = std::min(count, lot->count);
    by = lot->by;
    count -= from_here;
    lot->count -= from_here;
    lot = lot->count == 0 ? lots.erase(lot) : lot + 1;
  }
  if (lots.empty()) lots_.erase(at);
  return by;
}

void CriticalPathRecorder::taken(double, double arrival, PlaceId place, Word colour, std::int64_t count) {
  if (!open_) return;
  const auto now = static_cast<std::uint32_t>(all_.size() - 1);
  const std::uint32_t by = producer({place, colour}, arrival, count);
  changed(place, colour, [&](Changed& of) { of.taken = {all_[now].at, now}; });
  if (!takes_[all_[now].transition.index()][place.index()]) return;  // a reset waits for nothing
  const bool later = arrival > token_at_ || (arrival == token_at_ && by != kNone && (token_by_ == kNone || by > token_by_));
  if (!later) return;
  token_at_ = arrival;
  token_by_ = by;
  token_place_ = place;
}

void CriticalPathRecorder::put(double, double available, PlaceId place, Word colour, std::int64_t count) {
  if (!open_) return;
  const auto now = static_cast<std::uint32_t>(all_.size() - 1);
  std::vector<Lot>& lots = lots_[{place, colour}];
  const auto behind = std::upper_bound(lots.begin(), lots.end(), available, [](double a, const Lot& b) { return a < b.available; });
  lots.insert(behind, {available, now, count});
  changed(place, colour, [&](Changed& of) { of.put({available, now}, all_[now].at); });
  if (available < last_available_) return;
  last_available_ = available;
  last_by_ = now;
  last_place_ = place;
}

// Decides what the last firing waited for. An immediate one fires at the instant at which the last
// of it is there: if no token that it took came then, a change of what it asks for did.
void CriticalPathRecorder::close() {
  if (!open_) return;
  open_ = false;
  Fired& one = all_.back();
  const bool immediate = net_[one.transition].timing == Timing::immediate;
  const bool by_token = token_at_ >= 0 && (!immediate || token_at_ >= one.at);
  const bool by_place = asked_.by != kNone && !by_token && (immediate ? asked_.at >= one.at : token_at_ < 0);
  const std::uint32_t before = last_fired_[one.transition.index()];
  last_fired_[one.transition.index()] = static_cast<std::uint32_t>(all_.size() - 1);
  if (by_place) {
    one.awaited = Awaited::place;
    one.after = asked_.by;
    one.place = asked_place_;
    one.ready = asked_.at;
  } else if (token_at_ >= 0) {
    one.awaited = !by_token ? Awaited::clock : token_by_ == kNone ? Awaited::start : Awaited::token;
    one.after = token_by_;
    one.place = token_place_;
    one.ready = token_at_;
  } else if (before != kNone) {  // a source: it goes on from where it was
    one.awaited = Awaited::clock;
    one.after = before;
    one.ready = all_[before].at;
  }
}

void CriticalPathRecorder::finish(double now) {
  close();
  end_ = now;
}

void CriticalPathRecorder::move_colours(FunctionRef<Word(PlaceId, Word)> moved) {
  const auto move = [&](auto& map) {
    std::remove_reference_t<decltype(map)> other;
    for (auto& [key, value] : map) {
      const bool handle = net_.colours[net_[key.place].colour].pooled();
      other.emplace(handle ? Key{key.place, moved(key.place, key.colour)} : key, std::move(value));
    }
    map = std::move(other);
  };
  move(lots_);
  // Changes of lists are asked for by place alone.
  std::erase_if(of_colour_, [&](const auto& entry) { return net_.colours[net_[entry.first.place].colour].pooled(); });
}

std::string CriticalPathRecorder::text_of(const Fired& fired, bool instance) const {
  if (pooled_[fired.transition.index()]) {
    const auto& [of_instance, of_binding] = texts_[fired.binding];
    return instance ? of_instance : of_binding;
  }
  const std::span<const Word> binding(words_.data() + fired.binding, net_[fired.transition].binding_size);
  return instance ? instance_name(net_, fired.transition, binding) : binding_text(net_, fired.transition, binding, net_.pool);
}

CriticalPath CriticalPathRecorder::path() const {
  CriticalPath path;
  path.too_long = too_long_;
  if (too_long_ || all_.empty()) return path;
  const auto place_text = [&](PlaceId place) {
    return place.valid() ? without_indices(petriloom::path(net_, place)) : std::string();
  };
  auto at = static_cast<std::uint32_t>(all_.size() - 1);
  path.end = all_[at].at;
  if (last_available_ > path.end && last_available_ <= end_) {
    at = last_by_;
    path.end = last_available_;
    path.last_place = place_text(last_place_);
    path.last_on_its_way = last_available_ - all_[at].at;
  }
  for (; at != kNone; at = all_[at].after) {
    const Fired& one = all_[at];
    const double before = one.after == kNone ? 0 : all_[one.after].at;
    const double ready = std::max(one.ready, before);
    const std::string name = without_indices(petriloom::path(net_, one.transition));
    path.steps.push_back({at + std::uint64_t{1}, one.at, name, text_of(one, true), text_of(one, false), one.awaited,
                          place_text(one.place), ready - before, one.at - ready});
  }
  std::reverse(path.steps.begin(), path.steps.end());
  return path;
}

}  // namespace petriloom
