// SPDX-License-Identifier: Apache-2.0
// Breaks, changes of the marking, and saved states.
#include <fmt/format.h>

#include <algorithm>

#include "cli/load/load.h"
#include "cli/play/player.h"
#include "cli/play/token_change.h"
#include "cli/shell/output.h"
#include "engine/state/run_state_text.h"
#include "formats/common/input_file.h"

namespace petriloom::cli {

namespace {

constexpr std::uint64_t kMostStateBytes = std::uint64_t{1} << 30U;

}  // namespace

bool Player::add_break(const std::string& rest) {
  if (rest.empty()) {
    print(breaks_.text());
    return true;
  }
  std::unique_ptr<GameExpression> condition;
  if (!names_.transition(rest)) {
    condition = GameExpression::read(net_, rest, session_);
    if (!condition) return false;
    if (!condition->truth_value()) return wrong(fmt::format("break: '{}' is neither true nor false", rest));
  }
  print(breaks_.add(rest, std::move(condition)));
  return true;
}

bool Player::remove_break(const std::string& rest) {
  return breaks_.remove(rest) || wrong(fmt::format("delete: there is no break '{}'; `break` lists them", rest));
}

bool Player::set(const std::string& rest) { return change(rest, TokenChange::set); }
bool Player::put(const std::string& rest) { return change(rest, TokenChange::put); }
bool Player::take(const std::string& rest) { return change(rest, TokenChange::take); }

bool Player::change(const std::string& rest, TokenChange change) {
  Asked<GivenTokens> given = read_given_tokens(net_, "marking", rest);
  report(given.diagnostics, *given.sources, session_);
  if (!given.value) return false;
  std::string problem;
  const auto tokens = changed_tokens(game(), net_, *given.value, change, problem);
  if (!tokens) return wrong(problem);
  recorder_.clear();
  history_->set_tokens(given.value->place, *tokens);
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
  if (!start_from(rest)) return false;
  tell_state();
  return true;
}

bool Player::start_from(const std::string& path) {
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
  breaks_.note(game());
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
