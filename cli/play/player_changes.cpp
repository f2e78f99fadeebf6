// SPDX-License-Identifier: Apache-2.0
// The table of commands, breaks, and changes of the marking.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "cli/load/load.h"
#include "cli/play/player.h"
#include "cli/shell/output.h"
#include "engine/state/colour_transfer.h"
#include "engine/state/run_state_file.h"
#include "formats/common/input_file.h"

namespace petriloom::cli {

namespace {

constexpr std::uint64_t kMostStateBytes = std::uint64_t{1} << 30U;

constexpr std::array kPlayCommands{
    PlayCommand{"marking", "m", "marking [all|NAME]", "the tokens of all places, or of a place or module", &Player::show_marking},
    PlayCommand{"enabled", "e", "enabled [all]", "the enabled bindings with the numbers by which they are fired",
                &Player::show_enabled},
    PlayCommand{"fire", "f", "fire N | NAME [x = V]", "fires a binding now; a number alone does, too", &Player::fire},
    PlayCommand{"step", "s", "step [N]", "the next firings as the simulator would choose them", &Player::step},
    PlayCommand{"run", "r", "run [until WHAT]", "on until a time, a firing of a transition, or a condition; else to the end",
                &Player::run},
    PlayCommand{"break", "b", "break [WHAT]", "stops runs when a condition comes to hold or a transition fires; alone: lists them",
                &Player::add_break},
    PlayCommand{"delete", "", "delete N|all", "removes a break", &Player::remove_break},
    PlayCommand{"undo", "u", "undo [N]", "takes back the last moves (a move is what one command did)", &Player::undo},
    PlayCommand{"redo", "", "redo [N]", "does them again", &Player::redo},
    PlayCommand{"back", "", "back [N]", "goes back by that many firings", &Player::back},
    PlayCommand{"set", "", "set P = TOKENS", "place P holds these tokens and no others: set P = 3`(1, 2) ++ (2, 2) @+ 1 s",
                &Player::set},
    PlayCommand{"put", "", "put P = TOKENS", "adds tokens", &Player::put},
    PlayCommand{"take", "", "take P = TOKENS", "takes tokens away", &Player::take},
    PlayCommand{"show", "p", "show WHAT", "a place, module, transition, measure, or the value of an expression", &Player::show},
    PlayCommand{"measures", "", "measures [NAME]", "the measures of the net up to now", &Player::measures},
    PlayCommand{"expect", "", "expect CONDITION", "for scripts: if it does not hold the exit code is 1", &Player::expect},
    PlayCommand{"save", "", "save FILE", "writes the state: marking, time, timers, measures, random position", &Player::save},
    PlayCommand{"load", "", "load FILE", "goes on from a state that was saved, here or by simulate", &Player::load},
    PlayCommand{"seed", "", "seed [S]", "the seed, or another one: starts again", &Player::seed},
    PlayCommand{"restart", "", "restart", "starts again with the same seed", &Player::restart},
    PlayCommand{"help", "h", "help [COMMAND]", "this list", &Player::help},
    PlayCommand{"quit", "q", "quit", "ends the game", &Player::quit},
};

}  // namespace

std::span<const PlayCommand> play_commands() { return kPlayCommands; }

bool Player::add_break(const std::string& rest) {
  if (rest.empty()) {
    for (const Break& one : breaks_) print(fmt::format("{:>4} {}\n", one.number, one.text));
    if (breaks_.empty()) print("  no breaks\n");
    return true;
  }
  Break added;
  added.text = rest;
  if (!names_.transition(rest)) {
    added.condition = GameExpression::read(net_, rest, session_);
    if (!added.condition) return false;
    if (!added.condition->truth_value()) return wrong(fmt::format("break: '{}' is neither true nor false", rest));
  }
  added.number = ++breaks_made_;
  print(fmt::format("break {}: {}\n", added.number, rest));
  breaks_.push_back(std::move(added));
  return true;
}

bool Player::remove_break(const std::string& rest) {
  if (rest == "all") {
    breaks_.clear();
    return true;
  }
  const auto found =
      std::find_if(breaks_.begin(), breaks_.end(), [&](const Break& one) { return std::to_string(one.number) == rest; });
  if (found == breaks_.end()) return wrong(fmt::format("delete: there is no break '{}'; `break` lists them", rest));
  breaks_.erase(found);
  return true;
}

bool Player::set(const std::string& rest) { return change(rest, Change::set); }
bool Player::put(const std::string& rest) { return change(rest, Change::put); }
bool Player::take(const std::string& rest) { return change(rest, Change::take); }

bool Player::changed_tokens(const GivenTokens& given, Change change, std::vector<InitialTokens>& tokens) {
  const Marking& marking = game().marking();
  const ColourSetId set = net_[given.place].colour;
  using Key = std::pair<Word, double>;
  std::map<Key, std::int64_t> kept;
  const auto coming = game().timed_marking().coming();
  const auto stays = [&](Word colour) {
    // `set` of a place of one folded instance leaves the tokens of the others alone.
    if (change != Change::set) return true;
    for (std::size_t k = 0; k < given.indices.size(); ++k) {
      const bool alone = !net_.colours[set].composite();
      if ((alone ? colour : net_.colours.component(set, colour, k, game().pool())) != given.indices[k]) return true;
    }
    return false;
  };
  for (Marking::Slot slot = 0; slot < marking.slots(given.place); ++slot) {
    if (marking.available(given.place, slot) > 0 && stays(marking.colour(given.place, slot)))
      kept[{marking.colour(given.place, slot), 0}] += marking.available(given.place, slot);
  }
  for (const auto& one : coming) {
    if (one.place == given.place && stays(marking.colour(one.place, one.slot)))
      kept[{marking.colour(one.place, one.slot), one.run.arrival - game().now()}] += one.run.count;
  }
  for (const InitialTokens& some : given.tokens) {
    const Word colour = transfer_colour(net_.colours, set, some.colour, given.pool, game().pool());
    std::int64_t& count = kept[{colour, some.available}];
    count += change == Change::take ? -some.count : some.count;
    if (count < 0) {
      return wrong(fmt::format("take: {} does not hold {} available tokens {}", path(net_, given.place), some.count,
                               net_.colours.format(set, colour, game().pool())));
    }
  }
  for (const auto& [key, count] : kept) {
    if (count > 0) tokens.push_back({key.first, count, key.second});
  }
  return true;
}

bool Player::change(const std::string& rest, Change change) {
  Asked<GivenTokens> given = read_given_tokens(net_, "marking", rest);
  report(given.diagnostics, *given.sources, session_);
  std::vector<InitialTokens> tokens;
  if (!given.value || !changed_tokens(*given.value, change, tokens)) return false;
  recorder_.clear();
  history_->set_tokens(given.value->place, tokens);
  tell_move(game().failed() ? Stepped::failed : Stepped::fired, "");
  return !game().failed();
}

bool Player::save(const std::string& rest) {
  if (rest.empty()) return wrong("save: the name of the file is missing");
  if (game().failed()) return wrong("save: the game has failed; `undo` takes the move back");
  return write_output(rest, write_run_state(net_, game().save()), session_);
}

bool Player::load(const std::string& rest) {
  if (rest.empty()) return wrong("load: the name of the file is missing");
  if (!load_state(rest)) return false;
  tell_state();
  return true;
}

bool Player::start_from(const std::string& path) { return load_state(path); }

bool Player::load_state(const std::string& path) {
  std::string problem;
  const std::string text = read_file(path, kMostStateBytes, problem);
  if (!problem.empty()) return wrong(problem);
  std::optional<RunState> state = read_run_state(net_, text, problem);
  if (!state) return wrong(fmt::format("{}: {}", path, problem));
  try {
    history_->load(*state, LoadMode::exact);
  } catch (const StateError& error) {
    return wrong(fmt::format("{}: {}", path, error.what()));
  }
  seed_ = state->seed;
  recorder_.clear();
  note_breaks();
  return true;
}

bool Player::expect(const std::string& rest) {
  const auto condition = GameExpression::read(net_, rest, session_);
  if (!condition) return false;
  if (!condition->truth_value()) return wrong(fmt::format("expect: '{}' is neither true nor false", rest));
  try {
    if (condition->value(game()) != 0) return true;
  } catch (const EvalError& error) {
    return wrong(fmt::format("expect: {}", error.what()));
  }
  session_.status.error(fmt::format("expect: {} does not hold", rest));
  code_ = ExitCode::refuted;
  return true;
}

}  // namespace petriloom::cli
