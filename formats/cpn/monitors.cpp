// SPDX-License-Identifier: Apache-2.0
// Monitors: counters, marking sizes, lengths of lists and data collectors become measures, what
// looks at the marking alone to stop a run becomes the stop condition.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/expr/match.h"
#include "formats/cpn/monitor_functions.h"

namespace petriloom::cpn {

namespace {

class MonitorReader {
 public:
  MonitorReader(NetContext& context, Pages& pages, const Monitor& monitor) : context_(context), pages_(pages), monitor_(monitor) {}

  /// Throws LeftOut, and then something may have been added to the messages.
  void read() {
    find_nodes();
    switch (monitor_.kind) {
      case MonitorKind::marking_size:
        return marking_size();
      case MonitorKind::list_length:
        return list_length();
      case MonitorKind::count_occurrences:
        return count();
      case MonitorKind::data_collector:
        return places_.empty() ? collect() : collect_over_time();
      case MonitorKind::breakpoint:
        return stop_by_function();
      case MonitorKind::place_content:
        return stop_by_content();
      case MonitorKind::transition_enabled:
        throw LeftOut{"it stops by what is enabled"};
      case MonitorKind::write_in_file:
        throw LeftOut{"it writes a file; --trace writes what happened"};
      default:
        throw LeftOut{"its functions may do anything"};
    }
  }

 private:
  [[nodiscard]] ExprBuilder& e() { return context_.e(); }
  [[nodiscard]] ml::Workspace& work() { return context_.work(); }

  void find_nodes() {
    for (const auto& [node, instance_id] : monitor_.nodes) {
      bool found = false;
      for (std::size_t k = 0; k < pages_.instances().size(); ++k) {
        const Instance& instance = pages_.instances()[k];
        if (!instance.page || (instance.said && instance.said->id != instance_id)) continue;
        if (const auto place = instance.places.find(node); place != instance.places.end()) {
          places_.push_back(place->second);
          found = true;
        }
        const auto same = [&id = node](const TransitionNode& one) { return one.id == id && one.subpage.empty(); };
        const auto& all = instance.page->transitions;
        const auto transition = std::find_if(all.begin(), all.end(), same);
        const auto made = instance.transitions.find(node);
        if (transition == all.end() || made == instance.transitions.end()) continue;
        transitions_.push_back({k, &*transition, made->second});
        found = true;
      }
      if (!found) throw LeftOut{"it looks at what is neither a place nor a transition that fires"};
    }
    if (monitor_.nodes.empty()) throw LeftOut{"it looks at nothing"};
  }

  /// Places, each once: several nodes may be one place.
  std::vector<PlaceId> made_places() {
    std::vector<PlaceId> all;
    for (const std::size_t place : places_) {
      const PlaceId made = pages_.place(pages_.root(place)).made;
      if (std::find(all.begin(), all.end(), made) == all.end()) all.push_back(made);
    }
    return all;
  }

  Measure measure(MeasureKind kind) {
    Measure made;
    made.name = net_name(monitor_.name);
    made.module = ModuleId{std::size_t{0}};
    made.kind = kind;
    made.where = monitor_.where;
    return made;
  }

  void count() {
    Measure made = measure(MeasureKind::count);
    for (const Watched& one : transitions_) made.firings.push_back({one.made, {}, {}, 0});
    context_.builder.add(std::move(made));
  }

  void average(ExprId value, std::uint32_t slots) {
    Measure made = measure(MeasureKind::average);
    made.value = e().convert(value, ColourTable::kReal, monitor_.where);
    made.slots = slots;
    context_.builder.add(std::move(made));
  }

  void marking_size() {
    ExprId all;
    for (const PlaceId place : made_places()) {
      const ExprId tokens = e().tokens(place, {}, monitor_.where);
      all = all.valid() ? e().binary(Op::add, all, tokens, monitor_.where) : tokens;
    }
    average(all, 0);
  }

  // The lengths of all lists in the place.
  void list_length() {
    ExprId all;
    for (const PlaceId place : made_places()) {
      const ColourSetId colour = context_.net()[place].colour;
      if (context_.net().colours[colour].kind != ColourKind::list) throw LeftOut{"its place holds no lists"};
      const ExprId one = e().variable(colour, 0, monitor_.where);
      const ExprId length = e().list_op(Op::length, std::array{one}, monitor_.where);
      const ExprId sum = e().comprehension(Op::sum, 0, e().token_list(place, monitor_.where), length, monitor_.where);
      all = all.valid() ? e().binary(Op::add, all, sum, monitor_.where) : sum;
    }
    average(all, 1);
  }

  // The mean of what is observed over the firings that are wanted.
  void collect() {
    const auto timed = monitor_.options.find("Timed");
    if (timed != monitor_.options.end() && timed->second) throw LeftOut{"it takes the average over time of what firings observe"};
    MonitorFunctions functions(context_, pages_, monitor_, false);
    Measure made = measure(MeasureKind::mean);
    for (const Watched& one : transitions_) {
      MeasuredFirings firings{one.made, {}, {}, 0};
      functions.enter(one);
      firings.condition = functions.call("Predicate", "pred", &one, ColourTable::kBool);
      if (never(firings.condition)) continue;
      if (always(firings.condition)) firings.condition = {};
      firings.value = functions.call("Observer", "obs", &one, ColourTable::kReal);
      context_.net().transitions[one.made.index()].variables = work().now().slots;
      made.firings.push_back(firings);
    }
    if (made.firings.empty()) throw LeftOut{"it observes nothing"};
    context_.builder.add(std::move(made));
  }

  // What is observed of the marking, whatever fires: its average over time.
  void collect_over_time() {
    const auto timed = monitor_.options.find("Timed");
    const LeftOut other{"it looks at the marking after some firings, here measures look at it over time"};
    if (timed == monitor_.options.end() || !timed->second || transitions_.empty()) throw other;
    MonitorFunctions functions(context_, pages_, monitor_, true);
    for (const Watched& one : transitions_) {
      functions.enter(one);
      if (!always(functions.call("Predicate", "pred", &one, ColourTable::kBool))) throw other;
    }
    if (functions.asks_what_fired("Observer", "obs")) throw other;
    functions.enter(transitions_[0]);
    const ExprId value = functions.call("Observer", "obs", &transitions_[0], ColourTable::kReal);
    if (!free_variables(context_.net(), value, context_.net()[transitions_[0].made].binding_size).empty()) throw other;
    average(value, static_cast<std::uint32_t>(work().now().slots.size()));
  }

  void stop(ExprId condition) {
    Net& net = context_.net();
    net.stop = net.stop.valid() ? e().binary(Op::or_, net.stop, condition, monitor_.where) : condition;
    net.stop_slots = std::max(net.stop_slots, static_cast<std::uint32_t>(work().now().slots.size()));
  }

  void stop_by_content() {
    work().now() = {};
    const auto option = monitor_.options.find("If is empty");
    const bool empty = option != monitor_.options.end() && option->second;
    for (const PlaceId place : made_places()) {
      const ExprId tokens = e().tokens(place, {}, monitor_.where);
      stop(e().binary(empty ? Op::equal : Op::greater, tokens, e().integer(0, monitor_.where), monitor_.where));
    }
  }

  void stop_by_function() {
    if (!transitions_.empty()) throw LeftOut{"it stops by what has fired; a stop condition sees the marking alone"};
    work().now() = {};
    MonitorFunctions functions(context_, pages_, monitor_, true);
    stop(functions.call("Predicate", "pred", nullptr, ColourTable::kBool));
  }

  [[nodiscard]] bool is_literal(ExprId expr, Word word) const { return context_.e().constant(expr) == word; }
  [[nodiscard]] bool always(ExprId expr) const { return is_literal(expr, 1); }
  [[nodiscard]] bool never(ExprId expr) const { return is_literal(expr, 0); }

  NetContext& context_;
  Pages& pages_;
  const Monitor& monitor_;
  std::vector<std::size_t> places_;
  std::vector<Watched> transitions_;
};

}  // namespace

void make_monitors(NetContext& context, Pages& pages) {
  for (const Monitor& monitor : context.document.monitors) {
    if (monitor.disabled) continue;
    const Diagnostics before = context.diagnostics;
    const std::size_t functions = context.net().functions.size();
    std::string why;
    try {
      MonitorReader(context, pages, monitor).read();
      if (context.diagnostics.error_count() == before.error_count()) continue;
      why = context.diagnostics.list().back().message;
    } catch (const LeftOut& left) {
      why = context.diagnostics.error_count() == before.error_count() ? left.why : context.diagnostics.list().back().message;
    }
    context.diagnostics = before;
    context.translator.calls().forget(functions);
    context.diagnostics.warning(monitor.where, fmt::format("the monitor '{}' is left out: {}", monitor.name, why));
  }
}

}  // namespace petriloom::cpn
