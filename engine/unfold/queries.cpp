// SPDX-License-Identifier: Apache-2.0
// Properties, the stop condition, final markings and measures of an unfolded net.
#include <fmt/format.h>

#include <algorithm>

#include "engine/net/index_text.h"
#include "engine/questions/measure_keys.h"
#include "engine/unfold/net.h"

namespace petriloom {

namespace {

// A derived measure with its keys replaced by their values.
DerivedExpr with_keys(const Net& net, const Measure& measure, std::span<const Word> member, DerivedExpr expr) {
  for (DerivedIndex& index : expr.indices) {
    if (index.kind != DerivedIndex::Kind::key) continue;
    index.kind = DerivedIndex::Kind::fixed;
    index.fixed = index_text(net.colours, measure.keys[index.key].colour, member[index.key], net.pool);
  }
  for (DerivedExpr& child : expr.children) child = with_keys(net, measure, member, std::move(child));
  return expr;
}

}  // namespace

void UnfoldNetMaker::left_out(const std::string& what, const Location& where, const std::string& why) {
  LeftOut& entry = left_out_[why];
  if (entry.names.empty()) entry.where = where;
  entry.names.push_back(what);
}

// One warning for each reason.
void UnfoldNetMaker::report_left_out() {
  constexpr std::size_t kShown = 3;
  for (const auto& [why, entry] : left_out_) {
    std::string names;
    for (std::size_t k = 0; k < std::min(entry.names.size(), kShown); ++k) names += (k > 0 ? ", " : "") + entry.names[k];
    if (entry.names.size() > kShown) names += fmt::format(" and {} more", entry.names.size() - kShown);
    diagnostics_.warning(entry.where, fmt::format("not carried over by unfolding: {}: {}", names, why));
  }
}

FormulaId UnfoldNetMaker::carry(FormulaId id) {
  if (!id.valid()) return {};
  Formula formula = net_[id];
  formula.left = carry(formula.left);
  formula.right = carry(formula.right);
  frame_.assign(formula.slots, 0);
  if (formula.atom.valid()) formula.atom = rewriter_.rewrite(formula.atom, frame_);
  return builder_.add(formula);
}

void UnfoldNetMaker::add_properties() {
  for (const Property& property : net_.properties) {
    try {
      add_property(property);
    } catch (const EvalError& error) {
      left_out(fmt::format("the property '{}'", property.name), error.where(), error.what());
    }
  }
}

void UnfoldNetMaker::add_property(const Property& property) {
  Property made = property;
  // The names of the members of a family are paths from the net itself.
  const bool folded = !net_[property.module].indices.empty();
  made.module = folded ? ModuleId(0) : modules_.of(property.module, {});
  if (property.formula.valid() || !folded) {
    made.formula = carry(property.formula);
    builder_.add(std::move(made));
    return;
  }
  // One for each instance that came to be.
  for (const ModuleId instance : modules_.instances(property.module)) {
    Property one = property;
    one.module = instance;
    const std::string before = path(net_, property.module);
    const std::string after = path(builder_.net(), instance);
    if (one.name.rfind(before, 0) == 0) one.name.replace(0, before.size(), after);
    builder_.add(std::move(one));
  }
}

// A condition on markings that the net has one of.
void UnfoldNetMaker::add_condition(ExprId Net::*condition, std::uint32_t Net::*slots, const char* what) {
  if (!(net_.*condition).valid()) return;
  frame_.assign(net_.*slots, 0);
  try {
    builder_.net().*condition = rewriter_.rewrite(net_.*condition, frame_);
    builder_.net().*slots = net_.*slots;
  } catch (const EvalError& error) {
    left_out(what, error.where(), error.what());
  }
}

void UnfoldNetMaker::add_measures() {
  for (const Measure& measure : net_.measures) {
    try {
      if (measure.keys.empty()) add_measure(measure, {});
      for (const std::vector<Word>& member : measure.members) add_measure(measure, member);
    } catch (const EvalError& error) {
      left_out(fmt::format("the measure '{}'", measure.name), error.where(), error.what());
    }
  }
}

// One member of a measure; its keys are the indices of the module's instance, then others.
void UnfoldNetMaker::add_measure(const Measure& measure, std::span<const Word> member) {
  Measure made = measure;
  made.keys.clear();
  made.members.clear();
  const std::size_t own = std::min(net_[measure.module].indices.size(), member.size());
  made.module = modules_.of(measure.module, member.first(own));
  for (std::size_t k = own; k < member.size(); ++k) {
    made.name += "[" + index_text(net_.colours, measure.keys[k].colour, member[k], net_.pool) + "]";
  }
  if (measure.kind == MeasureKind::derived) {
    made.derived = with_keys(net_, measure, member, *measure.derived);
  } else if (measure.firings.empty()) {
    frame_.assign(std::max<std::size_t>(measure.slots, member.size()), 0);
    std::copy(member.begin(), member.end(), frame_.begin());
    made.value = rewriter_.rewrite(measure.value, frame_);
    made.condition = rewriter_.rewrite(measure.condition, frame_);
  } else {
    made.firings = firings_of(measure, member, measure.firings);
    made.until = firings_of(measure, member, measure.until);
    if (made.firings.empty() || (made.until.empty() && !measure.until.empty())) measure_nothing(made);
  }
  builder_.add(std::move(made));
}

// Sets the frame to a binding and the keys of a member; false if it is one of another member by its
// variables.
bool UnfoldNetMaker::enters(const Measure& measure, const MeasuredFirings& of, std::span<const Word> member,
                            std::span<const Word> binding) {
  frame_.assign(net_[of.transition].variables.size(), 0);
  std::copy(binding.begin(), binding.end(), frame_.begin());
  for (std::size_t k = 0; k < member.size(); ++k) {
    const std::uint32_t slot = key_slot(net_, measure, of, k);
    if (slot < binding.size() && binding[slot] != member[k]) return false;
    frame_[slot] = member[k];
  }
  return true;
}

// Those of the transitions that the measured ones have become of which firings may count.
std::vector<MeasuredFirings> UnfoldNetMaker::firings_of(const Measure& measure, std::span<const Word> member,
                                                        const std::vector<MeasuredFirings>& measured) {
  std::vector<MeasuredFirings> made;
  for (const MeasuredFirings& of : measured) {
    for (const TransitionId id : nodes_.transitions[of.transition.index()]) {
      if (!enters(measure, of, member, parts_.binding(net_, id.index()))) continue;
      MeasuredFirings one;
      one.transition = id;
      one.condition = rewriter_.rewrite(of.condition, frame_);
      const std::optional<Word> holds = one.condition.valid() ? builder_.expr().constant(one.condition) : std::nullopt;
      if (holds == 0) continue;
      if (holds) one.condition = {};
      one.value = rewriter_.rewrite(of.value, frame_);
      made.push_back(one);
    }
  }
  return made;
}

// No transition is left whose firings count: there are none, and their sum is 0.
void UnfoldNetMaker::measure_nothing(Measure& made) {
  if (made.kind != MeasureKind::count && made.kind != MeasureKind::sum) throw EvalError(made.where, "what it measures never fires");
  made.kind = MeasureKind::derived;
  made.derived.emplace();
}

}  // namespace petriloom
