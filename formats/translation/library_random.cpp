// SPDX-License-Identifier: Apache-2.0
// Random values, the time, and the functions that every colour set has.
#include <fmt/format.h>

#include "engine/expr/distribution.h"
#include "formats/translation/library_support.h"

namespace petriloom::cpn::ml {

namespace {

template <Distribution D>
Value drawn(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId parameter = t.plain(a[0], at.where);
  return parameter.valid() ? Translator::of(t.e().random(D, std::array{parameter}, at.where)) : Value{};
}

template <Distribution D>
Value drawn_of_two(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId first = part(t, a[0], 0, at);
  const ExprId second = part(t, a[0], 1, at);
  return first.valid() && second.valid() ? Translator::of(t.e().random(D, std::array{first, second}, at.where)) : Value{};
}

// CPN ML gives the variance where others give the deviation.
Value normal(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId mean = part(t, a[0], 0, at);
  const ExprId variance = part(t, a[0], 1, at);
  if (!mean.valid() || !variance.valid()) return {};
  return Translator::of(t.e().random(Distribution::normal, std::array{mean, t.e().unary(Op::sqrt, variance, at.where)}, at.where));
}

Value time_now(Translator& t, std::span<const Value>, const Expr& at) {
  const ExprId now = t.e().now(at.where);
  return Translator::of(t.inference().real_time() ? now : t.e().unary(Op::round, now, at.where));
}

// The list of all colours of a finite colour set, in the colour set of its type.
ExprId all_of(Translator& t, const Value& about, const Expr& at) {
  const ColourSetId set = t.colour(about.colour);
  const ColourSet& colours = t.builder().net().colours[set];
  if (!colours.finite || colours.size() > 1'000'000) {
    t.fail(at.where, fmt::format("the colour set '{}' has too many colours to list them", t.inference().colour(about.colour).name));
    return {};
  }
  return t.e().colours(set, at.where);
}

Value all(Translator& t, std::span<const Value> a, const Expr& at) { return Translator::of(all_of(t, a[0], at)); }

Value size_of(Translator& t, std::span<const Value> a, const Expr& at) {
  const ColourSet& colours = t.builder().net().colours[t.colour(a[0].colour)];
  if (!colours.finite) return t.fail(at.where, "this colour set has no size");
  return Translator::of(t.e().integer(static_cast<std::int64_t>(colours.size()), at.where));
}

Value random_colour(Translator& t, std::span<const Value> a, const Expr& at) {
  const ColourSetId set = t.colour(a[0].colour);
  const ExprId list = all_of(t, a[0], at);
  if (!list.valid()) return {};
  const ColourSet& colours = t.builder().net().colours[set];  // the list may have added its colour set: not before
  if (colours.kind == ColourKind::range) {
    const std::array bounds{t.e().integer(colours.low, at.where), t.e().integer(colours.high, at.where)};
    return Translator::of(t.e().random(Distribution::discrete, bounds, at.where));
  }
  const std::array bounds{t.e().integer(0, at.where), t.e().integer(static_cast<std::int64_t>(colours.size()) - 1, at.where)};
  const ExprId which = t.e().random(Distribution::discrete, bounds, at.where);
  return Translator::of(t.e().list_op(Op::element, std::array{list, which}, at.where));
}

ExprId in_colours(Translator& t, const Value& about, const Value& value, const Expr& at) {
  return t.coerce(t.plain(value, at.where), t.colour(about.colour), at.where);
}

Value ordinal(Translator& t, std::span<const Value> a, const Expr& at) {
  const ColourSetId set = t.colour(a[0].colour);
  const ExprId value = in_colours(t, a[0], a[1], at);
  if (!value.valid()) return {};
  const ColourSet& colours = t.builder().net().colours[set];
  if (colours.kind != ColourKind::range && colours.kind != ColourKind::index)
    return Translator::of(t.e().unary(Op::index_of, value, at.where));
  const ExprId number = colours.kind == ColourKind::range ? value : t.e().unary(Op::index_of, value, at.where);
  return Translator::of(t.e().binary(Op::subtract, number, t.e().integer(colours.low, at.where), at.where));
}

// Colour k of a colour set, counted from 0.
Value colour_number(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId list = all_of(t, a[0], at);
  const ExprId index = t.plain(a[1], at.where);
  return list.valid() && index.valid() ? Translator::of(t.e().list_op(Op::element, std::array{list, index}, at.where)) : Value{};
}

// Text as CPN ML writes colours: "ph(3)", "(1,2)"; where our own writing is another it is refused.
Value make_text(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId value = t.plain(t.named(a[1], at.where), at.where);
  if (!value.valid()) return {};
  const ColourSet& set = t.builder().net().colours[t.e().type(value)];
  switch (set.kind) {
    case ColourKind::integer:
    case ColourKind::range:
    case ColourKind::real: {
      const std::array arguments{Translator::of(value)};
      return library().find("Int.toString")->translate(t, arguments, at);
    }
    case ColourKind::boolean:
    case ColourKind::enumeration:
    case ColourKind::index:
    case ColourKind::unit:
      return Translator::of(t.e().to_text(value, at.where));
    case ColourKind::string: {
      const ExprId quote = t.e().text("\"", at.where);
      const ExprId begun = t.e().list_op(Op::concat, std::array{quote, value}, at.where);
      return Translator::of(t.e().list_op(Op::concat, std::array{begun, quote}, at.where));
    }
    default:
      return t.fail(at.where, "the text of tuples, records, lists and unions is not made", "make it of the texts of the parts");
  }
}

Value legal(Translator& t, std::span<const Value> a, const Expr& at) {
  const ColourSetId about = t.colour(a[0].colour);
  const ExprId value = t.plain(t.named(a[1], at.where), at.where);
  if (!value.valid()) return {};
  const ColourSet& set = t.builder().net().colours[about];
  if (set.kind != ColourKind::range) return Translator::of(t.e().boolean(true, at.where));
  const ExprId low = t.e().binary(Op::less_equal, t.e().integer(set.low, at.where), value, at.where);
  const ExprId high = t.e().binary(Op::less_equal, value, t.e().integer(set.high, at.where), at.where);
  return Translator::of(t.e().binary(Op::and_, low, high, at.where));
}

Value less_than(Translator& t, std::span<const Value> a, const Expr& at) {
  const ExprId left = part(t, a[1], 0, at);
  const ExprId right = part(t, a[1], 1, at);
  return left.valid() && right.valid() ? Translator::of(t.e().binary(Op::less, left, right, at.where)) : Value{};
}

// A record with one field replaced.
Value set_field(Translator& t, std::span<const Value> a, const Expr& at) {
  const ColourSetId set = t.colour(a[0].colour);
  const Value record = t.named(Translator::of(t.materialise(a[1], t.inference().colour(a[0].colour).type, at.where)), at.where);
  const ExprId value = t.plain(a[2], at.where);
  if (!record.known() || !value.valid()) return {};
  const ColourSet colours = t.builder().net().colours[set];
  std::vector<ExprId> parts;
  for (std::size_t k = 0; k < colours.fields.size(); ++k) {
    const bool replaced = colours.fields[k] == a[0].name;
    const ExprId next = replaced ? value : t.e().field(record.expr, colours.fields[k], at.where);
    parts.push_back(t.coerce(next, colours.components[k], at.where));
    if (!parts.back().valid()) return {};
  }
  return Translator::of(t.e().tuple(set, parts, at.where));
}

Value is_variant(Translator& t, std::span<const Value> a, const Expr& at) {
  const ColourSet colours = t.builder().net().colours[t.colour(a[0].colour)];
  const ExprId value = t.plain(a[1], at.where);
  if (!value.valid()) return {};
  for (std::size_t k = 0; k < colours.fields.size(); ++k) {
    if (colours.fields[k] != a[0].name) continue;
    return Translator::of(
        t.e().binary(Op::equal, t.e().variant(value, at.where), t.e().integer(static_cast<std::int64_t>(k), at.where), at.where));
  }
  return t.fail(at.where, fmt::format("there is no variant '{}'", a[0].name));
}

// All tuples of one colour of each multiset, as often as the product of the numbers there.
ExprId tuples(Translator& t, ColourSetId set, const std::vector<ExprId>& lists, std::vector<ExprId> chosen, const Expr& at) {
  const std::size_t k = chosen.size();
  const ColourSetId component = t.builder().net().colours[set].components[k];
  const auto extended = [&](ExprId x) {
    std::vector<ExprId> more = chosen;
    more.push_back(t.coerce(x, component, at.where));
    return more;
  };
  if (k + 1 == lists.size()) {
    return t.over(Op::map, lists[k], at.where, [&](ExprId x) { return t.e().tuple(set, extended(x), at.where); });
  }
  return t.fold(lists[k], t.e().list(set, {}, at.where), at.where, [&](ExprId all, ExprId x) {
    return t.e().list_op(Op::concat, std::array{all, tuples(t, set, lists, extended(x), at)}, at.where);
  });
}

Value product_of_multisets(Translator& t, std::span<const Value> a, const Expr& at) {
  const ColourSetId set = t.colour(a[0].colour);
  const ColourSet colours = t.builder().net().colours[set];
  if (colours.kind != ColourKind::product) return t.fail(at.where, "'mult' is for products");
  std::vector<ExprId> lists;
  for (std::size_t k = 0; k < colours.components.size(); ++k) {
    lists.push_back(t.plain(t.named(part_value(t, a[1], k, at), at.where), at.where));
    if (!lists.back().valid()) return {};
  }
  return Translator::of(tuples(t, set, lists, {}, at));
}

constexpr std::array kRandomFunctions{
    LibraryFunction{"exponential", "real -> real", 1, drawn<Distribution::exponential>, Effect::random},
    LibraryFunction{"uniform", "real * real -> real", 1, drawn_of_two<Distribution::uniform>, Effect::random},
    LibraryFunction{"normal", "real * real -> real", 1, normal, Effect::random},
    LibraryFunction{"erlang", "int * real -> real", 1, drawn_of_two<Distribution::erlang>, Effect::random},
    LibraryFunction{"chisq", "int -> real", 1, drawn<Distribution::chi_squared>, Effect::random},
    LibraryFunction{"student", "int -> real", 1, drawn<Distribution::student>, Effect::random},
    LibraryFunction{"discrete", "int * int -> int", 1, drawn_of_two<Distribution::discrete>, Effect::random},
    LibraryFunction{"bernoulli", "real -> int", 1, drawn<Distribution::bernoulli>, Effect::random},
    LibraryFunction{"binomial", "int * real -> int", 1, drawn_of_two<Distribution::binomial>, Effect::random},
    LibraryFunction{"poisson", "real -> int", 1, drawn<Distribution::poisson>, Effect::random},
    LibraryFunction{"time", "unit -> 'time", 1, time_now, Effect::time},
    LibraryFunction{"ModelTime.time", "unit -> 'time", 1, time_now, Effect::time},
};

constexpr std::array kColourTable{
    LibraryFunction{"all", "unit -> 'c list", 1, all},
    LibraryFunction{"size", "unit -> int", 1, size_of},
    LibraryFunction{"ran", "unit -> 'c", 1, random_colour, Effect::random},
    LibraryFunction{"ord", "'c -> int", 1, ordinal},
    LibraryFunction{"col", "int -> 'c", 1, colour_number},
    LibraryFunction{"mkstr", "'c -> string", 1, make_text},
    LibraryFunction{"legal", "'c -> bool", 1, legal},
    LibraryFunction{"lt", "'c * 'c -> bool", 1, less_than},
    LibraryFunction{"mult", "unit", 1, product_of_multisets},
    LibraryFunction{"set_", "unit", 2, set_field},
    LibraryFunction{"of_", "unit", 1, is_variant},
};

}  // namespace

std::span<const LibraryFunction> library_random() { return kRandomFunctions; }
std::span<const LibraryFunction> colour_functions() { return kColourTable; }

}  // namespace petriloom::cpn::ml
