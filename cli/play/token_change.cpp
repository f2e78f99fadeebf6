// SPDX-License-Identifier: Apache-2.0
#include "cli/play/token_change.h"

#include <fmt/format.h>

#include <map>

#include "engine/state/colour_transfer.h"

namespace petriloom::cli {

std::optional<std::vector<InitialTokens>> changed_tokens(TokenGame& game, const Net& net, const GivenTokens& given,
                                                         TokenChange change, std::string& problem) {
  const Marking& marking = game.marking();
  const ColourSetId set = net[given.place].colour;
  using Key = std::pair<Word, double>;
  std::map<Key, std::int64_t> kept;
  const auto coming = game.timed_marking().coming();
  const auto stays = [&](Word colour) {
    // `set` of a place of one folded instance leaves the tokens of the others alone.
    if (change != TokenChange::set) return true;
    for (std::size_t k = 0; k < given.indices.size(); ++k) {
      const bool alone = !net.colours[set].composite();
      if ((alone ? colour : net.colours.component(set, colour, k, game.pool())) != given.indices[k]) return true;
    }
    return false;
  };
  for (Marking::Slot slot = 0; slot < marking.slots(given.place); ++slot) {
    if (marking.available(given.place, slot) > 0 && stays(marking.colour(given.place, slot)))
      kept[{marking.colour(given.place, slot), 0}] += marking.available(given.place, slot);
  }
  for (const auto& one : coming) {
    if (one.place == given.place && stays(marking.colour(one.place, one.slot)))
      kept[{marking.colour(one.place, one.slot), one.run.arrival - game.now()}] += one.run.count;
  }
  for (const InitialTokens& some : given.tokens) {
    const Word colour = transfer_colour(net.colours, set, some.colour, given.pool, game.pool());
    std::int64_t& count = kept[{colour, some.available}];
    count += change == TokenChange::take ? -some.count : some.count;
    if (count < 0) {
      problem = fmt::format("take: {} does not hold {} available tokens {}", path(net, given.place), some.count,
                            net.colours.format(set, colour, game.pool()));
      return std::nullopt;
    }
  }
  std::vector<InitialTokens> tokens;
  for (const auto& [key, count] : kept) {
    if (count > 0) tokens.push_back({key.first, count, key.second});
  }
  return tokens;
}

}  // namespace petriloom::cli
