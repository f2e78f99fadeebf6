// SPDX-License-Identifier: Apache-2.0
#include "cli/verdicts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "cli/interrupts.h"
#include "cli/load.h"
#include "cli/results_json.h"
#include "cli/table.h"

namespace petriloom::cli {

namespace {

constexpr std::size_t kStepsShown = 40;
constexpr std::size_t kSuspectsShown = 5;

/// A formula as it fits a line; the report has it in full.
std::string shortened(const std::string& text) {
  constexpr std::size_t kMost = 60;
  return text.size() <= kMost ? text : text.substr(0, kMost - 3) + "...";
}

/// Where to look: in the subnet, where it is instantiated, and in the description.
std::string blame_places(const Blame& blame, const Sources& sources) {
  std::string text = "see " + sources.describe(blame.where);
  if (blame.instance.line > 0) text += ", instantiated at " + sources.describe(blame.instance);
  if (blame.origin.known()) text += ", asked for at " + sources.describe(blame.origin);
  return text;
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

/// Witness and suspects of each refuted property; what is the same for several is said once.
std::string refutations_text(const VerifyResult& result, const Sources& sources) {
  std::map<std::string, std::string> said;
  std::string text;
  for (const PropertyResult& property : result.properties) {
    if (property.verdict != Verdict::refuted) continue;
    std::string why = property.witness ? witness_text(*property.witness) : std::string();
    why += suspects_text(property, sources);
    text += fmt::format("\n{}{}{}\n", property.name, property.formula.empty() ? "" : ": ", property.formula);
    const auto [first, fresh] = said.try_emplace(why, property.name);
    text += fresh || why.empty() ? why : fmt::format("  as for {}\n", first->second);
  }
  return text;
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

std::string space_text(const StateSpaceFacts& space) {
  return fmt::format("{} states, {} edges, {}, {} dead marking{}", grouped(space.states), grouped(space.edges),
                     space.complete ? "complete" : "not complete", grouped(space.dead_markings),
                     space.dead_markings == 1 ? "" : "s");
}

std::string blame_text(const Blame& blame, const Sources& sources) {
  return fmt::format("{}: {}; {}", blame.module, blame.reason, blame_places(blame, sources));
}

std::string verdict_text(const VerifyResult& result, const Net& net, bool colour) {
  constexpr std::array kPaints{Paint::good, Paint::bad, Paint::doubtful};
  Table table({"verdict", "property", "formula", "method", ">states", "note"});
  for (const PropertyResult& property : result.properties) {
    table.add({{std::string(verdict_name(property.verdict)), kPaints[static_cast<std::size_t>(property.verdict)]},
               property.name,
               shortened(property.formula),
               property.method,
               grouped(property.states),
               property.note});
  }
  std::string text = fmt::format("{}: {}\n", net.name, space_text(result.state_space));
  if (!table.empty()) text += "\n" + table.text(colour);
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
