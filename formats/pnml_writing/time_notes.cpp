// SPDX-License-Identifier: Apache-2.0
#include "formats/pnml_writing/time_notes.h"

#include <fmt/format.h>

#include <algorithm>

#include "formats/common/names.h"
#include "formats/pnml_document/timing_text.h"

namespace petriloom::pnml {

std::string tool_note(std::string_view content) {
  return fmt::format("<toolspecific tool=\"{}\" version=\"{}\">{}</toolspecific>", kTool, kToolVersion, content);
}

void TimeNotes::real(std::string& text, std::string_view key, ExprId value, std::string_view what, const Location& where) const {
  if (!value.valid()) return;
  const std::optional<double> literal = literal_real(net_, value);
  if (literal) {
    text += fmt::format(" {}=\"{}\"", key, real_text(*literal));
  } else {
    report_loss(options_, diagnostics_, where, fmt::format("PNML cannot carry {} that is not constant", what),
                "--untimed leaves time out");
  }
}

void TimeNotes::times(std::string& text, const Transition& transition, bool constant) const {
  if (!constant) {
    report_loss(options_, diagnostics_, net_.exprs[transition.times[0]].where, "PNML cannot carry times that are not constant",
                "--untimed leaves time out");
    return;
  }
  std::string list;
  for (const ExprId time : transition.times) list += (list.empty() ? "" : " ") + real_text(*literal_real(net_, time));
  text += fmt::format(" times=\"{}\"", list);
}

std::string TimeNotes::place(const Place& place, const std::map<Word, std::size_t>& terms) const {
  std::string text;
  for (const InitialTokens& tokens : place.initial) {
    if (tokens.available == 0 || options_.untimed) continue;
    const auto term = terms.find(tokens.colour);
    const std::string which = term == terms.end() || term->second == 0 ? std::string() : fmt::format(" term=\"{}\"", term->second);
    text += fmt::format("<tokens{} count=\"{}\" available=\"{}\"/>", which, tokens.count, real_text(tokens.available));
  }
  return text;
}

std::string TimeNotes::transition(const Transition& transition) const {
  std::string text;
  if (transition.priority.valid()) {
    text += fmt::format(" priority=\"{}\"", written_priority(net_, transition, options_, diagnostics_));
  }
  if (!options_.untimed) {
    // Without its parameters a distribution says nothing.
    const std::vector<ExprId>& set = transition.times;
    const bool constant = literal_real(net_, transition.a) && literal_real(net_, transition.b) &&
                          std::all_of(set.begin(), set.end(), [this](ExprId time) { return literal_real(net_, time).has_value(); });
    if (transition.timing != Timing::immediate && constant)
      text += fmt::format(" distribution=\"{}\"", facts_of(transition.timing).name);
    real(text, "a", transition.a, "a parameter", transition.where);
    real(text, "b", transition.b, "a parameter", transition.where);
    if (!set.empty()) times(text, transition, constant);
    real(text, "weight", transition.weight, "a weight", transition.where);
    real(text, "delay", transition.delay, "a delay", transition.where);
    // A page has no instances, so that all bindings would share them.
    if (transition.servers != 0 && transition.folded > 0)
      report_loss(options_, diagnostics_, transition.where, "PNML cannot say that each instance of an array has servers of its own",
                  "--unfold writes each instance by itself, --untimed leaves time out");
    if (transition.servers != 0) text += fmt::format(" servers=\"{}\"", transition.servers);
    if (transition.memory != Memory::enabling) text += fmt::format(" memory=\"{}\"", name_of(transition.memory));
  }
  return text.empty() ? text : fmt::format("<timing{}/>", text);
}

std::string TimeNotes::delay(const Arc& arc, const Location& where) const {
  std::string text;
  if (!options_.untimed) real(text, "delay", arc.delay, "a delay", where);
  return text;
}

}  // namespace petriloom::pnml
