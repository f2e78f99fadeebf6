// SPDX-License-Identifier: Apache-2.0
// Places that count the tokens of several colours together.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "engine/unfold/rows.h"

namespace petriloom {

PlaceId UnfoldRowMaker::total_of(PlaceId place, const std::vector<PlaceId>& members) {
  PlaceId& total = total_of_[members];
  if (total.valid()) return total;
  total = PlaceId(parts_.places.size());
  totals_with_.resize(std::max<std::size_t>(totals_with_.size(), members.back().index() + 1));
  std::int64_t initial = 0;
  for (const PlaceId member : members) {
    totals_with_[member.index()].push_back(static_cast<std::uint32_t>(made_.totals.size()));
    if (__builtin_add_overflow(initial, made_.rows.initial[member.index()], &initial)) {
      diagnostics_.error(net_[place].where, "too many initial tokens of one place");
    }
  }
  made_.totals.push_back({total, members});
  parts_.places.push_back({place, parts_.places[members[0].index()].colour, true});
  made_.rows.initial.push_back(initial);
  return total;
}

// Whatever changes a colour changes the totals that count it.
void UnfoldRowMaker::update_totals() {
  totals_with_.resize(parts_.places.size());
  ArcRows input;
  ArcRows output;
  ArcRows reset;
  for (std::size_t t = 0; t < made_.rows.transitions; ++t) {
    count_into_totals(made_.rows.input, t, input);
    count_into_totals(made_.rows.output, t, output);
    reset_totals(t, reset);
  }
  made_.rows.input = std::move(input);
  made_.rows.output = std::move(output);
  made_.rows.reset = std::move(reset);
}

void UnfoldRowMaker::count_into_totals(const ArcRows& from, std::size_t transition, ArcRows& to) {
  std::map<std::uint32_t, std::int64_t> counts;
  for_each_entry(from, transition, [&](PlaceId place, std::int64_t count) {
    to.add(transition, place, count);
    for (const std::uint32_t total : totals_with_[place.index()]) {
      if (!__builtin_add_overflow(counts[total], count, &counts[total])) continue;
      const Location& where = net_[parts_.transitions[transition].transition].where;
      diagnostics_.error(where, "too many tokens of several colours of one place");
    }
  });
  for (const auto& [total, count] : counts) to.add(transition, made_.totals[total].place, count);
}

void UnfoldRowMaker::reset_totals(std::size_t transition, ArcRows& to) {
  std::map<std::uint32_t, std::size_t> counts;
  for (const PlaceId place : made_.rows.reset.places(transition)) {
    to.add(transition, place, 1);
    for (const std::uint32_t total : totals_with_[place.index()]) ++counts[total];
  }
  for (const auto& [total, count] : counts) {
    const UnfoldedTotal& facts = made_.totals[total];
    if (count == facts.members.size()) {
      to.add(transition, facts.place, 1);
      continue;
    }
    const TransitionId id = parts_.transitions[transition].transition;
    const PlaceId place = parts_.places[facts.place.index()].place;
    if (may_sum_) {
      untold_[place.index()] = 1;
      again_ = true;
      continue;
    }
    const auto& arcs = net_[id].arcs;
    const auto arc =
        std::find_if(arcs.begin(), arcs.end(), [&](const Arc& a) { return a.kind == ArcKind::reset && a.place == place; });
    diagnostics_.error(
        arc == arcs.end() ? net_[id].where : arc->where,
        fmt::format("the reset arc removes {} of {} colours of '{}' that another arc counts together, which cannot be unfolded",
                    count, facts.members.size(), path(net_, place)));
  }
}

}  // namespace petriloom
