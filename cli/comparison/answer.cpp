// SPDX-License-Identifier: Apache-2.0
#include "cli/comparison/answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "analysis/result/standard_checks.h"
#include "analysis/solve/solve.h"
#include "analysis/verify/verify.h"
#include "cli/simulation/unfinished.h"
#include "engine/measure/derived.h"
#include "engine/measure/observed.h"
#include "engine/simulate/chance.h"
#include "engine/text/limits.h"

namespace petriloom::cli::claims {

namespace {

struct Fact {
  Question question;
  std::string_view name;
};
constexpr std::array kFacts{Fact{Question::simulate, "time"},       Fact{Question::simulate, "firings"},
                            Fact{Question::solve, "time"},          Fact{Question::solve, "states"},
                            Fact{Question::verify, "states"},       Fact{Question::verify, "edges"},
                            Fact{Question::verify, "dead_markings"}};

std::vector<std::string> names_of(const Net& net, Question question) {
  std::vector<std::string> names;
  if (question == Question::verify) {
    for (const Property& property : net.properties) names.push_back(property.name);
    for (const StandardCheck& check : standard_checks()) names.emplace_back(check.name);
  } else {
    for (const Measure& measure : net.measures) {
      for (std::size_t row = 0; row < member_count(measure); ++row) names.push_back(member_name(net, measure, row));
    }
  }
  for (const Fact& fact : kFacts) {
    if (fact.question == question) names.emplace_back(fact.name);
  }
  return names;
}

FigureValue missing(std::string why) {
  FigureValue value;
  value.missing = std::move(why);
  return value;
}

FigureValue number(double mean, std::string unit) {
  FigureValue value;
  value.mean = mean;
  value.unit = std::move(unit);
  return value;
}

/// An estimate; one run of a random net says nothing of how far it may be off.
FigureValue estimated(const Estimate& estimate, const std::string& unit, bool random) {
  if (estimate.n == 0 || !std::isfinite(estimate.mean)) return missing("it had no value in any run");
  if (random && estimate.n < 2) return missing("one run of a random net has no confidence interval: `replications:`");
  FigureValue value = number(estimate.mean, unit);
  value.half_width = estimate.half_width;
  return value;
}

FigureValue simulated(const SimulationResult& result, const Figure& figure, bool random) {
  for (const auto* list : {&result.measures, &result.places, &result.transitions}) {
    for (const MeasureResult& one : *list) {
      if (one.name == figure.of) return estimated(one.value, one.unit, random);
    }
  }
  if (figure.of == "time") return estimated(result.time, "s", random);
  const double runs = static_cast<double>(std::max<std::uint64_t>(1, result.time.n));
  return random ? missing("firings of random runs have no interval") : number(static_cast<double>(result.firings) / runs, "");
}

Answer simulate_it(const Net& net, const Asking& asking) {
  SimulationOptions options = asking.simulation;
  options.cancelled = asking.cancelled;
  const SimulationResult result = simulate(net, options);
  Answer answer{{}, result.diagnostics, result.ended != Ended::cancelled && result.unfinished.empty()};
  const bool random = has_chance(net);
  const bool endless = result.ended == Ended::firings;
  for (const Figure& figure : asking.figures) {
    answer.figures.push_back(endless                ? missing("the net has no time, and has not ended after many firings")
                             : result.dead_ends > 0 ? missing(kStuck)
                             : answer.whole         ? simulated(result, figure, random)
                                                    : missing("the run was stopped"));
  }
  return answer;
}

FigureValue solved(const SolveResult& result, const Figure& figure) {
  for (const SolvedMeasure& one : result.measures) {
    if (one.name != figure.of) continue;
    return one.value ? number(*one.value, one.unit) : missing(one.note.empty() ? "it has no value" : one.note);
  }
  for (const auto* list : {&result.places, &result.transitions}) {
    const char* unit = list == &result.transitions ? "1/s" : "";
    for (const Amount& one : *list) {
      if (one.name == figure.of) return number(one.value, unit);
    }
  }
  if (figure.of == "states") return number(static_cast<double>(result.tangible), "");
  return result.time ? number(*result.time, "s") : missing("the net has no end");
}

Answer solve_it(const Net& net, const Asking& asking) {
  SolveOptions options;
  if (std::isfinite(asking.simulation.until)) options.transient = asking.simulation.until;
  options.bytes = asking.bytes;
  options.progress = [&asking](std::uint64_t, std::uint64_t) {
    if (asking.cancelled && asking.cancelled()) throw LimitReached(Stopped::cancelled);
  };
  const SolveResult result = solve(net, options);
  const bool whole = result.stopped == Stopped::complete;
  Answer answer{{}, result.diagnostics, whole};
  for (const Figure& figure : asking.figures) {
    FigureValue value =
        result.solved() ? solved(result, figure) : missing(result.unsolved.empty() ? "the run was stopped" : result.unsolved);
    // What is more than rounding is told as an interval.
    constexpr double kMostRounding = 1e-9;
    if (value.missing.empty() && result.error > kMostRounding) value.half_width = std::abs(value.mean) * result.error;
    answer.figures.push_back(std::move(value));
  }
  return answer;
}

FigureValue verified(const VerifyResult& result, const Figure& figure) {
  for (const PropertyResult& one : result.properties) {
    if (one.name != figure.of) continue;
    FigureValue value;
    value.verdict = one.verdict;
    return value;
  }
  const StateSpaceFacts& space = result.state_space;
  if (!space.complete) return missing("the state space was not explored completely");
  const std::uint64_t count = figure.of == "states" ? space.states : figure.of == "edges" ? space.edges : space.dead_markings;
  return number(static_cast<double>(count), "");
}

Answer verify_it(const Net& net, const Asking& asking) {
  VerifyOptions options;
  options.standard = false;
  options.urgent = asking.urgent;
  options.seconds = asking.seconds;
  options.bytes = asking.bytes;
  options.cancelled = asking.cancelled;
  for (const Figure& figure : asking.figures) {
    const auto found = std::find_if(net.properties.begin(), net.properties.end(),
                                    [&](const Property& property) { return property.name == figure.of; });
    if (found != net.properties.end()) {
      options.properties.emplace_back(static_cast<std::size_t>(found - net.properties.begin()));
      continue;
    }
    for (const StandardCheck& check : standard_checks()) {
      if (check.name == figure.of) options.checks.emplace_back(check.name);
    }
  }
  // Facts of the state space alone: something must be asked for it to be explored.
  if (options.properties.empty() && options.checks.empty()) options.checks.emplace_back("deadlock_free");
  const VerifyResult result = verify(net, options);
  Answer answer{{}, result.diagnostics, true};
  for (const Figure& figure : asking.figures) {
    answer.figures.push_back(verified(result, figure));
    const FigureValue& value = answer.figures.back();
    answer.whole = answer.whole && value.missing.empty() && value.verdict != petriloom::Verdict::undecided;
  }
  return answer;
}

}  // namespace

void check_figures(Net& net, const Asking& asking, Diagnostics& diagnostics) {
  std::vector<std::string> names = names_of(net, asking.question);
  const auto known = [&](const std::string& name) { return std::find(names.begin(), names.end(), name) != names.end(); };
  if (asking.question == Question::simulate) {
    observe(net, [&](std::string_view name) {
      return !known(std::string(name)) &&
             std::any_of(asking.figures.begin(), asking.figures.end(), [&](const Figure& figure) { return figure.of == name; });
    });
    names = names_of(net, asking.question);
  } else if (asking.question == Question::solve) {
    for (const Place& place : net.places) names.push_back(starred_path(net, place.module, place.name));
    for (const Transition& transition : net.transitions) names.push_back(starred_path(net, transition.module, transition.name));
  }
  for (const Figure& figure : asking.figures) {
    if (!known(figure.of))
      diagnostics.error(
          figure.where,
          fmt::format("the net has no {} '{}'", asking.question == Question::verify ? "property" : "measure", figure.of),
          suggest(figure.of, names));
  }
}

Answer answer(const Net& net, const Asking& asking) {
  switch (asking.question) {
    case Question::simulate:
      return simulate_it(net, asking);
    case Question::solve:
      return solve_it(net, asking);
    case Question::verify:
      break;
  }
  return verify_it(net, asking);
}

}  // namespace petriloom::cli::claims
