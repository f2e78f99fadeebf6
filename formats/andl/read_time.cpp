// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/expr/eval.h"
#include "engine/expr/match.h"
#include "formats/andl/reader.h"
#include "formats/common/assignments.h"
#include "formats/common/folded.h"

namespace petriloom::andl {

namespace {

// Does the expression contain a place's marking?
bool depends_on_marking(const Net& net, ExprId expr) { return expr.valid() && net.exprs[expr].stateful(); }

bool is_mass_action(const Term& term) {
  return term.kind == TermKind::call && (term.text == "MassAction" || term.text == "BioMassAction") && term.children.size() == 1;
}

// The cases of a rate: predicate (may be null) and rate.
std::vector<std::pair<const Term*, const Term*>> cases_of(const Term& term) {
  std::vector<std::pair<const Term*, const Term*>> all;
  const auto add = [&](const Term& each) {
    if (each.kind == TermKind::restricted) {
      all.emplace_back(&each.children[0], &each.children[1]);
    } else {
      all.emplace_back(nullptr, &each);
    }
  };
  if (term.kind == TermKind::multiset) {
    for (const Term& each : term.children) add(each);
  } else {
    add(term);
  }
  return all;
}

class TimeReader {
 public:
  TimeReader(Reading& in, Transition& transition) : in_(in), scope_(in.scope), builder_(in.builder), transition_(transition) {}
  void time(const TransitionLine& line);

 private:
  void stochastic(const Term& term);
  void flow(const Term& term);
  void kept_servers(const Term& term, std::int64_t servers);
  void scheduled(const TransitionLine& line);
  [[nodiscard]] bool may_hold_mass(const Term& term) const;
  void mass_factors();
  ExprId factor(const Arc& arc);
  ExprId cases(const Term& term);
  bool always(ExprId condition);
  void one_server();

  Reading& in_;
  Scope& scope_;
  NetBuilder& builder_;
  Transition& transition_;
};

void TimeReader::time(const TransitionLine& line) {
  if (in_.net_class == nullptr) return;
  if (!in_.net_class->timed) {
    if (!line.time.empty()) in_.time_left_out.push_back(line.time.front().where);
    return;
  }
  scope_.context = Context::reals;
  const auto one = [&](std::string_view what) {
    if (line.time.size() == 1 && !line.interval) return true;
    in_.error(line.where, fmt::format("'{}' needs {}", line.name, what));
    return false;
  };
  const bool flows =
      in_.net_class->continuous && (line.section == Section::continuous || (line.section == Section::none && in_.all_continuous));
  switch (line.section) {
    case Section::none:
    case Section::stochastic:
    case Section::continuous:
      if (in_.net_class->name == "tpn") {
        in_.error(line.where, "intervals of time Petri nets are not read from ANDL", "TINA's format has them");
      } else if (flows) {
        if (one("a rate")) flow(line.time.front());
      } else if (one("a rate")) {
        const auto servers = in_.kept.servers.find(std::string(line.name));
        if (servers != in_.kept.servers.end()) {
          kept_servers(line.time.front(), servers->second);
        } else {
          stochastic(line.time.front());
        }
      }
      break;
    case Section::immediate:
      if (in_.kept.first_come.count(std::string(line.name)) > 0) break;
      if (line.time.empty()) {
        transition_.weight = builder_.expr().real(1, line.where);
      } else if (one("a weight")) {
        transition_.weight = cases(line.time.front());
      }
      break;
    case Section::deterministic:
      if (one("a delay")) {
        transition_.timing = Timing::deterministic;
        transition_.a = cases(line.time.front());
        if (in_.kept.servers.count(std::string(line.name)) == 0) one_server();
      }
      break;
    case Section::scheduled:
      scheduled(line);
      break;
  }
  scope_.context = Context::colours;
}

// Whether a condition holds for all colours of its variables, tried out as long as they are few.
bool TimeReader::always(ExprId condition) {
  constexpr std::uint64_t kMostTried = 1 << 16;
  Net& net = builder_.net();
  const std::vector<std::uint32_t> slots = free_variables(net, condition, transition_.binding_size);
  Evaluator evaluator(net, net.pool);
  bool holds = true;
  try {
    return for_each_assignment(net.colours, transition_.variables, slots, kMostTried,
                               [&](std::span<Word> frame) { holds = holds && evaluator.eval(condition, frame) != 0; }) &&
           holds;
  } catch (const EvalError&) {
    return false;  // what fails is told when it is met
  }
}

// A rate may be split by predicates; where none of them holds the transition does not fire.
ExprId TimeReader::cases(const Term& term) {
  ExprBuilder& expr = builder_.expr();
  const auto all = cases_of(term);
  ExprId any;
  ExprId value;
  for (std::size_t k = all.size(); k-- > 0;) {
    const ExprId rate = scope_.expression(*all[k].second);
    if (!rate.valid()) return {};
    const ExprId real = expr.convert(rate, ColourTable::kReal, all[k].second->where);
    if (all[k].first == nullptr && all.size() > 1) {
      in_.error(all[k].second->where, "each of several rates needs a predicate `[...]`");
      return {};
    }
    if (all[k].first == nullptr) return real;
    scope_.context = Context::colours;
    const ExprId when = scope_.condition(*all[k].first);
    scope_.context = Context::reals;
    if (!real.valid() || !when.valid()) return {};
    any = any.valid() ? expr.binary(Op::or_, when, any, term.where) : when;
    value = value.valid() ? expr.if_(when, real, value, term.where) : real;
  }
  if (any.valid() && !always(any)) transition_.guards.push_back(any);
  return value;
}

// The number of ways in which the tokens of an input arc can be chosen: the marking, or a binomial
// of it; of a level its power.
ExprId TimeReader::factor(const Arc& arc) {
  constexpr std::int64_t kMostWeight = 20;
  ExprBuilder& expr = builder_.expr();
  if (builder_.net()[arc.place].fluid) {
    const ExprId level = expr.level(arc.place, arc.where);
    const auto power = expr.constant(arc.count);
    return power && real_of_word(*power) == 1 ? level : expr.binary(Op::power, level, arc.count, arc.where);
  }
  const auto weight = arc.count.valid() ? expr.constant(arc.count) : std::optional<Word>(1);
  if (!weight || *weight > kMostWeight || arc.each) {
    in_.error(arc.where, "mass action over this arc is not supported",
              fmt::format("it needs one colour and a constant weight of at most {}", kMostWeight));
    return {};
  }
  const bool unit = builder_.net()[arc.place].colour == ColourTable::kUnit;
  const ExprId tokens = expr.convert(expr.tokens(arc.place, unit ? ExprId() : arc.value, arc.where), ColourTable::kReal, arc.where);
  ExprId ways = tokens;
  for (std::int64_t k = 1; k < *weight; ++k) {
    const ExprId left = expr.binary(Op::subtract, tokens, expr.real(static_cast<double>(k), arc.where), arc.where);
    ways = expr.binary(Op::divide, expr.binary(Op::multiply, ways, left, arc.where),
                       expr.real(static_cast<double>(k + 1), arc.where), arc.where);
  }
  return arc.condition.valid() ? expr.if_(arc.condition, ways, expr.real(1, arc.where), arc.where) : ways;
}

void TimeReader::mass_factors() {
  scope_.mass.clear();
  for (const Arc& arc : transition_.arcs) {
    if (arc.kind == ArcKind::input) scope_.mass.push_back(factor(arc));
  }
}

// A function of the text may hold a mass action too.
bool TimeReader::may_hold_mass(const Term& term) const {
  const bool calls = term.kind == TermKind::call || term.kind == TermKind::name;
  if (calls && scope_.functions.count(term.text) > 0) return true;
  if (term.kind == TermKind::call &&
      (term.text.find("MassAction") != std::string_view::npos || term.text.find("LevelInterpretation") != std::string_view::npos)) {
    return true;
  }
  return std::any_of(term.children.begin(), term.children.end(), [this](const Term& child) { return may_hold_mass(child); });
}

void TimeReader::stochastic(const Term& term) {
  transition_.timing = Timing::exponential;
  std::vector<const Arc*> inputs;
  for (const Arc& arc : transition_.arcs) {
    if (arc.kind == ArcKind::input) inputs.push_back(&arc);
  }
  const auto all = cases_of(term);
  const bool masses = std::all_of(all.begin(), all.end(), [](const auto& each) { return is_mass_action(*each.second); });
  const bool single = inputs.size() == 1 && !builder_.net()[inputs[0]->place].fluid && !inputs[0]->count.valid() &&
                      !inputs[0]->condition.valid() && !inputs[0]->each;
  scope_.mass_allowed = true;
  if (masses && single) {
    // Each token is served for itself.
    scope_.mass.clear();
    transition_.a = cases(term);
    if (depends_on_marking(builder_.net(), transition_.a)) {
      mass_factors();
      transition_.guards.resize(transition_.guards.size() - (all.front().first != nullptr && transition_.a.valid() ? 1 : 0));
      transition_.a = cases(term);
      one_server();
    }
  } else {
    scope_.mass.clear();
    bool wanted = false;
    for (const auto& each : all) wanted = wanted || may_hold_mass(*each.second);
    if (wanted) mass_factors();
    transition_.a = cases(term);
    one_server();
  }
  scope_.mass_allowed = false;
}

void TimeReader::flow(const Term& term) {
  transition_.timing = Timing::continuous;
  mass_factors();
  scope_.mass_allowed = true;
  transition_.a = cases(term);
  scope_.mass_allowed = false;
}

// A rate that stands for that of several timers: the factor in front is that of each.
void TimeReader::kept_servers(const Term& term, std::int64_t servers) {
  transition_.timing = Timing::exponential;
  transition_.servers = servers;
  scope_.mass.clear();
  scope_.mass_allowed = true;
  const bool product = term.kind == TermKind::binary && term.text == "*";
  transition_.a = cases(product ? term.children[0] : term);
  scope_.mass_allowed = false;
}

// One timer for each binding at a time, however often it is enabled: bindings are told apart as
// those of folded instances are.
void TimeReader::one_server() {
  const bool takes =
      std::any_of(transition_.arcs.begin(), transition_.arcs.end(), [](const Arc& arc) { return arc.kind == ArcKind::input; });
  if (!takes) return;  // enabled once at most
  transition_.servers = 1;
  if (transition_.binding_size == 0) return;
  // Written before, it has the name of its scope in front of its own.
  std::string& name = transition_.name;
  const std::size_t half = name.size() / 2;
  if (name.size() % 2 == 1 && name[half] == '.' && name.compare(0, half, name, half + 1, half) == 0) name.resize(half);
  fold_over_binding(builder_, transition_);
}

// `start,period,end`: at these times the transition fires if it is enabled.
void TimeReader::scheduled(const TransitionLine& line) {
  if (line.time.empty() || line.time.size() > 3) {
    in_.error(line.where, fmt::format("'{}' needs start, period and end", line.name));
    return;
  }
  std::vector<double> numbers;
  for (const Term& term : line.time) {
    const bool begin = term.kind == TermKind::name && term.text == "_SimStart";
    const bool never = term.kind == TermKind::name && (term.text == "_SimEnd" || term.text == "oo");
    const auto value = begin ? std::optional<double>(0) : never ? std::optional<double>(INFINITY) : scope_.real(term, "a time");
    if (!value) return;
    if (*value < 0) in_.error(term.where, "a time cannot be negative");
    numbers.push_back(*value);
  }
  const double start = numbers[0];
  const double period = numbers.size() > 1 ? numbers[1] : 0;
  const double end = numbers.size() > 2 ? numbers[2] : numbers.size() > 1 ? INFINITY : start;
  if (!std::isfinite(start) || !std::isfinite(period)) {
    in_.error(line.where, "start and period must be finite");
    return;
  }
  if (period <= 0 && end > start) {
    in_.error(line.where, "the period must be above 0");
    return;
  }
  ExprBuilder& expr = builder_.expr();
  const auto time = [&](std::size_t k, double value) {
    return expr.real(value, k < line.time.size() ? line.time[k].where : line.where);
  };
  transition_.timing = start < end ? Timing::every : Timing::at;
  transition_.times = {time(0, start)};
  if (end < start) transition_.guards.push_back(expr.boolean(false, line.where));
  if (start >= end) return;
  transition_.times.push_back(time(1, period));
  if (std::isfinite(end)) transition_.times.push_back(time(2, end));
}

}  // namespace

void read_time(Reading& in, const TransitionLine& line, Transition& transition) { TimeReader(in, transition).time(line); }

}  // namespace petriloom::andl
