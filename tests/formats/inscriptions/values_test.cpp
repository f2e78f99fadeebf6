// SPDX-License-Identifier: Apache-2.0
// What expressions of the net language are worth: unions, strings, subsets, patterns of `case`,
// generic functions, list functions.
#include <gtest/gtest.h>

#include "tests/formats/loom/read.h"

namespace petriloom {
namespace {

constexpr std::string_view kDeclarations = R"(
colour Seq = int with 0..3;
colour Dir = enum { north, east, south, west };
colour Msg = union { Data : product Seq * string, Ack : Seq, Nothing };
colour Other = union { Ack : bool, Nothing };
colour Even = subset Seq where (x : x % 2 = 0);
colour Across = subset Dir { west, east };
colour Pack = record { to : Seq, body : list of Seq };
colour Tree = union { Leaf : int, Pair : product Half * Half };
colour Half = union { Low : int, High };
fun kind(m : Msg) : string = case m of Data((0, s)) => "first " ++ s | Data(n, "x") => text(n) | Data(_) => "data" | Ack(n) => text(n)
  | Nothing => "nothing";
fun shape(l : list of int) : int = case l of [] => 0 | [x] => x | [x] ++ rest ++ [y] => 100 * x + 10 * length(rest) + y;
fun parse(s : string) : int = case s of "get " ++ name => length(name) | name ++ "?" => -length(name) | "" => 1000 | _ => 2000;
fun pick(p : product Dir * bool) : int = case p of (north, true) => 1 | (north, false) => 2 | (d, true) => 10 + ord(d) | (_, b) => if b then 3 else 4;
fun half(p : product Half * Half) : int = case p of (Low(a), Low(b)) => a + b | (High, Low(b)) => b | (x, High) => 0;
fun open(p : Pack) : int = case p of {to = 3, body = [x] ++ rest} => x | {body = b} => length(b);
fun rev[T](l : list of T) : list of T = if length(l) = 0 then [] else rev(tail(l)) ++ [head(l)];
fun pair[A, B](a : A, b : B) : product A * B = (a, b);
fun choose[T](c : bool, a : T, b : T) : T = if c then a else b;
fun none[T]() : list of T = [];
fun same[T](x : T) : T = x;
fun twice(x : int) : int = 2 * x;
fun less(a : int, b : int) : bool = a < b;
fun small(x : int) : bool = x < 2;
fun add(a : int, b : int) : int = a + b;
const limit = 2;
)";

struct Value {
  std::string type;
  std::string expression;
  std::string worth;  ///< as ColourTable::format writes it
};

class LoomValues : public testing::TestWithParam<Value> {};

TEST_P(LoomValues, AreWorthWhatTheyShould) {
  const Value& value = GetParam();
  const Net net =
      read_right(std::string(kDeclarations) + "place P : " + value.type + " = 1`(" + value.expression + " : " + value.type + ");");
  ASSERT_EQ(net.places.size(), 1U);
  ASSERT_EQ(net.places[0].initial.size(), 1U);
  EXPECT_EQ(net.colours.format(net.places[0].colour, net.places[0].initial[0].colour, net.pool), value.worth) << value.expression;
  const WriteResult again = write_loom(net, {});
  const Net second = read_right(again.text);
  ASSERT_EQ(second.places.size(), 1U) << again.text;
  EXPECT_EQ(second.colours.format(second.places[0].colour, second.places[0].initial[0].colour, second.pool), value.worth)
      << again.text;
}

INSTANTIATE_TEST_SUITE_P(
    All, LoomValues,
    testing::Values(
        Value{"Msg", R"(Data((1, "a\tb")))", R"(Data((1, "a\tb")))"}, Value{"Msg", R"(Data(1, "a"))", R"(Data((1, "a")))"},
        Value{"Msg", "Nothing", "Nothing"}, Value{"Msg", "Ack(3)", "Ack(3)"}, Value{"Other", "Ack(true)", "Ack(true)"},
        Value{"Other", "Other.Nothing", "Nothing"}, Value{"int", "variant((Ack(2) : Msg))", "1"},
        Value{"int", "(Ack(2) : Msg).Ack", "2"}, Value{"bool", R"((Ack(2) : Msg) = Data((0, "")))", "false"},
        Value{"string", R"("a\x41\\\"\n")", R"("aA\\\"\n")"}, Value{"string", R"("ab" ++ "cd")", R"("abcd")"},
        Value{"bool", R"("ab" < "b" & "a" < "ab")", "true"},
        Value{"string", R"(text((1, [north], "x")))", R"~("(1, [north], \"x\")")~"},
        Value{"string", R"(text("plain"))", R"("plain")"}, Value{"int", R"(length("four"))", "4"}, Value{"Even", "2", "2"},
        Value{"int", "length(all(Even))", "2"}, Value{"Seq", "(2 : Even)", "2"}, Value{"Across", "east", "east"},
        Value{"list of Across", "all(Across)", "[east, west]"}, Value{"string", R"(kind(Data(0, "a")))", R"("first a")"},
        Value{"string", R"(kind(Data(2, "x")))", R"("2")"}, Value{"string", R"(kind(Data(2, "y")))", R"("data")"},
        Value{"string", "kind(Ack(3))", R"("3")"}, Value{"string", "kind(Nothing)", R"("nothing")"}, Value{"int", "shape([])", "0"},
        Value{"int", "shape([7])", "7"}, Value{"int", "shape([1, 2, 3, 4])", "124"}, Value{"int", "shape([1, 2])", "102"},
        Value{"int", R"(parse("get abc"))", "3"}, Value{"int", R"(parse("ab?"))", "-2"}, Value{"int", R"(parse(""))", "1000"},
        Value{"int", R"(parse("x"))", "2000"}, Value{"int", "pick((north, true))", "1"}, Value{"int", "pick((north, false))", "2"},
        Value{"int", "pick((west, true))", "13"}, Value{"int", "pick((west, false))", "4"},
        Value{"int", "half((Low(1), Low(2)))", "3"}, Value{"int", "half((High, Low(2)))", "2"},
        Value{"int", "half((Low(2), High))", "0"}, Value{"int", "open({to = 3, body = [2, 1]})", "2"},
        Value{"int", "open({to = 3, body = []})", "0"}, Value{"int", "open({to = 1, body = [2, 1]})", "2"},
        Value{"list of int", "rev([1, 2, 3])", "[3, 2, 1]"}, Value{"list of Dir", "rev([north, east])", "[east, north]"},
        Value{"list of int", "rev([])", "[]"}, Value{"product int * Dir", "pair(1, west)", "(1, west)"},
        Value{"real", "choose(true, 1, 2.5)", "1.0"}, Value{"list of Dir", "none()", "[]"},
        Value{"list of int", "same(rev(same([1, 2])))", "[2, 1]"}, Value{"list of int", "map(twice, [1, 2])", "[2, 4]"},
        Value{"list of Seq", "map(Seq, [1, 2])", "[1, 2]"}, Value{"list of int", "map(abs, [-1, 2])", "[1, 2]"},
        Value{"list of int", "filter(small, [1, 2, 0])", "[1, 0]"},
        Value{"bool", "forall(small, [1, 0]) & exists(small, [5, 0])", "true"}, Value{"int", "sum(twice, [1, 2])", "6"},
        Value{"int", "sum([1, 2])", "3"}, Value{"int", "fold(add, 10, [1, 2])", "13"},
        Value{"list of int", "sort([2, 1])", "[1, 2]"}, Value{"list of int", "sort(abs, [-2, 1])", "[1, -2]"},
        Value{"int", "argmin(abs, [-2, 1])", "1"}, Value{"list of int", "slice([1, 2, 3], 1, 5)", "[2, 3]"},
        Value{"list of int", "reverse([1, 2])", "[2, 1]"}, Value{"list of int", "update([1, 2], 1, 5)", "[1, 5]"},
        Value{"list of int", "remove([1, 2, 1], 1)", "[2, 1]"}, Value{"int", "position([4, 5], 5)", "1"},
        Value{"int", "position([4, 5], 6)", "-1"}, Value{"list of int", "distinct([1, 2, 1])", "[1, 2]"},
        Value{"string", R"(slice("abcd", 1, 2))", R"("bc")"}, Value{"int", R"(position("abcd", "cd"))", "2"},
        Value{"int", "case 5 of limit => limit", "5"},
        // What `map` makes has the colours of the list that is wanted.
        Value{"list of list of int", "map(x in [1, 2] : [])", "[[], []]"},
        Value{"list of (product int * list of int)", "map(x in [1, 2] : if x = 1 then (x, []) else (x, [x]))",
              "[(1, []), (2, [2])]"},
        Value{"list of Pack", "map(x in [1] : let y = x in {to = y, body = []})", "[{to = 1, body = []}]"}));

TEST(LoomValues, TypesOfGenericFunctionsMakeOneFunctionEach) {
  const Net net = read_right(std::string(kDeclarations) + R"(
place P : list of int = 1`rev([1, 2]);
place Q : list of int = 1`rev([3]);
place R : list of Dir = 1`rev([north]);)");
  EXPECT_EQ(net.functions.size(), 2U + 10U) << "rev for int and for Dir, and the 10 that are not generic";
}

}  // namespace
}  // namespace petriloom
