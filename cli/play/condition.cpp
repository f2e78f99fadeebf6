// SPDX-License-Identifier: Apache-2.0
#include "cli/play/condition.h"

#include "cli/load/load.h"
#include "engine/state/colour_transfer.h"

namespace petriloom::cli {

namespace {

/// The marking of a game, whose handles are not those of the expression.
class GameView final : public StateView {
 public:
  GameView(TokenGame& game, const ColourTable& colours, WordPool& pool, const Net& net)
      : game_(game), colours_(colours), pool_(pool), net_(net) {}

  [[nodiscard]] std::int64_t tokens(PlaceId place) const override { return game_.marking().total_in(place); }
  [[nodiscard]] std::int64_t tokens_if(PlaceId place, const std::function<bool(Word)>& match) const override {
    const Marking& marking = game_.marking();
    std::int64_t count = 0;
    for (Marking::Slot slot = 0; slot < marking.slots(place); ++slot) {
      if (marking.total(place, slot) == 0) continue;
      const Word colour = marking.colour(place, slot);
      if (match(transfer_colour(colours_, net_[place].colour, colour, game_.pool(), pool_))) count += marking.total(place, slot);
    }
    return count;
  }
  [[nodiscard]] std::int64_t tokens(PlaceId place, Word colour) const override {
    return game_.marking().total_of(place, transfer_colour(colours_, net_[place].colour, colour, pool_, game_.pool()));
  }
  [[nodiscard]] bool fireable(TransitionId transition) const override {
    return game_.enabling().fireable(game_.marking(), transition);
  }
  [[nodiscard]] bool dead() const override { return game_.enabling().dead(game_.marking()); }

 private:
  TokenGame& game_;
  const ColourTable& colours_;
  WordPool& pool_;
  const Net& net_;
};

}  // namespace

GameExpression::GameExpression(StateExpression expression, std::string text)
    : expression_(std::move(expression)),
      text_(std::move(text)),
      pool_(expression_.net.pool),
      evaluator_(expression_.net, pool_),
      frame_(expression_.slots) {}

std::unique_ptr<GameExpression> GameExpression::read(const Net& net, const std::string& text, Session& session) {
  Asked<StateExpression> asked = read_state_expression(net, "expression", text);
  report(asked.diagnostics, *asked.sources, session);
  if (!asked.value) return nullptr;
  return std::unique_ptr<GameExpression>(new GameExpression(std::move(*asked.value), text));
}

Word GameExpression::value(TokenGame& game) {
  const GameView view(game, expression_.net.colours, pool_, expression_.net);
  evaluator_.set_state(&view);
  evaluator_.set_now(game.now());
  return evaluator_.eval(expression_.value, frame_);
}

std::string GameExpression::shown(TokenGame& game) { return expression_.net.colours.format(expression_.type, value(game), pool_); }

}  // namespace petriloom::cli
