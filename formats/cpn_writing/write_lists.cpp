// SPDX-License-Identifier: Apache-2.0
// Lists, markings, texts and random values as text of CPN ML.
#include <fmt/format.h>

#include <array>

#include "formats/cpn_writing/write_expressions.h"

namespace petriloom::cpn {
namespace {

constexpr std::int64_t kMostListed = 1000;  // colours of one `all`

struct Drawn {
  Distribution distribution;
  std::string_view text;  ///< `{0}` and `{1}` are the parameters
};
// Those whose parameters mean the same there; the second parameter of `normal` is the variance
// there.
constexpr std::array kDrawn = std::to_array<Drawn>({{Distribution::exponential, "exponential({0})"},
                                                    {Distribution::uniform, "uniform({0}, {1})"},
                                                    {Distribution::normal, "normal({0}, {1} * {1})"},
                                                    {Distribution::erlang, "erlang({0}, {1})"},
                                                    {Distribution::weibull, "weibull({1}, {0})"},
                                                    {Distribution::beta, "beta({0}, {1})"},
                                                    {Distribution::chi_squared, "chisq({0})"},
                                                    {Distribution::student, "student({0})"},
                                                    {Distribution::discrete, "discrete({0}, {1})"},
                                                    {Distribution::bernoulli, "bernoulli({0})"},
                                                    {Distribution::binomial, "binomial({0}, {1})"},
                                                    {Distribution::poisson, "poisson({0})"}});

// The list that an expression has the same elements as.
ExprId same_list(const Net& net, ExprId expr) {
  const Expr& node = net.exprs[expr];
  if (node.op != Op::map) return expr;
  const Expr& body = net.exprs[net.exprs.children(expr)[1]];
  return body.op == Op::variable && body.payload == node.payload ? net.exprs.children(expr)[0] : expr;
}

}  // namespace

std::optional<PlaceId> counted_place(const Net& net, ExprId expr) {
  const Expr& node = net.exprs[expr];
  if (node.op == Op::tokens && node.count == 0) return PlaceId(static_cast<std::size_t>(node.payload));
  if (node.op != Op::length) return std::nullopt;
  const Expr& list = net.exprs[same_list(net, net.exprs.children(expr)[0])];
  if (list.op != Op::token_list) return std::nullopt;
  return PlaceId(static_cast<std::size_t>(list.payload));
}

std::string MlExpressions::marking(ExprId expr) {
  const Expr& node = net_.exprs[expr];
  const std::optional<PlaceId> counted = counted_place(net_, expr);
  const auto known = markings_.find(counted ? counted->index() : static_cast<std::size_t>(node.payload));
  if (known == markings_.end() || (node.op == Op::tokens && !counted)) {
    throw NoMlForm(node.where, "CPN Tools has no form for what depends on the marking of a place");
  }
  if (counted) return fmt::format("(size {})", known->second.name);
  if (known->second.timed) throw NoMlForm(node.where, "tokens with times are no list in CPN Tools");
  return known->second.name;
}

std::string MlExpressions::list(const Expr& node) {
  const bool text_type =
      node.op != Op::list && node.op != Op::colours && node.op != Op::range_list && set(node, 0).kind == ColourKind::string;
  switch (node.op) {
    case Op::list: {
      std::string parts;
      for (std::size_t k = 0; k < node.count; ++k) parts += (k == 0 ? "" : ", ") + child(node, k);
      return "[" + parts + "]";
    }
    case Op::length:
      return called(text_type ? "size" : "length", node);
    case Op::head:
      return called("hd", node);
    case Op::tail:
      return called("tl", node);
    case Op::element:
      return text_type ? fmt::format("substring({}, {}, 1)", child(node, 0), child(node, 1)) : called("List.nth", node);
    case Op::append:
      return fmt::format("({}^^[{}])", child(node, 0), child(node, 1));
    case Op::concat: {
      // What an arc takes apart is a pattern there: x::l, not [x]^^l.
      const Expr& front = net_.exprs[net_.exprs.children_at(node.first)[0]];
      if (front.op == Op::list && front.count > 0) {
        std::string elements;
        for (std::size_t k = 0; k < front.count; ++k) elements += child(front, k) + "::";
        return fmt::format("({}{})", elements, child(node, 1));
      }
      return fmt::format("({}{}{})", child(node, 0), text_type ? "^" : "^^", child(node, 1));
    }
    case Op::contains:
      if (text_type) return fmt::format("(String.isSubstring ({}) ({}))", child(node, 1), child(node, 0));
      return fmt::format("(mem ({}) ({}))", child(node, 0), child(node, 1));
    case Op::range_list:
      return fmt::format("(let val lowest = {0} in List.tabulate(Int.max(0, {1} - lowest + 1), fn k => k + lowest) end)",
                         child(node, 0), child(node, 1));
    case Op::colours:
      return all_colours(node);
    case Op::slice:
      return called(scope_.helper(text_type ? "text_slice" : "slice"), node);
    case Op::reverse:
      return text_type ? fmt::format("implode(rev(explode({})))", child(node, 0)) : called("rev", node);
    case Op::remove:
      return fmt::format("(rm ({}) ({}))", child(node, 1), child(node, 0));
    case Op::distinct:
      return called(scope_.helper("distinct"), node);
    default:
      if (text_type) throw NoMlForm(node.where, "CPN ML has no such operation on texts");
      return called(scope_.helper(node.op == Op::update ? "update" : "position"), node);
  }
}

std::string MlExpressions::all_colours(const Expr& node) {
  const ColourSetId element = net_.colours[node.type].components[0];
  const ColourSet& type = net_.colours[element];
  if (names_constants(net_, element)) return scope_.colours().name(element) + ".all()";
  if (!type.finite || type.high - type.low >= kMostListed) {
    throw NoMlForm(node.where, fmt::format("the list of all colours is longer than {}", kMostListed));
  }
  if (type.kind == ColourKind::range) {
    return fmt::format("List.tabulate({}, fn k => k + {})", type.high - type.low + 1, ml_integer(type.low));
  }
  std::string parts;
  for (Word word = type.low; word <= type.high; ++word) {
    parts += (parts.empty() ? "" : ", ") + scope_.colours().text(element, word, net_.pool);
  }
  return "[" + parts + "]";
}

// What stands in a record is known in ML only if the record is, before its fields are asked for.
std::string MlExpressions::typed(const std::string& parameter, ColourSetId type) {
  if (net_.colours[type].kind != ColourKind::record) return parameter;
  return fmt::format("({} : {})", parameter, scope_.colours().name(type));
}

std::string MlExpressions::bound(Word number, ExprId body) {
  locals_.bind(
      number, body, [this](const std::string& name) { return scope_.parameter(name); }, [this](Word other) { return slot(other); });
  return slot(number);
}

std::string MlExpressions::let(const Expr& node) {
  const std::string value = child(node, 0);
  const std::string name = bound(node.payload, net_.exprs.children_at(node.first)[1]);
  return fmt::format("let val {} = {} in {} end", name, value, child(node, 1));
}

std::string MlExpressions::iteration(const Expr& node) {
  // A call would be taken apart by the application before it.
  const std::string over = "(" + child(node, 0) + ")";
  const ExprId inside = net_.exprs.children_at(node.first)[node.count - 1];
  const ColourSetId of = set(node, 0).components[0];
  if (node.op == Op::fold) {
    const std::string start = child(node, 1);
    const std::string so_far = typed(bound(node.payload, inside), node.type);
    const std::string next = typed(bound(node.payload + 1, inside), of);
    return fmt::format("(List.foldl (fn ({}, {}) => {}) ({}) {})", next, so_far, child(node, 2), start, over);
  }
  const std::string element = typed(bound(node.payload, inside), of);
  const std::string body = child(node, 1);
  const std::string function = fmt::format("(fn {} => {})", element, body);
  const bool real = set(node, 1).kind == ColourKind::real;
  switch (node.op) {
    case Op::map:
      return fmt::format("(List.map {} {})", function, over);
    case Op::filter:
      return fmt::format("(List.filter {} {})", function, over);
    case Op::forall:
      return fmt::format("(List.all {} {})", function, over);
    case Op::exists:
      return fmt::format("(List.exists {} {})", function, over);
    case Op::sum:
      return fmt::format("(List.foldl (fn ({}, sum) => sum + {}) {} {})", element, body, real ? "0.0" : "0", over);
    case Op::argmin:
      return fmt::format("{}({}, {})", scope_.helper(real ? "real_argmin" : "argmin"), function, over);
    case Op::least:
    case Op::greatest:
      throw NoMlForm(node.where, "CPN Tools has no form for the least and the greatest of a list");
    default:
      return fmt::format("{}({}, {})", scope_.helper(real ? "real_sort_by" : "sort_by"), function, over);
  }
}

std::string MlExpressions::random(const Expr& node) {
  for (const Drawn& each : kDrawn) {
    if (static_cast<Word>(each.distribution) != node.payload) continue;
    return fmt::format(fmt::runtime(each.text), child(node, 0), node.count > 1 ? child(node, 1) : std::string());
  }
  throw NoMlForm(node.where, "CPN ML has no such distribution, or means other parameters by it");
}

// The functions that make texts of colours there write numbers and records otherwise than we do.
std::string MlExpressions::to_text(const Expr& node) {
  const ColourSetId id = net_.exprs[net_.exprs.children_at(node.first)[0]].type;
  switch (net_.colours[id].kind) {
    case ColourKind::string:
      return child(node, 0);
    case ColourKind::integer:
    case ColourKind::range:
      return called(scope_.helper("int_text"), node);
    case ColourKind::boolean:
      return fmt::format("(if {} then \"true\" else \"false\")", child(node, 0));
    case ColourKind::enumeration:
      return fmt::format("{}.mkstr({})", scope_.colours().name(id), child(node, 0));
    default:
      throw NoMlForm(node.where, "CPN ML writes such colours otherwise");
  }
}

}  // namespace petriloom::cpn
