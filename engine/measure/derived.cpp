// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/derived.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "engine/net/index_text.h"

namespace petriloom {

namespace {

using Value = std::optional<double>;

/// Where a member is.
struct MemberAt {
  std::size_t measure = 0;
  std::size_t row = 0;
  friend auto operator<=>(const MemberAt&, const MemberAt&) = default;
};

/// A node of a derived measure for one of its members.
struct Node {
  DerivedOp op = DerivedOp::number;
  double number = 0;
  std::vector<MemberAt> members;
  std::vector<Node> children;
};

/// Members by name with their indices taken out: "node[].cpu.energy" -> the index texts of each
/// member.
struct Family {
  std::vector<std::pair<std::vector<std::string>, MemberAt>> members;
  /// Positions in `members` by the first index.
  std::unordered_map<std::string, std::vector<std::size_t>> by_first;

  void add(std::vector<std::string> indices, MemberAt place) {
    if (!indices.empty()) by_first[indices.front()].push_back(members.size());
    members.emplace_back(std::move(indices), place);
  }
  /// Members whose indices are those wanted; none is any.
  [[nodiscard]] std::vector<MemberAt> fitting(const std::vector<std::optional<std::string>>& wanted) const {
    std::vector<MemberAt> found;
    const auto look_at = [&](const std::pair<std::vector<std::string>, MemberAt>& member) {
      const auto fits = [](const std::optional<std::string>& w, const std::string& index) { return !w || *w == index; };
      if (std::equal(wanted.begin(), wanted.end(), member.first.begin(), fits)) found.push_back(member.second);
    };
    if (wanted.empty() || !wanted.front()) {
      std::for_each(members.begin(), members.end(), look_at);
    } else if (const auto some = by_first.find(*wanted.front()); some != by_first.end()) {
      for (const std::size_t position : some->second) look_at(members[position]);
    }
    return found;
  }
};
using Families = std::map<std::string, Family>;

class NameError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Finds what the names in a derived measure stand for in one of its members.
class Resolver {
 public:
  Resolver(const Net& net, const Measure& measure, std::size_t row, const Families& families)
      : net_(net), measure_(measure), row_(row), families_(families) {}

  [[nodiscard]] Node resolve(const DerivedExpr& expr, bool in_function = false) const {
    Node node{expr.op, expr.number, {}, {}};
    if (expr.op == DerivedOp::members) {
      node.members = expr.measure.valid() ? std::vector{MemberAt{expr.measure.index(), 0}} : named(expr);
      if (node.members.size() != 1 && !in_function)
        throw NameError(fmt::format("{} stands for several values here", derived_text(net_, measure_, expr)));
    }
    for (const DerivedExpr& child : expr.children)
      node.children.push_back(resolve(child, in_function || expr.op >= DerivedOp::sum));
    return node;
  }

 private:
  [[nodiscard]] std::vector<MemberAt> named(const DerivedExpr& expr) const {
    const auto family = families_.find(expr.name);
    if (family == families_.end()) throw NameError("there is no measure " + derived_text(net_, measure_, expr));
    std::vector<std::optional<std::string>> wanted;
    for (const DerivedIndex& index : expr.indices) {
      std::optional<std::string>& text = wanted.emplace_back();
      if (index.kind == DerivedIndex::Kind::fixed) text = index.fixed;
      if (index.kind == DerivedIndex::Kind::key)
        text = index_text(net_.colours, measure_.keys[index.key].colour, measure_.members[row_][index.key], net_.pool);
    }
    std::vector<MemberAt> members = family->second.fitting(wanted);
    const bool some = std::all_of(wanted.begin(), wanted.end(), [](const auto& text) { return text.has_value(); });
    if (members.empty() && some) throw NameError(fmt::format("there is no measure {} here", derived_text(net_, measure_, expr)));
    return members;
  }

  const Net& net_;
  const Measure& measure_;
  std::size_t row_;
  const Families& families_;
};

Value finite(double value) { return std::isfinite(value) ? Value(value) : std::nullopt; }

// What is left of numbers that cancel but for their last digits is rounding: 1 - mean / max of
// equal values is 0 and not 1e-16.
Value difference(double a, double b) {
  constexpr double kRounding = 16 * std::numeric_limits<double>::epsilon();
  const double rest = a - b;
  if (!std::isfinite(rest)) return std::nullopt;
  return std::abs(rest) <= kRounding * std::max(std::abs(a), std::abs(b)) ? 0 : rest;
}

Value compute(const Node& node, const MeasureValues& values);

/// The values that an argument of a function stands for.
void spread(const Node& node, const MeasureValues& values, std::vector<double>& out) {
  if (node.op == DerivedOp::members) {
    for (const MemberAt& place : node.members) {
      if (values[place.measure][place.row]) out.push_back(*values[place.measure][place.row]);
    }
    return;
  }
  const Value value = compute(node, values);
  if (value) out.push_back(*value);
}

Value apply_function(const Node& node, const MeasureValues& values) {
  std::vector<double> all;
  for (const Node& child : node.children) spread(child, values, all);
  if (node.op == DerivedOp::count) return static_cast<double>(all.size());
  double sum = 0;
  for (const double value : all) sum += value;
  if (node.op == DerivedOp::sum) return finite(sum);
  if (all.empty()) return std::nullopt;
  if (node.op == DerivedOp::mean) return finite(sum / static_cast<double>(all.size()));
  return node.op == DerivedOp::minimum ? *std::min_element(all.begin(), all.end()) : *std::max_element(all.begin(), all.end());
}

Value compute(const Node& node, const MeasureValues& values) {
  if (node.op == DerivedOp::number) return node.number;
  if (node.op == DerivedOp::members)
    return node.members.size() == 1 ? values[node.members[0].measure][node.members[0].row] : std::nullopt;
  if (node.op >= DerivedOp::sum) return apply_function(node, values);
  const Value left = compute(node.children[0], values);
  if (!left) return std::nullopt;
  if (node.op == DerivedOp::negate) return -*left;
  const Value right = compute(node.children[1], values);
  if (!right) return std::nullopt;
  switch (node.op) {
    case DerivedOp::add:
      return difference(*left, -*right);
    case DerivedOp::subtract:
      return difference(*left, *right);
    case DerivedOp::multiply:
      return finite(*left * *right);
    default:
      return *right == 0 ? std::nullopt : finite(*left / *right);
  }
}

void collect(const Node& node, std::vector<MemberAt>& members) {
  members.insert(members.end(), node.members.begin(), node.members.end());
  for (const Node& child : node.children) collect(child, members);
}

}  // namespace

std::string member_name(const Net& net, const Measure& measure, std::size_t row) {
  if (measure.keys.empty()) return indexed_path(net, measure.module, measure.name, {});
  const std::vector<Word>& keys = measure.members[row];
  const std::size_t own = std::min(net[measure.module].indices.size(), keys.size());
  std::string name = indexed_path(net, measure.module, measure.name, std::span(keys).first(own));
  for (std::size_t k = own; k < keys.size(); ++k)
    name += "[" + index_text(net.colours, measure.keys[k].colour, keys[k], net.pool) + "]";
  return name;
}

struct DerivedMeasures::Data {
  std::vector<std::vector<std::string>> names;
  std::map<MemberAt, Node> nodes;
  std::vector<MemberAt> order;  ///< every derived member after those it needs

  void name_members(const Net& net, Families& families);
  void resolve(const Net& net, std::size_t measure, const Families& families, Diagnostics& diagnostics);
  bool put_in_order(const Net& net, Diagnostics& diagnostics);
  bool visit(const Net& net, MemberAt start, std::map<MemberAt, int>& state, Diagnostics& diagnostics);
};

void DerivedMeasures::Data::name_members(const Net& net, Families& families) {
  for (std::size_t m = 0; m < net.measures.size(); ++m) {
    const Measure& measure = net.measures[m];
    std::vector<std::string>& own = names.emplace_back();
    for (std::size_t row = 0; row < (measure.keys.empty() ? 1 : measure.members.size()); ++row) {
      own.push_back(member_name(net, measure, row));
      if (measure.observed != Observed::no) continue;
      std::vector<std::string> indices;
      const std::string shape = shape_of(own.back(), indices);
      families[shape].add(std::move(indices), MemberAt{m, row});
    }
  }
}

void DerivedMeasures::Data::resolve(const Net& net, std::size_t m, const Families& families, Diagnostics& diagnostics) {
  const Measure& measure = net.measures[m];
  for (std::size_t row = 0; row < names[m].size(); ++row) {
    try {
      nodes[{m, row}] = Resolver(net, measure, row, families).resolve(*measure.derived);
    } catch (const NameError& error) {
      return diagnostics.error(measure.where, fmt::format("in the measure {}: {}", names[m][row], error.what()));
    }
  }
}

// Depth first with an explicit stack; a member met again while it is open (state 1; done: 2) is in
// a circle.
bool DerivedMeasures::Data::visit(const Net& net, MemberAt start, std::map<MemberAt, int>& state, Diagnostics& diagnostics) {
  std::vector<MemberAt> stack{start};
  while (!stack.empty()) {
    const MemberAt at = stack.back();
    int& mark = state[at];
    if (mark != 0) {
      stack.pop_back();
      if (mark == 1) order.push_back(at);
      mark = 2;
      continue;
    }
    mark = 1;
    std::vector<MemberAt> needs;
    collect(nodes[at], needs);
    for (const MemberAt& need : needs) {
      if (!nodes.contains(need) || state[need] == 2) continue;
      if (state[need] == 1) {
        diagnostics.error(net.measures[at.measure].where,
                          fmt::format("the measure {} needs itself", names[need.measure][need.row]));
        return false;
      }
      stack.push_back(need);
    }
  }
  return true;
}

bool DerivedMeasures::Data::put_in_order(const Net& net, Diagnostics& diagnostics) {
  std::map<MemberAt, int> state;
  return std::all_of(nodes.begin(), nodes.end(), [&](const auto& each) { return visit(net, each.first, state, diagnostics); });
}

DerivedMeasures::DerivedMeasures(const Net& net, Diagnostics& diagnostics) : data_(std::make_unique<Data>()) {
  Families families;
  data_->name_members(net, families);
  for (std::size_t m = 0; m < net.measures.size(); ++m) {
    if (net.measures[m].kind == MeasureKind::derived) data_->resolve(net, m, families, diagnostics);
  }
  if (!data_->put_in_order(net, diagnostics)) data_->order.clear();
}

DerivedMeasures::~DerivedMeasures() = default;

void DerivedMeasures::evaluate(MeasureValues& values) const {
  for (const MemberAt& at : data_->order) values[at.measure][at.row] = compute(data_->nodes.at(at), values);
}

const std::vector<std::string>& DerivedMeasures::names(std::size_t measure) const { return data_->names[measure]; }

}  // namespace petriloom
