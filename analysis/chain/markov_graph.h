// SPDX-License-Identifier: Apache-2.0
// The markings of a stochastic net with the rates and probabilities of its firings: the
// reachability graph of a GSPN (M. Ajmone Marsan, G. Balbo, G. Conte, S. Donatelli, G.
// Franceschinis, "Modelling with Generalized Stochastic Petri Nets", 1995).
//
// A marking in which an immediate transition is enabled is vanishing: it lasts no time, and the
// values of its edges are probabilities, which add up to 1. The others are tangible; the values of
// their edges are rates (1/s). A marking in which the stop condition of the net holds is tangible
// and has no edges.
//
// In a tangible marking one deterministic transition may be enabled beside the exponential ones (M.
// Ajmone Marsan, G. Chiola, "On Petri nets with deterministic and exponentially distributed firing
// times", 1987).
#pragma once

#include "analysis/model/net_model.h"
#include "analysis/space/state_graph.h"
#include "analysis/space/state_set.h"
#include "analysis/space/state_store.h"
#include "engine/net/diagnostics.h"
#include "engine/text/limits.h"

namespace petriloom {

/// Which binding of a deterministic transition is enabled in a state: a number that is the same
/// wherever the same one is.
struct FixedFiring {
  static constexpr std::uint32_t kNone = static_cast<std::uint32_t>(-1);
  std::uint32_t which = kNone;
  double delay = 0;  ///< s
};

struct MarkovGraph {
  StateStore states;
  StateGraph graph;  ///< labels are numbers of transitions
  /// Of the edges: rates of tangible states, probabilities of vanishing ones.
  std::vector<double> values;
  StateSet vanishing;
  /// Of tangible states in which a deterministic transition is enabled: the edges by which it
  /// fires, with the probabilities of its outcomes. Rows of the other states are empty.
  StateGraph fixed;
  std::vector<double> fixed_values;
  /// By state; empty if the net has no deterministic transition.
  std::vector<FixedFiring> fixed_firings;
  Stopped stopped = Stopped::complete;
  Diagnostics diagnostics;  ///< why the net is not a Markov chain, or an error in an expression

  [[nodiscard]] bool complete() const { return stopped == Stopped::complete; }
  /// The values of the edges of a state, parallel to graph.targets(state).
  [[nodiscard]] std::span<const double> values_of(StateNumber state) const;
  /// The same of `fixed`.
  [[nodiscard]] std::span<const double> fixed_values_of(StateNumber state) const;
  /// Memory held.
  [[nodiscard]] std::uint64_t bytes() const;
};

/// What the net holds that the solution cannot have: durations that are neither exponential nor
/// deterministic, delays of tokens, a stop condition that looks at the model time. Each is an error
/// at its place that says what would be right.
void check_markovian(const Net& net, Diagnostics& diagnostics);

/// One firing of a state, as told by MarkovFirings.
struct MarkovFiring {
  TransitionId transition;
  std::span<const Word> binding;
  double value = 0;  ///< rate (1/s) or probability, of all outcomes together
};

/// What can fire in a state and how soon or how likely (docs/semantics.md, rules 9 to 12 and 21).
/// The order is fixed, so that a second look gives the same edges as the first one.
class MarkovFirings {
 public:
  /// `model` must outlive this.
  explicit MarkovFirings(NetModel& model);

  /// Looks at a state, which becomes the current one of the model. Throws EvalError, also where
  /// which of several bindings goes first depends on more than the marking.
  void look(StateBytes state);
  [[nodiscard]] bool vanishing() const { return vanishing_; }
  /// The immediate or exponential firings of the state looked at; bindings are valid until the next
  /// look.
  [[nodiscard]] const std::vector<MarkovFiring>& firings() const { return firings_; }
  /// The deterministic firing, with value 1, and its delay in s; nothing if none is enabled or if
  /// the state is vanishing.
  [[nodiscard]] const std::optional<MarkovFiring>& fixed() const { return fixed_; }
  [[nodiscard]] double delay() const { return delay_; }
  /// Tells of the states after a firing; the value is the firing's times the probability of the
  /// outcome.
  void for_each_result(const MarkovFiring& firing, FunctionRef<void(double, StateBytes)> told);
  /// Whether the stop condition holds in the state looked at. Throws EvalError.
  bool stopped();

 private:
  struct Found {
    TransitionId transition;
    std::uint32_t first = 0;  ///< of its binding in words_
    std::int64_t degree = 0;
  };
  void find_rates();
  void set_fixed(const Found& found);
  void find_probabilities();
  void serve(std::size_t begin, std::size_t end);
  [[nodiscard]] std::int64_t degree(const Found& found);
  [[nodiscard]] bool weighted(const Found& found) const { return net_[found.transition].weight.valid(); }
  [[nodiscard]] bool disturbs(const Found& first, const Found& second, const std::vector<std::uint8_t>& state);
  void check_order(StateBytes state);
  double evaluate(const Found& found, const Code& code);
  [[nodiscard]] std::span<const Word> binding_of(const Found& found) const;

  NetModel& model_;
  const Net& net_;
  std::vector<Found> found_;
  std::vector<Word> words_;
  std::vector<MarkovFiring> firings_;
  std::optional<MarkovFiring> fixed_;
  double delay_ = 0;
  bool vanishing_ = false;
  std::vector<Word> frame_;
  std::vector<Tokens> needs_;
};

/// Explores all markings of a net that has passed `check_markovian`. `progress` may be empty. If
/// `diagnostics` of the result has errors, the graph ends there.
MarkovGraph explore_markov(NetModel& model, const Limits& limits,
                           const std::function<void(std::uint64_t states, std::uint64_t edges)>& progress);

}  // namespace petriloom
