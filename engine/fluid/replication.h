// SPDX-License-Identifier: Apache-2.0
// One run of a net with fluid places (docs/fluid.md): a run of tokens, led from event to event, and
// levels that are integrated in between.
#pragma once

#include "engine/coloured/replication.h"
#include "engine/fluid/flows.h"
#include "engine/fluid/integrator.h"
#include "engine/fluid/watch.h"

namespace petriloom::fluid {

class Replication final : private coloured::LevelSink, public coloured::Replication {
 public:
  /// As a coloured::Replication; `hybrid` is made of the net that is run (make_hybrid_net) and must
  /// outlive this, as must `options`.
  Replication(const HybridNet& hybrid, const RunOptions& options, std::uint64_t number);

  bool go(std::uint64_t steps) override {
    return go_on(steps, [this] { return step(); });
  }
  [[nodiscard]] std::uint64_t renewable_bytes() const override { return 0; }

 private:
  /// What expressions see: the tokens of the run, and the levels.
  class View final : public StateView {
   public:
    View(const Replication& owner, const MarkingView& tokens) : owner_(owner), tokens_(tokens) {}
    [[nodiscard]] std::int64_t tokens(PlaceId place) const override { return tokens_.tokens(place); }
    [[nodiscard]] std::int64_t tokens(PlaceId place, Word colour) const override { return tokens_.tokens(place, colour); }
    [[nodiscard]] std::int64_t tokens_if(PlaceId place, const std::function<bool(Word)>& match) const override {
      return tokens_.tokens_if(place, match);
    }
    [[nodiscard]] std::optional<double> level(PlaceId place) const override;
    [[nodiscard]] bool fireable(TransitionId transition) const override { return tokens_.fireable(transition); }
    [[nodiscard]] bool dead() const override;

   private:
    const Replication& owner_;
    const MarkingView& tokens_;
  };
  /// An amount that a firing moves, once it is evaluated.
  struct Move {
    ArcKind kind = ArcKind::input;
    std::uint32_t slot = 0;
    double amount = 0;
  };

  void prepare(TransitionId transition, std::span<Word> frame) override;
  void moved() override;
  void begin() override;
  bool step();
  bool fire_hazard();
  void look();
  bool advance();
  double flow(double end, bool& crossing);
  double travel(double end);
  bool crossed();
  std::optional<double> crossed_within(double end);
  double locate(double low, double high);
  void set(double time);
  void record(double begin, double end);
  void reach(double time, bool crossing);
  void look_at_levels();
  void watch_chattering(double length);
  double draw(TransitionId transition, std::span<const Word> binding);

  const HybridNet& hybrid_;
  View levels_view_;
  std::vector<double> state_;  // levels, then integrals of hazards
  LevelAmounts amounts_;
  Flows flows_;
  Watch watch_;
  Integrator integrator_;
  std::vector<std::uint32_t> measured_;  // members of measures of levels
  std::vector<Move> moves_;              // of the firing that is going on
  // Of the step that is being made, from `began_`: the state there and how it changes, if that
  // stays the same.
  double began_ = 0;
  std::vector<double> before_, absolute_;
  // Gaps that are looked at inside the step; from `watch_.gaps()` on, places.
  std::vector<std::size_t> inside_;
  Rates slopes_;
  bool straight_ = false;
  bool stale_ = true;        // something has happened since flows and conditions were looked at
  bool restart_ = true;      // the integrator knows nothing of what flows now
  bool still_ = true;        // no level changes until the next event
  bool jumped_ = false;      // a firing has moved fluid
  double longest_ = 1;       // s; of the next step where nothing else ends it
  std::uint64_t quick_ = 0;  // crossings, one right after the other
};

}  // namespace petriloom::fluid
