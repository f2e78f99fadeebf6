// SPDX-License-Identifier: Apache-2.0
// Measures in the net language.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "engine/questions/measure_keys.h"
#include "formats/loom/write_text.h"

namespace petriloom::loom {
namespace {

constexpr std::array<std::string_view, 13> kMeasures = {"count",   "sum",      "mean", "min",   "max",        "first", "last",
                                                        "average", "integral", "peak", "delay", "time until", "value"};

class MeasureWriter {
 public:
  MeasureWriter(const Paths& paths, const Measure& measure) : paths_(paths), net_(paths.net()), measure_(measure) {}

  std::string text() const {
    std::string text = "measure " + name_text(measure_.name);
    std::vector<std::string> names = net_[measure_.module].index_names;
    std::string binders;
    std::vector<ColourSetId> sets;
    for (std::size_t k = 0; k < measure_.keys.size(); ++k) {
      sets.push_back(measure_.keys[k].colour);
      if (k < names.size()) continue;
      names.push_back(key_name(k));
      binders += (binders.empty() ? "" : ", ") + binder_text(net_, names.back(), measure_.keys[k].colour);
    }
    if (!binders.empty()) text += "[" + binders + rows_text(net_, measure_.members, sets, names) + "]";
    if (!measure_.unit.empty()) text += fmt::format(" \"{}\"", measure_.unit);
    text += fmt::format(" = {} ", kMeasures[static_cast<std::size_t>(measure_.kind)]);
    return text + quantity(names) + ";";
  }

 private:
  /// The name of a key, which no variable of the transitions may hide.
  std::string key_name(std::size_t k) const {
    std::string name = measure_.keys[k].name;
    std::set<std::string> hiding;
    for_each_measured(measure_, [&](const MeasuredFirings& of) {
      if (key_slot(net_, measure_, of, k) < net_[of.transition].binding_size) return;
      for (std::string& each : variable_names(net_, net_[of.transition])) hiding.insert(std::move(each));
    });
    while (hiding.contains(name)) name += "_";
    return name;
  }

  /// A key that could be a leading variable and is not: an equation of it with itself keeps it from
  /// being taken for that.
  bool taken_for_leading(const MeasuredFirings& of, std::size_t k) const {
    const Transition& transition = net_[of.transition];
    const std::uint32_t slot = key_slot(net_, measure_, of, k);
    if (slot < transition.binding_size || k >= transition.folded || k < net_[measure_.module].indices.size()) return false;
    bool equated = false;
    for_each_conjunct(net_.exprs, of.condition,
                      [&](ExprId part) { equated = equated || equated_with(net_.exprs, part, slot).has_value(); });
    return !equated && transition.variables[k].colour == measure_.keys[k].colour;
  }

  std::string quantity(const std::vector<std::string>& names) const {
    if (measure_.kind == MeasureKind::derived) return derived_text(net_, measure_, *measure_.derived);
    if (measure_.kind == MeasureKind::delay) return groups(measure_.firings, names) + " -> " + groups(measure_.until, names);
    if (!measure_.firings.empty()) return groups(measure_.firings, names);
    const ExprText state(paths_, measure_.module, names);
    if (measure_.kind == MeasureKind::passage) return state.text(measure_.condition, ColourTable::kBool);
    return state.text(measure_.value, ColourTable::kReal);
  }

  /// One path with its value and condition.
  struct Part {
    std::string value, path, condition;
  };

  Part part(const MeasuredFirings& of, const std::vector<std::string>& names) const {
    const Transition& transition = net_[of.transition];
    std::vector<std::string> variables = variable_names(net_, transition);
    for (std::size_t k = 0; k < names.size(); ++k) {
      const std::uint32_t slot = key_slot(net_, measure_, of, k);
      variables.resize(std::max<std::size_t>(variables.size(), slot + 1));
      variables[slot] = names[k];
    }
    const ExprText exprs(paths_, measure_.module, variables);
    std::vector<std::string> conditions;
    if (of.condition.valid()) conditions.push_back(exprs.text(of.condition, ColourTable::kBool, kAnd));
    for (std::size_t k = 0; k < measure_.keys.size(); ++k) {
      if (taken_for_leading(of, k)) conditions.push_back(fmt::format("{0} = {0}", name_text(names[k])));
    }
    return {of.value.valid() ? exprs.text(of.value, ColourTable::kReal) : "", paths_.of(measure_.module, of.transition),
            fmt::format("{}", fmt::join(conditions, " & "))};
  }

  /// Paths of the same value and the same condition, if any, stand together; those without one come
  /// last, as a condition is of all before it in its group.
  std::string groups(const std::vector<MeasuredFirings>& firings, const std::vector<std::string>& names) const {
    std::vector<Part> parts;
    for (const MeasuredFirings& of : firings) parts.push_back(part(of, names));
    const auto bare = [](const Part& each) { return each.condition.empty(); };
    std::stable_partition(parts.begin(), parts.end(), [&](const Part& each) { return !bare(each); });
    std::string text;
    for (std::size_t k = 0; k < parts.size(); ++k) {
      const Part& one = parts[k];
      const bool goes_on = k > 0 && one.value == parts[k - 1].value && one.condition == parts[k - 1].condition;
      const bool ends = k + 1 == parts.size() || one.value != parts[k + 1].value || one.condition != parts[k + 1].condition;
      if (k > 0) text += ", ";
      if (!goes_on && !one.value.empty()) text += one.value + " over ";
      text += one.path;
      if (ends && !bare(one)) text += " where " + one.condition;
    }
    return text;
  }

  const Paths& paths_;
  const Net& net_;
  const Measure& measure_;
};

}  // namespace

std::string measure_text(const Paths& paths, const Measure& measure) { return MeasureWriter(paths, measure).text(); }

}  // namespace petriloom::loom
