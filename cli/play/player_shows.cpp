// SPDX-License-Identifier: Apache-2.0
// The commands that show something, and what is shown after a move.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/load/load.h"
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
constexpr std::size_t kMostKinds = 12;      // kinds of tokens of one place
constexpr std::size_t kMostChoices = 1000;  // bindings that are counted
constexpr std::size_t kFewChoices = 9;      // bindings that are listed unasked
constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

std::string marking_lines(const std::vector<MarkingRow>& rows, std::size_t most, bool colour) {
  std::size_t width = 0;
  for (const MarkingRow& row : rows) width = std::max(width, std::min<std::size_t>(row.place.size(), 32));
  std::string text;
  std::string module;
  const std::size_t count = std::min(rows.size(), most);
  for (std::size_t k = 0; k < count; ++k) {
    const MarkingRow& row = rows[k];
    if (row.module != module) text += "  " + painted(row.module, Paint::dim, colour) + "\n";
    module = row.module;
    text += fmt::format("  {}{:<{}}  {}\n", module.empty() ? "" : "  ", row.place, width, row.tokens);
  }
  if (rows.size() > count) text += fmt::format("  ... and {} lines more; `marking all` shows them\n", rows.size() - count);
  if (rows.empty()) text += "  (no tokens)\n";
  return text;
}

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
  const auto rows = marking_rows(net_, game(), whole ? nullptr : &within, all ? kAll : kMostKinds);
  print(marking_lines(rows, all ? kAll : kMostRows, session_.colour));
  return true;
}

std::string Player::binding_line(const Choice& choice, std::size_t number) {
  std::string text = number == 0 ? std::string("     ") : fmt::format("{:>4} ", number);
  text += names(choice.transition, choice.binding);
  const std::string binding = binding_text(net_, choice.transition, choice.binding, game().pool());
  if (!binding.empty()) text += painted(fmt::format("  ({})", binding), Paint::dim, session_.colour);
  if (choice.timed && std::isinf(choice.due)) {
    text += choice.timers == 0 ? "  waits for a server" : "  never, by its rate";
  } else if (choice.timed) {
    text += fmt::format("  at {}", time_text(choice.due));
    if (choice.due > game().now()) text += fmt::format(", in {}", time_text(choice.due - game().now()));
    if (choice.timers > 1) text += fmt::format(", the first of {} timers", choice.timers);
    if (choice.waits) text += ", after the others";
  } else if (choice.waits) {
    text += "  waits for those of higher priority";
  }
  return text + "\n";
}

std::string Player::choices_text(const Choices& choices, std::size_t most) {
  std::string text;
  std::size_t number = 0;
  for (const Choice& choice : choices.list) {
    if (!choice.waits && ++number <= most) text += binding_line(choice, number);
  }
  std::size_t shown = std::min(number, most);
  for (const Choice& choice : choices.list) {
    if (choice.waits && ++shown <= most) text += binding_line(choice, 0);
  }
  if (choices.list.size() > most || !choices.complete) {
    text += fmt::format("     ... and {} more; `enabled all` shows them\n",
                        choices.complete ? grouped(choices.list.size() - most) : std::string("many"));
  }
  return text;
}

bool Player::show_enabled(const std::string& rest) {
  if (!rest.empty() && rest != "all") return wrong(fmt::format("enabled: expected nothing or `all`, not '{}'", rest));
  const Choices choices = game().choices(rest.empty() ? kMostChoices : kAll);
  if (choices.list.empty()) print("  nothing is enabled\n");
  print(choices_text(choices, rest.empty() ? kMostRows : kAll));
  return true;
}

std::string Player::moved_text(const std::vector<Moved>& moved, double now) {
  std::string text;
  const std::size_t count = std::min(moved.size(), kMostKinds);
  for (std::size_t k = 0; k < count; ++k) {
    const Moved& one = moved[k];
    const std::string colour = inner_colour_text(net_, one.place, one.colour, game().pool());
    text += (k == 0 ? "" : ", ") + place_name(net_, one.place, one.colour, game().pool());
    if (!colour.empty() || one.count != 1) text += " : " + tokens_text(colour, one.count);
    if (one.when > now) text += " at " + time_text(one.when);
  }
  if (moved.size() > count) text += fmt::format(" ... and {} more", counted(std::to_string(moved.size() - count), "kind"));
  return text;
}

void Player::tell_firings() {
  const auto& last = recorder_.last();
  if (recorder_.count() > last.size()) print(fmt::format("  ... {} firings\n", grouped(recorder_.count() - last.size())));
  for (const SeenFiring& firing : last) {
    const std::string binding = binding_text(net_, firing.transition, firing.binding, game().pool());
    std::string text = "  ";
    if (timed_) text += fmt::format("{:<12} ", time_text(firing.time));
    text += painted(names(firing.transition, firing.binding), Paint::strong, session_.colour);
    if (!binding.empty()) text += fmt::format("  ({})", binding);
    print(text + "\n");
  }
  if (recorder_.count() != 1) return;
  const SeenFiring& firing = last.back();
  if (!firing.taken.empty()) print(fmt::format("    takes {}\n", moved_text(firing.taken, firing.time)));
  if (!firing.put.empty()) print(fmt::format("    puts  {}\n", moved_text(firing.put, firing.time)));
}

void Player::tell_move(Stepped stepped, const std::string& reason) {
  tell_firings();
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
  if (enabled <= kFewChoices) print(choices_text(choices, kFewChoices));
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
      if (!wanted.fits(names(choice.transition, choice.binding))) continue;
      any = true;
      print(binding_line(choice, choice.waits ? 0 : number));
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
