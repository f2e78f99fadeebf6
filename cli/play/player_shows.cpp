// SPDX-License-Identifier: Apache-2.0
// The commands that show something, and what is shown after a move.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/load/load.h"
#include "cli/play/commands.h"
#include "cli/play/marking_text.h"
#include "cli/play/player.h"
#include "cli/shell/table.h"
#include "engine/measure/derived.h"
#include "engine/text/wording.h"
#include "engine/trace/activities.h"
#include "engine/trace/names.h"

namespace petriloom::cli {

namespace {

constexpr std::size_t kMostRows = 40;       // places in a marking
constexpr std::size_t kMostChoices = 1000;  // bindings that are counted
constexpr std::size_t kFewChoices = 9;      // bindings that are listed unasked
constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

}  // namespace

void Player::introduce() {
  std::string text = fmt::format("{}: {}, {}; {}seed {}\n", net_.name, counted(grouped(net_.places.size()), "place"),
                                 counted(grouped(net_.transitions.size()), "transition"), timed_ ? "" : "without time, ", seed_);
  print(painted(text, Paint::strong, session_.colour));
  show_marking("");
  tell_state();
}

bool Player::show_marking(const std::string& rest) {
  const bool all = rest == "all";
  const bool whole = all || rest.empty();
  if (!whole && !names_.place_or_module(rest)) return wrong(fmt::format("marking: there is no place or module {}", unknown(rest)));
  const NamePattern within(rest);
  const auto rows = marking_rows(net_, game(), whole ? nullptr : &within, all ? kAll : GameTexts::kMostKinds);
  print(texts_.marking(rows, all ? kAll : kMostRows));
  return true;
}

bool Player::show_enabled(const std::string& rest) {
  if (!rest.empty() && rest != "all") return wrong(fmt::format("enabled: expected nothing or `all`, not '{}'", rest));
  const Choices choices = game().choices(rest.empty() ? kMostChoices : kAll);
  if (choices.list.empty()) print("  nothing is enabled\n");
  print(texts_.choices(game(), choices, rest.empty() ? kMostRows : kAll));
  return true;
}

void Player::tell_move(Stepped stepped, const std::string& reason) {
  print(texts_.firings(game(), recorder_));
  if (stepped == Stepped::failed) {
    report(game().diagnostics(), *net_.sources, session_);
    session_.status.error("the game cannot go on from here; `undo` takes the move back");
    return;
  }
  if (!reason.empty()) print(fmt::format("stopped: {}\n", reason));
  if (stepped == Stepped::dead) print("nothing can happen any more\n");
  if (stepped == Stepped::condition) print("the run ends here: the stop condition of the net holds\n");
  tell_state();
}

void Player::tell_state() {
  if (game().failed()) {
    session_.status.error("the game cannot go on from here; `undo` takes the move back");
    return;
  }
  const Choices choices = game().choices(kMostChoices);
  const std::size_t enabled = choices.list.size();
  std::string text = timed_ ? fmt::format("at {}, ", time_text(game().now())) : std::string();
  text += counted(grouped(game().firings()), "firing") + "; ";
  if (enabled == 0) {
    text += "nothing is enabled\n";
  } else {
    text += fmt::format("enabled: {}{}\n", choices.complete ? "" : "more than ", grouped(enabled));
  }
  print(text);
  if (enabled <= kFewChoices) print(texts_.choices(game(), choices, kFewChoices));
  const double next = game().next_arrival();
  if (std::isfinite(next)) print(fmt::format("     tokens become available at {}\n", time_text(next)));
}

bool Player::show(const std::string& rest) {
  if (rest.empty()) return wrong("show: what? a place, a module, a transition, a measure or an expression");
  if (names_.place_or_module(rest)) return show_marking(rest);
  if (names_.transition(rest)) {
    const NamePattern wanted(rest);
    Choices choices = game().choices(kAll);
    std::size_t number = 0;
    bool any = false;
    for (const Choice& choice : choices.list) {
      if (!choice.waits) ++number;
      if (!wanted.fits(texts_.name(choice.transition, choice.binding))) continue;
      any = true;
      print(texts_.binding_line(game(), choice, choice.waits ? 0 : number));
    }
    if (!any) print(fmt::format("  {} is not enabled\n", rest));
    return true;
  }
  const NamePattern wanted(without_indices(rest));
  const auto meant = [&](const Measure& one) { return wanted.fits(without_indices(indexed_path(net_, one.module, one.name, {}))); };
  if (std::any_of(net_.measures.begin(), net_.measures.end(), meant)) return measures(rest);
  const auto expression = GameExpression::read(net_, rest, session_);
  if (!expression) return false;
  try {
    print(fmt::format("  {}\n", expression->shown(game())));
  } catch (const EvalError& error) {
    return wrong(fmt::format("show: {}", error.what()));
  }
  return true;
}

bool Player::measures(const std::string& rest) {
  Diagnostics diagnostics;
  const DerivedMeasures derived(net_, diagnostics);
  if (diagnostics.has_errors()) {
    report(diagnostics, *net_.sources, session_);
    return false;
  }
  MeasureValues values = game().measures();
  derived.evaluate(values);
  Table table({"  measure", ">until now"});
  const NamePattern wanted(rest);
  bool known = rest.empty();
  for (std::size_t m = 0; m < net_.measures.size(); ++m) {
    const Measure& measure = net_.measures[m];
    for (std::size_t row = 0; row < values[m].size(); ++row) {
      const std::string& name = derived.names(m)[row];
      if (!rest.empty() && name != rest && !wanted.fits(name)) continue;
      known = true;
      table.add({"  " + name, values[m][row] ? quantity(*values[m][row], measure.unit) : std::string("none")});
    }
  }
  if (!known) return wrong(fmt::format("measures: there is no measure {}", unknown(rest)));
  print(table.empty() ? std::string("  the net has no measures\n") : table.text(session_.colour));
  return true;
}

bool Player::help(const std::string& rest) {
  Table table({"  command", "", "what it does"});
  bool known = rest.empty();
  for (const PlayCommand& command : play_commands()) {
    if (!rest.empty() && rest != command.name && rest != command.alias) continue;
    known = true;
    table.add({"  " + std::string(command.usage), std::string(command.alias), std::string(command.summary)});
  }
  if (!known) return wrong(fmt::format("help: there is no command '{}'", rest));
  print(table.text(session_.colour));
  return true;
}

}  // namespace petriloom::cli
