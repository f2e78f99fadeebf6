// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/observed.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "engine/build/expr_builder.h"

namespace petriloom {

namespace {

/// The path of a name, with each module's as `own` gives it.
template <class Own>
std::string path_of(const Net& net, ModuleId module, std::string_view name, const Own& own) {
  std::string text(name);
  for (ModuleId m = module; m.valid() && m != ModuleId(0); m = net[m].parent) text = own(net[m]) + "." + text;
  return text;
}

class Observer {
 public:
  Observer(Net& net, const std::function<bool(std::string_view)>& wanted) : net_(net), wanted_(wanted), expr_(net, diagnostics_) {}

  void run() {
    for (std::size_t p = 0; p < net_.places.size(); ++p) {
      const Place& place = net_.places[p];
      if (!begin(place.module, place.name, Observed::place)) continue;
      const ExprId amount = place.fluid ? expr_.level(PlaceId(p), {}) : expr_.tokens(PlaceId(p), {}, {});
      made_.kind = MeasureKind::average;
      made_.value = expr_.convert(amount, ColourTable::kReal, {});
      finish(place.module, place.name);
    }
    for (std::size_t t = 0; t < net_.transitions.size(); ++t) {
      const Transition& transition = net_.transitions[t];
      if (transition.timing == Timing::continuous || !begin(transition.module, transition.name, Observed::transition)) continue;
      made_.firings.emplace_back().transition = TransitionId(t);
      finish(transition.module, transition.name);
    }
    add_totals();
  }

 private:
  bool begin(ModuleId module, const std::string& name, Observed observed) {
    made_ = {};
    made_.module = ModuleId(0);
    made_.name = starred_path(net_, module, name);
    made_.observed = observed;
    if (wanted_(made_.name)) return true;
    const std::string array = array_of(net_, module, name);
    return !array.empty() && wanted_(array);
  }
  void finish(ModuleId module, const std::string& name) {
    if (std::string array = array_of(net_, module, name); !array.empty())
      arrays_[{made_.observed, std::move(array)}].push_back(net_.measures.size());
    net_.measures.push_back(std::move(made_));
  }

  /// In the order of their first elements.
  void add_totals() {
    std::vector<std::pair<std::size_t, Measure>> totals;
    for (const auto& [array, elements] : arrays_) {
      if (elements.size() < 2 || !wanted_(array.second)) continue;
      Measure total;
      total.module = ModuleId(0);
      total.name = array.second;
      total.kind = MeasureKind::derived;
      total.observed = array.first;
      DerivedExpr& sum = total.derived.emplace();
      sum.op = DerivedOp::sum;
      for (const std::size_t element : elements) {
        net_.measures[element].in_total = true;
        sum.children.push_back(only_member(MeasureId(element)));
      }
      totals.emplace_back(elements.front(), std::move(total));
    }
    std::sort(totals.begin(), totals.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (auto& [first, total] : totals) net_.measures.push_back(std::move(total));
  }

  Net& net_;
  const std::function<bool(std::string_view)>& wanted_;
  Diagnostics diagnostics_;
  ExprBuilder expr_;
  Measure made_;
  std::map<std::pair<Observed, std::string>, std::vector<std::size_t>> arrays_;
};

}  // namespace

std::string starred_path(const Net& net, ModuleId module, std::string_view name) {
  return path_of(net, module, name, [&](const Module& one) {
    std::string text = one.name;
    for (std::size_t k = net[one.parent].indices.size(); k < one.indices.size(); ++k) text += "[*]";
    return text;
  });
}

std::string array_of(const Net& net, ModuleId module, std::string_view name) {
  bool array = false;
  std::string text = path_of(net, module, name, [&](const Module& one) {
    const std::size_t open = one.name.find('[');
    std::string own = one.name.substr(0, open);
    if (open != std::string::npos && one.name.ends_with(']')) {
      array = true;
      for (const char c : one.name) own += c == '[' ? "[*]" : "";
    }
    for (std::size_t k = net[one.parent].indices.size(); k < one.indices.size(); ++k) own += "[*]";
    return own;
  });
  return array ? text : std::string();
}

void observe(Net& net, const std::function<bool(std::string_view)>& wanted) { Observer(net, wanted).run(); }

}  // namespace petriloom
