// SPDX-License-Identifier: Apache-2.0
// A net as a model in which instants keep their order and durations are left open
// (docs/semantics.md, rule 29): a state is the available tokens and those on their way. Immediate
// transitions go first, by priority and order; only when none is enabled, timed transitions fire or
// time passes until tokens become available.
#pragma once

#include "analysis/clocks/time_values.h"
#include "analysis/model/net_model.h"
#include "analysis/urgent/delays.h"
#include "analysis/urgent/under_way.h"

namespace petriloom {

/// A copy of a net with one more transition, the last one, which stands for the passing of time in
/// labels and paths. Guards that depend on the time are there `now = now`; if there are any,
/// another transition before the last one stands for the choice that none of them holds.
Net with_passing_of_time(const Net& net);

class UrgentModel final : public NetModel {
 public:
  /// `net` is one that `with_passing_of_time` made; otherwise as for NetModel.
  UrgentModel(const Net& net, std::vector<Atom> atoms, const Limits* limits = nullptr);

  StateBytes initial() override;
  void load(StateBytes state) override;
  [[nodiscard]] std::span<const PlaceDependencies> dependencies() override { return {}; }
  /// All tokens, available or not.
  [[nodiscard]] std::vector<Tokens> tokens(StateBytes state) const override;
  /// Those of them that are available.
  [[nodiscard]] std::vector<Tokens> available(StateBytes state) const;
  void effects(const BoundTransition& firing, Effects& effects) override;
  StateBytes after(const BoundTransition& firing) override;
  [[nodiscard]] std::vector<Tokens> arrivals(const BoundTransition& firing) const override;

 protected:
  void search() override;
  void fill(Marking& marking) override;
  StateBytes successor(TransitionId transition, std::span<const Word> binding) override;
  void for_each_outcome(TransitionId transition, std::span<const Word> binding, OutcomeSink sink) override;
  [[nodiscard]] std::vector<Word> chosen() const override;

 private:
  UrgentModel(const Net& net, std::vector<Atom> atoms, const Limits* limits, TimeValues times);

  struct Sent {
    std::uint32_t group = 0;
    double known = 0;
    bool here = false;  // its delay is 0
    Batch batch;
  };
  [[nodiscard]] bool immediate(TransitionId id) const { return net_[id].timing == Timing::immediate; }
  bool search_open();
  void keep_first_of(std::vector<Enabled>& enabled);
  Word choose(Word last);
  void send(TransitionId transition, const Effects::Put& put);
  double known_delay(const TermDelay& delay);
  StateBytes encode(const UnderWay& under_way, const std::vector<Tokens>& all);
  StateBytes when_these_come(std::span<const Word> counts);
  StateBytes when_none_holds();
  void read(StateBytes state, UnderWay& under_way, std::vector<Tokens>& available) const;

  TransitionId passing_;
  TransitionId closing_;           // no guard that depends on the time holds; invalid if there are none
  std::vector<char> opens_;        // by transition: it has such guards
  std::vector<char> open_orders_;  // by transition: its order depends on the time; empty if none does
  bool closed_ = false;            // in the current state none of them holds
  bool closes_ = false;            // in the state that is made
  bool later_ = false;             // in the current state time may pass before such a guard holds
  TermDelays delays_;
  UnderWayCodec under_way_codec_;
  UnderWay under_way_;             // of the current state
  std::vector<Tokens> available_;  // in the current state
  bool due_ = false;               // a timed transition without a duration is enabled in it
  UnderWay then_;                  // of the state that is made
  std::vector<Sent> sent_;
  std::vector<Word> counts_;  // of what comes, while time passes
  bool passes_ = false;       // the outcome that is told of is that time passes
  std::vector<std::uint8_t> rest_;
};

}  // namespace petriloom
