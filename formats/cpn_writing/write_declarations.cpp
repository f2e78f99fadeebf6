// SPDX-License-Identifier: Apache-2.0
#include "formats/cpn_writing/write_declarations.h"

#include <fmt/format.h>

#include <algorithm>

namespace petriloom::cpn {
namespace {

enum class Mark : std::uint8_t { unseen, open, done };

/// Functions in the order of their calls; notices those that call each other.
class CallOrder {
 public:
  explicit CallOrder(const Net& net) : net_(net), marks_(net.functions.size(), Mark::unseen) {}

  void visit(std::size_t function) {
    marks_[function] = Mark::open;
    for_each_expr(net_.exprs, net_.functions[function].body, [&](ExprId expr) {
      const Expr& node = net_.exprs[expr];
      if (node.op != Op::call) return true;
      const auto callee = static_cast<std::size_t>(node.payload);
      if (marks_[callee] == Mark::unseen) visit(callee);
      if (marks_[callee] == Mark::open && callee != function) mutual_ = true;
      return true;
    });
    marks_[function] = Mark::done;
    order_.push_back(function);
  }

  void visit_all() {
    for (std::size_t k = 0; k < marks_.size(); ++k) {
      if (marks_[k] == Mark::unseen) visit(k);
    }
  }
  [[nodiscard]] const std::vector<std::size_t>& order() const { return order_; }
  [[nodiscard]] bool mutual() const { return mutual_; }

 private:
  const Net& net_;
  std::vector<Mark> marks_;
  std::vector<std::size_t> order_;
  bool mutual_ = false;
};

}  // namespace

std::vector<std::string> MlVariables::names_of(const Transition& transition) {
  std::vector<std::string> names;
  std::size_t next = 0;  // position of the first declared variable that may come next
  for (std::size_t k = 0; k < transition.binding_size; ++k) {
    const Variable& variable = transition.variables[k];
    colours_.name(variable.colour);
    std::size_t p = next;
    while (p < declared_.size() && (wanted_[p] != variable.name || declared_[p].colour != variable.colour)) ++p;
    if (p == declared_.size()) {
      declared_.push_back({names_.make(variable.name), variable.colour});
      wanted_.push_back(variable.name);
    }
    names.push_back(declared_[p].name);
    next = p + 1;
  }
  return names;
}

std::vector<std::string> function_texts(const Net& net, MlScope& scope) {
  CallOrder calls(net);
  calls.visit_all();
  std::vector<std::string> texts;
  for (const std::size_t k : calls.order()) {
    const Function& function = net.functions[k];
    std::string parameters;
    for (std::size_t p = 0; p < function.parameters.size(); ++p) {
      parameters += fmt::format("{}{} : {}", p == 0 ? "" : ", ", scope.local(p), scope.colours().name(function.parameters[p]));
    }
    MlExpressions expressions(net, scope, {});
    const std::string body = expressions.text(function.body);
    const std::string text =
        fmt::format("{}({}) : {} = {}", scope.function(k), parameters, scope.colours().name(function.result), body);
    if (calls.mutual() && !texts.empty()) {
      texts[0] += "\nand " + text;
    } else {
      texts.push_back("fun " + text);
    }
  }
  for (std::string& text : texts) text += ";";
  return texts;
}

}  // namespace petriloom::cpn
