// SPDX-License-Identifier: Apache-2.0
#include "formats/andl_writing/net_class.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/questions/fluid.h"
#include "formats/common/names.h"

namespace petriloom::andl {

namespace {

bool special_arcs(const Net& net) {
  return std::any_of(net.transitions.begin(), net.transitions.end(), [](const Transition& transition) {
    return std::any_of(transition.arcs.begin(), transition.arcs.end(),
                       [](const Arc& arc) { return arc.kind != ArcKind::input && arc.kind != ArcKind::output; });
  });
}

bool any_timed(const Net& net) {
  return std::any_of(net.transitions.begin(), net.transitions.end(),
                     [](const Transition& t) { return t.timing != Timing::immediate || t.weight.valid(); });
}

bool any_with(const Net& net, Timing timing) {
  return std::any_of(net.transitions.begin(), net.transitions.end(), [&](const Transition& t) { return t.timing == timing; });
}

bool delays(const Net& net, ExprId expr) {
  const std::optional<double> value = literal_real(net, expr);
  return !value || *value != 0;
}

}  // namespace

Group group_of(const Net& net, const Transition& transition, const WriteOptions& options) {
  if (options.untimed || !any_timed(net)) return Group::untimed;
  if (transition.timing == Timing::exponential) return Group::stochastic;
  if (transition.timing == Timing::continuous) return Group::continuous;
  if (scheduled(transition.timing)) return Group::scheduled;
  return transition.timing == Timing::deterministic ? Group::deterministic : Group::immediate;
}

std::string schedule_text(const Net& net, const Transition& transition) {
  std::vector<double> times;
  for (const ExprId time : transition.times) {
    const std::optional<double> value = literal_real(net, time);
    if (!value) return {};
    times.push_back(*value);
  }
  if (transition.timing == Timing::every) {
    return fmt::format("{},{},{}", times[0], times[1], times.size() > 2 ? fmt::format("{}", times[2]) : "_SimEnd");
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  const double period = times.size() > 1 ? times[1] - times[0] : 1;
  for (std::size_t k = 1; k < times.size(); ++k) {
    if (times[0] + static_cast<double>(k) * period != times[k]) return {};
  }
  return fmt::format("{},{},{}", times.front(), period, times.back());
}

std::string_view heading(Group group) {
  static constexpr std::array<std::string_view, 6> kHeadings{
      "", "stochastic:\n", "immediate:\n", "deterministic:\n", "scheduled:\n", "continuous:\n"};
  return kHeadings[static_cast<std::size_t>(group)];
}

std::string_view class_name(const Net& net, const WriteOptions& options) {
  if (has_fluid(net)) {
    const bool tokens = std::any_of(net.places.begin(), net.places.end(), [](const Place& place) { return !place.fluid; });
    const bool fires = std::any_of(net.transitions.begin(), net.transitions.end(),
                                   [](const Transition& t) { return t.timing != Timing::continuous; });
    return tokens || fires ? "hpn" : "cpn";
  }
  if (options.untimed || !any_timed(net)) return special_arcs(net) ? "xpn" : "pn";
  const bool set_times = any_with(net, Timing::at) || any_with(net, Timing::every);
  if (set_times || any_with(net, Timing::deterministic)) return "xspn";
  return any_with(net, Timing::immediate) ? "gspn" : "spn";
}

void check_time(const Net& net, const WriteOptions& options, std::string_view language, Diagnostics& diagnostics) {
  const auto refuse = [&](const Location& where, std::string_view what) {
    report_loss(options, diagnostics, where, fmt::format("{} has no {}", language, what), "--untimed leaves time out");
  };
  // Without time in the net priorities are part of what can happen.
  for (const Transition& transition : net.transitions) {
    const bool matters = !options.untimed || !timed(net);
    if (matters && delays(net, transition.priority))
      report_loss(options, diagnostics, transition.where, fmt::format("{} has no priorities", language));
  }
  if (options.untimed) {
    refuse_fluid(net, "without time nothing flows", "write it without --untimed", diagnostics);
    return;
  }
  for (const Place& place : net.places) {
    for (const InitialTokens& tokens : place.initial) {
      if (tokens.available != 0) refuse(place.where, "initial tokens that are available later");
    }
  }
  bool told = false;
  for (const Transition& transition : net.transitions) {
    if (delays(net, transition.delay)) refuse(transition.where, "delays of tokens");
    if (transition.timing > Timing::deterministic && !scheduled(transition.timing) && transition.timing != Timing::continuous) {
      refuse(transition.where, "distributions but exponential and deterministic");
    }
    if (scheduled(transition.timing) && schedule_text(net, transition).empty()) {
      refuse(net.exprs[transition.times[0]].where, "set times but constant ones of one period");
    }
    if (scheduled(transition.timing) && transition.servers != 0) refuse(transition.where, "limited number of servers");
    if (transition.timing != Timing::immediate && transition.memory != Memory::enabling)
      refuse(transition.where, "memory of timers");
    if (transition.timing == Timing::deterministic && transition.servers > 1) refuse(transition.where, "limited number of servers");
    if (transition.timing == Timing::deterministic && transition.servers == 0) {
      diagnostics.warning(transition.where,
                          fmt::format("{} runs one timer for '{}' at a time; the net one for each set of tokens that "
                                      "enables it",
                                      language, transition.name));
    }
    if (any_timed(net) && transition.timing == Timing::immediate && !transition.weight.valid() && !told) {
      diagnostics.warning(transition.where,
                          fmt::format("{} has no first come, first served: '{}' and other immediate transitions get "
                                      "the weight 1",
                                      language, transition.name));
      told = true;
    }
    for (const Arc& arc : transition.arcs) {
      if (delays(net, arc.delay)) refuse(arc.where.known() ? arc.where : transition.where, "delays of tokens");
    }
  }
}

std::vector<std::string> kept_order(const Net& net, const WriteOptions& options, const std::vector<std::string>& names) {
  const auto group = [&](const Transition& transition) { return group_of(net, transition, options); };
  const bool grouped = std::is_sorted(net.transitions.begin(), net.transitions.end(),
                                      [&](const Transition& a, const Transition& b) { return group(a) < group(b); });
  return grouped ? std::vector<std::string>() : names;
}

}  // namespace petriloom::andl
