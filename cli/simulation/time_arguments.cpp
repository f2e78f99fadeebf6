// SPDX-License-Identifier: Apache-2.0
#include "cli/simulation/time_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "cli/report/heat_map.h"
#include "cli/shell/output.h"
#include "cli/shell/table.h"
#include "engine/critical_path/binding_parts.h"
#include "engine/text/parse_number.h"
#include "formats/loom/loom.h"

namespace petriloom::cli {

namespace {

/// The part "cards=workers.start where w < 3", read as what a measure counts.
std::optional<FasterPart> read_part(const std::string& text, const Net& net, Session& session) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string::npos || text.find_first_not_of(' ', equals + 1) == std::string::npos) {
    session.status.error(fmt::format("petriloom simulate: --what-if-of: '{}' is not NAME=TRANSITION where CONDITION", text));
    return std::nullopt;
  }
  const std::string name = text.substr(0, equals);
  const std::string measure = fmt::format("{} = count {}", name, text.substr(equals + 1));
  ReadResult read = with_measures(net, std::span(&measure, 1), "--what-if-of");
  report(read.diagnostics, *read.sources, session);
  if (!read.net) return std::nullopt;
  const Measure& counted = read.net->measures.back();
  if (!counted.keys.empty()) {
    session.status.error(fmt::format("petriloom simulate: --what-if-of: '{}' is a family; a part has no keys", name));
    return std::nullopt;
  }
  FasterPart part{{counted.name, {}}, {}};
  const std::vector<TimedPart> timed = timed_parts(*read.net);
  for (const MeasuredFirings& firings : counted.firings) {
    const bool takes_time = std::any_of(timed.begin(), timed.end(), [&](const TimedPart& one) {
      return std::any_of(one.firings.begin(), one.firings.end(),
                         [&](const TimedFirings& timed_one) { return timed_one.transition == firings.transition; });
    });
    if (takes_time) part.part.firings.push_back({firings.transition, firings.condition});
  }
  if (part.part.firings.empty()) {
    session.status.error(fmt::format("petriloom simulate: --what-if-of: '{}' takes no time that could be shorter", name));
    return std::nullopt;
  }
  part.net = std::move(read.net);
  return part;
}

/// The net with another value of a constant.
std::optional<FasterPart> read_setting(const std::string& text, const WhatIfSubject& subject, Session& session) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string::npos || equals + 1 == text.size()) {
    session.status.error(fmt::format("petriloom simulate: --what-if-set: '{}' is not NAME=VALUE, as in rate=2.5", text));
    return std::nullopt;
  }
  auto load = subject.of_net.load(session);
  if (load) load->constants[text.substr(0, equals)] = text.substr(equals + 1);
  if (load) load->given_by[text.substr(0, equals)] = "--what-if-set";
  std::optional<Net> net = load ? load_net(subject.path, *load, session) : std::nullopt;
  if (!net) return std::nullopt;
  return FasterPart{{text, {}}, std::move(net)};
}

/// What bindings may show, and the colour sets that variables of one name have.
std::map<std::string, std::set<ColourSetId>> variables_of(const Net& net) {
  std::map<std::string, std::set<ColourSetId>> variables;
  for (const Transition& transition : net.transitions) {
    for (const Variable& variable : transition.variables) {
      if (!variable.name.starts_with("_")) variables[variable.name].insert(variable.colour);
    }
  }
  return variables;
}

}  // namespace

void TimeArguments::add_to(OptionParser& parser, SimulationOptions& simulation) {
  parser.flag("--critical-path", simulation.critical_path,
              "what the first run waited for from its start to its end (docs/critical_path.md)");
  parser.texts("--critical-path-by", "PART,...", path_by,
               "its shares by variables of bindings, as in w or s,m, or by parts of them, as in t.2; may be given several times");
  parser.flag("--utilisation", utilisation,
              "how busy modules were, and of the task runtime workers, what kept them idle, and bounds of the makespan "
              "(docs/where_the_time_went.md)");
  parser.flag("--loads", loads,
              "how much of each capacity was used: links of networks, memories, interfaces (docs/where_the_time_went.md)");
  parser.text("--heat-map", "FILE", heat_map, "the network and all capacities, coloured by load: .svg");
  parser.writes(heat_map);
  parser.flag_with_value("--what-if", "2", what_if,
                         "how much shorter the run is if each part that takes time is so many times as fast: simulates it again "
                         "for each; --what-if=SPEED; default 2");
  parser.texts("--what-if-of", "NAME=PART", parts,
               "of this part, as in 'cards=workers.start where w < 3'; may be given several times");
  parser.texts("--what-if-set", "NAME=VALUE", settings, "with this value of a constant, as --set; may be given several times");
}

bool TimeArguments::read(SimulationOptions& simulation, Session& session) {
  if (!path_by.empty()) simulation.critical_path = true;
  if (!heat_map.empty() && !heat_map.ends_with(".svg")) {
    session.status.error(fmt::format("petriloom simulate: --heat-map: '{}' does not end in .svg", heat_map));
    return false;
  }
  if (what_if.empty()) return true;
  speed = parse_number<double>(what_if).value_or(0);
  if (speed > 0 && speed <= 1e6) return true;
  session.status.error(fmt::format(
      "petriloom simulate: --what-if: '{}' is not a number above 0, and 1000000 at most, as in --what-if=2: twice as fast",
      what_if));
  return false;
}

TimeRecorders::TimeRecorders(const Net& net, bool utilisation, bool loads) : net_(net) {
  if (loads) loads_.emplace(net);
  tasks_ = find_task_net(net);
  if (!utilisation) return;
  utilisation_.emplace(net);
  if (tasks_) workers_.emplace(net, *tasks_);
}

void TimeRecorders::add_to(TraceTee& sinks) {
  if (utilisation_) sinks.add(&*utilisation_);
  if (loads_) sinks.add(&*loads_);
  if (workers_) sinks.add(&*workers_);
}

TimeSpent TimeRecorders::take(const std::optional<CriticalPath>& path, std::size_t intervals) {
  TimeSpent spent;
  if (utilisation_) spent.utilisation = utilisation_->utilisation(intervals);
  if (loads_) spent.loads = loads_->take();
  if (workers_) spent.makespan = makespan_of(net_, *tasks_, workers_->take());
  if (tasks_ && path) spent.task_path = task_path_of(net_, *tasks_, *path);
  return spent;
}

bool write_heat_map(const TimeArguments& asked, const TimeSpent& spent, const std::string& name, Session& session) {
  if (asked.heat_map.empty() || !spent.loads) return true;
  const std::string title = fmt::format("{}: load over {}", name, quantity(spent.loads->end, "s"));
  return write_output(asked.heat_map, heat_map_svg(*spent.loads, title), session);
}

bool are_variables(const char* option, const std::vector<std::string>& lists, const Net& net, Session& session) {
  const std::map<std::string, std::set<ColourSetId>> variables = variables_of(net);
  for (const std::string& by : lists) {
    const std::vector<std::string> parts = parts_of_list(by);
    if (std::any_of(parts.begin(), parts.end(), [](const std::string& one) { return one.empty(); })) {
      session.status.error(fmt::format("petriloom simulate: {}: '{}' is not a list of variables, as in w or s,m", option, by));
      return false;
    }
    for (const std::string& part : parts) {
      const std::string name = part.substr(0, part.find('.'));
      const auto found = variables.find(name);
      if (found == variables.end()) {
        std::vector<std::string> names;
        for (const auto& [known, colours] : variables) names.push_back(known);
        session.status.error(fmt::format("petriloom simulate: {}: no transition has a variable '{}'{}{}", option, name,
                                         names.empty() ? "" : "; ", suggest(name, names)));
        return false;
      }
      const auto missing = missing_part(net.colours, {found->second.begin(), found->second.end()}, part);
      if (!missing) continue;
      const std::string help = suggest(missing->part, missing->known);
      session.status.error(fmt::format("petriloom simulate: {}: '{}' has no part '{}'{}{}", option, missing->of, missing->part,
                                       help.empty() ? "" : "; ", help));
      return false;
    }
  }
  return true;
}

std::optional<std::vector<FasterPart>> read_parts(const TimeArguments& asked, const WhatIfSubject& subject, Session& session) {
  std::vector<FasterPart> parts;
  bool right = true;
  const auto add = [&](std::optional<FasterPart> part) {
    if (part) parts.push_back(std::move(*part));
    right = right && part.has_value();
  };
  std::set<std::string> given;
  const auto once = [&](const char* option, const std::string& text) {
    if (given.insert(fmt::format("{} {}", option, text)).second) return true;
    session.status.error(fmt::format("petriloom simulate: {}: '{}' is given twice", option, text));
    return right = false;
  };
  for (const std::string& text : asked.parts) {
    if (once("--what-if-of", text.substr(0, text.find('=')))) add(read_part(text, subject.net, session));
  }
  for (const std::string& text : asked.settings) {
    if (once("--what-if-set", text)) add(read_setting(text, subject, session));
  }
  right = right && are_variables("--critical-path-by", asked.path_by, subject.net, session);
  if (!right) return std::nullopt;
  return parts;
}

WhatIf simulate_again(const Net& net, const TimeArguments& asked, const std::vector<FasterPart>& parts,
                      const SimulationOptions& simulation, const SimulationResult& result, Session& session) {
  std::vector<FasterPart> all;
  if (!asked.what_if.empty()) all = parts_of(net, result);
  all.insert(all.end(), parts.begin(), parts.end());
  WhatIfOptions options;
  options.speed = asked.speed;
  options.begun = [&](const std::string& name) { session.status.progress(fmt::format("what if: {}", name)); };
  WhatIf again = what_if(net, all, simulation, result, options);
  session.status.clear();
  for (const WhatIfMessages& one : again.messages) report(one.diagnostics, *one.sources, session);
  return again;
}

}  // namespace petriloom::cli
