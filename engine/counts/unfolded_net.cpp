// SPDX-License-Identifier: Apache-2.0
#include "engine/counts/unfolded_net.h"

#include <algorithm>
#include <unordered_map>

#include "engine/enabling/firing.h"
#include "engine/unfold/colours.h"

namespace petriloom::counts {

namespace {

/// What firings put, asked of the firing rule: rows know nothing of delays.
class FiringRule {
 public:
  FiringRule(const Net& net, WordPool& pool) : enabling_(net, pool), firing_(enabling_), empty_(net, enabling_.indices(), pool) {}
  const std::vector<Effects::Put>& puts(TransitionId transition, std::span<const Word> binding) {
    firing_.effects(empty_, transition, binding, true, effects_);
    return effects_.puts;
  }

 private:
  Enabling enabling_;
  Firing firing_;
  Marking empty_;
  Effects effects_;
};

/// Makes an unfolded net of rows.
class UnfoldedNetMaker {
 public:
  UnfoldedNetMaker(const Net& net, const RowNet& rows, UnfoldedNet& made)
      : net_(net), rows_(rows), made_(made), coloured_(net.places.size()) {}

  bool make() {
    for (const std::int64_t tokens : rows_.initial) made_.places.push_back({tokens, UnfoldedNet::kNone});
    find_delaying();
    for (std::uint32_t place = 0; place < made_.places.size(); ++place) {
      const UnfoldedPlace& coloured = made_.parts.places[place];
      ColouredPlace& of = coloured_[coloured.place.index()];
      if (of.looked_up && !coloured.total) of.place_of.enter(static_cast<std::uint64_t>(coloured.colour), place);
    }
    for (std::size_t binding = 0; binding < rows_.transitions; ++binding) {
      if (!add_tokens(binding)) return false;
    }
    add_twins();
    for (std::size_t binding = 0; binding < rows_.transitions; ++binding) {
      if (!add_conditions(binding)) return false;
      add_changes(binding);
    }
    return true;
  }

 private:
  struct ColouredPlace {
    bool delayed = false;    ///< tokens in it may not be available
    bool looked_up = false;  ///< places are asked for by colour
    NumberMap place_of;      ///< by colour
  };
  void find_delaying() {
    for (const Transition& transition : net_.transitions) {
      // A delay of a transition that puts nothing is looked at all the same: it may be wrong.
      bool delaying = transition.delay.valid();
      for (const Arc& arc : transition.arcs) {
        if (arc.kind != ArcKind::output || !(arc.delay.valid() || transition.delay.valid())) continue;
        delaying = true;
        coloured_[arc.place.index()].delayed = true;
      }
      delaying_.push_back(delaying);
      for (const Arc& arc : transition.arcs) {
        if (delaying && arc.kind == ArcKind::output) coloured_[arc.place.index()].looked_up = true;
      }
    }
    for (std::size_t p = 0; p < net_.places.size(); ++p) {
      for (const InitialTokens& tokens : net_.places[p].initial) {
        if (tokens.available > 0) coloured_[p].delayed = coloured_[p].looked_up = true;
      }
    }
  }

  [[nodiscard]] std::uint32_t place_of(PlaceId coloured, Word colour) const {
    static_assert(NumberMap::kNone == UnfoldedNet::kNone);
    return coloured_[coloured.index()].place_of.find(static_cast<std::uint64_t>(colour));
  }

  // What a binding takes, puts and empties.
  bool add_tokens(std::size_t binding) {
    const auto add = [&](const ArcRows& arcs, bool totals_only, RowList<Change>& to) {
      for_each_entry(arcs, binding, [&](PlaceId place, std::int64_t count) {
        if (!totals_only || made_.parts.places[place.index()].total) to.add({static_cast<std::uint32_t>(place.index()), count});
      });
    };
    add(rows_.input, false, made_.takes);
    made_.takes.end_row();
    const bool delaying = delaying_[made_.transition_of(binding).index()];
    add(rows_.output, delaying, made_.puts);
    if (delaying && !add_delayed(binding)) return false;
    made_.puts.end_row();
    made_.delayed.end_row();
    for (const PlaceId place : rows_.reset.places(binding)) made_.resets.add(static_cast<std::uint32_t>(place.index()));
    made_.resets.end_row();
    return true;
  }

  bool add_delayed(std::size_t binding) {
    if (!firing_rule_) firing_rule_.emplace(net_, made_.parts.pool);
    for (const Effects::Put& put : firing_rule_->puts(made_.transition_of(binding), made_.parts.binding(net_, binding))) {
      const std::uint32_t place = place_of(put.place, put.colour);
      if (place == UnfoldedNet::kNone || put.count >= kMostTokens) return false;
      if (put.delay > 0) {
        const auto [delay, added] = delays_.try_emplace(put.delay, static_cast<std::uint32_t>(delays_.size()));
        if (added) made_.delays.push_back(put.delay);
        made_.delayed.add({place, put.count, delay->second});
      } else {
        made_.puts.add({place, put.count});
      }
    }
    return true;
  }

  // A place whose tokens may be on their way has a twin that counts them as well.
  void add_twins() {
    const auto add = [&](std::uint32_t place) {
      if (made_.places[place].twin != UnfoldedNet::kNone) return;
      made_.places[place].twin = static_cast<std::uint32_t>(made_.places.size());
      made_.places.push_back({made_.places[place].initial, UnfoldedNet::kNone});
    };
    for (std::size_t binding = 0; binding < rows_.transitions; ++binding) {
      for (const DelayedPut& put : made_.delayed[binding]) add(put.place);
    }
    for (std::size_t p = 0; p < net_.places.size(); ++p) {
      for (const InitialTokens& tokens : net_.places[p].initial) {
        if (tokens.available <= 0) continue;
        const std::uint32_t place = place_of(PlaceId(p), tokens.colour);
        add(place);
        made_.places[place].initial -= tokens.count;
        made_.arriving.push_back({place, tokens.count, tokens.available});
      }
    }
  }

  bool add_conditions(std::size_t binding) {
    const std::pair<ArcKind, const ArcRows*> asked[] = {{ArcKind::input, &rows_.input},
                                                        {ArcKind::read, &rows_.read},
                                                        {ArcKind::inhibitor, &rows_.inhibitor},
                                                        {ArcKind::equal, &rows_.equal}};
    bool fits = true;
    for (const auto& [kind, arcs] : asked) {
      for_each_entry(*arcs, binding, [&, kind = kind](PlaceId row_place, std::int64_t count) {
        auto place = static_cast<std::uint32_t>(row_place.index());
        const UnfoldedPlace& coloured = made_.parts.places[place];
        // A total has what its colours have. Those on their way are in it, so that it cannot say
        // what is available.
        if (kind == ArcKind::input && coloured.total) return;
        fits = fits && !(kind == ArcKind::read && coloured.total && coloured_[coloured.place.index()].delayed);
        if (kind == ArcKind::inhibitor || kind == ArcKind::equal) place = made_.all_of(place);
        made_.conditions.add({kind, place, count});
      });
    }
    made_.conditions.end_row();
    return fits;
  }

  void add_changes(std::size_t binding) {
    changes_.clear();
    const auto add = [&](std::uint32_t place, std::int64_t amount) {
      changes_.push_back({place, amount});
      if (made_.places[place].twin != UnfoldedNet::kNone) changes_.push_back({made_.places[place].twin, amount});
    };
    for (const Change& take : made_.takes[binding]) add(take.place, -take.amount);
    for (const Change& put : made_.puts[binding]) add(put.place, put.amount);
    for (const DelayedPut& put : made_.delayed[binding]) changes_.push_back({made_.places[put.place].twin, put.amount});
    std::sort(changes_.begin(), changes_.end(), [](const Change& a, const Change& b) { return a.place < b.place; });
    for (std::size_t k = 0; k < changes_.size();) {
      Change sum = changes_[k++];
      while (k < changes_.size() && changes_[k].place == sum.place) sum.amount += changes_[k++].amount;
      if (sum.amount != 0) made_.changes.add(sum);
    }
    made_.changes.end_row();
  }

  const Net& net_;
  const RowNet& rows_;
  UnfoldedNet& made_;
  std::optional<FiringRule> firing_rule_;  // if anything is delayed
  // By transition: some of its tokens may be delayed.
  std::vector<bool> delaying_;
  std::vector<ColouredPlace> coloured_;               // by place of the coloured net
  std::unordered_map<double, std::uint32_t> delays_;  // positions in UnfoldedNet::delays
  std::vector<Change> changes_;                       // of a binding
};

}  // namespace

std::vector<Word> UnfoldedNet::frame(const Net& net, std::size_t binding) const {
  const std::span<const Word> values = parts.binding(net, binding);
  std::vector<Word> frame(net[transition_of(binding)].variables.size());
  std::copy(values.begin(), values.end(), frame.begin());
  return frame;
}

// Bindings of one instance come one after the other: the words of its index lead those of the
// binding.
bool UnfoldedNet::shares_servers(const Net& net, std::size_t binding) const {
  const Transition& transition = net[transition_of(binding)];
  if (transition.servers == 0 || binding == 0 || transition_of(binding - 1) != transition_of(binding)) return false;
  const auto values = parts.binding(net, binding);
  return std::equal(values.begin(), values.begin() + transition.folded, parts.binding(net, binding - 1).begin());
}

FormLimits FormLimits::for_choice() {
  FormLimits limits;
  limits.computed = 3'000;
  limits.computed_for_each = 8;
  limits.steps_for_computed = 80;
  limits.words = std::size_t{2} << 20U;
  return limits;
}

UnfoldOptions FormLimits::unfolding() const {
  UnfoldOptions options;
  options.most_places = places;
  options.most_transitions = bindings;
  options.most_arcs = arcs;
  options.most_steps = steps;
  options.most_computed = computed;
  options.computed_for_each = computed_for_each;
  options.steps_for_computed = steps_for_computed;
  options.most_new_words = words;
  options.cancelled = cancelled;
  return options;
}

std::optional<UnfoldedNet> make_unfolded_net(const Net& net, UnfoldedRows&& unfolded) {
  UnfoldedNet made;
  made.parts = std::move(unfolded.parts);
  made.totals = std::move(unfolded.totals);
  if (!UnfoldedNetMaker(net, *unfolded.rows, made).make()) return std::nullopt;
  return made;
}

}  // namespace petriloom::counts
