// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/derived.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "engine/measure/measure_families.h"
#include "engine/net/index_text.h"

namespace petriloom {

namespace {

using Value = std::optional<double>;

enum class Kind : std::uint8_t { number, name, negate, add, subtract, multiply, divide, sum, mean, minimum, maximum, count };

/// A node of a parsed text. Of a name: all members that it matches.
struct Node {
  Kind kind = Kind::number;
  double number = 0;
  std::vector<MemberAt> members;
  std::vector<Node> children;
};

struct FunctionName {
  std::string_view name;
  Kind kind;
};
constexpr std::array kFunctions = {FunctionName{"sum", Kind::sum}, FunctionName{"mean", Kind::mean},
                                   FunctionName{"min", Kind::minimum}, FunctionName{"max", Kind::maximum},
                                   FunctionName{"count", Kind::count}};

class TextError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Parses the text of one member.
class TextParser {
 public:
  TextParser(std::string_view text, const Families& families, const std::map<std::string, std::string>& keys)
      : text_(text), families_(families), keys_(keys) {}

  Node parse() {
    Node node = expression();
    skip();
    if (at_ < text_.size()) throw TextError(fmt::format("unexpected '{}'", text_.substr(at_)));
    return node;
  }

 private:
  static constexpr int kMostDepth = 1000;

  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool accept(char c) {
    skip();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!accept(c)) throw TextError(fmt::format("expected '{}' before '{}'", c, text_.substr(at_)));
  }
  Node combine(Kind kind, Node left, Node right) {
    Node node;
    node.kind = kind;
    node.children.push_back(std::move(left));
    node.children.push_back(std::move(right));
    return node;
  }
  Node expression() {
    if (++depth_ > kMostDepth) throw TextError("nested too deeply");
    Node left = term();
    for (;;) {
      if (accept('+')) {
        left = combine(Kind::add, std::move(left), term());
      } else if (accept('-')) {
        left = combine(Kind::subtract, std::move(left), term());
      } else {
        --depth_;
        return left;
      }
    }
  }
  Node term() {
    Node left = factor();
    for (;;) {
      if (accept('*')) {
        left = combine(Kind::multiply, std::move(left), factor());
      } else if (accept('/')) {
        left = combine(Kind::divide, std::move(left), factor());
      } else {
        return left;
      }
    }
  }
  Node factor() {
    skip();
    Node node;
    if (accept('-')) {
      if (++depth_ > kMostDepth) throw TextError("nested too deeply");
      node.kind = Kind::negate;
      node.children.push_back(factor());
      --depth_;
      return node;
    }
    if (accept('(')) {
      node = expression();
      expect(')');
      return node;
    }
    if (at_ < text_.size() && (std::isdigit(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '.')) return number();
    return accept('#') ? numbered() : name_or_call();
  }
  Node numbered() {
    Node node = number();
    node.kind = Kind::name;
    node.members.push_back({static_cast<std::size_t>(node.number), 0});
    return node;
  }
  Node number() {
    Node node;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), node.number);
    if (error != std::errc()) throw TextError(fmt::format("'{}' is not a number", text_.substr(at_)));
    at_ = static_cast<std::size_t>(end - text_.data());
    return node;
  }
  Node name_or_call() {
    std::string name = read_name();
    if (name.empty())
      throw TextError(at_ < text_.size() ? fmt::format("unexpected '{}'", text_.substr(at_)) : "the text ends too early");
    if (name == "inf" || name == "nan") throw TextError("a number is not finite");
    skip();
    if (!accept('(')) {
      Node node = member(name);
      if (node.members.size() != 1 && !in_function_) throw TextError(fmt::format("{} stands for several values here", name));
      return node;
    }
    const auto function = std::find_if(kFunctions.begin(), kFunctions.end(), [&](const FunctionName& f) { return f.name == name; });
    if (function == kFunctions.end()) throw TextError(fmt::format("there is no function {}", name));
    Node node;
    node.kind = function->kind;
    do {
      skip();
      const bool outer = in_function_;
      in_function_ = true;
      node.children.push_back(expression());
      in_function_ = outer;
    } while (accept(','));
    expect(')');
    return node;
  }
  std::string read_name() {
    const std::size_t begin = at_;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '[') {
        at_ = std::min(text_.find(']', at_), text_.size() - 1) + 1;
      } else if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.') {
        ++at_;
      } else {
        break;
      }
    }
    return std::string(text_.substr(begin, at_ - begin));
  }
  Node member(const std::string& name) {
    std::vector<std::string> wanted;
    const auto family = families_.find(shape_of(name, wanted));
    if (family == families_.end()) throw TextError(fmt::format("there is no measure {}", name));
    for (std::string& index : wanted) {
      const auto key = keys_.find(index);
      if (key != keys_.end()) index = key->second;
    }
    Node node;
    node.kind = Kind::name;
    node.members = family->second.fitting(wanted);
    const bool wild = std::find(wanted.begin(), wanted.end(), "*") != wanted.end();
    if (node.members.empty() && !wild) throw TextError(fmt::format("there is no measure {} here", name));
    return node;
  }

  std::string_view text_;
  const Families& families_;
  const std::map<std::string, std::string>& keys_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool in_function_ = false;
};

Value finite(double value) { return std::isfinite(value) ? Value(value) : std::nullopt; }

// What is left of numbers that cancel but for their last digits is rounding: 1 - mean / max of equal values is 0 and not 1e-16.
Value difference(double a, double b) {
  constexpr double kRounding = 16 * std::numeric_limits<double>::epsilon();
  const double rest = a - b;
  if (!std::isfinite(rest)) return std::nullopt;
  return std::abs(rest) <= kRounding * std::max(std::abs(a), std::abs(b)) ? 0 : rest;
}

Value compute(const Node& node, const MeasureValues& values);

/// The values that an argument of a function stands for.
void spread(const Node& node, const MeasureValues& values, std::vector<double>& out) {
  if (node.kind == Kind::name) {
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
  if (node.kind == Kind::count) return static_cast<double>(all.size());
  double sum = 0;
  for (const double value : all) sum += value;
  if (node.kind == Kind::sum) return finite(sum);
  if (all.empty()) return std::nullopt;
  if (node.kind == Kind::mean) return finite(sum / static_cast<double>(all.size()));
  return node.kind == Kind::minimum ? *std::min_element(all.begin(), all.end()) : *std::max_element(all.begin(), all.end());
}

Value compute(const Node& node, const MeasureValues& values) {
  if (node.kind == Kind::number) return node.number;
  if (node.kind == Kind::name)
    return node.members.size() == 1 ? values[node.members[0].measure][node.members[0].row] : std::nullopt;
  if (node.kind >= Kind::sum) return apply_function(node, values);
  const Value left = compute(node.children[0], values);
  if (!left) return std::nullopt;
  if (node.kind == Kind::negate) return -*left;
  const Value right = compute(node.children[1], values);
  if (!right) return std::nullopt;
  switch (node.kind) {
    case Kind::add:
      return difference(*left, -*right);
    case Kind::subtract:
      return difference(*left, *right);
    case Kind::multiply:
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
  void parse(const Net& net, std::size_t measure, const Families& families, Diagnostics& diagnostics);
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

void DerivedMeasures::Data::parse(const Net& net, std::size_t m, const Families& families, Diagnostics& diagnostics) {
  const Measure& measure = net.measures[m];
  for (std::size_t row = 0; row < names[m].size(); ++row) {
    std::map<std::string, std::string> keys;
    for (std::size_t k = 0; k < measure.keys.size(); ++k) {
      keys[measure.keys[k].name] = index_text(net.colours, measure.keys[k].colour, measure.members[row][k], net.pool);
    }
    try {
      nodes[{m, row}] = TextParser(measure.value_text, families, keys).parse();
    } catch (const TextError& error) {
      return diagnostics.error(measure.where, fmt::format("in the measure {}: {}", names[m][row], error.what()));
    }
  }
}

// Depth first with an explicit stack; a member met again while it is open (state 1; done: 2) is in a circle.
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
    if (net.measures[m].kind == MeasureKind::derived) data_->parse(net, m, families, diagnostics);
  }
  if (!data_->put_in_order(net, diagnostics)) data_->order.clear();
}

DerivedMeasures::~DerivedMeasures() = default;

void DerivedMeasures::evaluate(MeasureValues& values) const {
  for (const MemberAt& at : data_->order) values[at.measure][at.row] = compute(data_->nodes.at(at), values);
}

const std::vector<std::string>& DerivedMeasures::names(std::size_t measure) const { return data_->names[measure]; }

}  // namespace petriloom
