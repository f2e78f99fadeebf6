// SPDX-License-Identifier: Apache-2.0
// How long timers run: durations are drawn, or computed from set times (docs/semantics.md, rules
// 11, 21 and 24).
#pragma once

#include "engine/coloured/live_bindings.h"
#include "engine/random/streams.h"

namespace petriloom::coloured {

class Durations {
 public:
  /// Durations are drawn from `random`; `streams` (may be null) is told before each. All are kept
  /// by reference. The functions throw EvalError.
  Durations(Enabling& enabling, const TimedMarking& marking, const LiveBindings& lives, Random& random, TransitionStreams* streams);

  /// The rate of a binding in this marking, 1/s.
  double rate(const Live& live);
  /// A new duration.
  Drawn draw(const Live& live);
  /// What is left of a timer that was stopped, which the binding then has no more; else a new one.
  Drawn next(Live& live);
  /// The next of the set times of a binding, s; `still`: it may be now.
  double next_occasion(const Live& live, double now, bool still);

 private:
  double parameter(const Code& code);

  Enabling& enabling_;
  const Net& net_;
  const TimedMarking& marking_;
  const LiveBindings& lives_;
  Random& random_;
  TransitionStreams* streams_;
  std::vector<Word> frame_;
  std::vector<double> times_;
};

}  // namespace petriloom::coloured
