// SPDX-License-Identifier: Apache-2.0
#include "cli/results/verdicts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "cli/load/load.h"
#include "cli/results/results_json.h"
#include "cli/shell/interrupts.h"
#include "cli/shell/table.h"
#include "engine/text/limits.h"
#include "engine/text/name_groups.h"
#include "engine/text/wording.h"

namespace petriloom::cli {

namespace {

constexpr std::size_t kStepsShown = 40;
constexpr std::size_t kSuspectsShown = 5;

/// A formula without the line breaks that it is written with.
std::string in_one_line(const std::string& formula) {
  std::string text;
  for (std::size_t k = 0; k < formula.size(); ++k) {
    if (formula[k] != '\n') {
      text += formula[k];
      continue;
    }
    k = std::min(formula.find_first_not_of(" \n", k), formula.size()) - 1;
    const bool inside = text.ends_with('(') || formula.substr(k + 1).starts_with(')');
    if (!inside) text += ' ';
  }
  return text;
}

/// A formula as it fits a line; the report has it in full.
std::string shortened(const std::string& formula) {
  constexpr std::size_t kMost = 60;
  const std::string text = in_one_line(formula);
  return text.size() <= kMost ? text : text.substr(0, kMost - 3) + "...";
}

/// A place that can be looked at. A generated net is no file: there it is what its line says.
std::string place_text(const Location& where, const Sources& sources) {
  if (!sources.made(where.file)) return sources.describe(where);
  const std::string_view line = sources.line(where.file, where.line);
  const std::size_t begin = line.find_first_not_of(' ');
  return fmt::format("`{}` in the net", begin == std::string_view::npos ? line : line.substr(begin));
}

/// Where to look: in the subnet, where it is instantiated, and in the description.
std::string blame_places(const Blame& blame, const Sources& sources) {
  std::string text = "see " + place_text(blame.where, sources);
  if (blame.instance.line > 0 && !sources.made(blame.instance.file))
    text += ", instantiated at " + sources.describe(blame.instance);
  if (blame.origin.known()) text += ", asked for at " + sources.describe(blame.origin);
  return text;
}

/// A limit as it is typed: "60s".
std::string time_option(double seconds) { return fmt::format("--time {}s", seconds); }

/// "8G", or bytes if it is no whole number of a unit.
std::string memory_option(std::uint64_t bytes) {
  constexpr std::array<std::string_view, 4> kUnits{"", "K", "M", "G"};
  std::size_t unit = 0;
  for (; unit + 1 < kUnits.size() && bytes % 1024 == 0; ++unit) bytes /= 1024;
  return fmt::format("--memory {}{}", bytes, kUnits[unit]);
}

std::string steps_text(const Witness& witness) {
  std::string text;
  const std::size_t count = witness.steps.size();
  for (std::size_t k = 0; k < count; ++k) {
    if (witness.loop == k) text += "      from here on for ever:\n";
    // Both ends of a long path matter: how it begins, and what it comes to.
    if (count > kStepsShown && k == kStepsShown / 2 && !witness.loop) {
      text += fmt::format("      ... {} more steps ...\n", count - kStepsShown);
      k = count - kStepsShown / 2;
    }
    const WitnessStep& step = witness.steps[k];
    text += fmt::format("    {:>3} {}{}\n", k + 1, step.name, step.binding.empty() ? "" : "  (" + step.binding + ")");
  }
  return text;
}

std::string marking_text(const Witness& witness) {
  std::string text;
  for (const MarkedPlace& place : witness.final_marking) text += fmt::format("      {}: {}\n", place.place, place.tokens);
  return text;
}

std::string suspects_text(const PropertyResult& property, const Sources& sources) {
  std::string text;
  for (std::size_t k = 0; k < std::min(property.blame.size(), kSuspectsShown); ++k) {
    const Blame& blame = property.blame[k];
    text += fmt::format("  suspect {}: {}: {}\n", k + 1, blame.module, blame.reason);
    text += fmt::format("             {}\n", blame_places(blame, sources));
  }
  return text;
}

std::string witness_text(const Witness& witness) {
  std::string text = witness.steps.empty() ? "  in the initial marking\n" : "  witness:\n" + steps_text(witness);
  if (!witness.final_marking.empty()) text += "    reaches the marking\n" + marking_text(witness);
  return text;
}

/// What makes two refutations the same but for numbers. The order of places in a marking is one of
/// numbers, too.
std::string alike_text(const PropertyResult& property, const Sources& sources) {
  std::string text = without_numbers(suspects_text(property, sources));
  if (!property.witness) return text;
  text += without_numbers(steps_text(*property.witness));
  std::vector<std::string> marking;
  for (const MarkedPlace& place : property.witness->final_marking)
    marking.push_back(without_numbers(place.place + ": " + place.tokens));
  std::sort(marking.begin(), marking.end());
  return text + fmt::format("{}", fmt::join(marking, "\n"));
}

std::string why_text(const PropertyResult& property, const Sources& sources) {
  return (property.witness ? witness_text(*property.witness) : std::string()) + suspects_text(property, sources);
}

/// Witness and suspects of each refuted property; what is the same for several is said once.
std::string refutations_text(const VerifyResult& result, const Sources& sources) {
  std::map<std::string, std::string> said;
  std::string text;
  for (const VerdictRow& row : refuted_rows(result, sources)) {
    const PropertyResult& property = *row.first;
    text += fmt::format("\n{}{}{}\n", property.name, property.formula.empty() ? "" : ": ", in_one_line(property.formula));
    if (property.asked.line > 0) text += fmt::format("  asked for at {}\n", sources.describe(property.asked));
    const std::string why = why_text(property, sources);
    const auto [first, fresh] = said.try_emplace(why, property.name);
    text += fresh || why.empty() ? why : fmt::format("  as for {}\n", first->second);
    if (row.number > 1) text += fmt::format("  the same, with other numbers, for all of {}\n", row.label);
  }
  return text;
}

std::string text_of_time(const VerifyResult& result, const Net& net) {
  if (result.urgent) {
    constexpr std::string_view kKept =
        "Durations are left open, instants are kept: immediate transitions go first, by priority and order, and tokens come after "
        "any time, in any order and company that known delays allow (docs/semantics.md, rule 29). What holds in all these runs "
        "holds "
        "for every timing; ";
    if (!result.open_guards)
      return std::string(kKept) + "what is refuted, and what CTL finds possible, may need durations that the net rules out.";
    return std::string(kKept) +
           "guards that look at the time may hold or not in them, so that what such a run would refute, or show to be possible, is "
           "undecided.";
  }
  if (!result.time_left_out) return {};
  const auto any = [&](const auto& has) { return std::any_of(net.transitions.begin(), net.transitions.end(), has); };
  const bool priorities = any([](const Transition& transition) { return transition.priority.valid(); });
  const bool set_times = any([](const Transition& transition) { return scheduled(transition.timing); });
  return fmt::format(
      "{} left out: every order of firings counts. What holds in all of them holds for every timing{}; what is refuted, and what "
      "CTL "
      "finds possible, may need an order that the times rule out.",
      priorities ? "Times and priorities are" : "Time is",
      set_times ? ", but for what must come about while a transition waits for a set time that has passed" : "");
}

}  // namespace

VerifyResult verify_with_progress(const Net& net, VerifyOptions options, Session& session) {
  keep_results();
  options.cancelled = interrupted;
  options.progress = [&](std::uint64_t states, std::uint64_t edges) {
    session.status.progress(fmt::format("verifying {}: {} states, {} edges", net.name, grouped(states), grouped(edges)));
  };
  VerifyResult result = verify(net, options);
  session.status.clear();
  report(result.diagnostics, *net.sources, session);
  return result;
}

std::string time_left_out_text(const VerifyResult& result, const Net& net) {
  const std::string text = text_of_time(result, net);
  if (!result.open_choices) return text;
  return text + " What is decided by times that tokens hold may come out in any way in them.";
}

std::string abstract_text(const VerifyResult& result) {
  if (!result.abstract_values) return {};
  return "In place of random values that the net gives `abstract` values for, these alone are explored: what holds, holds of runs "
         "that draw no others.";
}

std::string fairness_text(const VerifyResult& result) {
  if (result.fairness == Fairness::none) return {};
  return fmt::format(
      "Fairness {}: for LTL only runs count in which every transition that is enabled {} fires again and again, whatever its "
      "binding "
      "(docs/semantics.md, rule 26).",
      fairness_name(result.fairness), result.fairness == Fairness::weak ? "from some point on without a break" : "again and again");
}

std::string_view fairness_name(Fairness fairness) {
  constexpr std::array<std::string_view, 3> kNames{"none", "weak", "strong"};
  return kNames[static_cast<std::size_t>(fairness)];
}

std::string note_text(const PropertyResult& property, Fairness fairness) {
  if (!property.linear || fairness == Fairness::none) return property.note;
  return fmt::format("{}{}of {}ly fair runs", property.note, property.note.empty() ? "" : "; ", fairness_name(fairness));
}

namespace {

/// One row for properties that show the same, `shown(property)`.
template <class Shown>
std::vector<VerdictRow> rows_of(const std::vector<const PropertyResult*>& properties, const Shown& shown) {
  std::vector<NamedRow> named;
  for (const PropertyResult* one : properties) named.push_back({one->name, shown(*one)});
  std::vector<VerdictRow> rows;
  for (const NameGroup& group : name_groups(named))
    rows.push_back({group.label(), group.members.size(), properties[group.members.front()]});
  return rows;
}

}  // namespace

std::vector<VerdictRow> verdict_rows(const std::vector<const PropertyResult*>& properties, Fairness fairness) {
  return rows_of(properties, [&](const PropertyResult& one) {
    return fmt::format("{}\n{}\n{}\n{}\n{}", verdict_name(one.verdict), one.formula, one.method, one.states,
                       note_text(one, fairness));
  });
}

std::vector<VerdictRow> refuted_rows(const VerifyResult& result, const Sources& sources) {
  std::vector<const PropertyResult*> refuted;
  for (const PropertyResult& property : result.properties) {
    if (property.verdict == Verdict::refuted) refuted.push_back(&property);
  }
  return rows_of(refuted, [&](const PropertyResult& one) {
    return fmt::format("{}\n{}\n{}", one.formula, sources.describe(one.asked), alike_text(one, sources));
  });
}

std::string advice_text(const VerifyResult& result, std::string_view subject) {
  bool time = false, memory = false, unbounded = false, unfair = false, other = false;
  for (const PropertyResult& property : result.properties) {
    if (property.verdict != Verdict::undecided) continue;
    const auto says = [&](Stopped why) { return property.note.find(describe(why)) != std::string::npos; };
    time = time || says(Stopped::time);
    memory = memory || says(Stopped::memory);
    unbounded = unbounded || says(Stopped::unbounded);
    unfair = unfair || (result.fairness != Fairness::none && !property.linear);
    other = true;
  }
  if (unfair) return "To decide CTL leave out --fairness, or ask in LTL (--ltl).";
  if (!time && !memory && !unbounded) {
    return other ? "What is undecided is so for the reason that its note gives." : std::string();
  }
  std::vector<std::string> ways;
  if (time && result.seconds > 0) ways.push_back(fmt::format("more time ({})", time_option(4 * result.seconds)));
  if (memory && result.bytes > 0) ways.push_back(fmt::format("more memory ({})", memory_option(2 * result.bytes)));
  if (unbounded) ways.emplace_back("a bound on what grows without end (--property bounded names it)");
  ways.emplace_back("a smaller instance (fewer nodes, tasks or rounds in the description, --set of a constant in a net)");
  if (result.properties.size() > 1)
    ways.push_back(
        fmt::format("one property alone, which ends at its first refutation (petriloom verify {} --property NAME)", subject));
  return fmt::format("To decide what is undecided: {}.", fmt::join(ways, "; "));
}

std::string space_text(const StateSpaceFacts& space) {
  return fmt::format("{}, {}, {}, {}", counted(grouped(space.states), "state"), counted(grouped(space.edges), "edge"),
                     space.complete ? "complete" : "not complete", counted(grouped(space.dead_markings), "dead marking")) +
         (space.final_dead_markings ? fmt::format(" ({} final)", grouped(*space.final_dead_markings)) : std::string());
}

std::string blame_text(const Blame& blame, const Sources& sources) {
  return fmt::format("{}: {}; {}", blame.module, blame.reason, blame_places(blame, sources));
}

std::string verdict_text(const VerifyResult& result, const Net& net, std::string_view subject, bool colour) {
  constexpr std::array kPaints{Paint::good, Paint::bad, Paint::doubtful};
  Table table({"verdict", "property", "formula", "method", ">states", "note"});
  std::vector<const PropertyResult*> all;
  for (const PropertyResult& property : result.properties) all.push_back(&property);
  for (const VerdictRow& row : verdict_rows(all, result.fairness)) {
    const PropertyResult& property = *row.first;
    table.add({{std::string(verdict_name(property.verdict)), kPaints[static_cast<std::size_t>(property.verdict)]},
               row.label,
               shortened(property.formula),
               property.method,
               grouped(property.states),
               note_text(property, result.fairness)});
  }
  std::string text = fmt::format("{}: {}\n", net.name, space_text(result.state_space));
  if (!table.empty()) text += "\n" + table.text(colour);
  for (const std::string& line :
       {time_left_out_text(result, net), abstract_text(result), fairness_text(result), advice_text(result, subject)}) {
    if (!line.empty()) text += "\n" + line + "\n";
  }
  return text + refutations_text(result, *net.sources);
}

ExitCode verdict_code(const VerifyResult& result) {
  const auto any = [&](Verdict verdict) {
    return std::any_of(result.properties.begin(), result.properties.end(), [&](const auto& p) { return p.verdict == verdict; });
  };
  if (any(Verdict::refuted)) return ExitCode::refuted;
  if (result.diagnostics.has_errors()) return ExitCode::wrong;
  return any(Verdict::undecided) ? ExitCode::undecided : ExitCode::done;
}

}  // namespace petriloom::cli
