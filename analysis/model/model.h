// SPDX-License-Identifier: Apache-2.0
// What analyses know of a model: an initial state, the edges that leave a state with their labels,
// atoms that hold in a state or not, and which places each transition reads and writes. States are
// opaque byte strings, equal exactly if the states are. The idea is LTSmin's PINS (S. Blom, J. van
// de Pol, M. Weber, "LTSmin: distributed and symbolic reachability", CAV 2010).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/model/dependencies.h"

namespace petriloom {

/// States are numbered in order of discovery; 0 is the initial one.
using StateNumber = std::uint32_t;
inline constexpr StateNumber kNoState = static_cast<StateNumber>(-1);
/// What an edge is called: for a net, an instance of a transition (see NetModel).
using Label = std::uint32_t;
using StateBytes = std::span<const std::uint8_t>;

/// Receives the edges of a state, one call each. The bytes are valid during the call only.
class SuccessorSink {
 public:
  virtual ~SuccessorSink() = default;
  virtual void edge(Label label, StateBytes target) = 0;
};

/// Largest numbers of tokens met so far.
struct TokenMaxima {
  std::vector<std::int64_t> place;  ///< in each place, of a folded one in all its instances
  /// In each place of an instance of those that are folded, by a number of the model.
  std::vector<std::int64_t> instance;
  std::int64_t marking = 0;  ///< in one state, all places together
};

class Model {
 public:
  virtual ~Model() = default;

  /// Labels are numbers below this.
  [[nodiscard]] virtual std::size_t label_count() const = 0;
  /// The initial state; valid until the next call of any function.
  virtual StateBytes initial() = 0;
  /// Makes a state the current one, of which the functions below speak.
  virtual void load(StateBytes state) = 0;
  /// Reports every edge that leaves the current state, in an order that depends on the state alone.
  /// Throws EvalError if an expression of the model cannot be evaluated.
  virtual void successors(SuccessorSink& sink) = 0;
  /// Whether an atom (numbered by whoever made the model) holds in the current state. Throws
  /// EvalError.
  virtual bool holds(std::size_t atom) = 0;
  /// Raises the maxima by the current state; returns its number of tokens.
  virtual std::int64_t count_tokens(TokenMaxima& maxima) = 0;
  /// Memory held for what states refer to; it grows with the states met.
  [[nodiscard]] virtual std::uint64_t bytes() const { return 0; }

  /// Whether what can happen in a state can also happen in every state with more tokens.
  [[nodiscard]] virtual bool monotone() const = 0;
  /// Whether `large` has every token of `small`, and more.
  virtual bool covers(StateBytes large, StateBytes small) = 0;
  /// Which places each transition reads and writes; empty if the model does not know. Symbolic
  /// methods need it: what a transition does depends on the places it reads alone, and the others
  /// it leaves as they are.
  virtual std::span<const PlaceDependencies> dependencies() { return {}; }
};

}  // namespace petriloom
