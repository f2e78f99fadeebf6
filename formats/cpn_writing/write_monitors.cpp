// SPDX-License-Identifier: Apache-2.0
#include "formats/cpn_writing/write_monitors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>

namespace petriloom::cpn {
namespace {

bool in_names(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '\'' || c == '_'; }

std::string in_code(std::string_view name) {
  std::string text;
  for (const char c : name) {
    const bool continues = (static_cast<unsigned char>(c) & 0xC0U) == 0x80;  // a character that was begun
    if (!continues) text += in_names(c) ? c : '_';
  }
  return text;
}

// A function as CPN Tools suggests it, which takes the bindings of transitions apart.
std::string by_binding(std::string_view name, const std::string& clauses, std::string_view otherwise) {
  const std::string inner = fmt::format("{}BindElem", name);
  return fmt::format("fun {0} (bindelem) =\nlet\n{2}    | {1} _ = {3}\nin\n  {1} bindelem\nend", name, inner, clauses, otherwise);
}

class MonitorWriter {
 public:
  MonitorWriter(const Monitored& of, CpnFile& file, MlScope& scope, Diagnostics& diagnostics)
      : of_(of), net_(of.net), file_(file), scope_(scope), diagnostics_(diagnostics) {
    for (const PagePlan& page : of.plans.pages) {
      for (const SeenPlace& place : page.places) ++code_names_[code_name(page.name, place.name)];
      for (const TransitionId t : page.transitions) ++code_names_[code_name(page.name, net_[t].name)];
    }
  }

  std::string texts() {
    std::string all;
    for (const Measure& measure : net_.measures) {
      try {
        all += monitor(measure);
      } catch (const NoMlForm& refused) {
        const auto of_this = [&](const Lost& lost) { return lost.why == refused.what(); };
        const auto known = std::find_if(lost_.begin(), lost_.end(), of_this);
        if (known == lost_.end()) {
          lost_.push_back({refused.what(), &measure, 1});
        } else {
          ++known->count;
        }
      }
    }
    stops(net_.stop, all);
    report();
    return all;
  }

 private:
  struct Lost {
    std::string why;
    const Measure* first;
    std::size_t count;
  };

  std::string monitor(const Measure& measure) {
    if (!measure.keys.empty()) throw NoMlForm(measure.where, "a monitor of CPN Tools is one, not a family");
    switch (measure.kind) {
      case MeasureKind::count:
        return count(measure);
      case MeasureKind::average:
        return average(measure);
      case MeasureKind::mean:
        return mean(measure);
      default:
        throw NoMlForm(measure.where, "CPN Tools has no such monitor");
    }
  }

  std::string count(const Measure& measure) {
    if (measure.firings.size() != 1) throw NoMlForm(measure.where, "a monitor of CPN Tools counts firings of one transition");
    const MeasuredFirings& firings = measure.firings[0];
    if (firings.condition.valid()) throw NoMlForm(measure.where, "a monitor of CPN Tools counts all firings of its transition");
    return file_.monitor({name(measure), 6, "Count transition occurrence data collection", {node(firings.transition)}, {}, kNoLog});
  }

  std::string average(const Measure& measure) {
    const ExprId value = without_conversion(measure.value);
    if (const std::optional<PlaceId> place = counted(value)) {
      return file_.monitor({name(measure), 0, "Marking size", around({*place}), {}, kNoLog});
    }
    if (const std::optional<PlaceId> place = counted_in_lists(value)) {
      return file_.monitor({name(measure), 5, "List length data collection", around({*place}), {}, kNoLog});
    }
    const std::vector<PlaceId> places = looked_at(value);
    const std::string marks = parameters(places);
    const std::string text = of_marking(places, value);
    const std::string all = fmt::format("({}) = SOME ({})", marks, text);
    return file_.monitor({name(measure),
                          3,
                          kCollects,
                          around(places),
                          {{"Predicate", fmt::format("fun pred (bindelem, {}) = true", marks)},
                           {"Observer", fmt::format("fun obs (bindelem, {}) = {}", marks, text)},
                           {"Init function", "fun init " + all},
                           {"Stop", "fun stop " + all}},
                          {{"Timed", true}, {"Logging", false}}});
  }

  std::string mean(const Measure& measure) {
    const auto& firings = measure.firings;
    const bool whole = std::all_of(firings.begin(), firings.end(),
                                   [this](const MeasuredFirings& each) { return without_conversion(each.value) != each.value; });
    std::string wanted, observed;
    std::vector<CpnFile::MonitorNode> nodes;
    for (const MeasuredFirings& each : firings) {
      const auto line = [&](std::string_view function, const std::string& value) {
        return fmt::format("{} {} ({} ({}, {{{}}})) = {}\n", nodes.empty() ? "  fun" : "    |", function, element(each, measure),
                           of_.plans.number[net_[each.transition].module.index()], bound(each.transition), value);
      };
      MlExpressions expressions(net_, scope_, of_.variables.names_of(each.transition));
      const auto text = [&](ExprId expr) {
        need_time(expr);
        return expressions.text(expr);
      };
      wanted += line("predBindElem", each.condition.valid() ? text(each.condition) : "true");
      observed += line("obsBindElem", text(whole ? without_conversion(each.value) : each.value));
      nodes.push_back(node(each.transition));
    }
    return file_.monitor({name(measure),
                          3,
                          kCollects,
                          nodes,
                          {{"Predicate", by_binding("pred", wanted, "false")},
                           {"Observer", by_binding("obs", observed, whole ? "~1" : "~1.0")},
                           {"Init function", "fun init () = NONE"},
                           {"Stop", "fun stop () = NONE"}},
                          {{"Timed", false}, {"Logging", false}}});
  }

  // One monitor for each of the conditions that `|` joins.
  void stops(ExprId condition, std::string& all) {
    if (!condition.valid()) return;
    const Expr& node = net_.exprs[condition];
    if (node.op == Op::or_) {
      for (const ExprId part : net_.exprs.children(condition)) stops(part, all);
      return;
    }
    try {
      all += stop(condition);
    } catch (const NoMlForm& refused) {
      diagnostics_.warning(node.where, fmt::format("left out: the condition that ends a simulation: {}", refused.what()));
    }
  }

  std::string stop(ExprId condition) {
    const Expr& node = net_.exprs[condition];
    if (node.op == Op::equal || node.op == Op::greater) {
      const std::span<const ExprId> sides = net_.exprs.children(condition);
      const std::optional<PlaceId> place = counted(sides[0]);
      const Expr& other = net_.exprs[sides[1]];
      if (place && other.op == Op::literal && other.payload == 0 && !names_constants(net_, sides[1])) {
        const bool empty = node.op == Op::equal;
        return file_.monitor({unique("stop"), 7, "Place content break point", {this->node(*place)}, {}, {{"If is empty", empty}}});
      }
    }
    const std::vector<PlaceId> places = looked_at(condition);
    std::vector<CpnFile::MonitorNode> nodes;
    for (const PlaceId place : places) nodes.push_back(this->node(place));
    const std::string pred = fmt::format("fun pred ({}) = {}", parameters(places), of_marking(places, condition));
    return file_.monitor({unique("stop"), 1, "Breakpoint", nodes, {{"Predicate", pred}}, {}});
  }

  void report() {
    for (const Lost& lost : lost_) {
      const std::string first = lost.first->name;
      diagnostics_.warning(lost.first->where,
                           lost.count == 1 ? fmt::format("left out: the measure '{}': {}", first, lost.why)
                                           : fmt::format("left out: {} measures, '{}' first: {}", lost.count, first, lost.why));
    }
  }

  // Names of monitors are those of the whole net.
  std::string name(const Measure& measure) {
    const std::string module = path(net_, measure.module);
    return unique(module.empty() ? measure.name : module + "_" + measure.name);
  }
  std::string unique(const std::string& wanted) {
    std::string free = wanted;
    for (std::size_t k = 2; !names_.insert(free).second; ++k) free = fmt::format("{} {}", wanted, k);
    return free;
  }

  [[nodiscard]] CpnFile::MonitorNode node(TransitionId id) const {
    return {of_.transition_ids[id.index()], of_.instance_ids[net_[id].module.index()]};
  }
  [[nodiscard]] CpnFile::MonitorNode node(PlaceId id) const {
    const std::size_t module = net_[id].module.index();
    return {of_.place_ids[of_.plans.page_of[module]][of_.plans.position(net_, id)], of_.instance_ids[module]};
  }
  // Places and the transitions that change what is in them.
  [[nodiscard]] std::vector<CpnFile::MonitorNode> around(const std::vector<PlaceId>& places) const {
    std::vector<CpnFile::MonitorNode> nodes;
    for (const PlaceId place : places) nodes.push_back(node(place));
    for (std::size_t t = 0; t < net_.transitions.size(); ++t) {
      const auto& arcs = net_.transitions[t].arcs;
      const auto there = [&](const Arc& arc) { return std::find(places.begin(), places.end(), arc.place) != places.end(); };
      if (std::any_of(arcs.begin(), arcs.end(), there)) nodes.push_back(node(TransitionId(t)));
    }
    return nodes;
  }

  // Numbers of tokens are ints, measures reals.
  [[nodiscard]] ExprId without_conversion(ExprId expr) const {
    const Expr& node = net_.exprs[expr];
    if (node.op != Op::convert || net_.colours[node.type].kind != ColourKind::real) return expr;
    const ExprId inner = net_.exprs.children(expr)[0];
    const ColourKind kind = net_.colours[net_.exprs[inner].type].kind;
    return kind == ColourKind::integer || kind == ColourKind::range ? inner : expr;
  }
  [[nodiscard]] std::optional<PlaceId> counted(ExprId expr) const { return counted_place(net_, expr); }
  // The place of `sum(x in PLACE : length(x))`.
  [[nodiscard]] std::optional<PlaceId> counted_in_lists(ExprId expr) const {
    const Expr& node = net_.exprs[expr];
    if (node.op != Op::sum) return std::nullopt;
    const Expr& list = net_.exprs[net_.exprs.children(expr)[0]];
    const ExprId body = without_conversion(net_.exprs.children(expr)[1]);
    if (list.op != Op::token_list || net_.exprs[body].op != Op::length) return std::nullopt;
    const Expr& element = net_.exprs[net_.exprs.children(body)[0]];
    if (element.op != Op::variable || element.payload != node.payload) return std::nullopt;
    if (net_.colours[element.type].kind != ColourKind::list) return std::nullopt;
    return PlaceId(static_cast<std::size_t>(list.payload));
  }

  // Places that an expression looks at, in the order in which functions of monitors take them.
  std::vector<PlaceId> looked_at(ExprId expr) {
    std::map<std::string, PlaceId> places;
    for_each_expr(net_.exprs, expr, [&](ExprId id) {
      const Expr& node = net_.exprs[id];
      if (node.op != Op::tokens && node.op != Op::token_list) return true;
      const PlaceId place(static_cast<std::size_t>(node.payload));
      places.emplace(mark(place, node.where), place);
      return true;
    });
    if (places.empty()) throw NoMlForm(net_.exprs[expr].where, "it looks at no place");
    std::vector<PlaceId> all;
    for (const auto& [known, place] : places) all.push_back(place);
    return all;
  }
  [[nodiscard]] std::string mark(PlaceId id, const Location& where) const {
    const ModuleId module = net_[id].module;
    const PagePlan& page = of_.plans.page(module);
    const std::string known = code_name(page.name, page.places[of_.plans.position(net_, id)].name);
    return fmt::format("{}_{}_mark", only(known, where), of_.plans.number[module.index()]);
  }
  std::string parameters(const std::vector<PlaceId>& places) {
    std::string text;
    for (const PlaceId place : places) {
      const bool timed = of_.timed[place.index()];
      text += fmt::format("{}{} : {} {}", text.empty() ? "" : ", ", mark(place, net_[place].where),
                          scope_.colours().name(net_[place].colour, net_[place].alias, timed), timed ? "tms" : "ms");
    }
    return text;
  }
  std::string of_marking(const std::vector<PlaceId>& places, ExprId expr) {
    need_time(expr);
    MlExpressions expressions(net_, scope_, {});
    for (const PlaceId place : places) {
      expressions.show_marking(place, mark(place, net_[place].where), of_.timed[place.index()]);
    }
    return expressions.text(expr);
  }

  [[nodiscard]] std::string element(const MeasuredFirings& firings, const Measure& measure) const {
    const Transition& transition = net_[firings.transition];
    return only(code_name(of_.plans.page(transition.module).name, transition.name), measure.where);
  }
  [[nodiscard]] std::string only(const std::string& known, const Location& where) const {
    if (code_names_.at(known) > 1) throw NoMlForm(where, fmt::format("several nodes are '{}' in functions of monitors", known));
    return known;
  }
  // The variables of a binding: those that stand at the transition or its arcs.
  [[nodiscard]] std::string bound(TransitionId id) const {
    const std::string& text = of_.transition_texts[id.index()];
    std::set<std::string> words;
    for (std::size_t k = 0; k < text.size();) {
      std::size_t end = k;
      while (end < text.size() && in_names(text[end])) ++end;
      if (end > k) words.insert(text.substr(k, end - k));
      k = end + 1;
    }
    std::set<std::string> names;
    for (const std::string& variable : of_.variables.names_of(id)) {
      if (words.contains(variable)) names.insert(variable);
    }
    return fmt::format("{}", fmt::join(names, ","));
  }
  // Without places whose tokens have times there is no time in CPN Tools.
  void need_time(ExprId expr) const {
    if (std::find(of_.timed.begin(), of_.timed.end(), true) != of_.timed.end()) return;
    for_each_expr(net_.exprs, expr, [&](ExprId id) {
      if (net_.exprs[id].op == Op::now) throw NoMlForm(net_.exprs[id].where, "the file has no time, as no place has");
      return true;
    });
  }

  static constexpr std::string_view kCollects = "Data collection";
  inline static const std::vector<CpnFile::MonitorOption> kNoLog{{"Logging", false}};
  const Monitored& of_;
  const Net& net_;
  CpnFile& file_;
  MlScope& scope_;
  Diagnostics& diagnostics_;
  std::map<std::string, std::size_t> code_names_;  ///< how many nodes have them
  std::set<std::string> names_;
  std::vector<Lost> lost_;
};

}  // namespace

std::string code_name(std::string_view page, std::string_view node) { return in_code(page) + "'" + in_code(node); }

std::string monitor_texts(const Monitored& of, CpnFile& file, MlScope& scope, Diagnostics& diagnostics) {
  return MonitorWriter(of, file, scope, diagnostics).texts();
}

}  // namespace petriloom::cpn
