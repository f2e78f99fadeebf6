// SPDX-License-Identifier: Apache-2.0
// Proves or refutes the properties of a net by exploring its markings, with witness and blame.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/net/net.h"

namespace petriloom {

enum class Verdict : std::uint8_t { holds, refuted, undecided };
enum class Fairness : std::uint8_t { none, weak, strong };

struct VerifyOptions {
  std::vector<PropertyId> properties;  ///< which; empty: all of the net
  bool standard = true;                ///< also the standard checks that are made unasked (standard_checks.h)
  std::vector<std::string> checks;     ///< standard checks by name, if `standard` is off
  Fairness fairness = Fairness::none;
  double seconds = 0;       ///< limit of wall time; 0: none. What is cheap to say after exploring may take a little more
  std::uint64_t bytes = 0;  ///< limit of memory for states, values and checks; 0: none
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();  ///< of the time
  std::function<bool()> cancelled;                                                 ///< polled; may be empty
  std::function<void(std::uint64_t states, std::uint64_t edges)> progress;         ///< may be empty
};

/// A marking for a person: place path with indices filled in, and its tokens as text.
struct MarkedPlace {
  std::string place;
  std::string tokens;
};

/// One step of a witness: the transition fired and the binding, then the marking reached.
struct WitnessStep {
  TransitionId transition;
  std::string name;     ///< "node[3].cpu.start"
  std::string binding;  ///< "t = task(1), c = core(0)"
  std::vector<Word> words;
  std::vector<Word> drawn;  ///< random values, in order of drawing
};

/// A path from the initial marking; for LTL and CTL a lasso whose loop starts before step `loop` (if set). For an unbounded net
/// the steps from `loop` on can be repeated for ever, adding tokens each time.
struct Witness {
  std::vector<WitnessStep> steps;
  std::optional<std::size_t> loop;
  std::vector<MarkedPlace> final_marking;
};

/// What is suspected, most likely first: the module, the line to look at, and why.
struct Blame {
  std::string module;  ///< "node[0].nic (NIC)"
  Location where;      ///< in the subnet: the transition, arc or place
  Location instance;   ///< where the module is instantiated
  Location origin;     ///< the line of the description; may be unknown
  std::string reason;
};

struct PropertyResult {
  std::string name;
  std::string formula;  ///< as written; of a property that is a word, what the word means
  Location asked;       ///< where the property stands, of a generated net in the description; unknown of standard checks
  bool linear = false;  ///< LTL: fairness says which runs count
  Verdict verdict = Verdict::undecided;
  std::string method;        ///< "explicit state space", "structure" ...
  std::uint64_t states = 0;  ///< looked at for this verdict
  double seconds = 0;
  std::string note;  ///< e.g. the bound found, or why it is undecided
  std::optional<Witness> witness;
  std::vector<Blame> blame;
};

struct StateSpaceFacts {
  std::uint64_t states = 0;
  std::uint64_t edges = 0;
  bool complete = false;
  std::uint64_t dead_markings = 0;
  std::uint64_t most_tokens_in_place = 0;
  std::uint64_t most_tokens_in_marking = 0;
};

struct VerifyResult {
  std::vector<PropertyResult> properties;
  StateSpaceFacts state_space;
  bool time_left_out = false;          ///< the net speaks of time
  Fairness fairness = Fairness::none;  ///< as asked for
  double seconds = 0;                  ///< the limits that were set; 0: none
  std::uint64_t bytes = 0;
  Diagnostics diagnostics;  ///< run-time errors of expressions during exploration
};

/// Explores the markings of the net with time left out (docs/semantics.md, rules 16 and 17) and checks the properties on them. What
/// the limits leave open is `undecided`; a refutation found within them stands. A run-time error of an expression ends the
/// exploration and is in the diagnostics. The same net and options give the same result, times apart.
VerifyResult verify(const Net& net, const VerifyOptions& options);

}  // namespace petriloom
