// SPDX-License-Identifier: Apache-2.0
#include "formats/cpn_writing/write_declarations.h"

#include <fmt/format.h>

#include <algorithm>
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

/// Operations of numbers and conditions that need nothing that is declared.
bool elementary(Op op) {
  switch (op) {
    case Op::literal:
    case Op::convert:
    case Op::if_:
    case Op::negate:
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::divide:
    case Op::modulo:
    case Op::minimum:
    case Op::maximum:
    case Op::absolute:
    case Op::equal:
    case Op::not_equal:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
    case Op::not_:
    case Op::and_:
    case Op::or_:
      return true;
    default:
      return false;
  }
}

bool built_in(ColourKind kind) {
  return kind == ColourKind::boolean || kind == ColourKind::integer || kind == ColourKind::range || kind == ColourKind::real ||
         kind == ColourKind::string;
}

/// The earliest stage in which an expression can stand.
Stage stage_of(const Net& net, ExprId root) {
  Stage stage = Stage::before_colours;
  for_each_expr(net.exprs, root, [&](ExprId id) {
    const Expr& node = net.exprs[id];
    if (const Constant* constant = named_constant(net, id)) {
      stage = std::max(stage, stage_of(net, as_written(net, constant->value)));
    } else if (const ExprId written = as_written(net, id); written != id) {
      stage = std::max(stage, stage_of(net, written));
    } else if (node.op == Op::call) {
      stage = Stage::after_functions;
    } else if (!elementary(node.op) || !built_in(net.colours[node.type].kind)) {
      stage = std::max(stage, Stage::before_functions);
    }
    return true;
  });
  return stage;
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
      const Variable& drawn = transition.variables[slot];
      taken.push_back(order.loose({drawn.name, drawn.colour, drawn.alias}, taken));
      slots[t].emplace_back(slot, taken.back());
    }
  }
  std::vector<std::string> name_of(order.variables().size());
  for (const std::size_t k : order.order()) {
    const VariableOrder::Variable& variable = order.variables()[k];
    colours.name(variable.colour, variable.alias);
    name_of[k] = names.make(variable.name);
    declared_.push_back({name_of[k], variable.colour, variable.alias, variable.name});
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
    const auto colours = [&](ColourSetId set, std::size_t p) {
      return scope.colours().name(set, function.aliases.empty() ? ColourAliasId() : function.aliases[p]);
    };
    for (std::size_t p = 0; p < function.parameters.size(); ++p) {
      names.push_back(scope.parameter(function.parameter_names[p]));
      parameters += fmt::format("{}{} : {}", p == 0 ? "" : ", ", names[p], colours(function.parameters[p], p));
    }
    MlExpressions expressions(net, scope, names, local_names(function));
    const std::string body = expressions.text(function.body);
    const std::string text =
        fmt::format("{}({}) : {} = {}", scope.function(k), parameters, colours(function.result, function.parameters.size()), body);
    if (calls.mutual() && !texts.empty()) {
      texts[0] = with_comments(comments, function.name, texts[0] + "\nand " + text);
    } else {
      texts.push_back(with_comments(comments, function.name, "fun " + text));
    }
  }
  for (std::string& text : texts) text += ";";
  return texts;
}

std::optional<Net> with_ordered_constants(const Net& net) {
  if (net.constants.empty()) return std::nullopt;
  std::vector<ExprId> late;
  for (std::size_t i = 0; i < net.colours.size(); ++i) {
    const ColourSet& set = net.colours[ColourSetId(i)];
    for (const ExprId bound : {set.written_low, set.written_high})
      if (bound.valid() && stage_of(net, bound) != Stage::before_colours) late.push_back(bound);
  }
  for (const Function& function : net.functions) {
    for_each_expr(net.exprs, function.body, [&](ExprId id) {
      const bool constant = named_constant(net, id) != nullptr;
      if (constant && stage_of(net, id) == Stage::after_functions) late.push_back(id);
      const ExprId written = as_written(net, id);
      for_each_expr(net.exprs, written == id ? ExprId{} : written, [&](ExprId inner) {
        if (named_constant(net, inner) != nullptr && stage_of(net, inner) == Stage::after_functions) late.push_back(inner);
        return true;
      });
      return true;
    });
  }
  if (late.empty()) return std::nullopt;
  Net made = net;
  for (const ExprId expr : late) fix_constants(made, expr);
  return made;
}

std::vector<std::string> constant_texts(const Net& net, Stage stage, MlScope& scope, drawing::Comments& comments) {
  std::vector<std::string> texts;
  for (std::size_t k = 0; k < net.constants.size(); ++k) {
    const Constant& constant = net.constants[k];
    if (!is_written(constant) || stage_of(net, as_written(net, constant.value)) != stage) continue;
    const ColourSetId type = net.exprs[constant.value].type;
    // Of an empty list nobody could tell what it is a list of.
    const bool says_type = !built_in(net.colours[type].kind);
    MlExpressions expressions(net, scope, {});
    const std::string value = expressions.text(constant.value);
    const std::string head = scope.constant(ConstantId(k)) + (says_type ? " : " + scope.colours().name(type, constant.alias) : "");
    texts.push_back(with_comments(comments, constant.name, fmt::format("val {} = {};", head, value)));
  }
  return texts;
}

}  // namespace petriloom::cpn
