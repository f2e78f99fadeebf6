// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/draft.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace petriloom::test {

namespace {

std::shared_ptr<Sources> blank_sources() {
  auto sources = std::make_shared<Sources>();
  sources->add("draft", std::string(2000, '\n'));
  return sources;
}

}  // namespace

Draft::Draft() : builder("net", blank_sources()), file_(0) { builder.add(Module{}); }

Location Draft::where() { return {file_, line_, 1}; }

PlaceId Draft::place(const std::string& name, ColourSetId colour) {
  Place place;
  place.name = name;
  place.module = ModuleId(0);
  place.colour = colour;
  ++line_;
  place.where = where();
  return builder.add(std::move(place));
}

PlaceId Draft::place(const std::string& name, std::int64_t tokens) {
  const PlaceId id = place(name);
  if (tokens > 0) builder.mark(id, 0, tokens);
  return id;
}

TransitionId Draft::transition(const std::string& name, std::vector<Variable> variables) {
  Transition transition;
  transition.name = name;
  transition.module = ModuleId(0);
  transition.binding_size = static_cast<std::uint32_t>(variables.size());
  transition.variables = std::move(variables);
  ++line_;
  transition.where = where();
  return builder.add(std::move(transition));
}

Arc& Draft::arc(TransitionId transition, ArcKind kind, PlaceId place, ExprId value, std::int64_t count) {
  Arc arc;
  arc.place = place;
  arc.kind = kind;
  arc.value = value.valid() ? value : e().unit(where());
  if (count != 1) arc.count = num(count);
  arc.where = where();
  auto& arcs = (*this)[transition].arcs;
  arcs.push_back(arc);
  return arcs.back();
}

void Draft::time(TransitionId t, Timing timing, double a, double b) {
  (*this)[t].timing = timing;
  (*this)[t].a = real(a);
  if (timing != Timing::exponential && timing != Timing::deterministic) (*this)[t].b = real(b);
}

MeasureId Draft::measure(const std::string& name, MeasureKind kind, TransitionId transition, ExprId value) {
  Measure measure;
  measure.name = name;
  measure.module = ModuleId(0);
  measure.kind = kind;
  const ExprId real = value.valid() ? to(ColourTable::kReal, value) : ExprId();
  if (transition.valid()) measure.firings.push_back({transition, {}, real, 0});
  if (!transition.valid()) measure.value = real;
  measure.where = where();
  return builder.add(std::move(measure));
}

Net Draft::build() {
  const auto sources = builder.net().sources;
  std::optional<Net> net = builder.build();
  EXPECT_TRUE(net.has_value()) << builder.diagnostics().format(*sources);
  if (!net) throw std::runtime_error("the net of the test has errors");
  return std::move(*net);
}

// Handles of lists and tuples are those of a pool, and say nothing where another made them.
std::string TextTrace::written(ColourSetId colours, Word colour) const {
  return net_.colours[colours].pooled() ? net_.colours.format(colours, colour, *pool_) : std::to_string(colour);
}

void TextTrace::fired(double now, TransitionId transition, std::span<const Word> binding, const WordPool& pool) {
  pool_ = &pool;
  std::string name = net_[transition].name;
  std::vector<std::string> words;
  for (std::size_t k = 0; k < binding.size(); ++k) words.push_back(written(net_[transition].variables[k].colour, binding[k]));
  if (!binding.empty()) name += fmt::format("({})", fmt::join(words, ","));
  text += fmt::format("{} {}\n", now, name);
  firings.push_back(std::move(name));
  times.push_back(now);
}

void TextTrace::put(double, double available, PlaceId place, Word colour, std::int64_t count) {
  text += fmt::format(" + {} {} x{} @{}\n", net_[place].name, written(net_[place].colour, colour), count, available);
}

void TextTrace::taken(double, double arrival, PlaceId place, Word colour, std::int64_t count) {
  text += fmt::format(" - {} {} x{} @{}\n", net_[place].name, written(net_[place].colour, colour), count, arrival);
}

std::string Recorded::sequence() const { return fmt::format("{}", fmt::join(firings, " ")); }

Recorded record(const Net& net, SimulationOptions options) {
  TextTrace trace(net);
  options.trace = &trace;
  Recorded recorded;
  recorded.result = simulate(net, options);
  EXPECT_FALSE(recorded.result.diagnostics.has_errors()) << recorded.result.diagnostics.format(*net.sources);
  recorded.firings = std::move(trace.firings);
  recorded.times = std::move(trace.times);
  recorded.text = std::move(trace.text);
  return recorded;
}

Estimate value_of(const SimulationResult& result, const std::string& name) {
  for (const MeasureResult& measure : result.measures) {
    if (measure.name == name) return measure.value;
  }
  ADD_FAILURE() << "no measure " << name;
  return {};
}

}  // namespace petriloom::test
