// SPDX-License-Identifier: Apache-2.0
// Compiled expressions have the value, or the error, that Evaluator gives: random expressions of
// all types, with functions that call each other and loops over lists and colours.
#include "engine/compiled/code.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "engine/build/expr_builder.h"

namespace petriloom {
namespace {

// Makes expressions over variables of every colour set below; slot k holds a colour of types_[k].
class RandomExpressions {
 public:
  explicit RandomExpressions(std::uint64_t seed) : random_(seed) {
    ColourTable& c = net.colours;
    const ColourSetId range = c.add_range("Small", -1, 2);
    const ColourSetId letter = c.add_enumeration("Letter", {"a", "b", "c"});
    const ColourSetId odd = c.add_subset("Odd", range, {-1, 1});
    const ColourSetId ints = c.add_list({}, ColourTable::kInt);
    const ColourSetId packed = c.add_product({}, {range, letter});
    const ColourSetId pooled = c.add_record("Record", {"n", "l"}, {ColourTable::kInt, c.add_list("Ints", ColourTable::kInt)});
    const ColourSetId finite = c.add_union("Finite", {"R", "N", "L"}, {range, ColourTable::kUnit, letter});
    const ColourSetId endless =
        c.add_union("Endless", {"I", "T", "N"}, {ColourTable::kInt, ColourTable::kString, ColourTable::kUnit});
    types_ = {ColourTable::kBool,
              ColourTable::kInt,
              ColourTable::kReal,
              ColourTable::kString,
              range,
              letter,
              odd,
              ints,
              packed,
              pooled,
              finite,
              endless};
    // The second calls the first, the third itself with a condition that ends it soon.
    for (const ColourSetId result : {ColourTable::kInt, types_[9], types_[7]}) add_function(result);
  }

  ColourSetId any_type() { return types_[below(types_.size())]; }

  std::vector<Word> frame() {
    std::vector<Word> words;
    for (const ColourSetId type : types_) words.push_back(colour(type));
    words.resize(words.size() + kMostBound);
    return words;
  }

  // An expression of the type; of at most so many levels.
  ExprId make(ColourSetId type, int depth) {
    const ExprId made = depth > 0 ? compound(type, depth - 1) : ExprId{};
    return made.valid() ? made : leaf(type);
  }

  // A list of what `element` makes, which may use the int that it goes through.
  template <class Element>
  ExprId mapped(const Element& element) {
    const ExprId list = gone_through(ColourTable::kInt, 1);
    return with_bound(ColourTable::kInt, [&](std::uint32_t slot) { return b.comprehension(Op::map, slot, list, element(), {}); });
  }

  Net net;
  Diagnostics diagnostics;
  ExprBuilder b{net, diagnostics};

 private:
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }

  Word colour(ColourSetId type) {
    const ColourSet& set = net.colours[type];
    if (set.finite) return set.low + static_cast<Word>(below(static_cast<std::size_t>(set.size())));
    if (set.kind == ColourKind::integer) return static_cast<Word>(below(7)) - 3;
    if (set.kind == ColourKind::real) return word_of_real(static_cast<double>(below(9)) / 2 - 2);
    if (set.kind == ColourKind::string) return intern_text(std::string(below(3), static_cast<char>('a' + below(2))), net.pool);
    if (set.kind == ColourKind::union_) {
      const std::size_t variant = below(set.components.size());
      return net.colours.inject(type, variant, colour(set.components[variant]), net.pool);
    }
    std::vector<Word> words;
    const bool list = set.kind == ColourKind::list;
    const std::vector<ColourSetId> parts = list ? std::vector<ColourSetId>(below(4), set.components[0]) : set.components;
    for (const ColourSetId part : parts) words.push_back(colour(part));
    return net.pool.intern(words);
  }

  static constexpr std::size_t kMostBound = 64;  ///< let and lambda variables

  // A function of one parameter of each type, or of the first few, in the slots that variables of
  // an expression have too.
  void add_function(ColourSetId result) {
    Function function;
    function.name = "f";
    visible_ = result == types_[7] ? types_.size() : MemoTable::kMostArguments;
    function.parameters.assign(types_.begin(), types_.begin() + static_cast<std::ptrdiff_t>(visible_));
    function.parameter_names.resize(visible_);
    function.result = result;
    function.slots = static_cast<std::uint32_t>(types_.size() + kMostBound);
    const bool recursive = net.functions.size() == 2;
    if (recursive) net.functions.push_back(function);
    function.body = make(result, 3);
    if (recursive) {
      std::vector<ExprId> arguments;
      for (std::uint32_t slot = 0; slot < types_.size(); ++slot) arguments.push_back(b.variable(types_[slot], slot, {}));
      arguments[7] = b.list_op(Op::tail, std::array{arguments[7]}, {});
      const ExprId empty =
          b.binary(Op::equal, b.list_op(Op::length, std::array{b.variable(types_[7], 7, {})}, {}), b.integer(0, {}), {});
      function.body = b.if_(empty, function.body, b.call(FunctionId(2), arguments, {}), {});
      net.functions.pop_back();
    }
    net.functions.push_back(std::move(function));
    visible_ = types_.size();
  }

  ExprId call(std::size_t function, int depth) {
    std::vector<ExprId> arguments;
    for (const ColourSetId type : net.functions[function].parameters) arguments.push_back(make(type, below(3) == 0 ? depth : 0));
    return b.call(FunctionId(function), arguments, {});
  }

  // What a let or a loop binds has a slot of its own while it is in scope.
  template <class Make>
  ExprId with_bound(ColourSetId type, const Make& body) {
    const auto slot = static_cast<std::uint32_t>(types_.size() + bound_.size());
    bound_.push_back(type);
    const ExprId made = body(slot);
    bound_.pop_back();
    return made;
  }

  ExprId leaf(ColourSetId type) {
    for (std::uint32_t k = 0; k < bound_.size(); ++k) {
      if (bound_[k] == type && below(3) != 0) return b.variable(type, static_cast<std::uint32_t>(types_.size()) + k, {});
    }
    for (std::uint32_t slot = 0; slot < visible_; ++slot) {
      if (types_[slot] == type && below(4) != 0) return b.variable(type, slot, {});
    }
    return b.literal(type, colour(type), {});
  }

  ExprId compound(ColourSetId type, int depth) {
    const ColourSet set = net.colours[type];
    switch (below(4)) {
      case 0:
        return b.if_(make(ColourTable::kBool, depth), make(type, depth), make(type, depth), {});
      case 1:
        return let(type, depth);
      default:
        break;
    }
    switch (set.kind) {
      case ColourKind::boolean:
        return truth(depth);
      case ColourKind::integer:
        return number(depth);
      case ColourKind::real:
        if (below(4) == 0) return sum(type, depth);
        return b.binary(pick({Op::add, Op::multiply, Op::divide, Op::minimum}), make(type, depth), make(any_number(), depth), {});
      case ColourKind::string:
        if (below(2) == 0) return b.to_text(make(any_type(), depth), {});
        return below(2) == 0 ? b.binary(Op::concat, make(type, depth), make(type, depth), {}) : sequence(type, depth);
      case ColourKind::range:
      case ColourKind::subset:
        return below(2) == 0 ? b.unary(pick({Op::successor, Op::predecessor}), make(type, depth), {})
                             : b.convert(make(ColourTable::kInt, depth), type, {});
      case ColourKind::list:
        return list(type, depth);
      case ColourKind::union_:
        return united(type, set, depth);
      case ColourKind::product:
      case ColourKind::record: {
        if (type == types_[9] && net.functions.size() > 1 && below(2) == 0) return call(1, depth);
        std::vector<ExprId> parts;
        for (const ColourSetId part : set.components) parts.push_back(make(part, depth));
        return b.tuple(type, parts, {});
      }
      default:
        return {};
    }
  }

  ExprId let(ColourSetId type, int depth) {
    const ColourSetId bound = any_type();
    const ExprId value = make(bound, depth);
    return with_bound(bound, [&](std::uint32_t slot) { return b.convert(b.let(slot, value, make(type, depth), {}), type, {}); });
  }

  // What a loop goes through: of ints, colours of a range or words of letters.
  ExprId gone_through(ColourSetId element, int depth) {
    ExprId made;
    if (element == ColourTable::kInt) {
      made = make(types_[7], depth);
    } else if (below(2) == 0) {
      made = b.colours(element, {});
    } else {
      made = b.list(element, std::array{make(element, depth), make(element, depth)}, {});
    }
    if (below(3) != 0) return made;
    return with_bound(
        element, [&](std::uint32_t slot) { return b.comprehension(Op::filter, slot, made, make(ColourTable::kBool, depth), {}); });
  }

  ExprId loop(Op op, ColourSetId element, ColourSetId body, int depth) {
    const ExprId list = gone_through(element, depth);
    return with_bound(element, [&](std::uint32_t slot) { return b.comprehension(op, slot, list, make(body, depth), {}); });
  }
  ColourSetId any_element() { return std::array{ColourTable::kInt, types_[4], types_[5]}[below(3)]; }

  ColourSetId any_number() { return std::array{ColourTable::kInt, ColourTable::kReal, types_[4], types_[6]}[below(4)]; }
  Op pick(std::initializer_list<Op> ops) { return ops.begin()[below(ops.size())]; }

  ExprId truth(int depth) {
    switch (below(5)) {
      case 4:
        return loop(pick({Op::exists, Op::forall}), any_element(), ColourTable::kBool, depth);
      case 0:
        return b.binary(pick({Op::and_, Op::or_}), make(ColourTable::kBool, depth), make(ColourTable::kBool, depth), {});
      case 1:
        return b.binary(pick({Op::less, Op::greater_equal}), make(any_number(), depth), make(any_number(), depth), {});
      case 2:
        return b.binary(Op::contains, make(types_[7], depth), make(ColourTable::kInt, depth), {});
      default: {
        const ColourSetId type = any_type();
        return b.binary(pick({Op::equal, Op::not_equal}), make(type, depth), make(type, depth), {});
      }
    }
  }

  /// Over the elements of a list, in a slot of their own.
  ExprId sum(ColourSetId type, int depth) {
    const ExprId list = gone_through(ColourTable::kInt, depth);
    return with_bound(ColourTable::kInt, [&](std::uint32_t slot) {
      const ExprId element = b.convert(b.variable(ColourTable::kInt, slot, {}), type, {});
      return b.comprehension(Op::sum, slot, list, b.binary(Op::multiply, element, make(type, depth), {}), {});
    });
  }
  ExprId number(int depth) {
    switch (below(10)) {
      case 9:
        if (!net.functions.empty()) return call(0, depth);
        [[fallthrough]];
      case 8:
        return loop(pick({Op::argmin, Op::least, Op::greatest}), ColourTable::kInt, ColourTable::kInt, depth);
      case 7:
        return b.binary(Op::power, make(ColourTable::kInt, depth), make(ColourTable::kInt, depth), {});
      case 6:
        return sum(ColourTable::kInt, depth);
      case 0:
        return b.list_op(Op::length, std::array{make(below(2) == 0 ? types_[7] : ColourTable::kString, depth)}, {});
      case 1:
        return b.list_op(Op::head, std::array{make(types_[7], depth)}, {});
      case 2:
        return b.binary(pick({Op::element, Op::position}), make(types_[7], depth), make(ColourTable::kInt, depth), {});
      case 3:
        return b.variant(make(types_[10 + below(2)], depth), {});
      case 4:
        return b.content(make(types_[11], depth), 0, {});
      default: {
        const ColourSetId other = std::array{ColourTable::kInt, types_[4], types_[6]}[below(3)];
        return b.binary(pick({Op::add, Op::subtract, Op::multiply, Op::divide, Op::modulo}), make(ColourTable::kInt, depth),
                        make(other, depth), {});
      }
    }
  }

  ExprId sequence(ColourSetId type, int depth) {
    switch (below(3)) {
      case 0:
        return b.list_op(Op::slice, std::array{make(type, depth), make(ColourTable::kInt, depth), make(ColourTable::kInt, depth)},
                         {});
      case 1:
        return b.list_op(pick({Op::reverse, Op::distinct}), std::array{make(type, depth)}, {});
      default: {
        const ColourSetId element = type == ColourTable::kString ? type : ColourTable::kInt;
        const ExprId at = make(ColourTable::kInt, depth);
        return b.list_op(Op::update, std::array{make(type, depth), at, make(element, depth)}, {});
      }
    }
  }

  ExprId list(ColourSetId type, int depth) {
    switch (below(9)) {
      case 8:
        if (net.functions.size() > 2) return call(2, depth);
        [[fallthrough]];
      case 7:
        return loop(Op::map, any_element(), ColourTable::kInt, depth);
      case 6:
        return loop(pick({Op::filter, Op::sort}), ColourTable::kInt, ColourTable::kBool, depth);
      case 0:
        return b.list(ColourTable::kInt, std::array{make(ColourTable::kInt, depth), make(ColourTable::kInt, depth)}, {});
      case 1:
        return b.list_op(Op::tail, std::array{make(type, depth)}, {});
      case 2:
        return b.binary(Op::concat, make(type, depth), make(type, depth), {});
      case 3:
        return b.binary(pick({Op::append, Op::remove}), make(type, depth), make(ColourTable::kInt, depth), {});
      case 4:
        return b.project(make(types_[9], depth), 1, {});
      default:
        return sequence(type, depth);
    }
  }

  ExprId united(ColourSetId type, const ColourSet& set, int depth) {
    const std::size_t variant = below(set.components.size());
    const ColourSetId held = set.components[variant];
    return b.inject(type, variant, held == ColourTable::kUnit ? ExprId{} : make(held, depth), {});
  }

  std::mt19937_64 random_;
  std::vector<ColourSetId> types_;
  std::size_t visible_ = 0;  // variables of a frame or a function
  std::vector<ColourSetId> bound_;
};

struct Seen {
  std::size_t values = 0;
  std::size_t errors = 0;
};

// The values wanted are of an Evaluator that has kept none.
void expect_the_same(RandomExpressions& make, ExprId id, const std::string& which, Seen& seen) {
  const Code code(make.net, id);
  std::vector<std::vector<Word>> frames(20);
  for (std::vector<Word>& frame : frames) frame = make.frame();
  WordPool pool = make.net.pool;
  Evaluator evaluator(make.net, pool);
  for (std::vector<Word>& frame : frames) {
    std::vector<Word> other = frame;
    std::optional<Word> wanted;
    std::string message;
    try {
      wanted = Evaluator(make.net, pool).eval(id, frame);
      ++seen.values;
    } catch (const EvalError& error) {
      message = error.what();
      ++seen.errors;
    }
    try {
      const Word word = code.eval(evaluator, other);
      ASSERT_TRUE(wanted.has_value()) << which << ": " << message;
      ASSERT_EQ(word, *wanted) << which;
    } catch (const EvalError& error) {
      ASSERT_FALSE(wanted.has_value()) << which << ": " << error.what();
      ASSERT_EQ(error.what(), message) << which;
    }
  }
}

TEST(Code, HasTheValueOrTheErrorOfTheEvaluator) {
  Seen seen;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    RandomExpressions make(seed);
    const ExprId id = make.make(make.any_type(), 4);
    ASSERT_TRUE(id.valid()) << make.diagnostics.format(Sources{});
    expect_the_same(make, id, "seed " + std::to_string(seed), seen);
  }
  EXPECT_GT(seen.values, 1000U);  // neither is a rarity
  EXPECT_GT(seen.errors, 100U);
}

// Lists of pairs of ints, made in all the ways of which the parts are converted, as lists of pairs
// of a few ints and reals.
TEST(Code, ConvertsListsPartByPart) {
  Seen seen;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    RandomExpressions make(seed);
    ExprBuilder& b = make.b;
    ColourTable& colours = make.net.colours;
    const ColourSetId few = colours.add_range("Few", -4, 5);
    const ColourSetId pair = colours.add_product({}, {ColourTable::kInt, ColourTable::kInt});
    const ColourSetId close = colours.add_product({}, {few, few});
    const ColourSetId mixed = colours.add_product({}, {few, ColourTable::kReal});
    const auto any_pair = [&] { return b.tuple(std::array{make.make(ColourTable::kInt, 1), make.make(ColourTable::kInt, 1)}, {}); };
    const auto list = [&] { return b.list(pair, std::array{any_pair(), any_pair()}, {}); };
    const auto map = [&] { return make.mapped(any_pair); };
    const auto branch = [&] { return b.if_(make.make(ColourTable::kBool, 1), list(), map(), {}); };
    const ExprId made = std::array{list(), map(), branch(), b.binary(Op::concat, map(), branch(), {}),
                                   b.binary(Op::concat, list(), b.list_op(Op::reverse, std::array{map()}, {}), {})}[seed % 5];
    ASSERT_TRUE(made.valid()) << make.diagnostics.format(Sources{});
    for (const ColourSetId to : {close, mixed}) {
      const ExprId id = b.convert(made, colours.add_list({}, to), {});
      ASSERT_TRUE(id.valid()) << make.diagnostics.format(Sources{});
      expect_the_same(make, id, "seed " + std::to_string(seed), seen);
    }
  }
  EXPECT_GT(seen.values, 1000U);
  EXPECT_GT(seen.errors, 100U);
}

}  // namespace
}  // namespace petriloom
