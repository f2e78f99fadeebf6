// SPDX-License-Identifier: Apache-2.0
#include "analysis/model/state_codec.h"

#include "analysis/model/varint.h"

namespace petriloom {
namespace {

std::uint64_t difference(Word large, Word small) { return static_cast<std::uint64_t>(large) - static_cast<std::uint64_t>(small); }
Word sum(Word small, std::uint64_t difference) { return static_cast<Word>(static_cast<std::uint64_t>(small) + difference); }

}  // namespace

StateCodec::StateCodec(const Net& net) {
  for (const Place& place : net.places) {
    const ColourSet& set = net.colours[place.colour];
    places_.push_back({set.low, set.size() == 1, set.finite});
  }
}

void StateCodec::encode(std::span<const Tokens> tokens, std::vector<std::uint8_t>& out) const {
  out.clear();
  std::size_t next_place = 0;
  for (std::size_t begin = 0; begin < tokens.size();) {
    const std::size_t place = tokens[begin].place.index();
    std::size_t end = begin + 1;
    while (end < tokens.size() && tokens[end].place.index() == place) ++end;
    const bool single = end == begin + 1 && tokens[begin].count == 1;
    put_varint(out, (place - next_place) << 1 | (single ? 1 : 0));
    encode_place(places_[place], tokens.subspan(begin, end - begin), out);
    next_place = place + 1;
    begin = end;
  }
}

void StateCodec::encode_place(const PlaceKind& kind, std::span<const Tokens> tokens, std::vector<std::uint8_t>& out) const {
  const bool single = tokens.size() == 1 && tokens[0].count == 1;
  if (kind.plain) {
    if (!single) put_varint(out, static_cast<std::uint64_t>(tokens[0].count));
    return;
  }
  if (!single) put_varint(out, tokens.size());
  for (std::size_t k = 0; k < tokens.size(); ++k) {
    const Word colour = tokens[k].colour;
    if (k > 0) {
      put_varint(out, difference(colour, tokens[k - 1].colour));
    } else {
      put_varint(out, kind.finite ? difference(colour, kind.low) : zigzag(colour));
    }
    if (!single) put_varint(out, static_cast<std::uint64_t>(tokens[k].count));
  }
}

Word StateCodec::first_colour(const PlaceKind& kind, const std::uint8_t*& at) {
  const std::uint64_t value = get_varint(at);
  return kind.finite ? sum(kind.low, value) : unzigzag(value);
}

void StateCodec::decode(StateBytes state, std::vector<Tokens>& out) const {
  out.clear();
  std::size_t place = 0;
  const std::uint8_t* at = state.data();
  const std::uint8_t* const end = at + state.size();
  for (; at != end; ++place) {
    const std::uint64_t header = get_varint(at);
    const bool single = (header & 1) != 0;
    place += header >> 1;
    const PlaceKind& kind = places_[place];
    const PlaceId id(place);
    if (kind.plain) {
      out.push_back({id, kind.low, single ? 1 : static_cast<std::int64_t>(get_varint(at))});
      continue;
    }
    const std::uint64_t colours = single ? 1 : get_varint(at);
    Word colour = 0;
    for (std::uint64_t k = 0; k < colours; ++k) {
      colour = k == 0 ? first_colour(kind, at) : sum(colour, get_varint(at));
      out.push_back({id, colour, single ? 1 : static_cast<std::int64_t>(get_varint(at))});
    }
  }
}

}  // namespace petriloom
