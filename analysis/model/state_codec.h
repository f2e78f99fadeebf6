// SPDX-License-Identifier: Apache-2.0
// Markings as byte strings, for the state store.
//
// Only marked places are written, in order, each as
//   header  varint: number of unmarked places skipped, times 2, plus 1 if the place holds a single
//           token
//   body    place of one colour: count, unless single
//           other place, single token: its colour
//           other place: number of different colours, then ascending by colour word: colour and
//           count of each
// Counts are varints. The first colour is a varint of (word - lowest word) for a finite colour set
// and zigzag otherwise; later ones are the difference to the one before. A safe place/transition
// net thus takes one byte for each token.
#pragma once

#include <vector>

#include "analysis/model/model.h"
#include "engine/marking/marking.h"
#include "engine/net/net.h"

namespace petriloom {

/// Ascending by place and colour, whatever the counts: the order of tokens in a state.
inline bool comes_before(const Tokens& a, const Tokens& b) { return a.place != b.place ? a.place < b.place : a.colour < b.colour; }

class StateCodec {
 public:
  explicit StateCodec(const Net& net);
  /// Writes tokens (ascending by place and colour, no duplicates, counts above 0) into `out`, which
  /// is cleared first.
  void encode(std::span<const Tokens> tokens, std::vector<std::uint8_t>& out) const;
  /// The tokens of bytes written by `encode`, ascending; `out` is cleared first.
  void decode(StateBytes state, std::vector<Tokens>& out) const;

 private:
  struct PlaceKind {
    Word low = 0;
    bool plain = false;  // has one colour, `low`
    bool finite = false;
  };
  void encode_place(const PlaceKind& kind, std::span<const Tokens> tokens, std::vector<std::uint8_t>& out) const;
  [[nodiscard]] static Word first_colour(const PlaceKind& kind, const std::uint8_t*& at);
  std::vector<PlaceKind> places_;
};

}  // namespace petriloom
