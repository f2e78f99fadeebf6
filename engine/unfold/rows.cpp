// SPDX-License-Identifier: Apache-2.0
#include "engine/unfold/rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace petriloom {

namespace {

// Colour sets whose words ascend with their colours.
bool ascending(const ColourSet& set) { return set.finite || set.kind == ColourKind::integer; }

}  // namespace

bool beside_rows(const UnfoldArcs& arcs, const Transition& transition, const Arc& arc, bool keep_time) {
  if (arcs.undecided(arc)) return true;
  return keep_time && arc.kind == ArcKind::output && (arc.delay.valid() || transition.delay.valid());
}

UnfoldRowMaker::UnfoldRowMaker(const Net& net, UnfoldSearch& search, const UnfoldOptions& options, bool keep_time, bool sums,
                               UnfoldedParts& parts, Diagnostics& diagnostics)
    : net_(net),
      search_(search),
      arcs_(search.arcs()),
      options_(options),
      keep_time_(keep_time),
      may_sum_(sums),
      parts_(parts),
      diagnostics_(diagnostics),
      delayed_(net.places.size()),
      untold_(net.places.size()) {
  if (keep_time) find_delayed();
  if (sums) find_untold();
}

void UnfoldRowMaker::find_delayed() {
  for (std::size_t p = 0; p < net_.places.size(); ++p) {
    for (const InitialTokens& tokens : net_.places[p].initial) {
      if (tokens.available > 0) delayed_[p] = 1;
    }
  }
  for (const Transition& transition : net_.transitions) {
    for (const Arc& arc : transition.arcs) {
      if (arc.kind == ArcKind::output && (arc.delay.valid() || transition.delay.valid())) delayed_[arc.place.index()] = 1;
    }
  }
}

// A number that is drawn is another one for each arc; what a reset removes, if anything, only the
// marking says.
void UnfoldRowMaker::find_untold() {
  for (const Transition& transition : net_.transitions) {
    for (const Arc& arc : transition.arcs) {
      const bool drawn = arc.kind == ArcKind::output && (draws(net_, arc.count) || draws(net_, arc.condition));
      if ((drawn && arcs_.undecided(arc)) || (arc.kind == ArcKind::reset && state_decides(net_, arc)))
        untold_[arc.place.index()] = 1;
    }
  }
}

UnfoldedStructure UnfoldRowMaker::make() {
  for (;;) {
    add_places();
    add_transitions();
    if (!made_.totals.empty() && !diagnostics_.has_errors()) update_totals();
    if (!again_) return std::move(made_);
    start_again();
  }
}

// With one more place whose colours are counted by guards.
void UnfoldRowMaker::start_again() {
  again_ = false;
  made_ = {};
  parts_.places.clear();
  parts_.transitions.clear();
  parts_.bindings.clear();
  total_of_.clear();
  totals_with_.clear();
}

ArcRows& UnfoldRowMaker::rows(ArcKind kind) {
  switch (kind) {
    case ArcKind::input:
      return made_.rows.input;
    case ArcKind::output:
      return made_.rows.output;
    case ArcKind::read:
      return made_.rows.read;
    case ArcKind::inhibitor:
      return made_.rows.inhibitor;
    case ArcKind::equal:
      return made_.rows.equal;
    case ArcKind::reset:
      break;
  }
  return made_.rows.reset;
}

void UnfoldRowMaker::add_places() {
  made_.place_of.resize(net_.places.size());
  for (std::size_t p = 0; p < net_.places.size(); ++p) {
    const Place& place = net_.places[p];
    const std::span<const Word> found = search_.colours(PlaceId(p)).all();
    std::vector<std::uint32_t> order(found.size());
    std::iota(order.begin(), order.end(), 0U);
    if (ascending(net_.colours[place.colour])) {
      std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return found[a] < found[b]; });
    } else {
      std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return net_.colours.compare(place.colour, found[a], found[b], parts_.pool) < 0;
      });
    }
    made_.place_of[p].resize(found.size());
    for (const std::uint32_t k : order) {
      made_.place_of[p][k] = PlaceId(parts_.places.size());
      parts_.places.push_back({PlaceId(p), found[k], false});
    }
    // A place without colours keeps its one unfolded place even if it is always empty.
    if (found.empty() && net_.colours[place.colour].kind == ColourKind::unit) parts_.places.push_back({PlaceId(p), 0, false});
    made_.rows.initial.resize(parts_.places.size());
    for (const InitialTokens& tokens : place.initial) {
      std::int64_t& initial = made_.rows.initial[unfolded(PlaceId(p), tokens.colour).index()];
      if (__builtin_add_overflow(initial, tokens.count, &initial)) {
        diagnostics_.error(place.where, "too many initial tokens of one colour");
      }
    }
  }
}

PlaceId UnfoldRowMaker::unfolded(PlaceId place, Word colour) const {
  const std::uint32_t position = search_.colours(place).position(colour);
  return position == PossibleColours::kNone ? PlaceId() : made_.place_of[place.index()][position];
}

// Ascending by their words. Most were found in that order.
std::vector<std::uint32_t> UnfoldRowMaker::sorted_bindings(TransitionId id) const {
  const Transition& transition = net_[id];
  const std::size_t size = transition.binding_size;
  const Word* const words = search_.bindings(id).data();
  std::vector<std::uint32_t> order(search_.binding_count(id));
  std::iota(order.begin(), order.end(), 0U);
  const auto sort = [&](const auto& less) {
    const auto before = [&](std::uint32_t a, std::uint32_t b) { return less(words + a * size, words + b * size); };
    if (!std::is_sorted(order.begin(), order.end(), before)) std::sort(order.begin(), order.end(), before);
  };
  const auto plain = [&](const Variable& variable) { return ascending(net_.colours[variable.colour]); };
  if (std::all_of(transition.variables.begin(), transition.variables.begin() + transition.binding_size, plain)) {
    sort([&](const Word* x, const Word* y) { return std::lexicographical_compare(x, x + size, y, y + size); });
    return order;
  }
  sort([&](const Word* x, const Word* y) {
    for (std::size_t k = 0; k < size; ++k) {
      const int three_way = net_.colours.compare(transition.variables[k].colour, x[k], y[k], parts_.pool);
      if (three_way != 0) return three_way < 0;
    }
    return false;
  });
  return order;
}

void UnfoldRowMaker::add_transitions() {
  constexpr std::size_t kLook = 1024;
  std::size_t next_look = kLook;
  for (std::size_t t = 0; t < net_.transitions.size(); ++t) {
    const TransitionId id(t);
    const std::size_t size = net_[id].binding_size;
    for (const std::uint32_t k : sorted_bindings(id)) {
      add_transition(id, search_.bindings(id).subspan(k * size, size));
      if (made_.rows.transitions < next_look) continue;
      if (!within_limits(id)) return;
      next_look = made_.rows.transitions + kLook;
    }
    if (!within_limits(id)) return;
  }
}

bool UnfoldRowMaker::within_limits(TransitionId id) {
  if (diagnostics_.error_count() >= Diagnostics::kMostKept) return false;
  if (options_.cancelled && options_.cancelled()) {
    diagnostics_.error(net_[id].where, "unfolding was cancelled");
    return false;
  }
  const std::size_t bytes = search_.bytes() + made_.rows.bytes();
  const bool arcs = made_.rows.arcs() > options_.most_arcs;
  if (!arcs && bytes <= options_.most_bytes) return true;
  const std::string what = arcs ? fmt::format("{} arcs", options_.most_arcs) : fmt::format("{} MiB", options_.most_bytes >> 20U);
  diagnostics_.error(
      net_[id].where,
      fmt::format("unfolding needs more than {}; '{}' has {} bindings", what, path(net_, id), search_.binding_count(id)),
      "a guard, or tokens of fewer colours, would leave fewer; or raise the limit");
  return false;
}

// One transition, or one for each outcome of what is drawn; outcomes that make no
// difference are one.
void UnfoldRowMaker::add_transition(TransitionId id, std::span<const Word> binding) {
  frame_.assign(net_[id].variables.size(), 0);
  std::copy(binding.begin(), binding.end(), frame_.begin());
  std::set<std::vector<Entry>> seen;
  const bool several = search_.prepared(id).outcomes;
  arcs_.outcomes().first();
  do {
    arcs_.outcomes().rewind();
    const std::size_t sums = made_.sums.size();
    if (!make_entries(id) || (several && !seen.insert(entries_).second)) {
      made_.sums.resize(sums);
      continue;
    }
    write_entries();
    parts_.transitions.push_back({id, parts_.bindings.size()});
    parts_.bindings.insert(parts_.bindings.end(), binding.begin(), binding.end());
    ++made_.rows.transitions;
  } while (several && arcs_.outcomes().next());
}

// False if the transition can never fire.
bool UnfoldRowMaker::make_entries(TransitionId id) {
  const Transition& transition = net_[id];
  entries_.clear();
  try {
    for (std::size_t a = 0; a < transition.arcs.size(); ++a) {
      if (!add_arc(id, a)) return false;
    }
    return merge_entries(transition);
  } catch (const EvalError& error) {
    const Location& where = error.where().known() ? error.where() : transition.where;
    diagnostics_.error(where, fmt::format("{}, in '{}'", error.what(), path(net_, id)));
    return false;
  }
}

// False if the arc can never be satisfied.
bool UnfoldRowMaker::add_arc(TransitionId id, std::size_t a) {
  const Transition& transition = net_[id];
  const Arc& arc = transition.arcs[a];
  if (beside_rows(arcs_, transition, arc, keep_time_)) return true;
  const std::optional<std::int64_t> amount = arcs_.count(arc, frame_);
  if (!amount) return true;
  const std::int64_t count = *amount;
  const bool takes_colours =
      arc.kind == ArcKind::input || arc.kind == ArcKind::output || (arc.kind == ArcKind::read && !net_.exprs[arc.value].wildcards);
  colours_.clear();
  if (arc.each || takes_colours) {
    arcs_.colours_of(arc, frame_, colours_);
  } else {
    search_.matching(id, a, frame_, colours_);
    if (arc.kind != ArcKind::reset) return add_condition(arc, count);
    if (arc.such.valid()) std::erase_if(colours_, [&](Word colour) { return !arcs_.such(arc, frame_, colour); });
  }
  for (const Word colour : colours_) {
    if (!add_colour(arc, colour, count)) return false;
  }
  return true;
}

// An inhibitor, read or equal arc over the colours that match.
bool UnfoldRowMaker::add_condition(const Arc& arc, std::int64_t count) {
  if (colours_.size() == 1) return add_colour(arc, colours_[0], count);
  if (colours_.empty()) return arc.kind == ArcKind::inhibitor || count <= 0;
  // Fewer than one of all together is fewer than one of each; other totals are not sums of
  // conditions on single places.
  const bool none = (arc.kind == ArcKind::inhibitor && count == 1) || (arc.kind == ArcKind::equal && count <= 0);
  std::vector<PlaceId> members;
  for (const Word colour : colours_) members.push_back(unfolded(arc.place, colour));
  std::sort(members.begin(), members.end());
  if (none) {
    for (const PlaceId member : members) entries_.push_back({ArcKind::inhibitor, member, 1});
  } else if (!keep_time_ && untold_[arc.place.index()] == 0) {
    entries_.push_back({arc.kind, total_of(arc.place, members), count});
  } else if (arc.kind == ArcKind::read && delayed_[arc.place.index()] != 0) {
    throw EvalError(arc.where,
                    fmt::format("the read arc counts available tokens of {} colours together in a place whose tokens come "
                                "with a delay, which can only be unfolded without time",
                                members.size()));
  } else {
    made_.sums.push_back({made_.rows.transitions, arc.kind, std::move(members), count, arc.where});
  }
  return true;
}

bool UnfoldRowMaker::add_colour(const Arc& arc, Word colour, std::int64_t count) {
  const PlaceId place = unfolded(arc.place, colour);
  if (arc.kind == ArcKind::equal && count <= 0) {
    if (place.valid()) entries_.push_back({ArcKind::inhibitor, place, 1});
    return true;
  }
  if (!place.valid()) return arc.kind == ArcKind::inhibitor || arc.kind == ArcKind::reset;
  entries_.push_back({arc.kind, place, count});
  return true;
}

// Equal ones become one; false if two of them contradict each other.
bool UnfoldRowMaker::merge_entries(const Transition& transition) {
  std::sort(entries_.begin(), entries_.end());
  std::size_t kept = 0;
  for (std::size_t k = 0; k < entries_.size(); ++k) {
    if (kept == 0 || entries_[kept - 1].kind != entries_[k].kind || entries_[kept - 1].place != entries_[k].place) {
      entries_[kept++] = entries_[k];
      continue;
    }
    std::int64_t& total = entries_[kept - 1].count;
    const std::int64_t count = entries_[k].count;
    switch (entries_[k].kind) {
      case ArcKind::input:
        // More than a place can hold.
        if (__builtin_add_overflow(total, count, &total)) return false;
        break;
      case ArcKind::output:
        if (__builtin_add_overflow(total, count, &total))
          throw EvalError(transition.where, "more than 9223372036854775807 tokens of one colour");
        break;
      case ArcKind::read:
        total = std::max(total, count);
        break;
      case ArcKind::inhibitor:
        total = std::min(total, count);
        break;
      case ArcKind::equal:
        if (total != count) return false;
        break;
      case ArcKind::reset:
        break;
    }
  }
  entries_.resize(kept);
  return true;
}

void UnfoldRowMaker::write_entries() {
  for (const Entry& entry : entries_) {
    rows(entry.kind).add(made_.rows.transitions, entry.place, entry.kind == ArcKind::reset ? 1 : entry.count);
  }
}

}  // namespace petriloom
