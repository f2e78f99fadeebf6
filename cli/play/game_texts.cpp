// SPDX-License-Identifier: Apache-2.0
#include "cli/play/game_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/shell/table.h"
#include "engine/text/wording.h"
#include "engine/trace/activities.h"
#include "engine/trace/names.h"

namespace petriloom::cli {

std::string GameTexts::name(TransitionId transition, std::span<const Word> binding) const {
  const Transition& t = net_[transition];
  return indexed_path(net_, t.module, t.name, binding.first(t.folded));
}

std::string GameTexts::binding_line(TokenGame& game, const Choice& choice, std::size_t number) const {
  std::string text = number == 0 ? std::string("     ") : fmt::format("{:>4} ", number);
  text += name(choice.transition, choice.binding);
  const std::string binding = binding_text(net_, choice.transition, choice.binding, game.pool());
  if (!binding.empty()) text += painted(fmt::format("  ({})", binding), Paint::dim, colour_);
  if (choice.timed && std::isinf(choice.due)) {
    text += choice.timers == 0 ? "  waits for a server" : "  never, by its rate";
  } else if (choice.timed) {
    text += fmt::format("  at {}", time_text(choice.due));
    if (choice.due > game.now()) text += fmt::format(", in {}", time_text(choice.due - game.now()));
    if (choice.timers > 1) text += fmt::format(", the first of {} timers", choice.timers);
    if (choice.waits) text += ", after the others";
  } else if (choice.waits) {
    text += "  waits for those of higher priority";
  }
  return text + "\n";
}

std::string GameTexts::choices(TokenGame& game, const Choices& choices, std::size_t most) const {
  std::string text;
  std::size_t number = 0;
  for (const Choice& choice : choices.list) {
    if (!choice.waits && ++number <= most) text += binding_line(game, choice, number);
  }
  std::size_t shown = std::min(number, most);
  for (const Choice& choice : choices.list) {
    if (choice.waits && ++shown <= most) text += binding_line(game, choice, 0);
  }
  if (choices.list.size() > most || !choices.complete) {
    text += fmt::format("     ... and {} more; `enabled all` shows them\n",
                        choices.complete ? grouped(choices.list.size() - most) : std::string("many"));
  }
  return text;
}

std::string GameTexts::moved(TokenGame& game, const std::vector<Moved>& tokens, double now) const {
  std::string text;
  const std::size_t count = std::min(tokens.size(), kMostKinds);
  for (std::size_t k = 0; k < count; ++k) {
    const Moved& one = tokens[k];
    const std::string colour = inner_colour_text(net_, one.place, one.colour, game.pool());
    text += (k == 0 ? "" : ", ") + place_name(net_, one.place, one.colour, game.pool());
    if (!colour.empty() || one.count != 1) text += " : " + tokens_text(colour, one.count);
    if (one.when > now) text += " at " + time_text(one.when);
  }
  if (tokens.size() > count) text += fmt::format(" ... and {} more", counted(std::to_string(tokens.size() - count), "kind"));
  return text;
}

std::string GameTexts::firings(TokenGame& game, const Recorder& recorder) const {
  std::string all;
  const auto& last = recorder.last();
  if (recorder.count() > last.size()) all += fmt::format("  ... {} firings\n", grouped(recorder.count() - last.size()));
  for (const SeenFiring& firing : last) {
    const std::string binding = binding_text(net_, firing.transition, firing.binding, game.pool());
    std::string text = "  ";
    if (timed(net_)) text += fmt::format("{:<12} ", time_text(firing.time));
    text += painted(name(firing.transition, firing.binding), Paint::strong, colour_);
    if (!binding.empty()) text += fmt::format("  ({})", binding);
    all += text + "\n";
  }
  if (recorder.count() != 1) return all;
  const SeenFiring& firing = last.back();
  if (!firing.taken.empty()) all += fmt::format("    takes {}\n", moved(game, firing.taken, firing.time));
  if (!firing.put.empty()) all += fmt::format("    puts  {}\n", moved(game, firing.put, firing.time));
  return all;
}

std::string GameTexts::marking(const std::vector<MarkingRow>& rows, std::size_t most) const {
  std::size_t width = 0;
  for (const MarkingRow& row : rows) width = std::max(width, std::min<std::size_t>(row.place.size(), 32));
  std::string text;
  std::string module;
  const std::size_t count = std::min(rows.size(), most);
  for (std::size_t k = 0; k < count; ++k) {
    const MarkingRow& row = rows[k];
    if (row.module != module) text += "  " + painted(row.module, Paint::dim, colour_) + "\n";
    module = row.module;
    text += fmt::format("  {}{:<{}}  {}\n", module.empty() ? "" : "  ", row.place, width, row.tokens);
  }
  if (rows.size() > count) text += fmt::format("  ... and {} lines more; `marking all` shows them\n", rows.size() - count);
  if (rows.empty()) text += "  (no tokens)\n";
  return text;
}

}  // namespace petriloom::cli
