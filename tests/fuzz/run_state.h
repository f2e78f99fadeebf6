// SPDX-License-Identifier: Apache-2.0
// What the fuzz target of saved states and the replay of its corpus check: bytes are refused, or
// are a state that a run goes on from.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "engine/simulate/checkpoint.h"
#include "engine/state/run_state_text.h"
#include "formats/loom/loom.h"

namespace petriloom::fuzz {

/// A net of everything that a state holds: colours of all kinds, servers, rests, delays, tokens on
/// their way, measures.
inline const Net& net_of_states() {
  static const Net net = *read_loom("states.loom", R"(
    colour Seq = int with 0..3;
    colour Msg = union { Data : product Seq * string, Ack : Seq, Nothing };
    var n : Seq; var s : string; var l : list of Seq; var r : real;
    place IN : Msg = 1`Data((1, "ab")) ++ 2`Ack(3) ++ 1`Nothing;
    place DONE : Msg;
    place LISTS : list of Seq = 1`[1, 2, 3] ++ 1`[];
    place AMOUNT : real = 1`0.5;
    place FREE : unit = 3`();
    place DOWN : unit;
    transition deliver { in IN : Data((n, s)); out DONE : Data((n, s)) @+ uniform(1, 2); time uniform(1, 2); servers 1; memory age; }
    transition back { in DONE : Data((n, s)); out IN : Data((n, s)); }
    transition answer { in IN : Ack(n); out IN : Ack(n); out LISTS : [n]; guard tokens(LISTS) < 6; time exponential(1.0 + tokens(LISTS)); }
    transition shorten { in LISTS : ([n] ++ l); out LISTS : l @+ 1; time deterministic(0.5); servers 2; }
    transition grow { in AMOUNT : r; out AMOUNT : r + 1.0; time exponential(2.0); memory resampling; }
    transition break { in FREE; out DOWN; time exponential(0.3); inhibit DOWN : 2`(); }
    transition repair { in DOWN; out FREE; time weibull(2, 1); memory age; servers 1; }
    measure answered = count answer;
    measure length = average tokens(LISTS);
    measure most = peak tokens(DOWN);
    measure gap = delay break -> repair;
  )",
                                    {})
                              .net;
  return net;
}

inline void require(bool good, const char* what) {
  if (good) return;
  std::fputs(what, stderr);
  std::abort();
}

/// Checks any bytes as a state and as a checkpoint. True if they were a state that can be loaded.
inline bool check_states(std::string_view bytes) {
  const Net& net = net_of_states();
  std::string problem;
  const auto checkpoint = read_checkpoint(net, bytes, {}, problem);
  require(checkpoint.has_value() != !problem.empty(), "a checkpoint was refused without a reason\n");
  problem.clear();
  const auto state = read_run_state(net, bytes, problem);
  require(state.has_value() != !problem.empty(), "a state was refused without a reason\n");
  if (!state) return false;
  SimulationOptions options;
  options.max_firings = state->firings < UINT64_MAX - 50 ? state->firings + 50 : 0;
  coloured::Replication replication(net, options, 0, nullptr);
  try {
    replication.load(*state);
  } catch (const StateError&) {
    return false;
  }
  const std::string again = write_run_state(net, replication.save());
  const auto reread = read_run_state(net, again, problem);
  require(reread && write_run_state(net, *reread) == again, "a state that was saved cannot be read\n");
  replication.go(200);
  return true;
}

}  // namespace petriloom::fuzz
