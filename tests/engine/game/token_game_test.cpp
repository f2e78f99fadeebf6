// SPDX-License-Identifier: Apache-2.0
// A game that is led by hand, and going back in it.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/game/game_history.h"
#include "tests/engine/draft.h"
#include "tests/engine/random_net.h"

namespace petriloom::test {
namespace {

SimulationOptions of_firings(std::uint64_t seed, std::uint64_t firings) {
  SimulationOptions options;
  options.seed = seed;
  options.max_firings = firings;
  return options;
}

/// Where a game stands, as text; colours by meaning, as games of one net may have different
/// handles.
std::string position(const Net& net, TokenGame& game) {
  std::string text = std::to_string(game.now()) + " " + std::to_string(game.firings()) + "\n";
  std::vector<Tokens> tokens;
  game.marking().write(tokens);
  std::vector<std::string> lines;
  for (const Tokens& one : tokens) {
    lines.push_back(path(net, one.place) + " " + net.colours.format(net[one.place].colour, one.colour, game.pool()) + " x" +
                    std::to_string(one.count));
  }
  for (const auto& one : game.timed_marking().coming()) {
    lines.push_back(path(net, one.place) + " " +
                    net.colours.format(net[one.place].colour, game.marking().colour(one.place, one.slot), game.pool()) + " at " +
                    std::to_string(one.run.arrival));
  }
  for (const Choice& choice : game.choices(1000).list) {
    std::string line = path(net, choice.transition);
    for (std::size_t k = 0; k < choice.binding.size(); ++k)
      line += " " + net.colours.format(net[choice.transition].variables[k].colour, choice.binding[k], game.pool());
    lines.push_back(line + " due " + std::to_string(choice.due));
  }
  std::sort(lines.begin(), lines.end());
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

TEST(TokenGame, StepsAreTheFiringsOfTheSimulator) {
  constexpr std::uint64_t kFirings = 40;
  for (std::uint64_t number = 1; number <= 300; ++number) {
    const Net net = random_net(
        number, {.timed = number % 3 != 0, .counting = number % 2 == 0, .nested = number % 5 == 0, .sharing = number % 7 < 3});
    const Recorded simulated = record(net, of_firings(number, kFirings));
    TextTrace trace(net);
    TokenGame game(net, number, 0, &trace);
    std::uint64_t fired = 0;
    while (fired < kFirings && game.step() == Stepped::fired) ++fired;
    ASSERT_EQ(trace.text, simulated.text) << "random net " << number;
    ASSERT_EQ(game.failed(), simulated.result.diagnostics.has_errors()) << "random net " << number;
    if (!game.failed() && simulated.result.ended == Ended::firings) {
      EXPECT_EQ(game.now(), simulated.result.time.mean);
    }
  }
}

// Looking at a game, and going back and forth in it, does not change what comes.
TEST(TokenGame, BackAndForthChangesNothing) {
  for (std::uint64_t number = 1; number <= 100; ++number) {
    const Net net =
        random_net(number + 7000,
                   {.timed = number % 3 != 0, .counting = number % 2 == 0, .nested = number % 5 == 0, .sharing = number % 7 < 3});
    GameHistory history(net, number, 0, nullptr);
    std::vector<std::string> positions{position(net, history.game())};
    for (int k = 0; k < 12; ++k) {
      const Choices choices = history.game().choices(1000);
      if (k % 3 == 2 && !choices.list.empty() && !choices.list.front().waits) {
        history.fire(choices.list.front().transition, choices.list.front().binding);
      } else {
        history.begin_steps();
        for (int s = 0; s <= k % 4; ++s) history.step();
      }
      if (history.game().failed()) break;
      if (history.moves() == positions.size()) positions.push_back(position(net, history.game()));
    }
    if (history.game().failed()) history.undo(1);
    for (std::size_t at = positions.size(); at-- > 1;) {
      ASSERT_EQ(history.undo(1), 1U);
      ASSERT_EQ(position(net, history.game()), positions[at - 1]) << "random net " << number << ", move " << at;
    }
    EXPECT_EQ(history.undo(1), 0U);
    ASSERT_EQ(history.redo(positions.size() - 1), positions.size() - 1);
    EXPECT_EQ(position(net, history.game()), positions.back());
  }
}

TEST(TokenGame, EverythingWithANumberCanBeFired) {
  for (std::uint64_t number = 1; number <= 100; ++number) {
    const Net net = random_net(number + 9000, {.timed = number % 3 != 0, .counting = number % 2 == 0, .sharing = number % 7 < 3});
    GameHistory history(net, number, 0, nullptr);
    for (int k = 0; k < 10 && !history.game().failed(); ++k) {
      const Choices choices = history.game().choices(1000);
      for (const Choice& choice : choices.list) {
        const std::uint64_t before = history.game().firings();
        const bool fired = history.fire(choice.transition, choice.binding);
        if (history.game().failed()) {
          history.undo(1);
          continue;
        }
        ASSERT_EQ(fired, !choice.waits) << "random net " << number;
        ASSERT_EQ(history.game().firings(), before + (fired ? 1 : 0));
        if (fired) history.undo(1);
        ASSERT_EQ(history.game().firings(), before);
      }
      history.begin_steps();
      if (history.step() != Stepped::fired) break;
    }
  }
}

TEST(TokenGame, GoesOnFromASavedState) {
  for (std::uint64_t number = 1; number <= 60; ++number) {
    const Net net =
        random_net(number + 5000,
                   {.timed = number % 3 != 0, .counting = number % 2 == 0, .nested = number % 5 == 0, .sharing = number % 7 < 3});
    GameHistory history(net, number, 0, nullptr);
    history.begin_steps();
    for (int s = 0; s < 5; ++s) history.step();
    if (history.game().failed()) continue;
    const RunState state = history.game().save();
    const std::string here = position(net, history.game());
    GameHistory other(net, number + 1, 0, nullptr);
    other.load(state, LoadMode::exact);
    ASSERT_EQ(position(net, other.game()), here) << "random net " << number;
    history.begin_steps();
    other.begin_steps();
    for (int s = 0; s < 5; ++s) EXPECT_EQ(history.step(), other.step());
    EXPECT_EQ(position(net, other.game()), position(net, history.game())) << "random net " << number;
    other.undo(5);
    EXPECT_EQ(other.game().firings(), 0U) << "loading is a move that can be taken back";
  }
}

/// A server that takes 2 s for each of the tokens of P, one after the other.
Net one_server() {
  Draft d;
  const PlaceId p = d.place("P", 3);
  const PlaceId q = d.place("Q", 0);
  const TransitionId t = d.transition("t");
  d.in(t, p);
  d.out(t, q);
  d.time(t, Timing::deterministic, 2);
  d[t].servers = 1;
  return d.build();
}

TEST(TokenGame, TimersAreShownAndChosen) {
  const Net net = one_server();
  GameHistory history(net, 1, 0, nullptr);
  Choices choices = history.game().choices(10);
  ASSERT_EQ(choices.list.size(), 1U);  // one binding, enabled three times, of which one is served
  EXPECT_EQ(choices.list[0].due, 2);
  EXPECT_EQ(choices.list[0].timers, 1U);
  EXPECT_TRUE(choices.list[0].timed);
  // By hand it fires at once; the next begins then, at 0, and is due at 2.
  ASSERT_TRUE(history.fire(TransitionId(0), {}));
  EXPECT_EQ(history.game().now(), 0);
  choices = history.game().choices(10);
  EXPECT_EQ(choices.list[0].due, 2);
  // Up to 3 s one more has fired, and the last is due at 4.
  history.begin_steps();
  EXPECT_EQ(history.step_until(3), Stepped::fired);
  EXPECT_EQ(history.step_until(3), Stepped::until);
  EXPECT_EQ(history.game().now(), 3);
  EXPECT_EQ(history.game().choices(10).list[0].due, 4);
  EXPECT_EQ(history.back(1), 1U);
  EXPECT_EQ(history.game().now(), 0);
  EXPECT_EQ(history.game().firings(), 1U);
}

TEST(TokenGame, AChangedMarkingStartsAndStopsTimers) {
  const Net net = one_server();
  GameHistory history(net, 1, 0, nullptr);
  ASSERT_TRUE(history.set_tokens(PlaceId(0), {}));
  EXPECT_TRUE(history.game().choices(10).list.empty());
  history.begin_steps();
  EXPECT_EQ(history.step(), Stepped::dead);
  // Available in 5 s: the timer starts then.
  const std::vector<InitialTokens> later{{0, 2, 5}};
  ASSERT_TRUE(history.set_tokens(PlaceId(0), later));
  EXPECT_EQ(history.game().next_arrival(), 5);
  history.begin_steps();
  EXPECT_EQ(history.step(), Stepped::fired);
  EXPECT_EQ(history.game().now(), 7);
  history.undo(2);
  EXPECT_EQ(history.game().marking().total_in(PlaceId(0)), 0);
  history.undo(2);
  EXPECT_EQ(history.game().marking().total_in(PlaceId(0)), 3);
}

TEST(TokenGame, WhatIsOfLowerPriorityWaits) {
  Draft d;
  const PlaceId p = d.place("P", 1);
  const TransitionId low = d.transition("low");
  d.in(low, p);
  const TransitionId high = d.transition("high");
  d.in(high, p);
  d[high].priority = d.num(1);
  const Net net = d.build();
  TokenGame game(net, 1, 0, nullptr);
  const Choices choices = game.choices(10);
  ASSERT_EQ(choices.list.size(), 2U);
  EXPECT_TRUE(choices.list[0].waits);
  EXPECT_FALSE(choices.list[1].waits);
  EXPECT_FALSE(game.fire(low, {}));
  EXPECT_TRUE(game.fire(high, {}));
  EXPECT_EQ(game.step(), Stepped::dead);
}

TEST(TokenGame, TheStopConditionEndsARunAgainAndAgain) {
  Draft d;
  const PlaceId p = d.place("P", 0);
  const TransitionId t = d.transition("t");
  d.out(t, p);
  d.time(t, Timing::deterministic, 1);
  d.builder.net().stop = d.op(Op::greater_equal, d.tokens(p), d.num(2));
  const Net net = d.build();
  TokenGame game(net, 1, 0, nullptr);
  EXPECT_EQ(game.step(), Stepped::fired);
  EXPECT_EQ(game.step(), Stepped::fired);
  EXPECT_EQ(game.step(), Stepped::condition);
  EXPECT_EQ(game.step(), Stepped::condition);
  ASSERT_TRUE(game.set_tokens(p, {}));
  EXPECT_EQ(game.step(), Stepped::fired);
}

}  // namespace
}  // namespace petriloom::test
