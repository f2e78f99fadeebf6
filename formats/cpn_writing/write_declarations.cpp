// SPDX-License-Identifier: Apache-2.0
#include "formats/cpn_writing/write_declarations.h"

#include <fmt/format.h>

#include <utility>

#include "formats/cpn_writing/variable_order.h"

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

bool in_pairs(std::string_view text) {
  std::size_t open = 0;
  for (std::size_t k = 0; k + 1 < text.size(); ++k) {
    const std::string_view sign = text.substr(k, 2);
    if (sign == "*)" && open-- == 0) return false;
    if (sign == "(*") ++open;
    if (sign == "*)" || sign == "(*") ++k;
  }
  return open == 0;
}

}  // namespace

std::string comment_text(std::string_view text) {
  const bool pairs = in_pairs(text);
  // What begins so is a comment of our own.
  std::string result = text.starts_with("petriloom") ? "(*  " : "(* ";
  for (std::size_t k = 0; k < text.size(); ++k) {
    const std::string_view sign = text.substr(k, 2);
    result += text[k];
    if (text[k] == '\n') result += "   ";
    if (!pairs && (sign == "(*" || sign == "*)")) result += ' ';
  }
  return result + " *)";
}

std::string with_comments(drawing::Comments& comments, std::string_view name, const std::string& declaration) {
  std::string text;
  for (const std::string& comment : comments.take(std::string(name))) text += comment_text(comment) + "\n";
  return text + declaration;
}

MlVariables::MlVariables(const Net& net, MlNames& names, MlColours& colours, const std::vector<std::vector<std::size_t>>& draws)
    : names_of_(net.transitions.size()) {
  VariableOrder order;
  std::vector<std::vector<std::pair<std::uint32_t, std::size_t>>> slots(net.transitions.size());  // with their variables
  for (std::size_t t = 0; t < net.transitions.size(); ++t) {
    const Transition& transition = net.transitions[t];
    std::vector<std::size_t> taken = order.add(transition);
    for (std::uint32_t k = 0; k < taken.size(); ++k) slots[t].emplace_back(k, taken[k]);
    for (const std::size_t k : draws[t]) {
      const std::uint32_t slot = transition.draws[k].slot;
      taken.push_back(order.loose({transition.variables[slot].name, transition.variables[slot].colour}, taken));
      slots[t].emplace_back(slot, taken.back());
    }
  }
  std::vector<std::string> name_of(order.variables().size());
  for (const std::size_t k : order.order()) {
    const VariableOrder::Variable& variable = order.variables()[k];
    colours.name(variable.colour);
    name_of[k] = names.make(variable.name);
    declared_.push_back({name_of[k], variable.colour, variable.name});
  }
  for (std::size_t t = 0; t < slots.size(); ++t) {
    for (const auto& [slot, variable] : slots[t]) {
      if (names_of_[t].size() <= slot) names_of_[t].resize(slot + 1);
      names_of_[t][slot] = name_of[variable];
    }
  }
}

std::vector<std::string> function_texts(const Net& net, MlScope& scope, drawing::Comments& comments) {
  CallOrder calls(net);
  calls.visit_all();
  std::vector<std::string> texts;
  for (const std::size_t k : calls.order()) {
    const Function& function = net.functions[k];
    std::vector<std::string> names;
    std::string parameters;
    for (std::size_t p = 0; p < function.parameters.size(); ++p) {
      names.push_back(scope.parameter(function.parameter_names[p]));
      parameters += fmt::format("{}{} : {}", p == 0 ? "" : ", ", names[p], scope.colours().name(function.parameters[p]));
    }
    MlExpressions expressions(net, scope, names);
    const std::string body = expressions.text(function.body);
    const std::string text =
        fmt::format("{}({}) : {} = {}", scope.function(k), parameters, scope.colours().name(function.result), body);
    if (calls.mutual() && !texts.empty()) {
      texts[0] = with_comments(comments, function.name, texts[0] + "\nand " + text);
    } else {
      texts.push_back(with_comments(comments, function.name, "fun " + text));
    }
  }
  for (std::string& text : texts) text += ";";
  return texts;
}

}  // namespace petriloom::cpn
