// SPDX-License-Identifier: Apache-2.0
// Reading commands, and those that lead the game.
#include "cli/play/player.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/load/load.h"
#include "cli/play/commands.h"
#include "cli/play/marking_text.h"
#include "cli/shell/input_words.h"
#include "cli/shell/interrupts.h"
#include "cli/shell/table.h"
#include "engine/text/trimmed.h"
#include "engine/trace/activities.h"
#include "engine/trace/names.h"

namespace petriloom::cli {

namespace {

constexpr std::uint64_t kPollFirings = 1024;  // between looks at Ctrl-C

}  // namespace

Player::Player(const Net& net, std::uint64_t seed, std::uint64_t replication, Session& session)
    : net_(net),
      session_(session),
      timed_(timed(net)),
      seed_(seed),
      replication_(replication),
      texts_(net, session.colour),
      names_(net) {
  start(seed);
}

void Player::start(std::uint64_t seed) {
  seed_ = seed;
  history_ = std::make_unique<GameHistory>(net_, seed, replication_, &recorder_);
  recorder_.clear();
  breaks_.note(game());
}

bool Player::wrong(const std::string& message) {
  session_.status.error(message);
  return false;
}

bool Player::only(const std::string& rest, std::string_view command) {
  return rest.empty() || wrong(fmt::format("{}: unexpected '{}'", command, rest));
}

std::optional<std::uint64_t> Player::count(const std::string& rest, std::string_view command) {
  if (rest.empty()) return 1;
  const auto value = whole_number(rest);
  if (value && *value > 0) return value;
  wrong(fmt::format("{}: '{}' is not a whole number of at least 1", command, rest));
  return std::nullopt;
}

bool Player::obey(const std::string& line) {
  const std::string text(trimmed(line));
  if (text.empty() || text.front() == '#') return true;
  const auto end = text.find_first_of(" \t");
  const std::string word = text.substr(0, end);
  const std::string rest(end == std::string::npos ? std::string_view() : trimmed(std::string_view(text).substr(end)));
  if (whole_number(word) && rest.empty()) return fire(word);
  std::vector<std::string> known;
  for (const PlayCommand& command : play_commands()) {
    if (command.name == word || (!command.alias.empty() && command.alias == word)) return (this->*command.run)(rest);
    known.emplace_back(command.name);
  }
  const std::string near = nearest(word, known);
  return wrong(fmt::format("unknown command '{}'; {}", word,
                           near.empty() ? std::string("`help` lists the commands") : fmt::format("did you mean '{}'?", near)));
}

std::string Player::unknown(const std::string& name) const {
  const std::string near = names_.near(name);
  return near.empty() || near == name ? name : fmt::format("{}; did you mean {}?", name, near);
}

std::string Player::reason(Goal& goal) {
  const SeenFiring& last = recorder_.last().back();
  const std::string fired = texts_.name(last.transition, last.binding);
  std::string text = breaks_.reason(game(), fired);
  if (!goal.transition.empty() && NamePattern(goal.transition).fits(fired)) text = fmt::format("{} has fired", goal.transition);
  if (goal.condition && goal.condition->value(game()) != 0) text = goal.condition->text();
  return text;
}

bool Player::go(Goal& goal) {
  recorder_.clear();
  history_->begin_steps();
  Stepped stepped = Stepped::fired;
  std::string why;
  try {
    breaks_.note(game());
    while (stepped == Stepped::fired && why.empty() && (goal.firings == 0 || recorder_.count() < goal.firings)) {
      stepped = std::isfinite(goal.time) ? history_->step_until(goal.time) : history_->step();
      if (stepped == Stepped::fired) why = reason(goal);
      if (recorder_.count() % kPollFirings != 0) continue;
      if (interrupted()) why = "interrupted";
      session_.status.progress(
          fmt::format("{} firings, {} of model time; Ctrl-C stops", grouped(recorder_.count()), time_text(game().now())));
    }
  } catch (const EvalError& error) {
    why = fmt::format("the condition cannot be evaluated: {}", error.what());
  }
  session_.status.clear();
  if (why == "interrupted") forget_interrupt();
  tell_move(stepped, why);
  return stepped != Stepped::failed;
}

bool Player::step(const std::string& rest) {
  const auto firings = count(rest, "step");
  if (!firings) return false;
  Goal goal;
  goal.firings = *firings;
  return go(goal);
}

bool Player::run(const std::string& rest) {
  Goal goal;
  if (rest.empty()) return go(goal);
  if (!rest.starts_with("until") || rest.find_first_of(" \t") != 5)
    return wrong("run: expected `run`, or `run until` with a time, a transition or a condition");
  const std::string what(trimmed(std::string_view(rest).substr(5)));
  if (const auto time = time_of(what)) {
    if (*time < game().now()) return wrong(fmt::format("run: it is {} already", time_text(game().now())));
    goal.time = *time;
  } else if (names_.transition(what)) {
    goal.transition = what;
  } else {
    goal.condition = GameExpression::read(net_, what, session_);
    if (!goal.condition) return false;
    if (!goal.condition->truth_value()) return wrong(fmt::format("run: '{}' is neither true nor false", what));
    try {
      if (goal.condition->value(game()) != 0) return wrong(fmt::format("run: '{}' holds already", what));
    } catch (const EvalError& error) {
      return wrong(fmt::format("run: {}", error.what()));
    }
  }
  return go(goal);
}

bool Player::fire(const std::string& rest) {
  if (rest.empty()) return wrong("fire: which one? `enabled` lists what can fire");
  const Choices choices = game().choices(std::numeric_limits<std::size_t>::max());
  std::vector<const Choice*> found;
  const auto number = whole_number(rest);
  const auto blank = rest.find_first_of(" \t");
  const std::string name = rest.substr(0, blank);
  std::string wanted = blank == std::string::npos ? std::string() : rest.substr(blank);
  wanted.erase(std::remove(wanted.begin(), wanted.end(), ' '), wanted.end());
  const NamePattern meant(name);
  std::size_t at = 0;
  std::size_t waiting = 0;
  for (const Choice& choice : choices.list) {
    if (!choice.waits) ++at;
    if (number) {
      if (!choice.waits && at == *number) found.push_back(&choice);
      continue;
    }
    std::string binding = binding_text(net_, choice.transition, choice.binding, game().pool());
    binding.erase(std::remove(binding.begin(), binding.end(), ' '), binding.end());
    if (!meant.fits(texts_.name(choice.transition, choice.binding))) continue;
    if (!wanted.empty() && ("," + binding + ",").find("," + wanted + ",") == std::string::npos) continue;
    choice.waits ? void(++waiting) : found.push_back(&choice);
  }
  if (found.empty() && number) return wrong(fmt::format("fire: there is no number {}; `enabled` lists what can fire", *number));
  if (found.empty() && waiting > 0) return wrong(fmt::format("fire: {} waits; what goes first has a number in `enabled`", name));
  if (found.empty() && !names_.transition(name)) return wrong(fmt::format("fire: there is no transition {}", unknown(name)));
  if (found.empty()) return wrong(fmt::format("fire: {} is not enabled", rest));
  if (found.size() > 1)
    return wrong(fmt::format("fire: {} is enabled in {} ways; say which, by number or as `fire {} {}`", rest, found.size(), name,
                             binding_text(net_, found[0]->transition, found[0]->binding, game().pool())));
  recorder_.clear();
  const bool early = found[0]->timed && found[0]->due > game().now();
  const double due = found[0]->due;
  history_->fire(found[0]->transition, found[0]->binding);
  if (early && !game().failed()) print(fmt::format("fired at once; it was due at {}\n", time_text(due)));
  tell_move(game().failed() ? Stepped::failed : Stepped::fired, "");
  return !game().failed();
}

bool Player::undo(const std::string& rest) {
  const auto moves = count(rest, "undo");
  if (!moves) return false;
  const std::size_t done = history_->undo(*moves);
  if (done == 0) return wrong("undo: this is the beginning");
  tell_state();
  return true;
}

bool Player::redo(const std::string& rest) {
  const auto moves = count(rest, "redo");
  if (!moves) return false;
  if (history_->redo(*moves) == 0) return wrong("redo: nothing was taken back");
  tell_state();
  return true;
}

bool Player::back(const std::string& rest) {
  const auto firings = count(rest, "back");
  if (!firings) return false;
  if (history_->back(*firings) == 0) return wrong("back: nothing has fired");
  tell_state();
  return true;
}

bool Player::seed(const std::string& rest) {
  if (rest.empty()) {
    print(fmt::format("seed {}\n", seed_));
    return true;
  }
  const auto value = whole_number(rest);
  if (!value) return wrong(fmt::format("seed: '{}' is not a whole number", rest));
  start(*value);
  tell_state();
  return true;
}

bool Player::restart(const std::string& rest) {
  if (!only(rest, "restart")) return false;
  start(seed_);
  tell_state();
  return true;
}

bool Player::quit(const std::string& rest) {
  if (!only(rest, "quit")) return false;
  quitting_ = true;
  return true;
}

}  // namespace petriloom::cli
