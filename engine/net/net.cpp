// SPDX-License-Identifier: Apache-2.0
#include "engine/net/net.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

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

/// Looks for constants that are not fixed: in expressions, in what these were folded from, and in
/// the functions and colour sets that they speak of.
class NamedConstants {
 public:
  explicit NamedConstants(const Net& net) : net_(net) {}

  bool in(ExprId root) {
    bool found = false;
    for_each_expr(net_.exprs, root, [&](ExprId id) {
      found = found || at(net_.exprs[id]);
      return !found;
    });
    return found;
  }
  bool in(ColourSetId id) {
    const ColourSet& set = net_.colours[id];
    return in_bound(set.written_low) || in_bound(set.written_high) ||
           std::any_of(set.components.begin(), set.components.end(), [this](ColourSetId part) { return in(part); });
  }

 private:
  bool in_bound(ExprId bound) { return bound.valid() && at(net_.exprs[bound]); }

  bool at(const Expr& node) {
    if (node.op == Op::literal) {
      if (node.constant.valid()) return !net_[node.constant].fixed;
      return node.written.valid() && in(node.written);
    }
    if (depends_on_bounds(node.op)) return in(node.type);
    if (node.op != Op::call) return false;
    const FunctionId function(static_cast<std::size_t>(node.payload));
    if (functions_.empty()) functions_.resize(net_.functions.size(), false);
    if (functions_[function.index()]) return false;
    functions_[function.index()] = true;
    return in(net_[function].body);
  }

  const Net& net_;
  std::vector<bool> functions_;
};

/// Fixes constants, each with those that its value comes from.
class FixedConstants {
 public:
  explicit FixedConstants(Net& net) : net_(net) {}

  void in(ExprId root) {
    for_each_expr(net_.exprs, root, [&](ExprId id) {
      at(net_.exprs[id]);
      return true;
    });
  }
  void in(ColourSetId id) {
    const ColourSet& set = net_.colours[id];
    in(set.written_low);
    in(set.written_high);
    for (const ColourSetId part : set.components) in(part);
  }

 private:
  void at(const Expr& node) {
    if (node.constant.valid() && !net_[node.constant].fixed) {
      net_.constants[node.constant.index()].fixed = true;
      in(net_[node.constant].value);
    }
    if (node.written.valid()) in(node.written);
    if (depends_on_bounds(node.op)) in(node.type);
    if (node.op != Op::call) return;
    const FunctionId function(static_cast<std::size_t>(node.payload));
    if (seen_.insert(function).second) in(net_[function].body);
  }

  Net& net_;
  std::set<FunctionId> seen_;
};

}  // namespace

void fix_constants(Net& net, ExprId expr) {
  if (!net.constants.empty()) FixedConstants(net).in(expr);
}

void fix_constants(Net& net, ColourSetId set) {
  if (!net.constants.empty()) FixedConstants(net).in(set);
}

const Constant* named_constant(const Net& net, ExprId expr) {
  const Expr& node = net.exprs[expr];
  // Parts of a net may come from another whose constants did not come along.
  if (net.constants.empty() || !node.constant.valid() || net[node.constant].fixed) return nullptr;
  return &net[node.constant];
}

ExprId as_written(const Net& net, ExprId expr) {
  const ExprId written = net.exprs[expr].written;
  return written.valid() && names_constants(net, written) ? written : expr;
}

bool names_constants(const Net& net, ExprId expr) { return !net.constants.empty() && NamedConstants(net).in(expr); }
bool names_constants(const Net& net, const Place& place) {
  const auto named = [&net](ExprId part) { return part.valid() && names_constants(net, part); };
  return std::any_of(place.written.begin(), place.written.end(),
                     [&](const WrittenTokens& term) { return named(term.count) || named(term.value) || named(term.available); });
}

bool names_constants(const Net& net, ColourSetId set) { return !net.constants.empty() && NamedConstants(net).in(set); }

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
