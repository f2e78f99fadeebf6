// SPDX-License-Identifier: Apache-2.0
// Expressions as text. What binds less than its place asks for is put in parentheses, and what its
// place does not type gets `( : )`.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/expr/distribution.h"
#include "engine/expr/match.h"
#include "engine/text/real_text.h"
#include "formats/loom/write_text.h"

namespace petriloom::loom {
namespace {

/// Names that a call in the text would not mean a function of the net by.
bool built_in_name(std::string_view name) {
  constexpr std::array<std::string_view, 7> kOthers{"tokens", "level", "fireable", "fold", "all", "real", "bool"};
  return find_row(kBuiltIns, name) != nullptr || find_row(kQuantifiers, name) != nullptr || find_distribution(name) != nullptr ||
         std::find(kOthers.begin(), kOthers.end(), name) != kOthers.end();
}

Strength next(Strength strength) { return static_cast<Strength>(strength + 1); }

bool composite_op(Op op) { return op == Op::tuple || op == Op::list || op == Op::inject; }

/// Whether what may come out of it is a record or a list as it is written, of which a reader cannot
/// tell the colour set if nothing else does.
bool gives_literal(const Net& net, ExprId expr) {
  const Expr& node = net.exprs[expr];
  const ColourKind kind = net.colours[node.type].kind;
  const std::span<const ExprId> children = net.exprs.children(expr);
  const auto any = [&net, children] {
    return std::any_of(children.begin(), children.end(), [&net](ExprId child) { return gives_literal(net, child); });
  };
  switch (node.op) {
    case Op::literal:
      return kind == ColourKind::list || kind == ColourKind::record;
    case Op::tuple:
      return kind == ColourKind::record || any();
    case Op::list:
      return children.empty() || any();
    case Op::let:
      return gives_literal(net, children.back());
    case Op::if_:
      return gives_literal(net, children[1]) || gives_literal(net, children[2]);
    default:
      return false;
  }
}

/// Whether a list has elements whose texts say what it is a list of.
bool says_its_type(const Net& net, ExprId expr) {
  const Expr& node = net.exprs[expr];
  if (node.op != Op::list || node.count == 0 || !net.colours[node.type].name.empty()) return false;
  const ColourSetId element = net.colours[node.type].components[0];
  const std::span<const ExprId> children = net.exprs.children(expr);
  return std::all_of(children.begin(), children.end(), [&](ExprId child) {
    const Op op = net.exprs[child].op;
    return net.exprs[child].type == element && (op == Op::variable || op == Op::call || op == Op::project);
  });
}

/// Whether a number in it would be read as a real where one is wanted: what is wanted goes through
/// arithmetic, not into arguments.
bool takes_number(const Net& net, ExprId expr) {
  const Expr& node = net.exprs[expr];
  const std::span<const ExprId> children = net.exprs.children(expr);
  const auto any = [&net](std::span<const ExprId> all) {
    return std::any_of(all.begin(), all.end(), [&net](ExprId child) { return takes_number(net, child); });
  };
  switch (node.op) {
    case Op::literal:
      return true;
    case Op::if_:
    case Op::let:
      return any(children.subspan(1));
    case Op::call:
    case Op::random:
    case Op::project:
    case Op::content:
    case Op::tokens:
    case Op::floor:
    case Op::ceil:
    case Op::round:
    case Op::length:
      return false;
    default:
      return any(children);
  }
}

/// Whether a record is written in it. Only then does a reader who knows the type of a list give the
/// values in `map` theirs.
bool writes_record(const Net& net, ExprId expr) {
  const Expr& node = net.exprs[expr];
  const std::span<const ExprId> children = net.exprs.children(expr);
  if (node.op == Op::let || node.op == Op::if_) return writes_record(net, children[1]);
  if (node.op != Op::tuple) return false;
  return net.colours[node.type].kind == ColourKind::record ||
         std::any_of(children.begin(), children.end(), [&net](ExprId child) { return writes_record(net, child); });
}

/// Whether it is written in brackets of its own, so that a comparison is read from its other side.
bool in_brackets(const Net& net, ExprId expr) {
  const Expr& node = net.exprs[expr];
  const ColourKind kind = net.colours[node.type].kind;
  if (node.op == Op::literal) return kind == ColourKind::record || kind == ColourKind::product;
  return node.op == Op::list || node.op == Op::tuple;
}

/// Whether a reader knows its type from its text alone.
bool speaks_for_itself(const Net& net, ExprId expr) {
  constexpr std::array kOps{Op::variable, Op::call, Op::project, Op::content, Op::tokens, Op::now, Op::length};
  return std::find(kOps.begin(), kOps.end(), net.exprs[expr].op) != kOps.end();
}

std::string in_parentheses_if(bool needed, const std::string& text) { return needed ? "(" + text + ")" : text; }

/// What an expression that needs nothing from outside binds, by slot: v0, v1 ... as it stands
/// there, in whatever frame it was made.
std::vector<std::string> names_inside(const Net& net, ExprId expr) {
  std::vector<std::string> names;
  std::size_t count = 0;
  for (const std::uint32_t slot : own_variables(net, expr)) {
    names.resize(std::max(names.size(), std::size_t{slot} + 1));
    if (names[slot].empty()) names[slot] = fmt::format("v{}", count++);
  }
  return names;
}

}  // namespace

std::string function_text(const Net& net, const std::string& name) {
  const auto taken = [&net, &name](const std::string& text) {
    if (built_in_name(text)) return true;
    const auto& aliases = net.colours.aliases();
    if (std::any_of(aliases.begin(), aliases.end(), [&text](const ColourAlias& each) { return each.name == text; })) return true;
    for (std::size_t i = 0; i < net.colours.size(); ++i) {
      const ColourSet& set = net.colours[ColourSetId(i)];
      if (set.name == text || std::find(set.fields.begin(), set.fields.end(), text) != set.fields.end()) return true;
    }
    return text != name &&
           std::any_of(net.functions.begin(), net.functions.end(), [&text](const Function& each) { return each.name == text; });
  };
  std::string text = name;
  while (taken(text)) text += "_";
  return name_text(text);
}

ExprText::ExprText(const Paths& paths, ModuleId from, std::vector<std::string> names, std::vector<std::string> locals)
    : paths_(paths), net_(paths.net()), from_(from), names_(std::move(names)), locals_(paths.net(), std::move(locals)) {
  const auto taken = [this](const std::string& name) { return name.starts_with(prefix_); };
  while (std::any_of(names_.begin(), names_.end(), taken)) prefix_ += "_";
}

std::string ExprText::slot(Word number) const {
  const auto k = static_cast<std::size_t>(number);
  if (k < names_.size() && !names_[k].empty()) return name_text(names_[k]);
  const std::string& local = locals_.of(number);
  return local.empty() ? fmt::format("{}{}", prefix_, number) : local;
}

std::string ExprText::bound(Word number, ExprId body) const {
  locals_.bind(
      number, body, [](const std::string& name) { return name_text(name); }, [this](Word other) { return slot(other); });
  return slot(number);
}

std::string ExprText::text(ExprId expr, ColourSetId expected, Strength asked) const {
  if (const Constant* const constant = named_constant(net_, expr)) return name_text(constant->name);
  if (const ExprId written = as_written(net_, expr); written != expr)
    return ExprText(paths_, from_, names_inside(net_, written)).text(written, expected, asked);
  const Expr& node = net_.exprs[expr];
  if (node.op == Op::convert && node.type == expected) return converted(net_.exprs.children(expr)[0], expected, asked);
  const bool known = node.type == expected;
  if (node.op == Op::literal) {
    const ColourKind kind = net_.colours[node.type].kind;
    constexpr std::array kNeed{ColourKind::record, ColourKind::product, ColourKind::list,
                               ColourKind::range,  ColourKind::union_,  ColourKind::subset};
    const bool needs = std::find(kNeed.begin(), kNeed.end(), kind) != kNeed.end();
    return colour_text(net_, node.type, node.payload, known || !needs);
  }
  const bool typed =
      known || says_its_type(net_, expr) || (!composite_op(node.op) && node.op != Op::convert && !gives_literal(net_, expr));
  return typed ? untyped(expr, asked, known) : fmt::format("({} : {})", untyped(expr, kWeakest, true), type_text(net_, node.type));
}

/// What a conversion converts. `2` is a real where one is wanted, so `tokens(P) / 2` of ints keeps
/// its type.
std::string ExprText::converted(ExprId expr, ColourSetId to, Strength asked) const {
  const Expr& node = net_.exprs[expr];
  if (to != ColourTable::kReal || node.type == to) return text(expr, {}, asked);
  if (node.op == Op::let || node.op == Op::if_)
    return branches(expr, asked, [this, to](ExprId last) { return converted(last, to, kWeakest); });
  if (named_constant(net_, expr)) return text(expr, {}, asked);
  const bool computed = as_written(net_, expr) != expr;  // from constants
  if (!computed && !takes_number(net_, expr)) return text(expr, {}, asked);
  // As the reader gives it back.
  if (node.op == Op::literal && !computed && node.type == ColourTable::kInt && node.payload >= 0)
    return real_text(static_cast<double>(node.payload));
  if (node.op == Op::literal && !computed) return text(expr, {}, asked);
  return fmt::format("({} : {})", text(expr), type_text(net_, node.type));
}

std::string ExprText::branches(ExprId expr, Strength asked, const std::function<std::string(ExprId)>& last) const {
  const Expr& node = net_.exprs[expr];
  const std::span<const ExprId> children = net_.exprs.children(expr);
  const std::string first = text(children[0]);
  std::string made;
  if (node.op == Op::let) {
    // A value is written before its name is given, and what uses it afterwards.
    const std::string name = bound(node.payload, children[1]);
    made = fmt::format("let {} = {} in {}", name, first, last(children[1]));
  } else {
    made = fmt::format("if {} then {} else {}", first, last(children[1]), last(children[2]));
  }
  return in_parentheses_if(asked > kWeakest, made);
}

std::string ExprText::term(ExprId expr, ColourSetId expected) const {
  ExprId last = expr;
  for (Op op = net_.exprs[last].op; op == Op::convert || op == Op::let || op == Op::if_; op = net_.exprs[last].op)
    last = net_.exprs.children(last).back();
  return text(expr, expected, net_.exprs[last].op == Op::concat ? kSum : kWeakest);
}

std::string ExprText::untyped(ExprId expr, Strength asked, bool known) const {
  const Expr& node = net_.exprs[expr];
  const std::span<const ExprId> children = net_.exprs.children(expr);
  switch (node.op) {
    case Op::variable:
      return slot(node.payload);
    case Op::wildcard:
      return "_";
    case Op::let:
    case Op::if_: {
      const ColourSetId given = known || node.op == Op::if_ ? node.type : ColourSetId{};
      return branches(expr, asked, [this, given](ExprId last) { return text(last, given); });
    }
    case Op::call: {
      const Function& function = net_[FunctionId(static_cast<std::size_t>(node.payload))];
      std::string arguments;
      for (std::size_t i = 0; i < children.size(); ++i)
        arguments += (i == 0 ? "" : ", ") + text(children[i], function.parameters[i]);
      return fmt::format("{}({})", function_text(net_, function.name), arguments);
    }
    case Op::tuple:
      return composite(expr, node.type);
    case Op::project: {
      const ColourSet& set = net_.colours[net_.exprs[children[0]].type];
      const auto k = static_cast<std::size_t>(node.payload);
      return text(children[0], {}, kSelected) + "." + (set.fields.empty() ? std::to_string(k + 1) : name_text(set.fields[k]));
    }
    case Op::convert:
      return converted(children[0], node.type, asked);
    case Op::inject:
      return variant(expr);
    case Op::content:
      return text(children[0], {}, kSelected) + "." +
             name_text(net_.colours[net_.exprs[children[0]].type].fields[static_cast<std::size_t>(node.payload)]);
    case Op::random: {
      const DistributionFacts& facts = facts_of(static_cast<Distribution>(node.payload));
      std::string parameters;
      for (std::size_t i = 0; i < children.size(); ++i) parameters += (i == 0 ? "" : ", ") + text(children[i], facts.parameters[i]);
      return fmt::format("{}({})", facts.name, parameters);
    }
    case Op::colour_at:
      return fmt::format("{}({})", net_.colours[node.type].name.empty() ? "" : type_text(net_, node.type), text(children[0]));
    case Op::now:
    case Op::tokens:
    case Op::token_list:
    case Op::level:
    case Op::fireable:
    case Op::dead:
      return state(expr);
    case Op::list:
    case Op::colours:
      return lists(expr);
    default:
      return goes_through_list(node.op) ? comprehension(expr, known) : operation(expr, asked, known);
  }
}

std::string ExprText::composite(ExprId expr, ColourSetId type) const {
  const ColourSet& set = net_.colours[type];
  const std::span<const ExprId> children = net_.exprs.children(expr);
  const bool record = set.kind == ColourKind::record;
  std::string parts;
  for (std::size_t k = 0; k < children.size(); ++k) {
    parts += (k == 0 ? "" : ", ") + (record ? name_text(set.fields[k]) + " = " : "") + text(children[k], set.components[k]);
  }
  return record ? "{" + parts + "}" : "(" + parts + ")";
}

std::string ExprText::variant(ExprId expr) const {
  const Expr& node = net_.exprs[expr];
  const ColourSet& set = net_.colours[node.type];
  const auto k = static_cast<std::size_t>(node.payload);
  const ExprId inner = net_.exprs.children(expr)[0];
  const Expr& content = net_.exprs[inner];
  // `Data(n, s)` stands for `Data((n, s))`.
  const bool product = content.type == set.components[k] && net_.colours[content.type].kind == ColourKind::product;
  if (product && content.op == Op::tuple) return name_text(set.fields[k]) + composite(inner, content.type);
  return fmt::format("{}({})", name_text(set.fields[k]), text(inner, set.components[k]));
}

std::string ExprText::lists(ExprId expr) const {
  const Expr& node = net_.exprs[expr];
  const ColourSetId element = net_.colours[node.type].components[0];
  if (node.op == Op::colours) return fmt::format("all({})", type_text(net_, element));
  std::string parts;
  for (const ExprId child : net_.exprs.children(expr)) parts += (parts.empty() ? "" : ", ") + text(child, element);
  return "[" + parts + "]";
}

std::string ExprText::comprehension(ExprId expr, bool known) const {
  const Expr& node = net_.exprs[expr];
  const std::span<const ExprId> children = net_.exprs.children(expr);
  if (node.op == Op::fold) {
    const std::string list = text(children[0]);
    const std::string start = text(children[1]);
    const std::string so_far = bound(node.payload, children[2]);
    const std::string next = bound(node.payload + 1, children[2]);
    const std::string body = text(children[2], net_.exprs[children[1]].type);
    return fmt::format("fold({} = {}, {} in {} : {})", so_far, start, next, list, body);
  }
  const bool of_elements = known && node.op == Op::map && writes_record(net_, children[1]);
  const ColourSetId type = of_elements ? net_.colours[node.type].components[0] : ColourSetId{};
  const std::string list = text(children[0]);
  const std::string element = bound(node.payload, children[1]);
  return fmt::format("{}({} in {} : {})", find_row(kQuantifiers, node.op)->text, element, list, text(children[1], type));
}

std::string ExprText::infix(ExprId expr, const Infix& infix, bool known) const {
  const Expr& node = net_.exprs[expr];
  const std::span<const ExprId> children = net_.exprs.children(expr);
  const auto type = [this](ExprId id) { return net_.exprs[id].type; };
  if (node.op == Op::concat) {
    const std::string left = text(children[0], known ? node.type : ColourSetId{}, kConcat);
    const bool one_type = net_.exprs[children[0]].op != Op::convert;
    return fmt::format("{} ++ {}", left, text(children[1], one_type ? type(children[0]) : ColourSetId{}, next(kConcat)));
  }
  if (infix.strength != kComparison) {
    // Chains associate to the left.
    return fmt::format("{} {} {}", text(children[0], {}, infix.strength), infix.text, text(children[1], {}, next(infix.strength)));
  }
  // Comparisons stand in no chain; their sides are sums, as `++` may join terms of an arc.
  const bool left_first = speaks_for_itself(net_, children[0]);
  const bool right_first = in_brackets(net_, children[0]) && speaks_for_itself(net_, children[1]);
  return fmt::format("{} {} {}", text(children[0], right_first ? type(children[1]) : ColourSetId{}, kSum), infix.text,
                     text(children[1], left_first ? type(children[0]) : ColourSetId{}, kSum));
}

std::string ExprText::operation(ExprId expr, Strength asked, bool known) const {
  const Expr& node = net_.exprs[expr];
  const std::span<const ExprId> children = net_.exprs.children(expr);
  const auto enclosed = [asked](Strength strength, const std::string& made) { return in_parentheses_if(strength < asked, made); };
  if (const Infix* found = find_row(kInfix, node.op))
    return enclosed(node.op == Op::concat ? kConcat : found->strength, infix(expr, *found, known));
  if (node.op == Op::negate || node.op == Op::not_)
    return enclosed(kUnary, (node.op == Op::negate ? "-" : "!") + text(children[0], {}, kUnary));
  constexpr std::array kTakesElement{Op::append, Op::contains, Op::remove, Op::position};
  const ColourSet* const first = children.empty() ? nullptr : &net_.colours[net_.exprs[children[0]].type];
  const bool element =
      std::find(kTakesElement.begin(), kTakesElement.end(), node.op) != kTakesElement.end() && first->kind == ColourKind::list;
  std::string arguments;
  for (std::size_t k = 0; k < children.size(); ++k) {
    const ColourSetId wanted = element && k == 1 ? first->components[0] : ColourSetId{};
    arguments += (k == 0 ? "" : ", ") + text(children[k], wanted);
  }
  return fmt::format("{}({})", find_row(kBuiltIns, node.op)->text, arguments);
}

std::string ExprText::state(ExprId expr) const {
  const Expr& node = net_.exprs[expr];
  if (node.op == Op::dead) return "dead";
  if (node.op == Op::now) return "now";
  if (node.op == Op::fireable) {
    return fmt::format("fireable({})", paths_.of(from_, TransitionId(static_cast<std::size_t>(node.payload))));
  }
  const PlaceId place(static_cast<std::size_t>(node.payload));
  std::string path = paths_.of(from_, place);
  if (node.op == Op::level) return fmt::format("level({})", path);
  if (node.op == Op::token_list) return path;
  const std::span<const ExprId> children = net_.exprs.children(expr);
  if (!children.empty()) path += ", " + text(children[0], net_[place].colour);
  return fmt::format("tokens({})", path);
}

}  // namespace petriloom::loom
