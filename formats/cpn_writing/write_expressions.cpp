// SPDX-License-Identifier: Apache-2.0
#include "formats/cpn_writing/write_expressions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

namespace petriloom::cpn {
namespace {

// What our operations mean where the functions of CPN ML differ or are missing.
struct Helper {
  std::string_view name;
  std::string_view text;  ///< `%` is its own name
};
constexpr std::array kHelpers = std::to_array<Helper>({
    {"round_half_up", "fun % (x : real) = if x >= 0.0 then floor(x + 0.5) else ~(floor(~x + 0.5));"},
    {"int_power", "fun % (b, e) = if e = 0 then 1 else b * %(b, e - 1);"},
    {"slice",
     "fun % (l, from, n) = let val s = Int.max(0, Int.min(from, length l)); val rest = List.drop(l, s) in "
     "List.take(rest, Int.max(0, Int.min(n, length rest))) end;"},
    {"text_slice",
     "fun % (s, from, n) = let val b = Int.max(0, Int.min(from, size s)) in "
     "substring(s, b, Int.max(0, Int.min(n, size s - b))) end;"},
    {"update", "fun % (l, i, x) = List.take(l, i)^^[x]^^List.drop(l, i + 1);"},
    {"position", "fun % (l, x) = let fun go([], k) = ~1 | go(y::ys, k) = if y = x then k else go(ys, k + 1) in go(l, 0) end;"},
    {"distinct", "fun % l = List.foldl (fn (x, acc) => if List.exists (fn y => y = x) acc then acc else acc^^[x]) [] l;"},
    {"argmin",
     "fun % (key, x::xs) = #2(List.foldl (fn (y, (k, b)) => let val c = key y in if c < k then (c, y) else (k, b) end) "
     "(key x, x) xs);"},
    {"real_argmin",
     "fun % (key : 'a -> real, x::xs) = #2(List.foldl (fn (y, (k, b)) => let val c = key y in if c < k then (c, y) "
     "else (k, b) end) (key x, x) xs);"},
    {"sort_by",
     "fun % (key, l) = let fun put(x, []) = [x] | put(x, y::ys) = if key x < key y then x::y::ys else y::put(x, ys) in "
     "List.foldl put [] l end;"},
    {"real_sort_by",
     "fun % (key : 'a -> real, l) = let fun put(x, []) = [x] | put(x, y::ys) = if key x < key y then x::y::ys "
     "else y::put(x, ys) in List.foldl put [] l end;"},
    {"repeated", "fun % (n, l) = if n <= 0 then [] else l^^%(n - 1, l);"},
    {"int_text", "fun % x = if x < 0 then \"-\"^Int.toString(~x) else Int.toString(x);"},
});

struct Spelling {
  Op op;
  std::string_view integer, real;  ///< empty: no such operation
};
constexpr std::array kInfix = std::to_array<Spelling>({{Op::add, "+", "+"},
                                                       {Op::subtract, "-", "-"},
                                                       {Op::multiply, "*", "*"},
                                                       {Op::divide, "", "/"},
                                                       {Op::and_, "andalso", ""},
                                                       {Op::or_, "orelse", ""},
                                                       {Op::less, "<", "<"},
                                                       {Op::less_equal, "<=", "<="},
                                                       {Op::greater, ">", ">"},
                                                       {Op::greater_equal, ">=", ">="},
                                                       {Op::equal, "=", ""},
                                                       {Op::not_equal, "<>", ""}});
constexpr std::array kCalls = std::to_array<Spelling>({{Op::divide, "Int.quot", ""},
                                                       {Op::modulo, "Int.rem", "Real.rem"},
                                                       {Op::minimum, "Int.min", "Real.min"},
                                                       {Op::maximum, "Int.max", "Real.max"},
                                                       {Op::absolute, "Int.abs", "Real.abs"},
                                                       {Op::power, "", "Math.pow"},
                                                       {Op::negate, "~", "~"},
                                                       {Op::not_, "not", ""},
                                                       {Op::floor, "floor", ""},
                                                       {Op::ceil, "ceil", ""},
                                                       {Op::sqrt, "", "Math.sqrt"},
                                                       {Op::exp, "", "Math.exp"},
                                                       {Op::log, "", "Math.ln"}});

template <std::size_t N>
std::string_view spelling(const std::array<Spelling, N>& table, Op op, bool real) {
  for (const Spelling& each : table) {
    if (each.op == op) return real ? each.real : each.integer;
  }
  return {};
}

// What stands behind a function without a comma: `#f hd(x)` would take `hd` alone.
std::string argument(const std::string& text) {
  const bool word = std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  return word || text.starts_with('(') ? text : "(" + text + ")";
}

}  // namespace

MlScope::MlScope(const Net& net, MlNames& names, MlColours& colours)
    : names_(names), colours_(colours), helper_names_(kHelpers.size()) {
  colours.write_bounds([this, &net](ExprId bound) { return MlExpressions(net, *this, {}).text(bound); });
  // The priorities that CPN Tools knows are declared like others.
  const auto known = [](std::string_view name) { return name == "P_HIGH" || name == "P_NORMAL" || name == "P_LOW"; };
  for (const Constant& constant : net.constants)
    constants_.push_back(known(constant.name) ? constant.name : names.make(constant.name));
  for (const Function& function : net.functions) functions_.push_back(names.make(function.name));
}

const std::string& MlScope::local(std::size_t slot) {
  while (locals_.size() <= slot) locals_.push_back(names_.make(fmt::format("v{}", locals_.size())));
  return locals_[slot];
}

const std::string& MlScope::parameter(const std::string& name) {
  const auto known = parameters_.find(name);
  return known != parameters_.end() ? known->second : parameters_.emplace(name, names_.make(name)).first->second;
}

const std::string& MlScope::helper(std::string_view name) {
  std::size_t k = 0;
  while (kHelpers[k].name != name) ++k;
  if (used_.insert(k).second) helper_names_[k] = names_.make(name);
  return helper_names_[k];
}

std::vector<std::string> MlScope::helpers() const {
  std::vector<std::string> texts;
  for (const std::size_t k : used_) {
    std::string text;
    for (const char c : kHelpers[k].text) {
      if (c == '%') {
        text += helper_names_[k];
      } else {
        text += c;
      }
    }
    texts.push_back(std::move(text));
  }
  return texts;
}

std::string MlExpressions::delay(ExprId expr) {
  constexpr double kLargestInt = 1'000'000'000;  // of 31 bits
  expr = as_written(net_, expr);
  const Expr& node = net_.exprs[expr];
  if (node.op == Op::literal && named_constant(net_, expr) == nullptr) {
    const double value = real_of_word(node.payload);
    if (value == std::floor(value) && std::abs(value) < kLargestInt) return "@+" + ml_integer(static_cast<Word>(value));
  }
  if (node.op == Op::convert && set(node, 0).kind != ColourKind::real) return "@+" + child(node, 0);
  return "@++" + text(expr);
}

std::string MlExpressions::repeated(const std::string& count, const std::string& list) {
  return fmt::format("{}({}, {})", scope_.helper("repeated"), count, list);
}

std::string MlExpressions::slot(Word number) {
  const auto k = static_cast<std::size_t>(number);
  if (k < variables_.size() && !variables_[k].empty()) return variables_[k];
  const std::string& local = locals_.of(number);
  return local.empty() ? scope_.local(k) : local;
}

std::string MlExpressions::called(std::string_view function, const Expr& node) {
  std::string arguments;
  for (std::size_t k = 0; k < node.count; ++k) arguments += (k == 0 ? "" : ", ") + child(node, k);
  return fmt::format("{}({})", function, arguments);
}

std::string MlExpressions::text(ExprId expr) {
  if (named_constant(net_, expr) != nullptr) return scope_.constant(net_.exprs[expr].constant);
  expr = as_written(net_, expr);
  const Expr& node = net_.exprs[expr];
  if (!markings_.empty() && counted_place(net_, expr)) return marking(expr);
  switch (node.op) {
    case Op::literal:
      return scope_.colours().text(node.type, node.payload, net_.pool);
    case Op::variable:
      return slot(node.payload);
    case Op::let:
      return let(node);
    case Op::if_:
      return fmt::format("(if {} then {} else {})", child(node, 0), child(node, 1), child(node, 2));
    case Op::call:
      return called(scope_.function(static_cast<std::size_t>(node.payload)), node);
    case Op::tuple:
    case Op::project:
    case Op::inject:
    case Op::variant:
    case Op::content:
      return composite(node);
    case Op::convert:
      return conversion(node);
    case Op::successor:
    case Op::predecessor:
      return neighbour(node);
    case Op::index_of:
    case Op::colour_at:
      return ordinal(node);
    case Op::random:
      return random(node);
    case Op::to_text:
      return to_text(node);
    case Op::now:
      return "time()";
    case Op::tokens:
    case Op::token_list:
      return marking(expr);
    case Op::wildcard:
    case Op::fireable:
    case Op::dead:
      throw NoMlForm(node.where, "CPN Tools has no form for what depends on the marking of a place");
    default:
      return operation(node);
  }
}

std::string MlExpressions::operation(const Expr& node) {
  switch (node.op) {
    case Op::map:
    case Op::filter:
    case Op::fold:
    case Op::forall:
    case Op::exists:
    case Op::sum:
    case Op::argmin:
    case Op::sort:
    case Op::least:
    case Op::greatest:
      return iteration(node);
    case Op::list:
    case Op::length:
    case Op::head:
    case Op::tail:
    case Op::element:
    case Op::append:
    case Op::concat:
    case Op::contains:
    case Op::range_list:
    case Op::colours:
    case Op::slice:
    case Op::reverse:
    case Op::update:
    case Op::remove:
    case Op::position:
    case Op::distinct:
      return list(node);
    case Op::equal:
    case Op::not_equal:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
      return comparison(node);
    default:
      return number(node);
  }
}

std::string MlExpressions::number(const Expr& node) {
  const bool real = set(node, 0).kind == ColourKind::real;
  if (node.op == Op::power && !real) return called(scope_.helper("int_power"), node);
  if (node.op == Op::round) return called(scope_.helper("round_half_up"), node);
  if (node.op == Op::floor || node.op == Op::ceil) return called(spelling(kCalls, node.op, false), node);
  if (const std::string_view sign = spelling(kInfix, node.op, real); !sign.empty()) {
    return fmt::format("({} {} {})", child(node, 0), sign, child(node, 1));
  }
  const std::string_view function = spelling(kCalls, node.op, real);
  if (function.empty()) throw NoMlForm(node.where, "CPN ML has no such operation");
  return called(function, node);
}

// Reals are no equality type in ML, and only numbers and texts have an order of their own.
std::string MlExpressions::comparison(const Expr& node) {
  const ColourSet& operands = set(node, 0);
  const bool equality = node.op == Op::equal || node.op == Op::not_equal;
  if (operands.kind == ColourKind::real && equality) {
    return fmt::format("Real.{}({}, {})", node.op == Op::equal ? "==" : "!=", child(node, 0), child(node, 1));
  }
  std::string left = child(node, 0);
  std::string right = child(node, 1);
  const bool ordered = operands.kind == ColourKind::integer || operands.kind == ColourKind::range ||
                       operands.kind == ColourKind::real || operands.kind == ColourKind::string;
  if (!equality && !ordered) {
    if (operands.kind != ColourKind::enumeration && operands.kind != ColourKind::index) {
      throw NoMlForm(node.where, fmt::format("CPN ML has no order on {}", operands.name.empty() ? "such colours" : operands.name));
    }
    const std::string& colours = scope_.colours().name(net_.exprs[net_.exprs.children_at(node.first)[0]].type);
    left = fmt::format("{}.ord({})", colours, left);
    right = fmt::format("{}.ord({})", colours, right);
  }
  return fmt::format("({} {} {})", left, spelling(kInfix, node.op, !equality && operands.kind == ColourKind::real), right);
}

// Ranges, subsets and their bases are the same values in ML; an int becomes a real.
std::string MlExpressions::conversion(const Expr& node) {
  const ColourSet& to = net_.colours[node.type];
  const ColourSet& from = set(node, 0);
  if (to.kind == ColourKind::real && from.kind != ColourKind::real) return fmt::format("Real.fromInt({})", child(node, 0));
  if (to.kind == ColourKind::product && node.payload == 0) {
    for (std::size_t k = 0; k < to.components.size(); ++k) {
      if (net_.colours[to.components[k]].kind == ColourKind::real && net_.colours[from.components[k]].kind != ColourKind::real) {
        throw NoMlForm(node.where, "CPN ML has no conversion of ints to reals inside of tuples");
      }
    }
  }
  return child(node, 0);
}

std::string MlExpressions::neighbour(const Expr& node) {
  const ColourSet& type = net_.colours[node.type];
  const bool up = node.op == Op::successor;
  const std::string value = child(node, 0);
  if (type.kind == ColourKind::boolean) return fmt::format("not({})", value);
  if (type.kind == ColourKind::unit) return value;
  const std::string low = scope_.colours().low(node.type);
  const bool named = names_constants(net_, node.type);
  // Of the last colour, counted from 0, and of all.
  const std::string last =
      named ? fmt::format("({} - {})", scope_.colours().high(node.type), low) : std::to_string(type.high - type.low);
  const std::string count = named ? fmt::format("({} + 1)", last) : std::to_string(type.high - type.low + 1);
  const std::string step = up ? "1" : last;
  if (type.kind == ColourKind::range) return fmt::format("(({} - {} + {}) mod {} + {})", value, low, step, count, low);
  if (type.kind != ColourKind::enumeration && type.kind != ColourKind::index) {
    throw NoMlForm(node.where, "CPN ML has no successor of such colours");
  }
  const std::string& colours = scope_.colours().name(node.type);
  return fmt::format("{0}.col(({0}.ord({1}) + {2}) mod {3})", colours, value, step, count);
}

std::string MlExpressions::ordinal(const Expr& node) {
  const bool from = node.op == Op::index_of;
  const ColourSetId id = from ? net_.exprs[net_.exprs.children_at(node.first)[0]].type : node.type;
  const ColourSet& type = net_.colours[id];
  const std::string value = child(node, 0);
  switch (type.kind) {
    case ColourKind::integer:
    case ColourKind::range:
      return value;
    case ColourKind::boolean:
      return from ? fmt::format("(if {} then 1 else 0)", value) : fmt::format("({} = 1)", value);
    case ColourKind::enumeration:
      return fmt::format("{}.{}({})", scope_.colours().name(id), from ? "ord" : "col", value);
    case ColourKind::index: {
      const std::string& colours = scope_.colours().name(id);
      if (!from) return fmt::format("{}({})", scope_.colours().label(id, 0), value);
      const std::string ordinal = fmt::format("{}.ord({})", colours, value);
      const std::string low = scope_.colours().low(id);
      return low == "0" ? ordinal : fmt::format("({} + {})", ordinal, low);
    }
    default:
      throw NoMlForm(node.where, "CPN ML has no ordinals of such colours");
  }
}

std::string MlExpressions::composite(const Expr& node) {
  const ColourSet& type = net_.colours[node.type];
  MlColours& colours = scope_.colours();
  if (node.op == Op::tuple) {
    const bool record = type.kind == ColourKind::record;
    std::string parts;
    for (std::size_t k = 0; k < node.count; ++k) {
      parts += (k == 0 ? "" : ", ") + (record ? colours.label(node.type, k) + "=" : std::string()) + child(node, k);
    }
    return record ? "{" + parts + "}" : "(" + parts + ")";
  }
  const auto k = static_cast<std::size_t>(node.payload);
  if (node.op == Op::inject) {
    const std::string& constructor = colours.label(node.type, k);
    return type.components[k] == ColourTable::kUnit ? constructor : fmt::format("{}({})", constructor, child(node, 0));
  }
  const ColourSetId whole = net_.exprs[net_.exprs.children_at(node.first)[0]].type;
  if (node.op == Op::project) {
    const std::string field = net_.colours[whole].kind == ColourKind::record ? colours.label(whole, k) : std::to_string(k + 1);
    return fmt::format("(#{} {})", field, argument(child(node, 0)));
  }
  return content(node);
}

// The number of a variant, or what is in it.
std::string MlExpressions::content(const Expr& node) {
  const ColourSetId whole = net_.exprs[net_.exprs.children_at(node.first)[0]].type;
  const ColourSet& type = net_.colours[whole];
  MlColours& colours = scope_.colours();
  const auto pattern = [&](std::size_t k, std::string_view inside) {
    const std::string& constructor = colours.label(whole, k);
    return type.components[k] == ColourTable::kUnit ? constructor : fmt::format("{} {}", constructor, inside);
  };
  if (node.op == Op::content) {
    const auto k = static_cast<std::size_t>(node.payload);
    if (type.components[k] == ColourTable::kUnit) return "()";
    return fmt::format("(case {} of {} => content)", child(node, 0), pattern(k, "content"));
  }
  std::string arms;
  for (std::size_t k = 0; k < type.components.size(); ++k)
    arms += fmt::format("{}{} => {}", k == 0 ? "" : " | ", pattern(k, "_"), k);
  return fmt::format("(case {} of {})", child(node, 0), arms);
}

}  // namespace petriloom::cpn
