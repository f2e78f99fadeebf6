// SPDX-License-Identifier: Apache-2.0
#include "engine/net/net.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/net/index_text.h"

namespace petriloom {

namespace {

std::string join(const std::string& prefix, std::string_view name) {
  return prefix.empty() ? std::string(name) : prefix + "." + std::string(name);
}

// The modules from the outermost below the net itself down to `module`.
std::vector<ModuleId> chain(const Net& net, ModuleId module) {
  std::vector<ModuleId> modules;
  for (ModuleId m = module; m.valid() && net[m].parent.valid(); m = net[m].parent) modules.push_back(m);
  std::reverse(modules.begin(), modules.end());
  return modules;
}

bool takes_time(const Net& net, ExprId delay) {
  if (!delay.valid()) return false;
  const Expr& node = net.exprs[delay];
  return node.op != Op::literal || real_of_word(node.payload) != 0;
}

std::string index_text(const Measure& measure, const DerivedIndex& index) {
  if (index.kind == DerivedIndex::Kind::all) return "*";
  return index.kind == DerivedIndex::Kind::key ? measure.keys[index.key].name : index.fixed;
}

std::string members_text(const Net& net, const Measure& measure, const DerivedExpr& expr) {
  if (expr.measure.valid()) {
    const Measure& only = net.measures[expr.measure.index()];
    return only.observed == Observed::no ? indexed_path(net, only.module, only.name, {}) : fmt::format("#{}", expr.measure.index());
  }
  std::string text;
  auto index = expr.indices.begin();
  for (const char c : expr.name) {
    text += c;
    if (c == '[') text += index_text(measure, *index++);
  }
  return text;
}

}  // namespace

std::string path(const Net& net, ModuleId module) {
  std::string text;
  for (const ModuleId m : chain(net, module)) text = join(text, net[m].name);
  return text;
}

std::string path(const Net& net, PlaceId place) { return join(path(net, net[place].module), net[place].name); }

std::string path(const Net& net, TransitionId transition) { return join(path(net, net[transition].module), net[transition].name); }

std::string indexed_path(const Net& net, ModuleId module, std::string_view name, std::span<const Word> indices) {
  std::string text;
  for (const ModuleId m : chain(net, module)) {
    const Module& instance = net[m];
    text = join(text, instance.name);
    for (std::size_t k = net[instance.parent].indices.size(); k < std::min(instance.indices.size(), indices.size()); ++k) {
      text += "[" + index_text(net.colours, instance.indices[k], indices[k], net.pool) + "]";
    }
  }
  return name.empty() ? text : join(text, name);
}

bool timed(const Net& net) {
  for (const Place& place : net.places) {
    for (const InitialTokens& tokens : place.initial) {
      if (tokens.available != 0) return true;
    }
  }
  for (const Transition& transition : net.transitions) {
    if (transition.timing != Timing::immediate || takes_time(net, transition.delay)) return true;
    for (const Arc& arc : transition.arcs) {
      if (takes_time(net, arc.delay)) return true;
    }
  }
  return false;
}

bool inside(const Net& net, ModuleId module, ModuleId ancestor) {
  for (ModuleId m = module; m.valid(); m = net[m].parent) {
    if (m == ancestor) return true;
  }
  return false;
}

DerivedExpr only_member(MeasureId measure) {
  DerivedExpr expr;
  expr.op = DerivedOp::members;
  expr.measure = measure;
  return expr;
}

std::string derived_text(const Net& net, const Measure& measure, const DerivedExpr& expr) {
  if (expr.op == DerivedOp::number) return fmt::format("{}", expr.number);
  if (expr.op == DerivedOp::members) return members_text(net, measure, expr);
  std::vector<std::string> parts;
  for (const DerivedExpr& child : expr.children) parts.push_back(derived_text(net, measure, child));
  if (expr.op == DerivedOp::negate) return "(-" + parts[0] + ")";
  const auto behind = [&expr](DerivedOp first) { return static_cast<std::size_t>(expr.op) - static_cast<std::size_t>(first); };
  if (expr.op < DerivedOp::sum) return fmt::format("({} {} {})", parts[0], kDerivedOperators[behind(DerivedOp::add)], parts[1]);
  return fmt::format("{}({})", kDerivedFunctions[behind(DerivedOp::sum)], fmt::join(parts, ", "));
}

}  // namespace petriloom
