// SPDX-License-Identifier: Apache-2.0
// What is said of a property: its verdict, a witness that shows it, and who is to blame.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/net/net.h"

namespace petriloom {

enum class Verdict : std::uint8_t { holds, refuted, undecided };
enum class Fairness : std::uint8_t { none, weak, strong };

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

/// A path from the initial marking; for LTL and CTL a lasso whose loop starts before step `loop`
/// (if set). For an unbounded net the steps from `loop` on can be repeated for ever, adding tokens
/// each time.
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
  /// Where the property stands, of a generated net in the description; unknown of standard checks.
  Location asked;
  bool linear = false;  ///< LTL: fairness says which runs count
  Verdict verdict = Verdict::undecided;
  std::string method;        ///< "explicit state space", "structure" ...
  std::uint64_t states = 0;  ///< looked at for this verdict
  double seconds = 0;
  std::string note;  ///< e.g. the bound found, or why it is undecided
  std::optional<Witness> witness;
  std::vector<Blame> blame;
};

}  // namespace petriloom
