// SPDX-License-Identifier: Apache-2.0
#include "formats/modules/body_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "formats/modules/bodies.h"

namespace petriloom::modules {
namespace {

std::string_view without_index(std::string_view name) { return name.substr(0, name.find('[')); }

/// Numbers, and texts with their lengths, so that no two things look the same.
class BodyText {
 public:
  BodyText(const Known& known, ModuleId home) : known_(known), net_(known.net), home_(home) {}

  std::optional<std::string> text() {
    put(net_[home_].kind);
    contents(home_);
    return possible_ ? std::optional(std::move(text_)) : std::nullopt;
  }

 private:
  void put(std::string_view text) {
    number(text.size());
    text_ += text;
    text_ += ' ';
  }
  template <class Number>
  void number(Number value) {
    fmt::format_to(std::back_inserter(text_), "{} ", value);
  }
  template <class Tag>
  void id(Id<Tag> value) {
    if (value.valid()) {
      number(value.index());
    } else {
      text_ += "- ";
    }
  }
  void at(const Position& position) {
    if (position.known) fmt::format_to(std::back_inserter(text_), "@{},{} ", position.x, position.y);
  }

  void contents(ModuleId m) {
    const Module& module = net_[m];
    number(module.hardware ? 1 : 0);
    for (std::size_t k = 0; k < module.indices.size(); ++k) {
      id(module.indices[k]);
      put(module.index_names[k]);
    }
    places(m);
    for (const Contents::Step& step : known_.contents.steps(m.index())) {
      if (step.module) {
        child(m, ModuleId(step.index));
      } else {
        transition(net_.transitions[step.index]);
      }
    }
    for (const std::size_t i : known_.contents.measures[m.index()]) measure(net_.measures[i]);
    for (const std::size_t i : known_.contents.properties[m.index()]) property(net_.properties[i]);
  }

  void places(ModuleId m) {
    std::map<std::string, std::pair<PlaceId, Position>> fused;
    for (const std::size_t i : known_.contents.places[m.index()]) {
      if (known_.fused[i] && m == home_) {
        fused.emplace(net_.places[i].name, std::pair(PlaceId(i), net_.places[i].at));
      } else {
        possible_ = possible_ && !known_.fused[i];
        place(net_.places[i]);
      }
    }
    for (const Reference& each : net_[m].references) {
      if (m == home_ && fused_between(net_, known_.fused, m, each)) {
        fused.emplace(each.name, std::pair(each.place, each.at));
      } else {
        reference(m, each);
      }
    }
    for (const auto& [name, place] : fused) {
      text_ += "fused ";
      put(name);
      id(place.first);
      at(place.second);
    }
  }

  void place(const Place& place) {
    text_ += "place ";
    put(place.name);
    id(place.colour);
    number(place.folded);
    number(place.fluid ? 1 : 0);
    number(place.level);
    for (const InitialTokens& tokens : place.initial) {
      number(tokens.colour);
      number(tokens.count);
      number(tokens.available);
    }
    for (const WrittenTokens& term : place.written) {
      exprs({term.count, term.value, term.available});
      number(term.each ? 1 : 0);
    }
    at(place.at);
  }

  void reference(ModuleId m, const Reference& reference) {
    text_ += "reference ";
    put(reference.name);
    number(static_cast<int>(reference.kind));
    at(reference.at);
    const Place& place = net_[reference.place];
    if (m == home_ && is_port(reference)) {
      id(place.colour);
      number(place.fluid ? 1 : 0);
      possible_ = possible_ && !inside(net_, place.module, home_);
    } else if (m == home_ && !inside(net_, place.module, home_) && reference_to(net_, m, reference.place) == &reference) {
      id(reference.place);
    } else {
      use(m, reference.place);
    }
  }

  void child(ModuleId around, ModuleId m) {
    text_ += "module ";
    put(net_[m].name);
    put(net_[m].kind);
    number(known_.bodies[m.index()]);
    if (known_.bodies[m.index()] == 0) return contents(m);
    for (const Reference& reference : net_[m].references) {
      if (is_port(reference)) use(around, reference.place);
    }
  }

  /// A place as a text in module `from` names it.
  void use(ModuleId from, PlaceId p) {
    const Place& place = net_[p];
    const Reference* const reference = reference_to(net_, home_, p);
    const bool other = reference != nullptr && fused_between(net_, known_.fused, home_, *reference);
    if (known_.fused[p.index()] && (place.module == home_ || other)) {
      seen(from, home_, place.name);
      text_ += "fused ";
      return put(place.name);
    }
    if (inside(net_, place.module, home_)) {
      seen(from, place.module, place.name);
      text_ += "inside ";
      put(path_inside(net_, home_, place.module));
      return put(place.name);
    }
    if (reference != nullptr) {
      seen(from, home_, reference->name);
      text_ += "port ";
      return put(reference->name);
    }
    text_ += "outside ";
    id(p);
  }

  void use(ModuleId from, TransitionId t) {
    const Transition& transition = net_[t];
    if (!inside(net_, transition.module, home_)) {
      text_ += "outside ";
      return id(t);
    }
    if (from != transition.module && transition.module == home_) {
      for (ModuleId m = from; m != home_; m = net_[m].parent) {
        for (const std::size_t i : known_.contents.transitions[m.index()])
          possible_ = possible_ && net_.transitions[i].name != transition.name;
      }
    } else {
      seen(from, transition.module, {});
    }
    text_ += "inside ";
    put(path_inside(net_, home_, transition.module));
    put(transition.name);
  }

  /// Nothing between `from` and the home may have the name that begins the path to `name`.
  void seen(ModuleId from, ModuleId module, const std::string& name) {
    first_ = name;
    if (from == module) return;
    for (ModuleId m = module; m != home_; m = net_[m].parent) first_ = net_[m].name;
    const std::string_view first = without_index(first_);
    for (ModuleId m = from; m != home_; m = net_[m].parent) {
      if (module == home_) {
        for (const std::size_t i : known_.contents.places[m.index()]) possible_ = possible_ && net_.places[i].name != first;
        for (const Reference& each : net_[m].references) possible_ = possible_ && each.name != first;
      } else {
        for (const std::size_t i : known_.contents.children[m.index()])
          possible_ = possible_ && without_index(net_.modules[i].name) != first;
      }
    }
  }

  void transition(const Transition& transition) {
    text_ += "transition ";
    from_ = transition.module;
    variables_ = transition.variables;
    put(transition.name);
    at(transition.at);
    for (const Variable& variable : transition.variables) {
      put(variable.name);
      id(variable.colour);
    }
    number(transition.binding_size);
    number(transition.folded);
    for (const Draw& draw : transition.draws) {
      number(draw.slot);
      exprs({draw.value});
      exprs(draw.abstract);
    }
    exprs(transition.guards);
    exprs(transition.exists);
    exprs({transition.priority, transition.order, transition.weight, transition.a, transition.b, transition.at_most,
           transition.delay});
    number(static_cast<int>(transition.timing));
    exprs(transition.times);
    number(transition.servers);
    number(static_cast<int>(transition.memory));
    if (transition.fair_with.valid()) use(from_, transition.fair_with);
    for (const Arc& arc : transition.arcs) this->arc(arc);
    text_ += "uses ";
    for (const Arc& arc : transition.uses) this->arc(arc);
  }

  void arc(const Arc& arc) {
    text_ += "arc ";
    use(from_, arc.place);
    number(static_cast<int>(arc.kind));
    exprs({arc.count, arc.value, arc.condition, arc.delay, arc.such});
    number(arc.each ? 1 : 0);
    number(arc.token);
    for (const std::uint32_t count : arc.indices) number(count);
    if (!arc.collect) return;
    text_ += "collect ";
    exprs({arc.collect->pattern, arc.collect->count, arc.collect->seen});
    number(arc.collect->list);
    number(arc.collect->tokens);
  }

  void measure(const Measure& measure) {
    text_ += "measure ";
    from_ = measure.module;
    variables_ = measure.keys;
    // The names in it are whole paths.
    possible_ = possible_ && measure.kind != MeasureKind::derived;
    put(measure.name);
    put(measure.unit);
    number(static_cast<int>(measure.kind));
    for (const auto* const list : {&measure.firings, &measure.until}) {
      text_ += "of ";
      for (const MeasuredFirings& of : *list) {
        use(from_, of.transition);
        exprs({of.condition, of.value});
        number(of.slots);
      }
    }
    for (const Variable& key : measure.keys) {
      put(key.name);
      id(key.colour);
    }
    number(measure.slots);
    exprs({measure.condition, measure.value});
    for (const std::vector<Word>& row : measure.members) {
      for (const Word word : row) number(word);
    }
  }

  void property(const Property& property) {
    text_ += "property ";
    from_ = property.module;
    variables_.clear();
    put(local_name(net_, property));
    number(static_cast<int>(property.kind));
    if (property.formula.valid()) formula(net_[property.formula]);
  }

  void formula(const Formula& node) {
    number(static_cast<int>(node.op));
    exprs({node.atom});
    number(node.slots);
    if (node.left.valid()) formula(net_[node.left]);
    if (node.right.valid()) formula(net_[node.right]);
  }

  void exprs(std::span<const ExprId> all) {
    number(all.size());
    for (const ExprId each : all) expr(each);
  }
  void exprs(std::initializer_list<ExprId> all) { exprs(std::span(all.begin(), all.size())); }

  void expr(ExprId e) {
    if (!e.valid()) {
      text_ += "- ";
      return;
    }
    // Equal values that come from different constants are not the same.
    e = as_written(net_, e);
    const Expr& node = net_.exprs[e];
    if (named_constant(net_, e) != nullptr) id(node.constant);
    number(static_cast<int>(node.op));
    id(node.type);
    const auto payload = static_cast<std::size_t>(node.payload);
    if (looks_at_tokens(node.op) || node.op == Op::level) {
      use(from_, PlaceId(payload));
      asked_for(first_);
    } else if (node.op == Op::fireable) {
      use(from_, TransitionId(payload));
    } else {
      number(node.payload);
    }
    exprs(net_.exprs.children(e));
  }

  /// A variable and a colour set are meant before a place of that name.
  void asked_for(const std::string& name) {
    const auto is_it = [&name](const Variable& variable) { return variable.name == name; };
    possible_ = possible_ && std::none_of(variables_.begin(), variables_.end(), is_it);
    for (std::size_t i = 0; i < net_.colours.size(); ++i) possible_ = possible_ && net_.colours[ColourSetId(i)].name != name;
    for (const ColourAlias& alias : net_.colours.aliases()) possible_ = possible_ && alias.name != name;
  }

  const Known& known_;
  const Net& net_;
  ModuleId home_;
  std::string text_;
  bool possible_ = true;
  ModuleId from_;
  std::vector<Variable> variables_;
  std::string first_;  ///< the first name of the path to the place that was named last
};

}  // namespace

std::optional<std::string> body_text(const Known& known, ModuleId module) { return BodyText(known, module).text(); }

}  // namespace petriloom::modules
