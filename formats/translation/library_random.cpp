// SPDX-License-Identifier: Apache-2.0
// Random values, the time, and the functions that every colour set has.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engine/expr/distribution.h"
#include "formats/translation/library.h"
#include "formats/translation/library_call.h"

namespace petriloom::cpn::ml {

namespace {

ExprId draw(const LibraryCall& call, Distribution distribution, std::initializer_list<ExprId> parameters) {
  return call.e().random(distribution, std::span(parameters.begin(), parameters.size()), call.where());
}

template <Distribution D>
Value drawn(const LibraryCall& call) {
  return draw(call, D, {call.plain(0)});
}

template <Distribution D>
Value drawn_of_two(const LibraryCall& call) {
  return draw(call, D, {call.part(0), call.part(1)});
}

// CPN ML gives the variance where others give the deviation.
Value normal(const LibraryCall& call) {
  return draw(call, Distribution::normal, {call.part(0), call.unary(Op::sqrt, call.part(1))});
}

// A time to the power of 1 / k is of shape k; the parameter of Rayleigh is the deviation of each of
// two normal values of which it is the length.
Value weibull(const LibraryCall& call) {
  const ExprId scale = call.part(0);
  return draw(call, Distribution::weibull, {call.part(1), scale});
}

Value rayleigh(const LibraryCall& call) {
  const ExprId root = call.e().real(1.41421356237309504880, call.where());
  return draw(call, Distribution::weibull, {call.e().real(2, call.where()), call.binary(Op::multiply, root, call.plain(0))});
}

// One of the elements of a multiset.
Value random_element(const LibraryCall& call) {
  const ExprId list = call.named(0);
  const ExprId last = call.binary(Op::subtract, call.list(Op::length, {list}), call.integer(1));
  return call.list(Op::element, {list, draw(call, Distribution::discrete, {call.integer(0), last})});
}

Value time_now(const LibraryCall& call) {
  const ExprId now = call.t.work().clock(call.where());
  return call.t.work().inference().real_time() ? now : call.unary(Op::round, now);
}

// The functions of colour sets have the colour set as their first argument.
ColourSetId set_of(const LibraryCall& call) { return call.t.values().colour(call[0].colour); }
const ColourSet& colours_of(const LibraryCall& call) { return call.colours()[set_of(call)]; }
const ColourInfo& info_of(const LibraryCall& call) { return call.t.work().environment().colour(call[0].colour); }

// The list of all colours of a finite colour set, in the colour set of its type.
ExprId all_of(const LibraryCall& call) {
  const ColourSet& colours = colours_of(call);
  if (colours.finite && colours.size() <= 1'000'000) return call.e().colours(set_of(call), call.where());
  call.fail(fmt::format("the colour set '{}' has too many colours to list them", info_of(call).name));
  return {};
}

Value all(const LibraryCall& call) { return all_of(call); }

Value size_of(const LibraryCall& call) {
  const ColourSet& colours = colours_of(call);
  if (!colours.finite) return call.fail("this colour set has no size");
  if (colours.written_low.valid())
    return call.binary(Op::add, call.binary(Op::subtract, call.high(colours), call.low(colours)), call.integer(1));
  call.e().fix(set_of(call));
  return call.integer(static_cast<std::int64_t>(colours.size()));
}

Value random_colour(const LibraryCall& call) {
  const ExprId list = all_of(call);
  if (!list.valid()) return {};
  // The list may have added its colour set: not before.
  const ColourSet& colours = colours_of(call);
  if (colours.kind == ColourKind::range) {
    return draw(call, Distribution::discrete, {call.low(colours), call.high(colours)});
  }
  const ExprId last = call.binary(Op::subtract, call.list(Op::length, {list}), call.integer(1));
  return call.list(Op::element, {list, draw(call, Distribution::discrete, {call.integer(0), last})});
}

Value ordinal(const LibraryCall& call) {
  const ExprId value = call.coerce(call.plain(1), set_of(call));
  if (!value.valid()) return {};
  const ColourSet& colours = colours_of(call);
  const ExprId number = colours.kind == ColourKind::range ? value : call.unary(Op::index_of, value);
  const bool from_low = colours.kind == ColourKind::range || colours.kind == ColourKind::index;
  return from_low ? call.binary(Op::subtract, number, call.low(colours)) : number;
}

// Colour k of a colour set, counted from 0.
Value colour_number(const LibraryCall& call) { return call.list(Op::element, {all_of(call), call.plain(1)}); }

Value make_text(const LibraryCall& call) {
  const ExprId value = call.t.values().materialise(call[1], info_of(call).type, call.where());
  return colour_text(call, call.coerce(value, set_of(call)));
}

// What the basis writes of it with `mkstr` and `lt` of the colour set.
Value multiset_text(const LibraryCall& call) {
  const auto own = [&](const char* operation) {
    Value about(ValueKind::select);
    about.colour = call[0].colour;
    about.name = operation;
    Value function(ValueKind::library);
    function.colour = call[0].colour;
    function.name = operation;
    function.library = library().find_of_colour_set(operation);
    function.parts = {about};
    return function;
  };
  const Environment& environment = call.t.work().environment();
  const Binder& binder = environment.binder(environment.find("mkstr_ms"));
  Value function(ValueKind::function);
  function.function = binder.function;
  function.scope = std::make_shared<Scope>();
  auto types = std::make_shared<Types::Substitution>();
  for (const Type* general : binder.generals) (*types)[general] = info_of(call).type;
  function.types = types;
  return call.apply(call.apply(function, Value::tuple({own("mkstr"), own("lt")})), call[1]);
}

Value legal(const LibraryCall& call) {
  const ExprId value = call.named(1);
  if (!value.valid()) return {};
  const ColourSet& set = colours_of(call);
  if (set.kind != ColourKind::range) return call.e().boolean(true, call.where());
  const ExprId low = call.binary(Op::less_equal, call.low(set), value);
  const ExprId high = call.binary(Op::less_equal, value, call.high(set));
  return call.binary(Op::and_, low, high);
}

Value less_than(const LibraryCall& call) {
  const ExprId left = call.coerce(call.named_part(0, 1), set_of(call));
  const ExprId right = call.coerce(call.named_part(1, 1), set_of(call));
  return less_in_order(call, call.named(left), call.named(right));
}

// A record with one field replaced.
Value set_field(const LibraryCall& call) {
  const Value whole = call.t.values().materialise(call[1], info_of(call).type, call.where());
  const Value record = call.t.work().named(whole, call.where());
  const ExprId value = call.plain(2);
  if (!record.known() || !value.valid()) return {};
  const ColourSet colours = colours_of(call);
  std::vector<ExprId> parts;
  for (std::size_t k = 0; k < colours.fields.size(); ++k) {
    const bool replaced = colours.fields[k] == call[0].name;
    const ExprId next = replaced ? value : call.e().field(record.expr, colours.fields[k], call.where());
    parts.push_back(call.coerce(next, colours.components[k]));
    if (!parts.back().valid()) return {};
  }
  return call.e().tuple(set_of(call), parts, call.where());
}

Value is_variant(const LibraryCall& call) {
  const ExprId value = call.plain(1);
  if (!value.valid()) return {};
  const std::vector<std::string>& variants = call.t.work().environment().colour(info_of(call).base).declaration->labels;
  const auto found = std::find(variants.begin(), variants.end(), call[0].name);
  if (found == variants.end()) return call.fail(fmt::format("there is no variant '{}'", call[0].name));
  return call.binary(Op::equal, call.e().variant(value, call.where()), call.integer(found - variants.begin()));
}

// All tuples of one colour of each multiset, as often as the product of the numbers there.
ExprId tuples(const LibraryCall& call, const std::vector<ExprId>& lists, const std::vector<ExprId>& chosen) {
  const ColourSetId set = set_of(call);
  const std::size_t k = chosen.size();
  const ColourSetId component = call.colours()[set].components[k];
  const auto extended = [&](ExprId x) {
    std::vector<ExprId> more = chosen;
    more.push_back(call.coerce(x, component));
    return more;
  };
  if (k + 1 == lists.size()) {
    return call.over(Op::map, lists[k], [&](ExprId x) { return call.e().tuple(set, extended(x), call.where()); });
  }
  return call.fold(lists[k], call.empty(set), [&](ExprId all, ExprId x) {
    return call.list(Op::concat, {all, tuples(call, lists, extended(x))});
  });
}

Value product_of_multisets(const LibraryCall& call) {
  const ColourSet& colours = colours_of(call);
  if (colours.kind != ColourKind::product) return call.fail("'mult' is for products");
  const std::size_t count = colours.components.size();
  std::vector<ExprId> lists;
  for (std::size_t k = 0; k < count; ++k) {
    lists.push_back(call.named_part(k, 1));
    if (!lists.back().valid()) return {};
  }
  return tuples(call, lists, {});
}

constexpr std::array kRandomFunctions{
    LibraryFunction{"exponential", "real -> real", 1, drawn<Distribution::exponential>, Effect::random},
    LibraryFunction{"uniform", "real * real -> real", 1, drawn_of_two<Distribution::uniform>, Effect::random},
    LibraryFunction{"normal", "real * real -> real", 1, normal, Effect::random},
    LibraryFunction{"erlang", "int * real -> real", 1, drawn_of_two<Distribution::erlang>, Effect::random},
    LibraryFunction{"chisq", "int -> real", 1, drawn<Distribution::chi_squared>, Effect::random},
    LibraryFunction{"student", "int -> real", 1, drawn<Distribution::student>, Effect::random},
    LibraryFunction{"discrete", "int * int -> int", 1, drawn_of_two<Distribution::discrete>, Effect::random},
    LibraryFunction{"beta", "real * real -> real", 1, drawn_of_two<Distribution::beta>, Effect::random},
    LibraryFunction{"weibull", "real * real -> real", 1, weibull, Effect::random},
    LibraryFunction{"rayleigh", "real -> real", 1, rayleigh, Effect::random},
    LibraryFunction{"random", "'a list -> 'a", 1, random_element, Effect::random},
    LibraryFunction{"bernoulli", "real -> int", 1, drawn<Distribution::bernoulli>, Effect::random},
    LibraryFunction{"binomial", "int * real -> int", 1, drawn_of_two<Distribution::binomial>, Effect::random},
    LibraryFunction{"poisson", "real -> int", 1, drawn<Distribution::poisson>, Effect::random},
    LibraryFunction{"time ModelTime.time", "unit -> 'time", 1, time_now, Effect::time},
};

constexpr std::array kColourTable{
    LibraryFunction{"all", "unit -> 'c list", 1, all},
    LibraryFunction{"size", "unit -> int", 1, size_of},
    LibraryFunction{"ran", "unit -> 'c", 1, random_colour, Effect::random},
    LibraryFunction{"ord", "'c -> int", 1, ordinal},
    LibraryFunction{"col", "int -> 'c", 1, colour_number},
    LibraryFunction{"mkstr", "'c -> string", 1, make_text},
    LibraryFunction{"mkstr_ms", "'c list -> string", 1, multiset_text},
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
