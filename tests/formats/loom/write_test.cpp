// SPDX-License-Identifier: Apache-2.0
// What is written can be read back, and is the same net.
#include <gtest/gtest.h>

#include <set>

#include "formats/source/layout.h"
#include "tests/formats/loom/read.h"

namespace petriloom {
namespace {

std::string written(const Net& net) {
  const WriteResult result = write_loom(net, {});
  EXPECT_FALSE(result.diagnostics.has_errors()) << result.diagnostics.format(*net.sources);
  return result.text;
}

std::multiset<std::string> initial_tokens(const Net& net, const Place& place) {
  std::multiset<std::string> tokens;
  for (const InitialTokens& each : place.initial)
    tokens.insert(net.colours.format(place.colour, each.colour, net.pool) + " " + std::to_string(each.count) + " " +
                  std::to_string(each.available));
  return tokens;
}

void expect_same_position(const Position& a, const Position& b) {
  EXPECT_EQ(a.known, b.known);
  EXPECT_EQ(a.x, b.x);
  EXPECT_EQ(a.y, b.y);
}

void expect_same_shape(const Net& a, const Net& b) {
  EXPECT_EQ(a.name, b.name);
  ASSERT_EQ(a.modules.size(), b.modules.size());
  for (std::size_t i = 0; i < a.modules.size(); ++i) {
    EXPECT_EQ(path(a, ModuleId(i)), path(b, ModuleId(i)));
    EXPECT_EQ(a.modules[i].kind, b.modules[i].kind);
    EXPECT_EQ(a.modules[i].hardware, b.modules[i].hardware);
    EXPECT_EQ(a.modules[i].index_names, b.modules[i].index_names);
    ASSERT_EQ(a.modules[i].references.size(), b.modules[i].references.size());
    for (std::size_t k = 0; k < a.modules[i].references.size(); ++k) {
      EXPECT_EQ(a.modules[i].references[k].name, b.modules[i].references[k].name);
      EXPECT_EQ(a.modules[i].references[k].kind, b.modules[i].references[k].kind);
      EXPECT_EQ(a.modules[i].references[k].place, b.modules[i].references[k].place);
      expect_same_position(a.modules[i].references[k].at, b.modules[i].references[k].at);
    }
  }
  ASSERT_EQ(a.places.size(), b.places.size());
  for (std::size_t i = 0; i < a.places.size(); ++i) {
    EXPECT_EQ(path(a, PlaceId(i)), path(b, PlaceId(i)));
    EXPECT_EQ(a.places[i].folded, b.places[i].folded);
    EXPECT_EQ(a.colours.describe(a.places[i].colour), b.colours.describe(b.places[i].colour));
    ASSERT_EQ(a.places[i].initial.size(), b.places[i].initial.size());
    EXPECT_EQ(initial_tokens(a, a.places[i]), initial_tokens(b, b.places[i]));
    expect_same_position(a.places[i].at, b.places[i].at);
  }
  ASSERT_EQ(a.transitions.size(), b.transitions.size());
  for (std::size_t i = 0; i < a.transitions.size(); ++i) {
    EXPECT_EQ(path(a, TransitionId(i)), path(b, TransitionId(i)));
    EXPECT_EQ(a.transitions[i].binding_size, b.transitions[i].binding_size);
    EXPECT_EQ(a.transitions[i].folded, b.transitions[i].folded);
    EXPECT_EQ(a.transitions[i].guards.size(), b.transitions[i].guards.size());
    expect_same_position(a.transitions[i].at, b.transitions[i].at);
    ASSERT_EQ(a.transitions[i].arcs.size(), b.transitions[i].arcs.size());
    for (std::size_t k = 0; k < a.transitions[i].arcs.size(); ++k) {
      EXPECT_EQ(a.transitions[i].arcs[k].kind, b.transitions[i].arcs[k].kind);
      EXPECT_EQ(a.transitions[i].arcs[k].place, b.transitions[i].arcs[k].place);
    }
  }
  EXPECT_EQ(a.notes, b.notes);
  ASSERT_EQ(a.measures.size(), b.measures.size());
  for (std::size_t i = 0; i < a.measures.size(); ++i) {
    EXPECT_EQ(a.measures[i].name, b.measures[i].name);
    const auto derived = [i](const Net& net) {
      const Measure& measure = net.measures[i];
      return measure.derived ? derived_text(net, measure, *measure.derived) : "";
    };
    EXPECT_EQ(derived(a), derived(b));
    EXPECT_EQ(a.measures[i].members.size(), b.measures[i].members.size()) << a.measures[i].name;
  }
  ASSERT_EQ(a.properties.size(), b.properties.size());
  for (std::size_t i = 0; i < a.properties.size(); ++i) EXPECT_EQ(a.properties[i].name, b.properties[i].name);
}

void expect_parts(const std::string& text, std::initializer_list<const char*> parts) {
  for (const char* part : parts) EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

void expect_canonical(const std::string& text) {
  Sources sources;
  Diagnostics diagnostics;
  EXPECT_EQ(source::formatted(sources, sources.add("written.loom", text), diagnostics).value_or("refused"), text)
      << diagnostics.format(sources);
}

TEST(LoomWrite, ReadsBackAsTheSameNet) {
  for (const std::string& file : sample_nets()) {
    for (const Fold fold : {Fold::automatic, Fold::never}) {
      SCOPED_TRACE(file + (fold == Fold::never ? " expanded" : " folded"));
      const Net first = read_right(file_content(file), fold, file);
      const std::string text = written(first);
      expect_canonical(text);
      const Net second = read_right(text, Fold::automatic, "again.loom");
      EXPECT_EQ(text, written(second));
      expect_same_shape(first, second);
    }
  }
}

TEST(LoomWrite, FunctionsAreCalledWhatNothingElseIs) {
  const Net first = read_right(
      "fun length(x : int) : int = x + 1;\nfun text(x : int) : int = 2 * x;\nconst l : list of int = [1];\n"
      "var x : int;\nplace P : int = 1`0;\ntransition t { in P : x; out P : length(text(x)); }");
  const std::string text = written(first);
  EXPECT_NE(text.find("length_(text_(x))"), std::string::npos) << text;
  expect_same_shape(first, read_right(text));
}

// A reader refuses more than 200 brackets inside each other, and a chain of up to 2000 operators
// has none.
TEST(LoomWrite, ChainsAreWrittenAsChains) {
  std::string places;
  std::string sum;
  for (int k = 0; k < 1500; ++k) {
    places += "place P" + std::to_string(k) + " : unit;\n";
    sum += (k == 0 ? "tokens(P" : " + tokens(P") + std::to_string(k) + ")";
  }
  const Net first = read_right(places + "transition t { in P0; out P1; }\nproperty p : invariant " + sum + " - 1 <= 2;\n");
  const std::string text = written(first);
  expect_canonical(text);
  EXPECT_EQ(written(read_right(text)), text);
}

TEST(LoomWrite, ParenthesesStandWhereTheyMeanSomething) {
  const Net first = read_right(
      "place L : list of int = [1, 2];\nplace M : int = 3;\nvar l, m : list of int;\nvar x : int;\n"
      "transition t {\n"
      "  guard (l ++ m) = (m ++ l) & !(x = 1 | x > 2 & x < 4);\n"
      "  in L : l;\n  in L : m;\n  in M : x;\n"
      "  out L : (l ++ m) when ((l ++ l) = l) ++ ((l ++ m) ++ l);\n"
      "  out M : (-x * (x + 1)) % (x / (x * 2)) @+ 1.5 * (2.0 - 0.5);\n}\n");
  const std::string text = written(first);
  // As `++` joins the terms of an arc, lists that are joined there stand in parentheses. Constants
  // are computed.
  expect_parts(text, {"guard (l ++ m) = (m ++ l);", "guard !(x = 1 | x > 2 & x < 4);", "out L : (l ++ m) when (l ++ l) = l;",
                      "out L : (l ++ m ++ l);", "out M : -x * (x + 1) % (x / (x * 2)) @+ 2.25;"});
  expect_canonical(text);
  EXPECT_EQ(written(read_right(text)), text);
}

// With n = 3 tokens n / two is 1; read with the real 2.0 in place of the constant it would be 1.5.
TEST(LoomWrite, WholeNumbersStayWholeUnderConversions) {
  const Net first = read_right(
      "const two = 2;\nplace P : unit = 3`();\nfun half(n : int) : real = n / two;\ntransition t { in P; delay half(3); }\n"
      "measure a = average tokens(P) / two;\nmeasure b = average 1.5 * (tokens(P) / two);\n"
      "measure c = average if tokens(P) > 1 then tokens(P) / two else 0;\n");
  const std::string text = written(first);
  expect_parts(text, {"average (tokens(P) / two : int);", "average 1.5 * ((tokens(P) / two : int) : real);"});
  EXPECT_EQ(written(read_right(text)), text);
}

// Nothing follows `else` and `in` that they could take for their own; in a term that is `++`.
TEST(LoomWrite, BranchesNeedNoParenthesesWhereTheyEnd) {
  const Net first = read_right(
      "place L : list of int = [1, 2];\nplace M : int = 3;\nvar l : list of int;\nvar x : int;\n"
      "fun f(n : int) : int = if n > 0 then (let m = n * n in m + 1) else 0;\n"
      "transition t {\n  guard (if x > 1 then x else 2) + 1 = 4;\n  in L : l;\n  in M : x;\n"
      "  out L : (if x = 3 then l else l ++ [x]);\n  out L : if x = 4 then l ++ l else l;\n"
      "  out M : f(if x = 1 then 2 else x) @+ if x = 1 then x else uniform(1, 2);\n}\n");
  const std::string text = written(first);
  expect_parts(text, {"fun f(n : int) : int = if n > 0 then let m = n * n in m + 1 else 0;",
                      "guard (if x > 1 then x else 2) + 1 = 4;", "out L : (if x = 3 then l else l ++ [x]);",
                      "out L : if x = 4 then l ++ l else l;", "out M : f(if x = 1 then 2 else x) @+ if x = 1 then "});
  expect_canonical(text);
  EXPECT_EQ(written(read_right(text)), text);
}

TEST(LoomWrite, VariantsOfSeveralPartsStandInOnePairOfParentheses) {
  const Net first = read_right(
      "colour D = product int * string;\ncolour U = union { Data : D, Ack : int, Fin };\n"
      "place P : U = Data((1, \"a\")) ++ Ack(2) ++ U.Fin;\nplace Q : D;\nvar n : int;\nvar d : D;\nvar s : string;\n"
      "transition t {\n  in P : Data((n, s));\n  out P : Data((n + 1, s));\n  in Q : d;\n  out P : Data(d);\n}\n");
  const std::string text = written(first);
  expect_parts(text, {"Data(1, \"a\")", "in  P : Data(n, s);", "out P : Data(n + 1, s);", "out P : Data(d);"});
  expect_canonical(text);
  EXPECT_EQ(written(read_right(text)), text);
}

TEST(LoomWrite, TypesThatTheReaderKnowsAreLeftOut) {
  const Net first = read_right(
      "colour R = record { a : int, b : int };\ncolour Q = list of R;\nplace P : R = {a = 1, b = 2};\nplace L : Q = [{a = 1, b = "
      "2}];\n"
      "var q : Q;\nvar r : R;\n"
      "transition t {\n  guard r = ({a = 1, b = 2} : R) & contains(q, ({a = r.b, b = 1} : R));\n  in P : r;\n  in L : q;\n"
      "  out P : (let x = r.a in ({a = x, b = 2} : R)) @+ (discrete(1, 6) : int);\n"
      "  out L : (q ++ ([{a = r.b, b = 2}] : Q));\n  out L : map(v in q : ({a = v.b, b = v.a} : R));\n"
      "  delay (let y = discrete(1, 6) in (y + 1 : int));\n}\n");
  const std::string text = written(first);
  for (const char* part :
       {"guard r = {a = 1, b = 2};", "guard contains(q, {a = r.b, b = 1});", "@+ discrete(1, 6);",
        "= r.a in {a = ", "out L : (q ++ [{a = r.b, b = 2}]);", " in q : {a = ", "= discrete(1, 6) in (", "+ 1 : int);"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
  expect_canonical(text);
  EXPECT_EQ(written(read_right(text)), text);
}

// Where nothing else says of which colour set a record is, it says so itself.
TEST(LoomWrite, RecordsInBranchesAreOfTheirColourSet) {
  const std::string text = written(
      read_right("colour A = record { x : int, y : int };\ncolour L = list of A;\nplace P : L = [{x = 1, y = 2}];\nplace Q : L;\n"
                 "transition t {\n  var l : L;\n  in P : l;\n"
                 "  out Q : map(v in l : ((if v.x = 1 then {x = 5, y = v.y} else {x = v.y, y = 2}) : A));\n}\n"));
  EXPECT_EQ(written(read_right(text)), text);
}

TEST(LoomWrite, FunctionsThatOnlyArgumentsCalledAreLeftOut) {
  const Net net = read_right(
      "fun unused(n : int) : int = n + 1;\nfun inner(n : int) : int = n * 2;\nfun outer(n : int) : int = inner(n) + 1;\n"
      "module M(a : int, b : int) {\n  place P : int = 1;\n  var x : int;\n  transition t { in P : x; out P : outer(x) + a; }\n}\n"
      "colour I = index i with 0..1;\ninstance m[k in I] : M(a = ord(k), b = unused(ord(k)));\n");
  const std::string text = written(net);
  EXPECT_EQ(text.find("unused"), std::string::npos) << text;
  EXPECT_NE(text.find("fun inner(n : int)"), std::string::npos) << text;
  EXPECT_NE(text.find("fun outer(n : int)"), std::string::npos) << text;
}

TEST(LoomWrite, PositionsStandApartFromTypes) {
  const std::string text = written(read_right("place P : int at (1, 2) = 3;\nplace Q : list of int at (1, 2);\n"));
  EXPECT_NE(text.find("place P : int at (1, 2) = 3;"), std::string::npos) << text;
  expect_canonical(text);
}

TEST(LoomWrite, NotesStandLineByLine) {
  Net net = read_right("note \"a\" \"one\" \"two\";\nplace P : unit;\n");
  ASSERT_EQ(net.notes.size(), 1U);
  EXPECT_EQ(net.notes[0].second, "one\ntwo");
  net.notes.emplace_back("b", "three");
  const std::string text = written(net);
  EXPECT_TRUE(text.starts_with("net \"test\";\nnote \"a\"\n    \"one\"\n    \"two\";\nnote \"b\" \"three\";\n")) << text;
  expect_canonical(text);
  EXPECT_EQ(read_right(text).notes, net.notes);
}

TEST(LoomWrite, NamesMayHavePrimes) {
  Net net = read_right("place P : int = 1;\nvar x : int;\ntransition t { in P : x; guard x > 0; }\n");
  net.places[0].name = "P'";
  net.transitions[0].variables[0].name = "x'2";
  const std::string text = written(net);
  EXPECT_NE(text.find("in  P' : x'2;"), std::string::npos) << text;
  EXPECT_NE(text.find("guard x'2 > 0;"), std::string::npos) << text;
  expect_same_shape(net, read_right(text));
  expect_canonical(text);
}

// Words that end an expression take no prime: `in'P'` is the arc of a place in quotes.
TEST(LoomWrite, WordsOfTheLanguageTakeNoPrimes) {
  const Net net = read_right("place 'P' : int = 1;\nvar x : int;\ntransition t { in'P' : x; }\n");
  EXPECT_EQ(net.transitions[0].arcs.size(), 1U);
}

TEST(LoomWrite, AColourSetMayHaveTheNameOfAnInstance) {
  const std::string text =
      "colour Server = enum { up, down };\n"
      "scope Server {\n  place P : Server = Server.up;\n  transition t { in P : Server.up; out P : Server.down; }\n}\n"
      "measure m = average tokens(Server.P, Server.up);\n";
  const Net net = read_right(text);
  EXPECT_EQ(net.transitions[0].arcs.size(), 2U);
  expect_same_shape(net, read_right(written(net)));
}

TEST(LoomWrite, RefusesNamesItCannotQuote) {
  Net net = read_right("place P : unit;");
  net.places[0].name = "it's there";
  const WriteResult result = write_loom(net, {});
  EXPECT_TRUE(result.diagnostics.has_errors());
  EXPECT_TRUE(result.text.empty());
}

}  // namespace
}  // namespace petriloom
