// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "engine/expr/eval.h"
#include "formats/andl/andl.h"
#include "formats/andl/reader.h"
#include "formats/andl_writing/names.h"
#include "formats/common/assignments.h"

namespace petriloom::andl {

namespace {

constexpr std::array kClasses = std::to_array<NetClass>({{"pn", false, false},
                                                         {"xpn", false, false},
                                                         {"spn", true, false},
                                                         {"gspn", true, false},
                                                         {"xspn", true, false},
                                                         {"tpn", true, false},
                                                         {"cpn", true, true},
                                                         {"hpn", true, true}});

// A parameter may be any number, unless its order matters inside: then it is a colour of its set.
bool ordered(const Term& term) {
  return term.kind == TermKind::unary || std::any_of(term.children.begin(), term.children.end(), ordered);
}

}  // namespace

const NetClass* find_class(std::string_view name) {
  if (name.starts_with("col")) name.remove_prefix(3);
  const auto found = std::find_if(kClasses.begin(), kClasses.end(), [&](const NetClass& each) { return each.name == name; });
  return found == kClasses.end() ? nullptr : &*found;
}

std::vector<std::string> class_names() {
  std::vector<std::string> all;
  for (const std::string_view prefix : {"", "col"}) {
    for (const NetClass& each : kClasses) all.push_back(std::string(prefix) + std::string(each.name));
  }
  return all;
}

void Reader::read() {
  Module whole;
  whole.name = builder_.net().name;
  builder_.add(std::move(whole));
  net_class();
  constants();
  read_colour_sets(in_);
  variables();
  for (const FunctionLine& line : in_.document.functions) scope_.functions[line.name] = &line;
  colour_functions();
  places();
  for (const TransitionLine& line : in_.document.transitions) transition(line);
  if (!in_.time_left_out.empty()) {
    builder_.diagnostics().warning(in_.time_left_out.front(),
                                   fmt::format("a net of class '{}' has no time: the rates of {} transitions are left out",
                                               in_.document.net_class, in_.time_left_out.size()));
  }
  if (in_.document.observers.known()) {
    builder_.diagnostics().warning(in_.document.observers, "observers are not read; the net is the same without them");
  }
}

bool Reader::is_fluid(const PlaceLine& line) const {
  return in_.net_class != nullptr && in_.net_class->continuous && (line.continuous || in_.all_continuous);
}

void Reader::net_class() {
  const auto refuse_coloured = [this](const Location& where) {
    in_.error(where, "coloured continuous places and transitions are not supported",
              "those of the uncoloured classes cpn and hpn are");
  };
  in_.net_class = find_class(in_.document.net_class);
  coloured_ = in_.document.net_class.starts_with("col");
  if (in_.net_class == nullptr) {
    in_.error({FileId(0), 1, 1}, fmt::format("there is no class of nets '{}'", in_.document.net_class),
              suggest(in_.document.net_class, class_names()));
    return;
  }
  in_.all_continuous = in_.net_class->name == "cpn" && in_.document.continuous.empty();
  if (coloured_ && in_.all_continuous && !in_.document.transitions.empty()) refuse_coloured(in_.document.transitions.front().where);
  for (const Location& where : in_.document.continuous) {
    if (in_.net_class->continuous) {
      if (coloured_) refuse_coloured(where);
    } else {
      builder_.diagnostics().warning(
          where, fmt::format("a net of class '{}' is discrete: what is called continuous here is read as discrete",
                             in_.document.net_class));
    }
  }
}

// The value sets are the net's scenarios; without a choice the first one holds.
std::size_t Reader::chosen_set() {
  Net& net = builder_.net();
  if (in_.document.value_sets.size() > 1) net.scenarios.assign(in_.document.value_sets.begin(), in_.document.value_sets.end());
  if (options_.scenario.empty()) return 0;
  const auto found = std::find(in_.document.value_sets.begin(), in_.document.value_sets.end(), options_.scenario);
  if (found == in_.document.value_sets.end()) {
    in_.error({FileId(0), 0, 0}, fmt::format("there is no value set '{}'", options_.scenario),
              suggest(options_.scenario, net.scenarios));
    return 0;
  }
  net.scenario = options_.scenario;
  return static_cast<std::size_t>(found - in_.document.value_sets.begin());
}

std::string Reading::original(std::string_view identifier) const {
  const auto found = originals.find(std::string(identifier));
  return found == originals.end() ? std::string(identifier) : found->second;
}

void Reader::constants() {
  const std::size_t chosen = chosen_set();
  for (const Constant& line : in_.document.constants) {
    const std::size_t sets = std::max<std::size_t>(in_.document.value_sets.size(), 1);
    if (line.values.size() != 1 && line.values.size() != sets) {
      in_.error(line.where, fmt::format("'{}' has {} values, and there are {} value sets", line.name, line.values.size(), sets));
      continue;
    }
    const Term& value = line.values[line.values.size() == 1 ? 0 : chosen];
    const bool real = line.type == "double" || line.type == "real" || line.type == "float";
    scope_.context = real ? Context::reals : Context::colours;
    const std::string what = fmt::format("the constant '{}'", line.name);
    ExprId made;
    if (real) {
      if (const auto number = scope_.real(value, what)) made = builder_.expr().real(*number, line.where);
    } else if (line.type == "int") {
      if (const auto number = scope_.integer(value, what)) made = builder_.expr().integer(*number, line.where);
    } else if (line.type == "bool") {
      made = scope_.condition(value);
      if (made.valid() && !builder_.expr().require_constant(made, what)) made = {};
    } else {
      in_.error(line.where, fmt::format("constants are not of type '{}'", line.type),
                suggest(line.type, {"int", "double", "bool"}));
    }
    if (scope_.constants.count(line.name) > 0) {
      in_.error(line.where, fmt::format("there is another constant '{}'", line.name));
    }
    scope_.constants[line.name] = made;
  }
  scope_.context = Context::colours;
}

void Reader::variables() {
  for (const VariableLine& line : in_.document.variables) {
    const ColourSetId colour = scope_.colour_set(line.colour, line.where);
    if (scope_.variables.count(line.name) > 0) {
      in_.error(line.where, fmt::format("there is another variable '{}'", line.name));
    }
    scope_.variables[line.name] = colour;
  }
}

void Reader::colour_functions() {
  for (const FunctionLine& line : in_.document.colour_functions) {
    Function function;
    function.name = std::string(line.name);
    function.where = line.where;
    function.result = line.result == "double" ? ColourTable::kReal : scope_.colour_set(line.result, line.where);
    scope_.bound.clear();
    std::vector<Variable> frame;
    for (const VariableLine& parameter : line.parameters) {
      ColourSetId colour = scope_.colour_set(parameter.colour, parameter.where);
      if (!colour.valid()) {
        scope_.bound[parameter.name] = ExprId();
        function.result = ColourSetId();
        continue;
      }
      const ColourSet& set = builder_.net().colours[colour];
      if (set.kind == ColourKind::range && !ordered(line.body.front())) colour = ColourTable::kInt;
      scope_.bound[parameter.name] = builder_.expr().variable(colour, static_cast<std::uint32_t>(frame.size()), parameter.where);
      frame.push_back({std::string(parameter.name), colour});
      function.parameter_names.emplace_back(parameter.name);
      function.parameters.push_back(colour);
    }
    scope_.frame = &frame;
    function.body = scope_.expression(line.body.front(), function.result);
    if (function.body.valid() && function.result.valid())
      function.body = builder_.expr().convert(function.body, function.result, line.where);
    function.slots = static_cast<std::uint32_t>(frame.size());
    scope_.frame = nullptr;
    scope_.bound.clear();
    if (scope_.colour_functions.count(line.name) > 0) {
      in_.error(line.where, fmt::format("there is another function '{}'", line.name));
    }
    // One that is wrong was reported and has no result; calls of it are not reported again.
    const bool right = function.result.valid() && function.body.valid();
    scope_.colour_functions[line.name] = right ? builder_.add(std::move(function)) : FunctionId();
  }
}

void Reader::used(const Term& term, std::set<std::string_view>& names) const {
  if (term.kind == TermKind::name && scope_.variables.count(term.text) > 0) names.insert(term.text);
  for (const Term& child : term.children) used(child, names);
}

void Reader::places() {
  for (const PlaceLine& line : in_.document.places) place(line);
  // Markings may speak of the tokens of no place, so all places come first.
  std::size_t p = 0;
  for (const PlaceLine& line : in_.document.places) {
    const auto found = scope_.places.find(line.name);
    if (found == scope_.places.end() || found->second.index() != p) continue;
    ++p;
    if (!line.marking.empty() && !(coloured_ && is_fluid(line))) mark(found->second, line.marking.front());
  }
}

void Reader::place(const PlaceLine& line) {
  Place place;
  place.name = in_.original(line.name);
  place.where = line.where;
  place.module = ModuleId(0);
  if (coloured_ && line.colour.empty()) {
    in_.error(line.where, fmt::format("the place '{}' has no colour set", line.name));
    return;
  }
  place.fluid = !coloured_ && is_fluid(line);
  place.colour = line.colour.empty() ? ColourTable::kUnit : scope_.colour_set(line.colour, line.where);
  if (!place.colour.valid()) place.colour = ColourTable::kUnit;
  if (scope_.places.count(line.name) > 0) {
    in_.error(line.where, fmt::format("there is another place '{}'", line.name));
    return;
  }
  if (line.fixed) {
    fixed_.insert(builder_.net().places.size());
    builder_.diagnostics().warning(line.where,
                                   fmt::format("'{}' is fixed: firing needs its tokens and does not change them", line.name));
  }
  scope_.places[line.name] = builder_.add(std::move(place));
}

void Reader::mark(PlaceId place, const Term& term) {
  if (builder_.net()[place].fluid) {
    scope_.context = Context::reals;
    if (const auto level = scope_.real(term, "an initial level")) builder_.net().places[place.index()].level = *level;
    scope_.context = Context::colours;
    return;
  }
  if (builder_.net()[place].colour == ColourTable::kUnit && !coloured_) {
    const auto count = scope_.integer(term, "an initial marking");
    if (count && *count < 0) in_.error(term.where, "an initial marking cannot be negative");
    if (count && *count > 0) builder_.mark(place, 0, *count);
    return;
  }
  if (term.kind == TermKind::multiset) {
    for (const Term& child : term.children) mark_all(place, child);
  } else {
    mark_all(place, term);
  }
}

// One term; the variables in it take all colours.
void Reader::mark_all(PlaceId place, const Term& term) {
  std::set<std::string_view> names;
  used(term, names);
  const std::vector<std::string_view> free(names.begin(), names.end());
  std::vector<Variable> frame;
  for (const std::string_view name : free) {
    const ColourSetId colour = scope_.variables[name];
    if (!colour.valid()) return;
    scope_.bound[name] = builder_.expr().variable(colour, static_cast<std::uint32_t>(frame.size()), term.where);
    frame.push_back({std::string(name), colour});
  }
  scope_.frame = &frame;
  mark_assignments(place, term);
  scope_.frame = nullptr;
  scope_.bound.clear();
}

void Reader::mark_assignments(PlaceId place, const Term& term) {
  Net& net = builder_.net();
  const std::vector<Summand> summands = scope_.multiset(term, net[place].colour);
  std::vector<std::uint32_t> slots(scope_.frame->size());
  std::iota(slots.begin(), slots.end(), 0U);
  Evaluator evaluator(net, net.pool);
  const auto mark = [&](std::span<Word> frame) {
    for (const Summand& each : summands) {
      if (each.condition.valid() && evaluator.eval(each.condition, frame) == 0) continue;
      const Word count = each.count.valid() ? evaluator.eval(each.count, frame) : 1;
      if (count < 0) throw EvalError(each.where, "an initial marking cannot be negative");
      if (count == 0) continue;
      const Word value = evaluator.eval(each.value, frame);
      if (!each.each) {
        builder_.mark(place, value, count);
        continue;
      }
      for (const Word colour : net.pool.view(value)) builder_.mark(place, colour, count);
    }
  };
  try {
    if (for_each_assignment(net.colours, *scope_.frame, slots, Reading::kMostTried, mark)) return;
    in_.error(term.where, fmt::format("more than {} combinations of colours in an initial marking", Reading::kMostTried));
  } catch (const EvalError& error) {
    in_.error(error.where().known() ? error.where() : term.where, error.what());
  }
}

namespace {

// The order that a comment gives; transitions that it does not know come last.
void put_in_order(std::vector<TransitionLine>& lines, const std::vector<std::string>& order) {
  std::map<std::string_view, std::size_t> rank;
  for (std::size_t k = 0; k < order.size(); ++k) rank.emplace(order[k], k);
  std::stable_sort(lines.begin(), lines.end(), [&](const TransitionLine& a, const TransitionLine& b) {
    const auto at_a = rank.find(a.name);
    const auto at_b = rank.find(b.name);
    return (at_a == rank.end() ? order.size() : at_a->second) < (at_b == rank.end() ? order.size() : at_b->second);
  });
}

}  // namespace

ReadResult read(const std::string& path, std::string text, const ReadOptions& options) {
  ReadResult result;
  result.sources = std::make_shared<Sources>();
  const FileId file = result.sources->add(path, std::move(text));
  Document document = parse(*result.sources, file, result.diagnostics);
  if (result.diagnostics.has_errors()) return result;
  const std::string& content = result.sources->text(file);
  const std::map<std::string, std::string> originals = names_in(content);
  const auto title = originals.find(std::string(document.name));
  NetBuilder builder(title == originals.end() ? std::string(document.name) : title->second, result.sources);
  const Kept kept = kept_in(content);
  put_in_order(document.transitions, kept.order);
  Reader(document, originals, kept, options, builder).read();
  result.net = builder.build();
  result.diagnostics.append(builder.diagnostics());
  return result;
}

}  // namespace petriloom::andl

namespace petriloom {

ReadResult read_andl(const std::string& path, std::string text, const ReadOptions& options) {
  return andl::read(path, std::move(text), options);
}

}  // namespace petriloom
